/**
 * Lines that keep a parser from reading what stands around them. One line that is no code can cost a whole class: written
 * over, the rest is read, and only that line is lost.
 *
 *     class A {
 *       void before() {}
 *       void broken( { [          written over with blanks
 *       void after() {}
 *     }
 */
import type { Node } from 'web-tree-sitter';

const MAX_VISITED = 5_000;
/** Lines that are tried out: each costs a parse. */
const MAX_CANDIDATES = 10;
/** A merge that was never finished: the lines between are code. */
const CONFLICT = /^(?:<{7}|={7}|>{7}|\|{7})(?: .*)?$/gm;

/** Lines with errors above which a text is none with a few broken lines, but one whose language the grammar knows ill. */
const MAX_ERROR_LINES = 8;

/** Whether a few lines may be the reason that more than themselves is lost. */
export function losesMore(root: Node): boolean {
  if (!root.hasError) return false;
  const lines = new Set(errorsIn(root, true).map((node) => node.startPosition.row));
  if (lines.size > MAX_ERROR_LINES) return false;
  return (
    root.isError || errorsIn(root, false).some((node) => node.isMissing || spansLines(node) || isBesideMembers(node))
  );
}

function spansLines({ startPosition, endPosition }: Node): boolean {
  return endPosition.row > startPosition.row;
}

/** An error among the parts of a list that spans lines, such as the body of a class, may have cut that list short. */
function isBesideMembers({ parent }: Node): boolean {
  return parent !== null && parent.parent !== null && spansLines(parent);
}

/** The text without the marks of an unfinished merge; undefined where there are none. */
export function withoutConflictMarks(text: string): string | undefined {
  const cut = text.replace(CONFLICT, (mark) => ' '.repeat(mark.length));
  return cut === text ? undefined : cut;
}

/** Lines (0-based) that are likely to be the broken ones, the likeliest first. */
export function brokenLines(root: Node): number[] {
  const lines = new Set<number>();
  const inner = errorsIn(root, true).sort((a, b) => a.endIndex - a.startIndex - (b.endIndex - b.startIndex));
  for (const { startPosition: start, endPosition: end } of inner) lines.add(start.row).add(end.row);
  for (const error of errorsIn(root, false)) for (const line of looseLines(error)) lines.add(line);
  for (const { startPosition: start } of inner) lines.add(Math.max(0, start.row - 1));
  return [...lines].slice(0, MAX_CANDIDATES);
}

/** The lines of an error where words stand that the parser could put nowhere, those with most of them first. */
function looseLines(error: Node): number[] {
  const counts = new Map<number, number>();
  for (const child of error.children) {
    if (child.childCount > 0 && !child.isError) continue;
    const { row } = child.startPosition;
    counts.set(row, (counts.get(row) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([row]) => row);
}

/** Errors and missing tokens: the innermost, or the outermost. */
function errorsIn(root: Node, innermost: boolean): Node[] {
  const errors: Node[] = [];
  const stack: Node[] = [root];
  for (let visited = 0; stack.length > 0 && visited < MAX_VISITED; visited += 1) {
    const node = stack.pop();
    if (node === undefined) break;
    const isOne = node.isError || node.isMissing;
    const within = isOne && !innermost ? [] : node.children.filter((child) => child.hasError || child.isMissing);
    if (isOne && within.length === 0) errors.push(node);
    stack.push(...within.reverse());
  }
  return errors;
}

/** The text with a line (0-based) written over. */
export function withoutLine(text: string, line: number): string {
  let start = 0;
  for (let at = 0; at < line; at += 1) {
    const end = text.indexOf('\n', start);
    if (end < 0) return text;
    start = end + 1;
  }
  const end = text.indexOf('\n', start);
  const stop = end < 0 ? text.length : end;
  return text.slice(0, start) + text.slice(start, stop).replace(/[^\r]/g, ' ') + text.slice(stop);
}
