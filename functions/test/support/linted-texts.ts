/** Texts that each linter has something to say about, and one way to have them linted by the real tools. */
import { createLinters } from '../../src/adapters/lint/lint.ts';
import { DEFAULT_TOOLS, type ToolName, type ToolsConfig } from '../../src/model/tools.ts';
import { hunksOf } from '../../src/review/diff/hunks.ts';
import { lintChanges, type LintOutcome } from '../../src/review/lint/lint-changes.ts';
import type { LintedFile } from '../../src/review/lint/linted-file.ts';

export const PYTHON = 'import os\nimport sys\n\n\ndef f(items):\n    return sys.argv is "x"\n';
export const SCRIPT = 'export function f(a) {\n  debugger;\n  return a === NaN;\n}\n';
export const GO =
  '// Package a is a test.\npackage a\n\nfunc f(n int) int {\n\tif n > 1 {\n\t\treturn 1\n\t} else {\n\t\treturn 2\n\t}\n}\n';

/** A file that was `before` and is `text` at head; added as a whole unless given. */
export function changed(path: string, text: string, before = ''): LintedFile {
  return { path, text, hunks: hunksOf(before, text) };
}

const linters = createLinters();

export function lint(
  files: LintedFile[],
  { settings = {}, head = {} }: { settings?: Partial<ToolsConfig>; head?: Record<string, string> } = {},
): Promise<LintOutcome> {
  return lintChanges({
    linters,
    files,
    settings: { ...DEFAULT_TOOLS, ...settings },
    readHead: (path) => Promise.resolve(head[path]),
  });
}

export const rulesOf = ({ findings }: LintOutcome) => findings.map(({ rule }) => rule);
export const notesOf = ({ summaries }: LintOutcome) => summaries.flatMap(({ notes }) => notes);
export const withConfig = (
  tool: ToolName,
  path: string,
  text: string,
  files: LintedFile[],
  more: Record<string, string> = {},
) => lint(files, { settings: { [tool]: { enabled: true, configFile: path } }, head: { [path]: text, ...more } });
