/**
 * Calls of a file of which it is not known what they run, as its FileState keeps them: by line, and no more than a bound, so
 * the figures beside them (edge-figures.ts) may count more.
 *
 *     [[12, "self.pool.get(…).close", 0], [40, "handlers[…]", 1]]        0: unresolved, 1: ambiguous
 */
import { z } from 'zod';
import { OPEN_REASONS, type CallCounts, type OpenCall } from '../../model/graph.ts';
import { fileIdOf, keyOf } from '../../model/ids.ts';
import type { GraphPort } from '../../ports.ts';
import { listed } from '../fence.ts';
import { textAt, textOrNullAt } from '../row-values.ts';

const stored = z.array(z.tuple([z.int(), z.string(), z.int()]));

/** null for none. */
export function openCallsText(calls: readonly OpenCall[]): string | null {
  if (calls.length === 0) return null;
  return JSON.stringify(calls.map(({ line, callee, why }) => [line, callee, OPEN_REASONS.indexOf(why)]));
}

export function parseOpenCalls(text: string | null): OpenCall[] {
  if (text === null) return [];
  return stored.parse(JSON.parse(text)).map(([line, callee, why]) => ({
    ...{ line, callee },
    why: OPEN_REASONS[why] ?? 'unresolved',
  }));
}

/** Those that the figures count and the list does not hold. */
export function unlistedOf(calls: CallCounts | null, listedCalls: readonly OpenCall[]): number {
  return calls === null ? 0 : Math.max(0, calls.unresolved + calls.ambiguous - listedCalls.length);
}

/** By path, for each of these files that has any. */
export async function readOpenCalls(
  graph: GraphPort,
  repoId: string,
  paths: readonly string[],
): Promise<Map<string, OpenCall[]>> {
  if (paths.length === 0) return new Map();
  const rows = await graph.read(
    `UNWIND $keys[0] AS key MATCH (s:FileState {key: key}) WHERE s.open_calls IS NOT NULL
     RETURN s.path AS path, s.open_calls AS open_calls`,
    { keys: listed(paths.map((path) => keyOf(fileIdOf(repoId, path)))) },
  );
  return new Map(rows.map((row) => [textAt(row, 'path'), parseOpenCalls(textOrNullAt(row, 'open_calls'))]));
}
