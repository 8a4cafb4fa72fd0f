/**
 * Lines of a difference as GitLab names them. A line is found by its number on both sides, so an unchanged one needs both,
 * an added one the new and a removed one the old alone. A line code is the SHA-1 of the path with both counters.
 *
 *     @@ -7,2 +7,3 @@
 *      a                 old_line 7, new_line 7      7ef0c7…_7_7
 *     +b                 new_line 8                  7ef0c7…_8_8    the old counter stays where it is
 *      c                 old_line 8, new_line 9
 *
 * https://docs.gitlab.com/api/discussions/#create-a-new-thread-in-the-merge-request-diff
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ScmNewReviewComment } from '../../../ports.ts';

export const diffShape = z.object({ old_path: z.string(), new_path: z.string(), diff: z.string() });
type Diff = z.output<typeof diffShape>;

export interface VersionRefs {
  base_sha: string;
  start_sha: string;
  head_sha: string;
}

interface DiffLine {
  hunk: number;
  sign: ' ' | '+' | '-';
  old: number;
  new: number;
}

const HEADER = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

function linesOf({ diff }: Diff): DiffLine[] {
  const lines: DiffLine[] = [];
  let hunk = 0;
  let before = 0;
  let after = 0;
  for (const text of diff.split('\n')) {
    const header = HEADER.exec(text);
    const sign = text[0];
    if (header !== null) {
      hunk += 1;
      before = Number(header[1]);
      after = Number(header[2]);
    } else if (hunk > 0 && (sign === ' ' || sign === '+' || sign === '-')) {
      lines.push({ hunk, sign, old: before, new: after });
      if (sign !== '+') before += 1;
      if (sign !== '-') after += 1;
    }
  }
  return lines;
}

function numbersOf({ sign, old, new: after }: DiffLine): { old_line?: number; new_line?: number } {
  return { ...(sign === '+' ? {} : { old_line: old }), ...(sign === '-' ? {} : { new_line: after }) };
}

function endOf(line: DiffLine, path: string): Record<string, unknown> {
  const code = `${createHash('sha1').update(path).digest('hex')}_${line.old}_${line.new}`;
  return { line_code: code, type: line.sign === '+' ? 'new' : 'old', ...numbersOf(line) };
}

/** Where a comment stands; undefined when the difference does not show all of its lines in one hunk. */
export function positionOf(
  refs: VersionRefs,
  diffs: readonly Diff[],
  { path, side, startLine, line }: ScmNewReviewComment,
): Record<string, unknown> | undefined {
  const diff = diffs.find(({ new_path }) => new_path === path);
  if (diff === undefined) return undefined;
  const lines = linesOf(diff);
  const at = (wanted: number) =>
    lines.find((each) =>
      side === 'LEFT' ? each.sign !== '+' && each.old === wanted : each.sign !== '-' && each.new === wanted,
    );
  const [first, last] = [at(startLine), at(line)];
  if (first === undefined || last?.hunk !== first.hunk) return undefined;
  const position = { ...refs, position_type: 'text', old_path: diff.old_path, new_path: diff.new_path };
  const range = startLine < line ? { line_range: { start: endOf(first, path), end: endOf(last, path) } } : {};
  return { ...position, ...numbersOf(last), ...range };
}
