/** Pull requests of a repository, their review runs, and what a run found. */
import { createRoute, z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import {
  existingPull,
  existingRun,
  issues as storedIssues,
  pullRequests as storedPullRequests,
  reviewRuns,
} from '../../documents/reviews.ts';
import { runSteps } from '../../jobs/reviews/run-steps.ts';
import { reviewedFilesSchema } from '../../model/coverage.ts';
import { issueSchema, pullRequestSchema, runSchema, worstFirst } from '../../model/reviews.ts';
import type { Ports } from '../../ports.ts';
import { readableKey } from '../access/access.ts';
import type { Api, ApiEnv } from '../http/api-env.ts';
import { pathNumber, repositoryParams } from '../http/inputs.ts';
import { failures, jsonResponse } from '../http/route-parts.ts';
import { addPullConversation } from './runs/pull-conversation.ts';
import { addPullFacts } from './runs/pull-facts.ts';
import { addRunDiff } from './runs/run-diff.ts';
import { addRunSarif } from './runs/run-sarif.ts';
import { addStartReview, type StartReviewPorts } from './start-review.ts';

type ReviewPorts = Pick<Ports, 'store' | 'clock'>;

const LIST_LIMIT = 100;
/** More than a run posts; of these the worst are shown. */
const MOST_ISSUES = 1_000;

const pullRequestSummarySchema = pullRequestSchema
  .pick({
    number: true,
    title: true,
    state: true,
    author: true,
    url: true,
    merged_at: true,
    review_run_count: true,
    open_issue_count: true,
    last_reviewed_at: true,
  })
  .openapi('PullRequestSummary');

const SUMMARY = {
  run_number: true,
  triggered_at: true,
  completed_at: true,
  status: true,
  command: true,
  mode: true,
  automatic: true,
  superseded: true,
  issue_count: true,
  positive_finding_count: true,
  head_sha: true,
} as const;
const runSummarySchema = runSchema.pick(SUMMARY).strip().openapi('ReviewRunSummary');

const reviewIssueSchema = issueSchema.clone().openapi('ReviewIssue');

const runDetailSchema = runSchema
  .pick({
    ...SUMMARY,
    walkthrough_summary: true,
    files_changed: true,
    positive_findings: true,
    usage: true,
    incomplete: true,
    error_message: true,
  })
  .strip()
  .extend({
    triggered_by: z.string(),
    issues: z.array(reviewIssueSchema),
    truncated: z.literal(true).optional(),
    coverage: reviewedFilesSchema.clone().openapi('ReviewedFiles').nullable(),
    has_facts: z.boolean().describe('Whether `facts?run_number=` of the pull request answers for it'),
  })
  .openapi('ReviewRunDetail');

async function listPullRequests(ports: ReviewPorts, repoKey: string) {
  const found = await storedPullRequests.query(
    ports.store,
    { repo_key: repoKey },
    {
      // Those that were never reviewed have null there, which sorts behind every time.
      orderBy: [
        ['last_reviewed_at', 'desc'],
        ['number', 'desc'],
      ],
      limit: LIST_LIMIT,
    },
  );
  return found.map(({ doc }) => pullRequestSummarySchema.parse(doc));
}

async function listRuns(ports: ReviewPorts, repoKey: string, number: number) {
  const key = { repo_key: repoKey, pr_number: number };
  const [found] = await Promise.all([
    reviewRuns.query(ports.store, key, { orderBy: [['run_number', 'desc']], limit: LIST_LIMIT }),
    existingPull(ports.store, key),
  ]);
  return found.map(({ doc }) => runSummarySchema.parse(doc));
}

async function runDetail(ports: ReviewPorts, repoKey: string, number: number, run: number) {
  const key = { repo_key: repoKey, pr_number: number };
  const steps = runSteps(ports, { ...key, run_number: run });
  const [doc, coverage, hasFacts, found] = await Promise.all([
    existingRun(ports.store, { ...key, run_number: run }),
    steps.read('files', reviewedFilesSchema),
    steps.has('facts'),
    storedIssues.query(ports.store, key, { where: [['run_numbers', 'array-contains', run]], limit: MOST_ISSUES }),
  ]);
  const issues = found.map((each) => reviewIssueSchema.parse(each.doc)).sort(worstFirst);
  const cut = issues.length > LIST_LIMIT ? { truncated: true as const } : {};
  return runDetailSchema.parse({
    ...doc,
    ...cut,
    issues: issues.slice(0, LIST_LIMIT),
    coverage: coverage ?? null,
    has_facts: hasFacts,
  });
}

export function addReviewRoutes(
  api: Api,
  ports: ReviewPorts & StartReviewPorts,
  signedIn: MiddlewareHandler<ApiEnv>,
): void {
  addStartReview(api, ports, signedIn);
  addPullFacts(api, ports, signedIn);
  addPullConversation(api, ports, signedIn);
  addRunDiff(api, ports, signedIn);
  addRunSarif(api, ports, signedIn);
  const pullRequests = createRoute({
    method: 'get',
    path: '/api/v1/repos/{owner}/{repo}/prs',
    operationId: 'list_pull_requests',
    summary: 'Pull requests, most recently reviewed first',
    middleware: [signedIn],
    request: { params: repositoryParams },
    responses: { ...jsonResponse(z.array(pullRequestSummarySchema), 'At most 100'), ...failures(401, 404, 422) },
  });
  api.openapi(pullRequests, async (c) => {
    const { owner, repo } = c.req.valid('param');
    const key = await readableKey(ports, c.get('identity'), owner, repo);
    return c.json(await listPullRequests(ports, key), 200);
  });

  const runs = createRoute({
    method: 'get',
    path: '/api/v1/repos/{owner}/{repo}/prs/{pr_number}/reviews',
    operationId: 'list_reviews',
    summary: 'Review runs of a pull request, newest first',
    middleware: [signedIn],
    request: { params: repositoryParams.extend({ pr_number: pathNumber() }) },
    responses: { ...jsonResponse(z.array(runSummarySchema), 'At most 100'), ...failures(401, 404, 422) },
  });
  api.openapi(runs, async (c) => {
    const { owner, repo, pr_number: number } = c.req.valid('param');
    const key = await readableKey(ports, c.get('identity'), owner, repo);
    return c.json(await listRuns(ports, key, number), 200);
  });

  const run = createRoute({
    method: 'get',
    path: '/api/v1/repos/{owner}/{repo}/prs/{pr_number}/reviews/{run_number}',
    operationId: 'get_review',
    summary: 'One review run with its issues, the worst first',
    middleware: [signedIn],
    request: { params: repositoryParams.extend({ pr_number: pathNumber(), run_number: pathNumber() }) },
    responses: { ...jsonResponse(runDetailSchema, 'The run'), ...failures(401, 404, 422) },
  });
  api.openapi(run, async (c) => {
    const { owner, repo, pr_number: number, run_number: runNumber } = c.req.valid('param');
    const key = await readableKey(ports, c.get('identity'), owner, repo);
    return c.json(await runDetail(ports, key, number, runNumber), 200);
  });
}
