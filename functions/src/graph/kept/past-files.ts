/**
 * What a repository held at commits that were indexed before. A file that is written anew or removed leaves a PastFile: the
 * table of its symbols (symbol-table.ts), with the number of the run that wrote over it. Runs are numbered by their fences,
 * so what a file held at a commit is the first PastFile behind that commit's run, or what it holds now.
 *
 *     Repository.past   ["1796…03 9ab… 2026-11-29T10:00:00.000Z", …]      the last commits: number, commit, time
 *     PastFile          { repo_id, access, path, fence: 1796…04, born: 1796…01, symbols: …, known: true }
 *
 * A run that dies leaves no wrong answer: what it wrote over was there at the commit before, whatever comes next.
 */
import type { GraphParams, PastCommit } from '../../ports.ts';
import { GUARD, type Fence } from '../fence.ts';

/** Commits of a repository that can be compared. */
export const MOST_COMMITS = 20;
/** Files of a repository that are kept for it; with more, the oldest commits go. */
export const MOST_PAST_FILES = 20_000;

/** For files (`$past[0]`: key, and the blob that is written; '' for none) that a run writes over or removes. */
export const KEEP_PAST = `${GUARD} AND size(coalesce(guard.past, [])) > 0
  UNWIND $past[0] AS file MATCH (s:FileState {key: file[0]}) WHERE s.oid <> file[1]
  MERGE (p:PastFile {key: s.key + ' ' + toString(guard.fence)})
  ON CREATE SET p.repo_id = $repo_id, p.access = $access, p.path = s.path, p.fence = guard.fence, p.born = s.born,
    p.symbols = s.symbols, p.known = s.symbols IS NOT NULL OR s.skipped IS NOT NULL`;

/** The commit that a run has finished, for the last transaction of it. */
export function rememberCommit(
  { number }: Fence,
  commit: string,
  indexedAt: string,
): { cypher: string; params: GraphParams }[] {
  return [
    {
      // Of a commit that was indexed twice the last time counts.
      cypher: `${GUARD} SET guard.past = ([one IN coalesce(guard.past, []) WHERE split(one, ' ')[1] <> $commit] + $entry)[-${MOST_COMMITS}..]`,
      params: { commit, entry: `${number} ${commit} ${indexedAt}` },
    },
    {
      cypher: `${GUARD} OPTIONAL MATCH (p:PastFile) WHERE p.repo_id = $repo_id AND p.fence IS NOT NULL
        WITH guard, p ORDER BY p.fence DESC SKIP ${MOST_PAST_FILES} LIMIT 1
        SET guard.past = [one IN guard.past WHERE toInteger(split(one, ' ')[0]) >= p.fence]`,
      params: {},
    },
  ];
}

/** What no commit of the list needs any more, some at a time. */
export const FORGET_PAST = `${GUARD} MATCH (p:PastFile) WHERE p.repo_id = $repo_id
    AND p.fence <= toInteger(split(coalesce(guard.past[0], '0'), ' ')[0])
  WITH p LIMIT 2000 DELETE p RETURN count(*) AS changed`;

/** Oldest first. */
export function pastCommitsOf(past: unknown): PastCommit[] {
  if (!Array.isArray(past)) return [];
  return past.flatMap((entry) => {
    const [fence, commit, indexedAt] = String(entry).split(' ');
    return commit === undefined || indexedAt === undefined ? [] : [{ fence: Number(fence), commit, indexedAt }];
  });
}
