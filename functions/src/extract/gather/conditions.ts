/**
 * A text under one choice of its preprocessor's conditions: the first branch of each, and the second of `#if 0`. Where
 * branches cut through statements, no grammar can read the text as it stands, and the rest of the file is lost. One
 * choice of branches is ordinary code. Lines and offsets stay: what is left out is blanked.
 *
 *     int v = {                     int v = {
 *     #ifdef A
 *       1,                  →         1,
 *     #else
 *       2,
 *     #endif
 *     };                            };
 */
import type { Conditions } from '../compile/text-patterns.ts';

/** A condition: the lines (0-based) of its directives, and where its chosen branch begins and ends. */
interface Group {
  directives: number[];
  chosen: [number, number] | undefined;
}

/**
 * The text with the first branch alone of each condition that has a directive in a line (0-based) for which `isCut`
 * holds. Undefined when there is no such condition.
 */
export function firstBranches(
  text: string,
  conditions: Conditions,
  isCut: (line: number) => boolean = () => true,
): string | undefined {
  const lines = text.split('\n');
  const left = new Uint8Array(lines.length);
  let found = false;
  for (const { directives, chosen } of groups(lines, conditions)) {
    if (!directives.some(isCut)) continue;
    found = true;
    const [from, to] = [directives[0] ?? 0, directives.at(-1) ?? 0];
    const [begin, end] = chosen ?? [to, to];
    for (const line of directives) left[line] = 1;
    left.fill(1, from, begin);
    left.fill(1, end, to + 1);
  }
  return found ? lines.map((line, at) => (left[at] === 1 ? line.replace(/[^\r]/g, ' ') : line)).join('\n') : undefined;
}

/** Conditions in the order of their beginnings. */
function groups(lines: string[], conditions: Conditions): Group[] {
  const { begin, otherwise, end, never } = conditions;
  const found: Group[] = [];
  const open: Group[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const top = open.at(-1);
    const isBegin = begin.test(line);
    if (!isBegin && (top === undefined || !(otherwise.test(line) || end.test(line)))) continue;
    const first = at;
    at = lastLineOf(lines, first);
    const directive = Array.from({ length: at - first + 1 }, (_, i) => first + i);
    if (isBegin) {
      const group: Group = { directives: directive, chosen: never.test(line) ? undefined : [at + 1, lines.length] };
      open.push(group);
      found.push(group);
    } else if (top !== undefined) {
      const isOtherwise = otherwise.test(line);
      addDirective(top, directive, isOtherwise, lines.length);
      if (!isOtherwise) open.pop();
    }
  }
  return found;
}

/** A directive goes on in the next line where it ends in `\`. */
function lastLineOf(lines: string[], first: number): number {
  let last = first;
  while (/\\\r?$/.test(lines[last] ?? '')) last += 1;
  return last;
}

/** A later branch, or the end, ends the chosen branch. It begins the chosen one where the first branch never holds. */
function addDirective(group: Group, directive: number[], isOtherwise: boolean, total: number): void {
  const [first = 0] = directive;
  const last = directive.at(-1) ?? first;
  group.directives.push(...directive);
  if (group.chosen === undefined) group.chosen = isOtherwise ? [last + 1, total] : [last, last];
  else if (group.chosen[1] === total) group.chosen[1] = first;
}
