/**
 * What of a repository's files is not known, by file and kind: whoever reads "no callers" sees whether that can be trusted.
 * Files that are not in the graph at all are counted by reason elsewhere (`skipped_reasons`).
 *
 *     { kinds: { unresolved_calls: { files: 12, count: 40 }, syntax: { files: 1, count: 2 } }, files_total: 12,
 *       files: [{ path: "src/odd.py", language: "python", kinds: { syntax: 2, unresolved_calls: 9 } }, …] }
 */
import { z } from 'zod';
import { PROBLEM_KINDS, type Problem } from '../../model/facts.ts';
import type { CallCounts } from '../../model/graph.ts';

/** Those that leave out most come first. */
export const GAP_KINDS = [
  'not_extracted',
  'partly_extracted',
  'not_resolved',
  'syntax',
  'unresolved_calls',
  'ambiguous_calls',
] as const satisfies readonly ((typeof PROBLEM_KINDS)[number] | `${string}_calls`)[];
type GapKind = (typeof GAP_KINDS)[number];

const count = z.number().int().nonnegative();

export const gapsSchema = z.object({
  /** Of all files; only kinds that occur. */
  kinds: z.partialRecord(z.enum(GAP_KINDS), z.object({ files: count, count })),
  /** The first 100, by the worst kind and how often it occurs. */
  files: z.array(
    z.object({ path: z.string(), language: z.string(), kinds: z.partialRecord(z.enum(GAP_KINDS), count) }),
  ),
  files_total: count,
});
export type Gaps = z.infer<typeof gapsSchema>;

export interface FileGaps {
  path: string;
  language: string;
  /** undefined when it is not known how its calls ended. */
  calls: CallCounts | undefined;
  problems: readonly Problem[];
}

const MAX_FILES = 100;
/** Characters. A path of a tree may have thousands, and a job's document has a mebibyte for all of them. */
const MAX_SHOWN_PATH = 1_024;

export function shownPath(path: string): string {
  return path.length > MAX_SHOWN_PATH ? `${path.slice(0, MAX_SHOWN_PATH)}…` : path;
}

export function gapsOf(files: readonly FileGaps[]): Gaps {
  const kinds: Gaps['kinds'] = {};
  const found: Gaps['files'] = [];
  for (const file of files) {
    const own = kindsOf(file);
    const entries = Object.entries(own) as [GapKind, number][];
    if (entries.length === 0) continue;
    for (const [kind, times] of entries) {
      const sum = (kinds[kind] ??= { files: 0, count: 0 });
      sum.files += 1;
      sum.count += times;
    }
    found.push({ path: file.path, language: file.language, kinds: own });
  }
  found.sort(byWeight);
  const shown = found.slice(0, MAX_FILES).map((file) => ({ ...file, path: shownPath(file.path) }));
  return { kinds: ordered(kinds), files: shown, files_total: found.length };
}

function kindsOf({ calls, problems }: FileGaps): Partial<Record<GapKind, number>> {
  const own: Partial<Record<GapKind, number>> = {};
  for (const { kind = 'syntax' } of problems) own[kind] = (own[kind] ?? 0) + 1;
  if (calls !== undefined && calls.unresolved > 0) own.unresolved_calls = calls.unresolved;
  if (calls !== undefined && calls.ambiguous > 0) own.ambiguous_calls = calls.ambiguous;
  return ordered(own);
}

function ordered<T>(record: Partial<Record<GapKind, T>>): Partial<Record<GapKind, T>> {
  const known = GAP_KINDS.filter((kind) => record[kind] !== undefined);
  return Object.fromEntries(known.map((kind) => [kind, record[kind]]));
}

function byWeight(a: Gaps['files'][number], b: Gaps['files'][number]): number {
  for (const kind of GAP_KINDS) {
    const difference = (b.kinds[kind] ?? 0) - (a.kinds[kind] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}
