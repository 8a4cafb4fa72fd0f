/** What a witness saw and what the graph lacks of it, as tables for people. */
import { aligned, groupBy } from '../compare.ts';
import type { LanguageRecall, Miss } from './compare-observed.ts';
import type { Apart } from './observed-calls.ts';

export interface WitnessReport {
  command: string;
  /** Exit status of the command; null where a signal or the time limit ended it. */
  status: number | null;
  rows: LanguageRecall[];
  apart: Apart;
}

export const share = (part: number, whole: number): string => (whole === 0 ? '-' : (part / whole).toFixed(3));

export function missesByKind(misses: readonly Miss[]): { kind: string; misses: Miss[] }[] {
  return [...groupBy(misses, ({ kind }) => kind)]
    .map(([kind, group]) => ({ kind, misses: group }))
    .sort((a, b) => b.misses.length - a.misses.length || (a.kind < b.kind ? -1 : 1));
}

/** Recall by language, then each kind of miss with its number and the first `shown` of it. */
export function witnessText({ rows, apart }: WitnessReport, shown: number): string {
  const table = [
    ['', 'observed', 'found', 'recall', 'with bases', 'written', 'recall', 'outside tests', 'recall', 'missed'],
  ];
  for (const { language, observed, found, throughBase, written, product, misses } of rows) {
    const recall = [share(found, observed), share(found + throughBase, observed)];
    const parts = [written, product].flatMap((part) => [String(part.observed), share(part.found, part.observed)]);
    table.push([language, String(observed), String(found), ...recall, ...parts, String(misses.length)]);
  }
  const kinds = rows.flatMap(({ language, observed, misses }) => [
    '',
    `${language}: misses by kind (share of what was observed)`,
    ...missesByKind(misses).flatMap(({ kind, misses: group }) => [
      `  ${String(group.length).padStart(5)}  ${share(group.length, observed)}  ${kind}`,
      ...spread(group, shown).map((miss) => `           ${miss.shown}`),
    ]),
  ]);
  const lines = [...aligned(table, 1), ...kinds, '', ...apartLines(apart, shown)];
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

/** Up to `count` items from all over a list: neighbours are often alike. */
export function spread<T>(list: readonly T[], count: number): T[] {
  if (list.length <= count) return [...list];
  return list.filter(
    (_, at) => Math.floor((at * count) / list.length) !== Math.floor(((at - 1) * count) / list.length),
  );
}

function apartLines(
  { outside, runtime, wrappers, generated, hooks, anonymous, unknown }: Apart,
  shown: number,
): string[] {
  return [
    'Apart, in none of these figures:',
    `  ${outside} pairs that code outside the repository calls for a function of it (callbacks)`,
    `  ${runtime} functions that nothing of the repository calls (tests, tasks, handlers)`,
    `  ${wrappers} pairs of a decorator's wrapper`,
    `  ${generated} pairs that generated code calls`,
    `  ${hooks} pairs of a hook that stands for any member (a trap of a Proxy, __getattr__, a descriptor)`,
    `  ${anonymous} functions without a name`,
    `  ${unknown.length} functions that the graph has no node for`,
    ...unknown.slice(0, shown).map((one) => `      ${one}`),
  ];
}
