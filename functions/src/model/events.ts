/**
 * What happened, append-only: `events/{id}`. A trigger folds each into aggregate documents once, however often it is
 * delivered. The id follows from what happened, so writing the same event twice is one event; it is written in the same
 * transaction as the change it tells of.
 *
 *   { type: 'finding.resolved', repo_key: '4f…', pr_number: 7, fingerprint: '9a…', how: 'fixed', at: '2026-11-27T…Z' }
 */
import { z } from 'zod';
import { keyOf } from './ids.ts';
import { ISSUE_SOURCES, RUN_COMMANDS, RUN_MODES, SEVERITIES, CATEGORIES } from './reviews.ts';

const common = { repo_key: z.string(), repo_id: z.string(), pr_number: z.int(), at: z.string() };

export const eventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('pr.opened'), ...common }),
  z.object({ type: z.literal('pr.merged'), ...common, opened_at: z.string() }),
  z.object({
    type: z.literal('run.completed'),
    ...common,
    run_number: z.int(),
    command: z.enum(RUN_COMMANDS),
    mode: z.enum(RUN_MODES),
  }),
  /** Raised = posted, and once only for a fingerprint on a pull request. */
  z.object({
    type: z.literal('finding.posted'),
    ...common,
    fingerprint: z.string(),
    severity: z.enum(SEVERITIES),
    category: z.enum(CATEGORIES),
    source: z.enum(ISSUE_SOURCES),
  }),
  z.object({
    type: z.literal('finding.resolved'),
    ...common,
    fingerprint: z.string(),
    how: z.enum(['fixed', 'thread', 'merged']),
  }),
  z.object({ type: z.literal('finding.dismissed'), ...common, fingerprint: z.string() }),
  /** A resolved or dismissed finding that a later run found again. */
  z.object({ type: z.literal('finding.reopened'), ...common, fingerprint: z.string(), run_number: z.int() }),
]);
export type ReviewEvent = z.infer<typeof eventSchema>;

/**
 * `occasion` tells apart what may happen more than once to one subject: the run's number for findings that are resolved,
 * dismissed or reopened again.
 */
export function eventId(event: ReviewEvent, occasion = ''): string {
  const subject = 'fingerprint' in event ? event.fingerprint : 'run_number' in event ? String(event.run_number) : '';
  return keyOf([event.repo_key, event.type, event.pr_number, subject, occasion].join(' '));
}
