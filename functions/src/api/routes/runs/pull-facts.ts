/**
 * What a pull request does, without a model: the facts that its newest review has gathered, with the commits that they
 * are of. They are made by reviews, also where no model is configured; before the first one there are none.
 *
 *     GET /api/v1/repos/ada/engine/prs/7/facts
 *     GET /api/v1/repos/ada/engine/prs/7/facts?run_number=3      of one run
 */
import { createRoute, z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { factsOfOne, newestFacts } from '../../../jobs/reviews/facts.ts';
import { commitFactsSchema } from '../../../model/change-facts.ts';
import type { Ports } from '../../../ports.ts';
import { readableKey } from '../../access/access.ts';
import type { Api, ApiEnv } from '../../http/api-env.ts';
import { pathNumber, repositoryParams } from '../../http/inputs.ts';
import { failures, jsonResponse } from '../../http/route-parts.ts';

const factsSchema = commitFactsSchema.clone().openapi('PullRequestFacts');

export function addPullFacts(
  api: Api,
  ports: Pick<Ports, 'store' | 'clock'>,
  signedIn: MiddlewareHandler<ApiEnv>,
): void {
  const route = createRoute({
    method: 'get',
    path: '/api/v1/repos/{owner}/{repo}/prs/{pr_number}/facts',
    operationId: 'get_pull_request_facts',
    summary: 'What a pull request does, without a model: callers, calls that no longer fit, tests to run, public API',
    middleware: [signedIn],
    request: {
      params: repositoryParams.extend({ pr_number: pathNumber() }),
      query: z.object({ run_number: pathNumber().optional() }),
    },
    responses: {
      ...jsonResponse(
        factsSchema,
        'Of the commits that the newest review compared, or the run that is named; lists of at most 100',
      ),
      ...failures(401, 404, 422),
    },
  });
  api.openapi(route, async (c) => {
    const { owner, repo, pr_number } = c.req.valid('param');
    const { run_number: run } = c.req.valid('query');
    const repo_key = await readableKey(ports, c.get('identity'), owner, repo);
    const key = { repo_key, pr_number };
    const facts =
      run === undefined ? await newestFacts(ports, key) : await factsOfOne(ports, { ...key, run_number: run });
    return c.json(facts, 200);
  });
}
