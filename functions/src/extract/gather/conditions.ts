/**
 * A text under one choice of its preprocessor's conditions: the first branch of each, of `#if 0` the second. Where
 * branches cut through statements, no grammar can read the text as it stands, and the rest of the file is lost with it;
 * one choice of branches is ordinary code. Lines and offsets stay: what is left out is blanked.
 *
 *     int v = {                     int v = {
 *     #ifdef A
 *       1,                  →         1,
 *     #else
 *       2,
 *     #endif
 *     };                            };
 */
export interface Conditions {
  begin: RegExp;
  otherwise: RegExp;
  end: RegExp;
  /** A beginning whose branch never holds. */
  never: RegExp;
}

/** A condition: the lines (0-based) of its directives, and where its chosen branch begins and ends. */
interface Group {
  directives: number[];
  chosen: [number, number] | undefined;
}

/**
 * Of those conditions that have a directive in a line (0-based) for which `isCut` holds; undefined when there are none.
 * The patterns are matched against lines.
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

function groups(lines: string[], { begin, otherwise, end, never }: Conditions): Group[] {
  const out: Group[] = [];
  const open: Group[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const top = open.at(-1);
    const isBegin = begin.test(line);
    if (!isBegin && (top === undefined || !(otherwise.test(line) || end.test(line)))) continue;
    const first = at;
    while (/\\\r?$/.test(lines[at] ?? '')) at += 1;
    const directive = Array.from({ length: at - first + 1 }, (_, i) => first + i);
    if (isBegin) {
      const group: Group = { directives: directive, chosen: never.test(line) ? undefined : [at + 1, lines.length] };
      open.push(group);
      out.push(group);
    } else if (top !== undefined) {
      top.directives.push(...directive);
      if (top.chosen === undefined) top.chosen = otherwise.test(line) ? [at + 1, lines.length] : [at, at];
      else if (top.chosen[1] === lines.length) top.chosen[1] = first;
      if (!otherwise.test(line)) open.pop();
    }
  }
  return out;
}
