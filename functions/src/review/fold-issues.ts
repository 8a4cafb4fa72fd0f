/**
 * What a run means for the issues of a pull request, as pure folds: what it found is raised, found again or reopened;
 * what it no longer finds is resolved when its lines are other lines now; what somebody marked as resolved on the platform
 * counts as resolved when its lines changed, and as dismissed when they did not.
 *
 *     open ── lines changed, not found ──▶ resolved (fixed)      open ── thread resolved ──▶ resolved (thread) | dismissed
 *     resolved, dismissed ── found again, thread not resolved ──▶ open
 */
import { eventId } from '../model/events.ts';
import type { ReviewEvent } from '../model/events.ts';
import type { IssueRecord } from '../model/reviews.ts';

export interface RunFacts {
  repoKey: string;
  repoId: string;
  number: number;
  run: number;
  at: string;
  /** By the run: posted now or found again. */
  found: readonly IssueRecord[];
  /** Comments whose threads are resolved on the platform. */
  resolvedComments: ReadonlySet<number>;
  /** Fingerprints that the run found and did not say, since somebody dismissed them. */
  muted: ReadonlySet<string>;
  /** Whether an issue's lines are still what they were when it was posted. */
  linesUnchanged(issue: IssueRecord): boolean;
  /** Whether this run has looked for the issue again, so that not finding it means something. */
  verified(issue: IssueRecord): boolean;
}

export interface IssueChange {
  record: IssueRecord;
  events: { id: string; event: ReviewEvent }[];
}

/** The newest runs that an issue names. */
const MAX_RUNS = 200;

/** Only what changes. Folding the same run over what it made itself changes nothing. */
export function issueChanges(existing: readonly IssueRecord[], facts: RunFacts): IssueChange[] {
  const known = new Map(existing.map((issue) => [issue.fingerprint, issue]));
  const found = new Map(facts.found.map((issue) => [issue.fingerprint, issue]));
  const changes: IssueChange[] = [];
  for (const issue of found.values()) {
    const before = known.get(issue.fingerprint);
    changes.push(before === undefined ? raised(issue, facts) : foundAgain(before, issue, facts));
  }
  for (const issue of existing) {
    if (issue.status !== 'open' || found.has(issue.fingerprint)) continue;
    const closed = facts.muted.has(issue.fingerprint) ? dismissed(issue, facts) : closing(issue, facts);
    if (closed !== undefined) changes.push(closed);
  }
  return changes;
}

function common({ repoKey, repoId, number, at }: RunFacts, fingerprint: string) {
  return { repo_key: repoKey, repo_id: repoId, pr_number: number, at, fingerprint };
}

function withId(event: ReviewEvent, occasion = ''): IssueChange['events'][number] {
  return { id: eventId(event, occasion), event };
}

function raised(issue: IssueRecord, facts: RunFacts): IssueChange {
  const { severity, category, source, fingerprint } = issue;
  const event = { type: 'finding.posted', ...common(facts, fingerprint), severity, category, source } as const;
  return { record: issue, events: [withId(event)] };
}

function foundAgain(before: IssueRecord, now: IssueRecord, facts: RunFacts): IssueChange {
  const { run } = facts;
  const record: IssueRecord = {
    ...before,
    path: now.path,
    line_start: now.line_start,
    line_end: now.line_end,
    symbol_id: now.symbol_id,
    evidence: now.evidence.length > 0 ? now.evidence : before.evidence,
    comment_id: before.comment_id ?? now.comment_id,
    run_numbers: [...new Set([...before.run_numbers, run])].slice(-MAX_RUNS),
  };
  if (isResolvedOnPlatform(record, facts)) {
    // Somebody has looked at it and decided; finding it again does not undo that.
    return before.status === 'open' ? dismissed(record, facts) : { record, events: [] };
  }
  if (before.status === 'open') return { record, events: [] };
  const event = { type: 'finding.reopened', ...common(facts, before.fingerprint), run_number: run } as const;
  return {
    record: { ...record, status: 'open', resolved_in_run: null, closed: null },
    events: [withId(event, `run ${run}`)],
  };
}

function closing(issue: IssueRecord, facts: RunFacts): IssueChange | undefined {
  const unchanged = facts.linesUnchanged(issue);
  if (isResolvedOnPlatform(issue, facts)) return unchanged ? dismissed(issue, facts) : resolved(issue, 'thread', facts);
  return unchanged || !facts.verified(issue) ? undefined : resolved(issue, 'fixed', facts);
}

function isResolvedOnPlatform({ comment_id: id }: IssueRecord, { resolvedComments }: RunFacts): boolean {
  return id !== null && resolvedComments.has(id);
}

function resolved(issue: IssueRecord, how: 'fixed' | 'thread', facts: RunFacts): IssueChange {
  const event = { type: 'finding.resolved', ...common(facts, issue.fingerprint), how } as const;
  return {
    record: { ...issue, status: 'resolved', resolved_in_run: facts.run, closed: { at: facts.at, how, by: null } },
    events: [withId(event, `run ${facts.run}`)],
  };
}

function dismissed(issue: IssueRecord, facts: RunFacts): IssueChange {
  const event = { type: 'finding.dismissed', ...common(facts, issue.fingerprint) } as const;
  const closed = { at: facts.at, how: 'dismissed', by: null } as const;
  return { record: { ...issue, status: 'dismissed', closed }, events: [withId(event, `run ${facts.run}`)] };
}
