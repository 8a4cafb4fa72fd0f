/**
 * Revive, a Go linter that needs no Go toolchain, built for WASI (linters/revive/build.sh says how and why): it sees one
 * temporary folder and nothing else. Its configuration is TOML and names rules only.
 *
 *   [{"Severity": "warning", "Failure": "should omit 2nd value…", "RuleName": "range", "Category": "style",
 *     "Position": {"Start": {"Filename": "/src/a.go", "Line": 7}, "End": {"Line": 7}}}]
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'smol-toml';
import { z } from 'zod';
import type { LintDiagnostic } from '../../model/lint.ts';
import { type LintTool, withFiles } from './lint-tool.ts';
import { runWasi } from './run-wasi.ts';

const REVIVE = fileURLToPath(new URL('../../../linters/revive/revive.wasm.br', import.meta.url));
/** No path of a Go file ends so. */
const CONFIG = 'revive.toml';
const MOUNT = '/src/';
/** `cannot find rule: nope`, `cannot configure rule: …`, a value of the wrong type. */
const REFUSAL = /^(initializing revive|cannot parse the config)/;

const outputSchema = z
  .array(
    z.object({
      Severity: z.string(),
      Failure: z.string(),
      RuleName: z.string(),
      Category: z.string(),
      Position: z.object({
        Start: z.object({ Filename: z.string(), Line: z.int() }),
        End: z.object({ Line: z.int() }),
      }),
    }),
  )
  .nullable();

export const lintGo: LintTool = ({ files, options, signal, timeoutMs }) =>
  withFiles(files, async (folder) => {
    const args = ['-formatter', 'json'];
    if (options !== undefined) {
      writeFileSync(join(folder, CONFIG), stringify(options));
      args.push('-config', MOUNT + CONFIG);
    }
    args.push(...files.map(({ path }) => MOUNT + path));
    const result = await runWasi({ program: REVIVE, folder, args, timeoutMs, signal });
    if (result.status === 'failed') return result;
    if (options !== undefined && REFUSAL.test(result.stderr))
      return { status: 'refused', detail: result.stderr.trim() };
    const output = outputSchema.safeParse(parseJson(result.stdout));
    if (!output.success) return { status: 'failed', reason: `ended with status ${result.code}` };
    const diagnostics = (output.data ?? []).map(
      ({ Severity, Failure, RuleName, Category, Position: { Start, End } }): LintDiagnostic => ({
        path: Start.Filename.replace(MOUNT, ''),
        line: Math.max(1, Start.Line),
        endLine: Math.max(1, Start.Line, End.Line),
        rule: RuleName === '' ? null : RuleName,
        group: Category,
        message: Failure.replace(/^invalid file \S+ \S+ /, '').replaceAll(MOUNT, ''),
        severity: Severity === 'error' ? 'error' : 'warning',
      }),
    );
    return { status: 'done', diagnostics };
  });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
