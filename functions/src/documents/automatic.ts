/**
 * What reviews without a command need beside the pull requests: which of them wait to be started, what a day has cost, and
 * which checks are shown as under way.
 *
 *     pending_reviews/4f…-7    { repo_key: "4f…", pr_number: 7, events: ["opened", "pushed"], since: "…", due_at: "…" }
 *     token_budgets/4f…        { day: "2026-11-29", commanded: 120000, automatic: 48000 }
 *     open_checks/4f…-7-3      { repo_key: "4f…", pr_number: 7, run_number: 3, commit: "9ab…", blocking: true, opened_at: "…" }
 */
import { z } from 'zod';
import { collection } from './collection.ts';

const OF_REPOSITORY = { of: 'repository', by: 'field', field: 'repo_key' } as const;

const pendingSchema = z.object({
  repo_key: z.string(),
  pr_number: z.int(),
  /** What happened since `since`, each once. */
  events: z.array(z.enum(['opened', 'ready', 'pushed'])),
  since: z.string(),
  /** Each further push puts it off. */
  due_at: z.string(),
});
export type PendingReview = z.infer<typeof pendingSchema>;

export const pendingReviews = collection('pending_reviews/{repo_key}-{pr_number}', pendingSchema, {
  kept: 'until the review has started, or does not have to; a day at most',
  tenant: OF_REPOSITORY,
});

export const tokenBudgets = collection(
  'token_budgets/{repo_key}',
  z.object({
    day: z.string(),
    commanded: z.int(),
    automatic: z.int(),
    /** A command was told today that they are used up. */
    told: z.boolean().default(false),
  }),
  { kept: 'as long as its repository; the next day replaces it', tenant: { of: 'repository', by: 'path' } },
);
export type TokenBudget = Awaited<ReturnType<typeof tokenBudgets.get>>;

const openCheckSchema = z.object({
  repo_key: z.string(),
  pr_number: z.int(),
  run_number: z.int(),
  commit: z.string(),
  /** Whether it keeps from a merge when its run was not finished. */
  blocking: z.boolean(),
  opened_at: z.string(),
});
export type OpenCheck = z.infer<typeof openCheckSchema>;

export const openChecks = collection('open_checks/{repo_key}-{pr_number}-{run_number}', openCheckSchema, {
  kept: 'until the check says how its run ended; a day at most',
  tenant: OF_REPOSITORY,
});
