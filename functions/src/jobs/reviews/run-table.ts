/**
 * The state table of a review run, as a pure function: a run, an event and the time give the changed run, or undefined
 * when the table has no such row. It is applied in a transaction (states.ts), so of two racing events the second sees what
 * the first made.
 *
 *     queued ─started─▶ running ─finished─▶ completed
 *       │                 ├──returned──▶ running, without a holder, until the queue comes again
 *       └───── failed ────┴──failed────▶ failed
 *              superseded ┴─superseded─▶ failed, with nobody to tell: another run does its work
 */
import type { ReviewRun } from '../../documents/reviews.ts';
import type { AppError, ErrorCode } from '../../model/errors.ts';
import { foldLease, isOver, later } from '../work/lease.ts';

/** Workers that may take one run, deliveries that meet a rate limit included. */
export const MAX_ATTEMPTS = 8;
/** Tokens die while they are used; the next worker has new ones. Those of an app that is refused itself are no better. */
const TRIES_OF_TOKENS = 3;
export const GIVEN_UP = `Given up after ${MAX_ATTEMPTS} attempts, none of which came to its end`;
/** A run that nobody took for this long has no task any more. */
const QUEUED_MS = 10 * 60_000;

/** What a run has found out when it ends well; `error_message` is what of it could not be posted. */
export type RunResult = Pick<
  ReviewRun,
  | 'issue_count'
  | 'positive_finding_count'
  | 'walkthrough_summary'
  | 'files_changed'
  | 'positive_findings'
  | 'usage'
  | 'head_sha'
  | 'incomplete'
  | 'mode'
  | 'error_message'
>;

export type RunEvent =
  | { type: 'started'; holder: string }
  | { type: 'heartbeat'; holder: string }
  /** `waitSeconds`: how long the platform asked to wait. */
  | { type: 'returned'; holder: string; waitSeconds?: number | undefined }
  | { type: 'finished'; holder: string; result: RunResult }
  /** `holder` when a worker says so; without it whoever is not the worker. */
  | { type: 'failed'; holder?: string; message: string; code?: ErrorCode }
  /** `holder` when its worker says so; without it whoever takes its place. */
  | { type: 'superseded'; holder?: string; message: string };

const ACCEPTS: Record<ReviewRun['status'], readonly RunEvent['type'][]> = {
  queued: ['started', 'failed', 'superseded'],
  running: ['started', 'heartbeat', 'returned', 'finished', 'failed', 'superseded'],
  completed: [],
  failed: [],
};

/** Whether another worker may have more luck. */
export function mayPass(error: AppError, { attempts }: Pick<ReviewRun, 'attempts'>): boolean {
  return error.retryable || (error.code === 'token_refused' && attempts < TRIES_OF_TOKENS);
}

export function isActiveRun(run: Pick<ReviewRun, 'status'>): boolean {
  return run.status === 'queued' || run.status === 'running';
}

/** Nobody works on it, and nobody is expected any more: it needs a new task, or an end. */
export function isAbandoned(run: ReviewRun, now: Date): boolean {
  if (run.status === 'queued') return now.getTime() - Date.parse(run.triggered_at) > QUEUED_MS;
  return run.status === 'running' && isOver(run, now);
}

export function applyRunEvent(run: ReviewRun, event: RunEvent, now: Date): ReviewRun | undefined {
  if (!ACCEPTS[run.status].includes(event.type)) return undefined;
  if ('holder' in event && event.type !== 'started' && event.holder !== run.lease_holder) return undefined;
  const changed = changedBy(run, event, now);
  return changed && { ...run, version: run.version + 1, ...changed };
}

/** What the event changes, `version` aside; undefined when it cannot happen now. */
function changedBy(run: ReviewRun, event: RunEvent, now: Date): Partial<ReviewRun> | undefined {
  switch (event.type) {
    case 'started': {
      if (run.not_before !== null && Date.parse(run.not_before) > now.getTime()) return undefined;
      const lease = foldLease(run, { type: 'taken', holder: event.holder }, now);
      return lease && { ...lease, status: 'running', not_before: null };
    }
    case 'heartbeat':
      return foldLease(run, { type: 'alive', holder: event.holder }, now);
    case 'returned': {
      const waitMs = (event.waitSeconds ?? 0) * 1000;
      const lease = foldLease(run, event, now);
      return lease && { ...lease, not_before: waitMs > 0 ? later(now, waitMs) : null };
    }
    case 'finished':
      return { ...ended(run, now), ...event.result, status: 'completed' };
    case 'superseded':
      return { ...ended(run, now), status: 'failed', superseded: true, error_message: event.message };
    case 'failed':
      return { ...ended(run, now), status: 'failed', error_message: event.message, failure_code: event.code ?? null };
  }
}

function ended(run: ReviewRun, now: Date): Partial<ReviewRun> {
  return { completed_at: now.toISOString(), ...foldLease(run, { type: 'over' }, now), not_before: null };
}
