/**
 * Oxlint, a native program that reads files, here those in a temporary folder. Its configuration can name JavaScript to
 * run (`jsPlugins`) and files to read (`extends`): what arrives here has been rebuilt without either, it is the only
 * configuration that the tool is told to use, and the process could read no other file.
 *
 *   {"diagnostics": [{"message": "…", "code": "eslint(no-debugger)", "severity": "warning", "filename": "src/a.ts",
 *     "help": "Remove the debugger statement", "labels": [{"span": {"offset": 69, "length": 9, "line": 3, "column": 3}}]}]}
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { LintDiagnostic } from '../../model/lint.ts';
import { runIsolated, type IsolatedResult } from './lint-process.ts';
import { type LintTool, withFiles } from './lint-tool.ts';

const PACKAGE = dirname(dirname(createRequire(import.meta.url).resolve('oxlint')));
/** Where npm puts the native library of this machine's kind. */
const LIBRARIES = join(dirname(PACKAGE), '@oxlint');
const SCRIPT = join(PACKAGE, 'bin', 'oxlint');
const CONFIG = '.oxlintrc.json';

const outputSchema = z.object({
  diagnostics: z.array(
    z.object({
      message: z.string(),
      code: z.string().optional(),
      severity: z.string(),
      help: z.string().optional(),
      filename: z.string(),
      labels: z.array(z.object({ span: z.object({ offset: z.int(), length: z.int(), line: z.int() }) })),
    }),
  ),
});

const rulesSchema = z.array(z.object({ scope: z.string(), value: z.string(), category: z.string() }));

export const lintJavascript: LintTool = ({ files, options, optionsFolder = '', signal, timeoutMs }) =>
  withFiles(files, async (folder) => {
    const config = join(folder, optionsFolder, CONFIG);
    if (options !== undefined) {
      mkdirSync(dirname(config), { recursive: true });
      writeFileSync(config, JSON.stringify(options));
    }
    const args = ['--format=json', '--threads=1', '--disable-nested-config', '--no-ignore'];
    if (options !== undefined) args.push(`--config=${config}`);
    const limits = { timeoutMs, ...(signal === undefined ? {} : { signal }) };
    const result = await runOxlint(folder, [...args, '.'], limits);
    if (result.status === 'failed') return result;
    const output = parseJson(result.stdout);
    if (output === undefined) {
      const detail = result.stdout.trim();
      return options === undefined
        ? { status: 'failed', reason: `ended with status ${result.code}` }
        : { status: 'refused', detail };
    }
    const groups = await groupsOfRules();
    const texts = new Map(files.map(({ path, text }) => [path, Buffer.from(text)]));
    const diagnostics = outputSchema.parse(output).diagnostics.flatMap((found): LintDiagnostic[] => {
      const path = found.filename.replace(/^\.\//, '');
      const text = texts.get(path);
      const span = found.labels[0]?.span;
      if (text === undefined || span === undefined) return [];
      const rule = found.code === undefined ? null : ruleName(found.code);
      const spanned = text.subarray(span.offset, span.offset + span.length).toString('utf8');
      return [
        {
          path,
          line: span.line,
          endLine: span.line + spanned.trimEnd().split('\n').length - 1,
          rule,
          group: rule === null ? null : (groups.get(rule) ?? null),
          message: found.help === undefined ? found.message : `${found.message}. ${found.help}`.replace(/\.\. /, '. '),
          severity: found.severity === 'error' ? 'error' : 'warning',
        },
      ];
    });
    return { status: 'done', diagnostics };
  });

function runOxlint(
  folder: string,
  args: string[],
  limits: { timeoutMs: number; signal?: AbortSignal },
): Promise<IsolatedResult> {
  const readable = [`${PACKAGE}/`, `${LIBRARIES}/`, `${folder}/`];
  return runIsolated({ script: SCRIPT, args, folder, readable, needs: 'addons', ...limits });
}

/** `eslint(no-debugger)` → `no-debugger`, `typescript(no-namespace)` → `typescript/no-namespace`: as configurations say it. */
function ruleName(code: string): string {
  const [, scope = '', rule = code] = /^([\w-]+)\((.+)\)$/.exec(code) ?? [];
  return scope === '' || scope === 'eslint' ? rule : `${scope}/${rule}`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

let groups: Promise<Map<string, string>> | undefined;
const LIST_TIMEOUT_MS = 20_000;

/** Rule → `correctness`, `suspicious`, `perf`, …: listed by the tool once for the process. */
function groupsOfRules(): Promise<Map<string, string>> {
  return (groups ??= withFiles([], async (folder) => {
    const result = await runOxlint(folder, ['--rules', '--format=json'], { timeoutMs: LIST_TIMEOUT_MS });
    const rules = result.status === 'ended' ? rulesSchema.safeParse(parseJson(result.stdout)) : undefined;
    return new Map((rules?.data ?? []).map(({ scope, value, category }) => [ruleName(`${scope}(${value})`), category]));
  }));
}
