/**
 * What a seed's runs have looked at, as the service keeps it with each run: the change by its rows, what became of each
 * file, and the facts. The sources of the repository are the head; what stood there before is put back into them.
 */
import { keptDiff } from '../../src/jobs/reviews/keep-diff.ts';
import type { ChangeFacts } from '../../src/model/change-facts.ts';
import type { ReviewedFiles } from '../../src/model/coverage.ts';
import type { RunRecord } from '../../src/model/reviews.ts';
import type { FileDiff } from '../../src/review/diff/diff-trees.ts';
import { hunksOf } from '../../src/review/diff/hunks.ts';
import type { SeedChange, SeedPull } from './seed-history.ts';

export interface SeedStep {
  key: { repo_key: string; pr_number: number; run_number: number };
  step: string;
  value: unknown;
}

const NO_FACTS: ChangeFacts = {
  changed: [],
  callers: [],
  broken: [],
  tests: [],
  public_api: { added: [], removed: [], changed: [] },
  dead: [],
  suppressions: [],
  siblings: [],
  truncated: [],
};

/** None of a pull request whose change the seed does not hold. `lines`: of a file, at head. */
export function stepsOf(pull: SeedPull, run: RunRecord, lines: (path: string) => string[]): SeedStep[] {
  if (pull.change.length === 0) return [];
  const { repo_key, pr_number, run_number, head_sha: head } = run;
  const key = { repo_key, pr_number, run_number };
  const steps: SeedStep[] = [
    { key, step: 'diff', value: keptDiff(pull.change.map((change) => diffOf(change, lines(change.path)))) },
    { key, step: 'files', value: filesOf(pull) },
  ];
  const { facts } = pull;
  if (facts !== undefined) steps.push({ key, step: 'facts', value: { base: head, head, ...NO_FACTS, ...facts } });
  return steps;
}

function diffOf({ path, added, edits }: SeedChange, head: string[]): FileDiff {
  const before = [...head];
  // From the end on, so that no edit moves the lines of another.
  for (const { lines, before: stood } of [...edits].sort((a, b) => b.lines[0] - a.lines[0])) {
    before.splice(lines[0] - 1, lines[1] - lines[0] + 1, ...stood);
  }
  const hunks = hunksOf(added === true ? '' : before.join('\n'), head.join('\n'));
  const count = (kind: string) => hunks.flatMap((hunk) => hunk.lines).filter((line) => line.kind === kind).length;
  return {
    path,
    oldPath: added === true ? null : path,
    status: added === true ? 'added' : 'modified',
    kind: 'file',
    language: null,
    typeChanged: false,
    modeChanged: false,
    oldOid: null,
    newOid: null,
    similarity: null,
    unread: null,
    hunks,
    additions: count('added'),
    deletions: count('removed'),
    oldText: null,
    newText: null,
  };
}

function filesOf({ change, skipped }: SeedPull): ReviewedFiles {
  const nothing = { reason: null, lines: null, seen_lines: null };
  return {
    files_changed: change.length + skipped.length,
    counts: { reviewed: change.length, partly_reviewed: 0, not_reviewed: 0, skipped: skipped.length, unchanged: 0 },
    files: [
      ...skipped.map(({ path, reason }) => ({ path, state: 'skipped' as const, ...nothing, reason })),
      ...change.map(({ path }) => ({ path, state: 'reviewed' as const, ...nothing })),
    ],
  };
}
