/**
 * Pull requests with their review runs and issues, below the repository's document, and the lists by which runs that have
 * not ended, and failures that nobody was told of, are found without asking every pull request.
 *
 *     repositories/4f…/prs/7                       { number: 7, state: "open", active_run: 3, … }
 *     repositories/4f…/prs/7/runs/3                { run_number: 3, status: "running", lease_holder: "1c…", … }
 *     repositories/4f…/prs/7/runs/3/steps/ask      { parts: 2, text: "{\"findings\":[…" }
 *     repositories/4f…/prs/7/runs/3/steps/ask.1    { text: "…]}" }
 *     repositories/4f…/prs/7/issues/9a…            { fingerprint: "9a…", path: "src/a.py", status: "open", … }
 *     active_runs/4f…-7                            { repo_key: "4f…", pr_number: 7, run_number: 3 }
 *     untold_runs/4f…-7-3                          { repo_key: "4f…", pr_number: 7, run_number: 3, ended_at: "…", … }
 */
import { z } from 'zod';
import { AppError } from '../model/errors.ts';
import { issueRecordSchema, pullRequestSchema, runSchema } from '../model/reviews.ts';
import type { PullRequestRecord } from '../model/reviews.ts';
import type { StorePort } from '../ports.ts';
import { collection, WITH_PARENT } from './collection.ts';

/** What moves a run, beside what is shown of it. Runs are made without these. */
const reviewRunSchema = runSchema.extend({
  version: z.int().default(0),
  attempts: z.int().default(0),
  /** null while running: the worker gave it back, and the queue is expected before `lease_expires_at`. */
  lease_holder: z.string().nullable().default(null),
  lease_expires_at: z.string().nullable().default(null),
  /** The platform or the gateway asked to wait until then. */
  not_before: z.string().nullable().default(null),
  /** What its models cost stands in the repository's budget. */
  tokens_counted: z.boolean().default(false),
  /** Of the error that it failed with (model/errors.ts): what to do next depends on it. */
  failure_code: z.string().nullable().default(null),
});
export type ReviewRun = z.infer<typeof reviewRunSchema>;

/** What names a run: its own fields do. */
const runKeySchema = z.object({ repo_key: z.string(), pr_number: z.int(), run_number: z.int() });
export type RunKey = z.infer<typeof runKeySchema>;

export const pullRequests = collection('repositories/{repo_key}/prs/{pr_number}', pullRequestSchema, {
  kept: 'until the repository is deleted',
  tenant: { of: 'repository', by: 'path' },
});

export const reviewRuns = collection('repositories/{repo_key}/prs/{pr_number}/runs/{run_number}', reviewRunSchema, {
  kept: 'until the repository is deleted',
  tenant: WITH_PARENT,
});

/** `step` is the step's name, with the part's number behind it from the second part on. */
export const runSteps = collection(
  'repositories/{repo_key}/prs/{pr_number}/runs/{run_number}/steps/{step}',
  z.object({
    text: z.string(),
    /** Of the first part: how many there are. */
    parts: z.int().optional(),
  }),
  { kept: 'until the repository is deleted', tenant: WITH_PARENT },
);

/** `not_found` when there is none. */
export async function existingRun(from: Pick<StorePort, 'get'>, key: RunKey): Promise<ReviewRun> {
  const run = await reviewRuns.get(from, key);
  if (run === undefined) throw new AppError('not_found', `Pull request #${key.pr_number} has no review run ${key.run_number}`); // prettier-ignore
  return run;
}

/** `not_found` when there is none. */
export async function existingPull(
  from: Pick<StorePort, 'get'>,
  key: Pick<RunKey, 'repo_key' | 'pr_number'>,
): Promise<PullRequestRecord> {
  const pull = await pullRequests.get(from, key);
  if (pull === undefined) throw new AppError('not_found', `Pull request #${key.pr_number} is not known`);
  return pull;
}

export const issues = collection('repositories/{repo_key}/prs/{pr_number}/issues/{fingerprint}', issueRecordSchema, {
  kept: 'until the repository is deleted',
  tenant: WITH_PARENT,
});

const OF_REPOSITORY = { of: 'repository', by: 'field', field: 'repo_key' } as const;

export const activeRuns = collection('active_runs/{repo_key}-{pr_number}', runKeySchema, {
  kept: 'until the run has ended',
  tenant: OF_REPOSITORY,
});

export const untoldRuns = collection(
  'untold_runs/{repo_key}-{pr_number}-{run_number}',
  runKeySchema.extend({ triggered_at: z.string(), ended_at: z.string() }),
  { kept: 'until the failure was told; a day at most', tenant: OF_REPOSITORY },
);
