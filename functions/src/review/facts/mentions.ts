/**
 * Where a name stands after a change: in changed files by their text, in all others by the graph. The lines that define
 * it, with the comment above them, are none.
 */
import { wordPattern } from '../../graph/reader/word-pattern.ts';
import type { GraphNode } from '../../model/graph.ts';
import { isTestPath } from '../../model/test-paths.ts';
import type { GraphReader } from '../../ports.ts';
import type { FileDiff } from '../diff/diff-trees.ts';

export interface Mentions {
  /** Outside of tests, or where nobody can tell. */
  inCode: boolean;
  inTests: boolean;
}

/** Lines of the graph that are looked at. */
const MOST_LINES = 40;
const COMMENT = /^\s*(?:\/\/|\/?\*|#|--|;|%|"""|''')/;

export async function mentionsOf(
  reader: GraphReader,
  diffs: readonly FileDiff[],
  { name, path, line_number: first, end_line: last }: Pick<GraphNode, 'name' | 'path' | 'line_number' | 'end_line'>,
): Promise<Mentions> {
  const whole = wordPattern(name);
  if (whole === undefined) return { inCode: true, inTests: true };
  const found: Mentions = { inCode: false, inTests: false };
  const note = (where: string): void => {
    if (isTestPath(where)) found.inTests = true;
    else found.inCode = true;
  };
  for (const { path: at, newText } of diffs) {
    if (newText?.includes(name) !== true) continue;
    const lines = newText.split('\n');
    const begins = at === path ? withComment(lines, first) : 0;
    const isOther = (line: number) => at !== path || line < begins || line > last;
    if (lines.some((line, index) => line.includes(name) && isOther(index + 1) && whole.test(line))) note(at);
    if (found.inCode) return found;
  }
  const changed = new Set(diffs.flatMap(({ oldPath, path: now }) => [oldPath ?? now, now]));
  const { lines, more } = await reader.wordLines(name, MOST_LINES);
  for (const one of lines) {
    const isOwn = one.path === path && one.line >= first && one.line <= last;
    if (!changed.has(one.path) && !isOwn) note(one.path);
  }
  return more ? { ...found, inCode: true } : found;
}

/** The first line of the comment and the decorators above a definition. */
function withComment(lines: readonly string[], first: number): number {
  let begins = first;
  while (begins > 1 && /^\s*[@[]|^\s*$/.test(lines[begins - 2] ?? '') === false && COMMENT.test(lines[begins - 2] ?? '')) begins -= 1; // prettier-ignore
  return begins;
}
