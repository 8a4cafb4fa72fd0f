/**
 * The state table of a review run, as a pure function: a run, an event and the time give the changed run, or undefined
 * when the table has no such row. It is applied in a transaction, so of two racing events the second sees what the first
 * made.
 *
 *     queued ─started─▶ running ─finished─▶ completed
 *       │                 ├──returned──▶ running, without a holder, until the queue comes again
 *       └───── failed ────┴──failed────▶ failed
 */
import { z } from 'zod';
import { AppError } from '../../model/errors.ts';
import type { ErrorCode } from '../../model/errors.ts';
import { runPath, runSchema } from '../../model/reviews.ts';
import type { Doc } from '../../ports.ts';
import { LEASE_MS, RETRY_GRACE_MS } from '../ingest/states.ts';

/** Workers that may take one run, deliveries that meet a rate limit included. */
export const MAX_ATTEMPTS = 8;
export const GIVEN_UP = `Given up after ${MAX_ATTEMPTS} attempts, none of which came to its end`;
/** A run that nobody took for this long has no task any more. */
const QUEUED_MS = 10 * 60_000;

/** What moves a run, beside what is shown of it. Runs are made without these. */
export const reviewRunSchema = runSchema.extend({
  version: z.int().default(0),
  attempts: z.int().default(0),
  /** null while running: the worker gave it back, and the queue is expected before `lease_expires_at`. */
  lease_holder: z.string().nullable().default(null),
  lease_expires_at: z.string().nullable().default(null),
  /** The platform or the gateway asked to wait until then. */
  not_before: z.string().nullable().default(null),
  /** Of the error that it failed with (model/errors.ts): what to do next depends on it. */
  failure_code: z.string().nullable().default(null),
});
export type ReviewRun = z.infer<typeof reviewRunSchema>;

export interface RunKey {
  repo_key: string;
  pr_number: number;
  run_number: number;
}

/** A stored run, checked; undefined when there is none. */
export function reviewRunOf(doc: Doc | undefined): ReviewRun | undefined {
  if (doc === undefined) return undefined;
  const parsed = reviewRunSchema.safeParse(doc);
  if (!parsed.success) throw new AppError('internal', 'A stored review run is not readable', { cause: parsed.error });
  return parsed.data;
}

export function reviewRunPath({ repo_key, pr_number, run_number }: RunKey): string {
  return runPath(repo_key, pr_number, run_number);
}

/** What a run has found out when it ends well. */
export type RunResult = Pick<
  ReviewRun,
  | 'issue_count'
  | 'positive_finding_count'
  | 'walkthrough_summary'
  | 'files_changed'
  | 'positive_findings'
  | 'usage'
  | 'head_sha'
>;

export type RunEvent =
  | { type: 'started'; holder: string }
  | { type: 'heartbeat'; holder: string }
  /** `waitSeconds`: how long the platform asked to wait. */
  | { type: 'returned'; holder: string; waitSeconds?: number | undefined }
  | { type: 'finished'; holder: string; result: RunResult }
  /** `holder` when a worker says so; without it whoever is not the worker. */
  | { type: 'failed'; holder?: string; message: string; code?: ErrorCode };

const ACCEPTS: Record<ReviewRun['status'], readonly RunEvent['type'][]> = {
  queued: ['started', 'failed'],
  running: ['started', 'heartbeat', 'returned', 'finished', 'failed'],
  completed: [],
  failed: [],
};

export function isActiveRun(run: Pick<ReviewRun, 'status'>): boolean {
  return run.status === 'queued' || run.status === 'running';
}

/** Nobody works on it, and nobody is expected any more: it needs a new task, or an end. */
export function isAbandoned(run: ReviewRun, now: Date): boolean {
  if (run.status === 'queued') return now.getTime() - Date.parse(run.triggered_at) > QUEUED_MS;
  return run.status === 'running' && leaseIsOver(run, now);
}

function leaseIsOver(run: ReviewRun, now: Date): boolean {
  return run.lease_expires_at === null || Date.parse(run.lease_expires_at) <= now.getTime();
}

function after(now: Date, milliseconds: number): string {
  return new Date(now.getTime() + milliseconds).toISOString();
}

export function applyRunEvent(run: ReviewRun, event: RunEvent, now: Date): ReviewRun | undefined {
  if (!ACCEPTS[run.status].includes(event.type)) return undefined;
  if ('holder' in event && event.type !== 'started' && event.holder !== run.lease_holder) return undefined;
  const moved = { ...run, version: run.version + 1 };
  const ended = { completed_at: now.toISOString(), lease_holder: null, lease_expires_at: null, not_before: null };
  switch (event.type) {
    case 'started':
      if (run.status === 'running' && run.lease_holder !== null && !leaseIsOver(run, now)) return undefined;
      if (run.not_before !== null && Date.parse(run.not_before) > now.getTime()) return undefined;
      return {
        ...moved,
        status: 'running',
        attempts: run.attempts + 1,
        lease_holder: event.holder,
        lease_expires_at: after(now, LEASE_MS),
        not_before: null,
      };
    case 'heartbeat':
      return { ...moved, lease_expires_at: after(now, LEASE_MS) };
    case 'returned': {
      const wait = (event.waitSeconds ?? 0) * 1000;
      return {
        ...moved,
        lease_holder: null,
        lease_expires_at: after(now, wait + RETRY_GRACE_MS),
        not_before: wait > 0 ? after(now, wait) : null,
      };
    }
    case 'finished':
      return { ...moved, ...ended, ...event.result, status: 'completed' };
    case 'failed':
      return { ...moved, ...ended, status: 'failed', error_message: event.message, failure_code: event.code ?? null };
  }
}
