/**
 * What is known of one thing that figures are made of: a finding or a pull request. A subject is the sum of its events
 * in whatever order and however often they come: every part of it is a least, a greatest or a union, so that folding an
 * event twice, or two events the other way round, ends at the same subject.
 *
 *     finding.posted(day 3), finding.resolved(day 5)   → { kind: 'finding', posted_at: 3, change: { to: 'resolved', at: 5 } }
 *     run.completed(1, day 3), run.completed(2, day 4) → { kind: 'pull_request', runs: { 1: 3, 2: 4 }, merged: null }
 */
import type { z } from 'zod';
import { CHANGES, subjectSchema } from '../documents/figures.ts';
import type { findingSubjectSchema, pullRequestSubjectSchema, Subject } from '../documents/figures.ts';
import type { ReviewEvent } from '../model/events.ts';

type Finding = z.infer<typeof findingSubjectSchema>;
type PullRequest = z.infer<typeof pullRequestSubjectSchema>;

/** `finding-7-9a…` or `pr-7`, within a repository; undefined for an event that no figure counts. */
export function subjectIdOf(event: ReviewEvent): string | undefined {
  if ('fingerprint' in event) return `finding-${event.pr_number}-${event.fingerprint}`;
  return event.type === 'pr.opened' ? undefined : `pr-${event.pr_number}`;
}

/** The subject that an event alone makes known; undefined where `subjectIdOf` is. */
function subjectFrom(event: ReviewEvent): Subject | undefined {
  const { at } = event;
  switch (event.type) {
    case 'pr.opened':
      return undefined;
    case 'pr.merged':
      return { kind: 'pull_request', runs: {}, merged: { at, opened_at: event.opened_at } };
    case 'run.completed':
      return { kind: 'pull_request', runs: { [event.run_number]: at }, merged: null };
    case 'finding.posted':
      return { kind: 'finding', posted_at: at, change: null };
    case 'finding.resolved':
      return { kind: 'finding', posted_at: null, change: { to: 'resolved', at } };
    case 'finding.dismissed':
      return { kind: 'finding', posted_at: null, change: { to: 'dismissed', at } };
    case 'finding.reopened':
      return { kind: 'finding', posted_at: null, change: { to: 'open', at } };
  }
}

function earlier<T extends string | null>(a: T, b: T): T {
  if (a === null || b === null) return a ?? b;
  return a <= b ? a : b;
}

/** Of two changes at the same instant the later in CHANGES wins: any fixed choice will do, so that order does not matter. */
function newer(a: Finding['change'], b: Finding['change']): Finding['change'] {
  if (a === null || b === null) return a ?? b;
  if (a.at !== b.at) return a.at > b.at ? a : b;
  return CHANGES.indexOf(a.to) >= CHANGES.indexOf(b.to) ? a : b;
}

/** A pull request merges once; should two events say so, the earlier one counts. */
function firstMerge(a: PullRequest['merged'], b: PullRequest['merged']): PullRequest['merged'] {
  if (a === null || b === null) return a ?? b;
  const order = a.at === b.at ? a.opened_at <= b.opened_at : a.at < b.at;
  return order ? a : b;
}

function joinRuns(a: PullRequest['runs'], b: PullRequest['runs']): PullRequest['runs'] {
  const runs = { ...a };
  for (const [number, at] of Object.entries(b)) runs[number] = earlier(runs[number] ?? at, at);
  return runs;
}

/** Both together; the order of the two does not matter. */
export function joinSubjects(a: Subject | undefined, b: Subject): Subject {
  if (a === undefined) return b;
  if (a.kind === 'finding' && b.kind === 'finding') {
    return { kind: 'finding', posted_at: earlier(a.posted_at, b.posted_at), change: newer(a.change, b.change) };
  }
  if (a.kind === 'pull_request' && b.kind === 'pull_request') {
    return { kind: 'pull_request', runs: joinRuns(a.runs, b.runs), merged: firstMerge(a.merged, b.merged) };
  }
  throw new TypeError(`A ${a.kind} and a ${b.kind} are not the same subject`);
}

/** The subject after an event, with times in the one spelling that sorts. An event that no figure counts changes nothing. */
export function foldSubject(subject: Subject | undefined, event: ReviewEvent): Subject | undefined {
  const at = new Date(event.at).toISOString();
  const told = subjectFrom({ ...event, at });
  return told === undefined ? subject : joinSubjects(subject, told);
}

export function isSameSubject(a: Subject | undefined, b: Subject): boolean {
  return a !== undefined && JSON.stringify(subjectSchema.parse(a)) === JSON.stringify(subjectSchema.parse(b));
}
