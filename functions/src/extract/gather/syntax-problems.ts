/**
 * Where a tree has syntax errors: the first few, as problems with a line. An error loses only its surroundings; the rest
 * of the file is extracted all the same.
 *
 *     { path: 'a.py', line: 3, message: 'Syntax error near `def f(:`', kind: 'syntax' }
 */
import type { Node } from 'web-tree-sitter';
import type { Problem } from '../../model/facts.ts';

const MAX_REPORTED = 3;
const MAX_VISITED = 5_000;

/** The errors that are reported, and whether there are more. */
function firstErrors(root: Node): { errors: Node[]; more: boolean } {
  const errors: Node[] = [];
  const stack: Node[] = [root];
  for (let visited = 0; stack.length > 0 && visited < MAX_VISITED; visited += 1) {
    const node = stack.pop();
    if (node === undefined) break;
    if (node.isError || node.isMissing) {
      if (errors.length === MAX_REPORTED) return { errors, more: true };
      errors.push(node);
    } else stack.push(...node.children.filter((child) => child.hasError || child.isMissing).reverse());
  }
  return { errors, more: false };
}

function messageOf(error: Node): string {
  if (error.isMissing) return `Syntax error: missing ${error.type}`;
  const excerpt = error.text.slice(0, 200).trim().split('\n')[0]?.slice(0, 40) ?? '';
  return `Syntax error near \`${excerpt}\``;
}

export function syntaxProblems(root: Node, path: string): Problem[] {
  if (!root.hasError) return [];
  const { errors, more } = firstErrors(root);
  if (errors.length === 0) return [{ path, line: null, message: 'Syntax error', kind: 'syntax' }];
  const problems: Problem[] = errors.map((error) => {
    return { path, line: error.startPosition.row + 1, message: messageOf(error), kind: 'syntax' };
  });
  if (more) problems.push({ path, line: null, message: 'More syntax errors follow', kind: 'syntax' });
  return problems;
}

/** Number of characters within errors. */
export function errorExtent(root: Node): number {
  let extent = 0;
  const stack: Node[] = root.hasError ? [root] : [];
  for (let visited = 0; stack.length > 0 && visited < MAX_VISITED; visited += 1) {
    const node = stack.pop();
    if (node === undefined) break;
    if (node.isError) extent += node.endIndex - node.startIndex;
    else stack.push(...node.children.filter((child) => child.hasError));
  }
  return extent;
}

/** Lines (0-based) of the innermost errors, and those beside them. */
export function errorLines(root: Node): Set<number> {
  const lines = new Set<number>();
  const stack: Node[] = root.hasError ? [root] : [];
  for (let visited = 0; stack.length > 0 && visited < MAX_VISITED; visited += 1) {
    const node = stack.pop();
    if (node === undefined) break;
    const within = node.children.filter((child) => child.hasError || child.isMissing);
    if (within.length > 0) stack.push(...within);
    else for (let at = node.startPosition.row - 1; at <= node.endPosition.row + 1; at += 1) lines.add(at);
  }
  return lines;
}
