/**
 * Two sets of findings as a row of the table: how many both have, which only the reference has (misses), which only we
 * have (extras). A reference may not judge everything: what it is silent about is neither.
 */
export interface Finding {
  /** What makes two findings the same. */
  key: string;
  /** As people read it: `a.py:3 Dog.bark`. */
  shown: string;
}

export interface Comparison {
  /** `calls typescript`, `definitions go`. */
  name: string;
  reference: string;
  expected: number;
  matched: number;
  misses: string[];
  extras: string[];
}

/** `judged`: whether an extra of ours is one that the reference would have seen. */
export function compare(
  name: string,
  reference: string,
  expected: Finding[],
  ours: Finding[],
  judged: (finding: Finding) => boolean = () => true,
): Comparison {
  const wanted = new Map(expected.map((finding) => [finding.key, finding.shown]));
  const found = new Map(ours.map((finding) => [finding.key, finding]));
  const misses = [...wanted].filter(([key]) => !found.has(key)).map(([, shown]) => shown);
  const extras = [...found.values()].filter((finding) => !wanted.has(finding.key) && judged(finding));
  return {
    name,
    reference,
    expected: wanted.size,
    matched: wanted.size - misses.length,
    misses: misses.sort(),
    extras: extras.map(({ shown }) => shown).sort(),
  };
}

export const precision = ({ matched, extras }: Comparison): number => share(matched, matched + extras.length);
export const recall = ({ matched, expected }: Comparison): number => share(matched, expected);

function share(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole;
}

/** The table, then the first misses and extras of each row. */
export function report(rows: Comparison[], shown: number): string {
  const cells = [['', 'reference', 'expected', 'precision', 'recall', 'misses', 'extras']];
  for (const row of rows) {
    const figures = [precision(row), recall(row)].map((value) => value.toFixed(3));
    const counts = [row.misses.length, row.extras.length].map(String);
    cells.push([row.name, row.reference, String(row.expected), ...figures, ...counts]);
  }
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0))) ?? [];
  const table = cells.map((line) =>
    line.map((cell, at) => (at < 2 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  '),
  );
  const lists = rows.flatMap((row) => [
    ...listed(`${row.name}: misses`, row.misses, shown),
    ...listed(`${row.name}: extras`, row.extras, shown),
  ]);
  return `${[...table, ...lists].map((line) => line.trimEnd()).join('\n')}\n`;
}

function listed(title: string, items: string[], shown: number): string[] {
  if (items.length === 0 || shown === 0) return [];
  const more = items.length > shown ? [`  and ${items.length - shown} more`] : [];
  return ['', title, ...items.slice(0, shown).map((item) => `  ${item}`), ...more];
}
