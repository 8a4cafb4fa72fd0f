/**
 * Two sets of findings as a row of the table: how many both have, which only the reference has (misses), which only we
 * have (extras). A reference may not judge everything: what it is silent about is neither.
 */
import type { FileFacts } from '../../../src/model/facts.ts';
import type { Reason } from './differences.ts';

/** A folder's files in one language. */
export interface Source {
  language: string;
  folder: string;
  files: FileFacts[];
}

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
  /** Unexplained, where differences are explained. */
  misses: string[];
  extras: string[];
  /** Of the expected, those that differ for known reasons. */
  explained?: Explained;
}

/** What differs for known reasons; one difference may have several. */
export interface Explained {
  count: number;
  reasons: { reason: Reason; shown: string[] }[];
}

export function addReasons(explained: Explained, reasons: Reason[], shown: string): void {
  if (reasons.length > 0) explained.count += 1;
  for (const reason of reasons) {
    const known = explained.reasons.find((one) => one.reason.kind === reason.kind);
    if (known === undefined) explained.reasons.push({ reason, shown: [shown] });
    else known.shown.push(shown);
  }
}

export function groupBy<T, K>(list: Iterable<T>, keyOf: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const one of list) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return groups;
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

/** The tables, the reasons of what is explained, then the first misses and extras of each row. */
export function report(rows: Comparison[], shown: number): string {
  const plain = [['', 'reference', 'expected', 'precision', 'recall', 'misses', 'extras']];
  const reasoned = [['', 'reference', 'compared', 'equal', '', 'explained', 'unexplained', 'equal or explained']];
  for (const row of rows) {
    const { name, reference, expected, explained } = row;
    if (explained === undefined) {
      const figures = [precision(row), recall(row)].map((value) => value.toFixed(3));
      plain.push([name, reference, String(expected), ...figures, String(row.misses.length), String(row.extras.length)]);
    } else {
      const counts = [String(explained.count), String(row.misses.length)];
      const together = share(row.matched + explained.count, expected).toFixed(4);
      const equal = [String(row.matched), recall(row).toFixed(4)];
      reasoned.push([name, reference, String(expected), ...equal, ...counts, together]);
    }
  }
  const lines = [plain, reasoned].filter((table) => table.length > 1).flatMap((table) => [...aligned(table), '']);
  const reasons = rows.flatMap(({ name, explained }) =>
    (explained?.reasons ?? []).flatMap(({ reason: { kind, right, because }, shown: all }) => [
      `${name}: ${kind} (${all.length}; right: ${right}). ${because}`,
      ...all.slice(0, Math.min(shown, 3)).map((item) => `  ${item}`),
    ]),
  );
  const lists = rows.flatMap((row) => [
    ...listed(`${row.name}: misses`, row.misses, shown),
    ...listed(`${row.name}: extras`, row.extras, shown),
  ]);
  return `${[...lines, ...reasons, ...lists].map((line) => line.trimEnd()).join('\n')}\n`;
}

/** Columns as wide as their widest cell; the first `texts` stand left, numbers right. */
export function aligned(cells: string[][], texts = 2): string[] {
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0))) ?? [];
  return cells.map((line) =>
    line.map((cell, at) => (at < texts ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  '),
  );
}

function listed(title: string, items: string[], shown: number): string[] {
  if (items.length === 0 || shown === 0) return [];
  const more = items.length > shown ? [`  and ${items.length - shown} more`] : [];
  return ['', title, ...items.slice(0, shown).map((item) => `  ${item}`), ...more];
}
