/**
 * Files that those a text speaks of lead to. A test says what an issue says, and calls what has to change; so the files
 * that rank high, tests among them, give a part of their score to the files whose functions they call.
 */
import { fileIdOf } from '../../model/ids.ts';
import type { GraphReader } from '../../ports.ts';
import type { RankedFile } from './rank-files.ts';

/** Files that are followed. */
const FOLLOWED = 20;
const MOST_SITES = 1_000;
const MOST_LINES = 20_000;
/** Of a file's score, spread over all that it calls. */
const PASSED_ON = 0.03;
/** A file says who raised it from this part of its score on. */
const SHOWN_SHARE = 0.01;
const SHOWN_FILES = 2;

/** In their new order. `ranked` holds every file with a score; a file without one is not found through its callers alone. */
export async function raiseRelated(
  reader: GraphReader,
  repoId: string,
  ranked: readonly RankedFile[],
  share = PASSED_ON,
): Promise<RankedFile[]> {
  const first = ranked.slice(0, FOLLOWED);
  const called = await Promise.all(first.map(({ path }) => callsOf(reader, repoId, path)));
  const given = new Map<string, { from: string; score: number }[]>();
  first.forEach(({ path: from, score }, at) => {
    const calls = called[at] ?? new Map<string, number>();
    const all = [...calls.values()].reduce((sum, times) => sum + times, 0);
    for (const [path, times] of calls) {
      const gifts = given.get(path) ?? [];
      gifts.push({ from, score: (score * share * times) / all });
      given.set(path, gifts);
    }
  });
  const raised = ranked.map((file) => {
    const gifts = given.get(file.path) ?? [];
    const score = file.score + gifts.reduce((sum, gift) => sum + gift.score, 0);
    const shown = gifts.filter((gift) => gift.score >= SHOWN_SHARE * score).sort((a, b) => b.score - a.score);
    return { ...file, score, from: shown.slice(0, SHOWN_FILES).map(({ from }) => from) };
  });
  return raised.sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
}

/** How many of a file's call sites lead to each other file. */
async function callsOf(reader: GraphReader, repoId: string, path: string): Promise<Map<string, number>> {
  const { items } = await reader.callSites(fileIdOf(repoId, path), { from: 1, to: MOST_LINES }, { limit: MOST_SITES });
  const calls = new Map<string, number>();
  for (const { to } of items) {
    const target = to.slice(repoId.length + 1).split('#', 1)[0] ?? '';
    if (target !== path) calls.set(target, (calls.get(target) ?? 0) + 1);
  }
  return calls;
}
