/**
 * Where comments may stand: the lines of a patch by side, each with the hunk it is in. The platform takes a comment only
 * on such a line, and a range only within one hunk.
 *
 *     @@ -1,2 +1,3 @@      LEFT 1, 2   RIGHT 1, 2, 3   hunk 0
 *      a
 *     -b
 *     +B
 *     +c
 */
export type Side = 'LEFT' | 'RIGHT';

export interface DiffLines {
  /** Number of the hunk that shows a line, undefined when none does. */
  hunkOf(side: Side, line: number): number | undefined;
  /** The hunk's text down to and including that line, which the platform sends along with a comment. */
  textUpTo(side: Side, line: number): string;
}

const HEADER = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

export function diffLines(patch: string): DiffLines {
  const rows: { hunk: number; left: number | undefined; right: number | undefined; text: string }[] = [];
  let hunk = -1;
  let left = 0;
  let right = 0;
  for (const text of patch.split('\n')) {
    const header = HEADER.exec(text);
    if (header !== null) {
      hunk++;
      left = Number(header[1]);
      right = Number(header[2]);
      rows.push({ hunk, left: undefined, right: undefined, text });
    } else if (text.startsWith('-')) rows.push({ hunk, left: left++, right: undefined, text });
    else if (text.startsWith('+')) rows.push({ hunk, left: undefined, right: right++, text });
    else if (text.startsWith(' ')) rows.push({ hunk, left: left++, right: right++, text });
  }
  const indexOf = (side: Side, line: number) =>
    rows.findIndex((row) => (side === 'LEFT' ? row.left : row.right) === line);
  return {
    hunkOf: (side, line) => rows[indexOf(side, line)]?.hunk,
    textUpTo(side, line) {
      const end = indexOf(side, line);
      const { hunk: wanted } = rows[end] ?? {};
      return rows
        .slice(0, end + 1)
        .filter((row) => row.hunk === wanted)
        .map((row) => row.text)
        .join('\n');
    },
  };
}
