/**
 * Ruff as a WebAssembly module. It takes options as an object and a text; it knows no paths, no files and no plugins, so
 * nothing that a configuration says can reach beyond the text. Lines and columns (UTF-16) count from 1.
 *
 *   [{ code: 'F401', message: '`os` imported but unused', start_location: { row: 1, column: 8 }, end_location: {…},
 *      fix: { edits: [{ location: { row: 1, column: 1 }, end_location: { row: 2, column: 1 }, content: null }] } }]
 */
import { createRequire } from 'node:module';
import { dirname, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { LintDiagnostic } from '../../model/lint.ts';
import { runIsolated } from './lint-process.ts';
import { type LintTool, withFiles } from './lint-tool.ts';

export interface RuffRequest {
  options: Record<string, unknown>;
  files: { path: string; text: string }[];
}

const PROGRAM = fileURLToPath(new URL(`./lint-python-program${extname(import.meta.url)}`, import.meta.url));
const PACKAGE = dirname(createRequire(import.meta.url).resolve('@astral-sh/ruff-wasm-nodejs'));

const place = z.object({ row: z.int(), column: z.int() });
const editSchema = z.object({ location: place, end_location: place, content: z.string().nullable() });
const answerSchema = z.union([
  z.object({ refused: z.string() }),
  z.object({
    files: z.array(
      z.object({
        path: z.string(),
        diagnostics: z.array(
          z.object({
            code: z.string().nullable(),
            message: z.string(),
            start_location: place,
            end_location: place,
            fix: z.object({ edits: z.array(editSchema) }).nullable(),
          }),
        ),
      }),
    ),
  }),
]);
type Edit = z.infer<typeof editSchema>;

const SYNTAX_ERROR = 'invalid-syntax';

export const lintPython: LintTool = ({ files, options = {}, signal, timeoutMs }) =>
  withFiles([], async (folder) => {
    const result = await runIsolated({
      script: PROGRAM,
      input: JSON.stringify({ options, files } satisfies RuffRequest),
      folder,
      readable: [PROGRAM, `${PACKAGE}/`],
      timeoutMs,
      ...(signal === undefined ? {} : { signal }),
    });
    if (result.status === 'failed') return result;
    if (result.code !== 0) return { status: 'failed', reason: `ended with status ${result.code}` };
    const answer = answerSchema.parse(JSON.parse(result.stdout));
    if ('refused' in answer) return { status: 'refused', detail: answer.refused };
    const texts = new Map(files.map(({ path, text }) => [path, indexed(text)]));
    const diagnostics = answer.files.flatMap(({ path, diagnostics: found }) =>
      found.map(({ code, message, start_location: start, end_location: end, fix }): LintDiagnostic => {
        const syntax = code === null || code === SYNTAX_ERROR;
        const replaced = fix === null ? undefined : replaceLines(texts.get(path) ?? indexed(''), fix.edits);
        return {
          path,
          line: start.row,
          // A range that ends before the first column of a line does not touch it.
          endLine: end.column === 1 ? Math.max(start.row, end.row - 1) : end.row,
          rule: syntax ? null : code,
          group: null,
          message,
          severity: syntax ? 'error' : 'warning',
          ...(replaced === undefined ? {} : { fix: replaced }),
        };
      }),
    );
    return { status: 'done', diagnostics };
  });

interface IndexedText {
  text: string;
  /** Offsets of its lines. */
  starts: readonly number[];
}

function indexed(text: string): IndexedText {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return { text, starts };
}

/** 1-based. */
function lineAt({ starts }: IndexedText, offset: number): number {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
}

/** Edits by line and column as whole lines and what they become; undefined when they overlap or leave the text. */
function replaceLines(whole: IndexedText, edits: readonly Edit[]): LintDiagnostic['fix'] {
  const { text, starts } = whole;
  const offsetOf = ({ row, column }: z.infer<typeof place>): number =>
    Math.min((starts[row - 1] ?? text.length) + column - 1, text.length);
  const ordered = edits
    .map(({ location, end_location: end, content }) => ({
      from: offsetOf(location),
      to: offsetOf(end),
      text: content ?? '',
    }))
    .sort((a, b) => a.from - b.from);
  const [first, last] = [ordered[0], ordered.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  if (ordered.some(({ from, to }, at) => to < from || from < (ordered[at - 1]?.to ?? 0))) return undefined;
  const line = lineAt(whole, first.from);
  const deletesUpTo = last.to > last.from && text[last.to - 1] === '\n' && last.text === '';
  const endLine = Math.max(line, lineAt(whole, last.to) - Number(deletesUpTo));
  const [begin, end] = [starts[line - 1] ?? 0, Math.min(starts[endLine] ?? text.length, text.length)];
  let result = '';
  let at = begin;
  for (const edit of ordered) {
    result += text.slice(at, edit.from) + edit.text;
    at = edit.to;
  }
  result += text.slice(at, Math.max(at, end));
  return { line, endLine, text: result.replace(/\r?\n$/, '') };
}
