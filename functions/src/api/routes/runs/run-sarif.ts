/**
 * A review run as SARIF 2.1.0, for code scanning, editors and whatever else reads that.
 *
 *     GET /api/v1/repos/ada/engine/prs/7/reviews/3/sarif
 */
import { createRoute, z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { runSarif } from '../../../jobs/reviews/run-sarif.ts';
import type { Ports } from '../../../ports.ts';
import { readableKey } from '../../access/access.ts';
import type { Api, ApiEnv } from '../../http/api-env.ts';
import { pathNumber, repositoryParams } from '../../http/inputs.ts';
import { failures, jsonResponse } from '../../http/route-parts.ts';

/** The standard says the rest. */
const sarifSchema = z
  .object({ $schema: z.string(), version: z.literal('2.1.0'), runs: z.array(z.looseObject({})) })
  .openapi('SarifLog');

export function addRunSarif(
  api: Api,
  ports: Pick<Ports, 'store' | 'clock'>,
  signedIn: MiddlewareHandler<ApiEnv>,
): void {
  const route = createRoute({
    method: 'get',
    path: '/api/v1/repos/{owner}/{repo}/prs/{pr_number}/reviews/{run_number}/sarif',
    operationId: 'get_review_sarif',
    summary: 'A review run as SARIF 2.1.0; 409 while it has not ended',
    middleware: [signedIn],
    request: { params: repositoryParams.extend({ pr_number: pathNumber(), run_number: pathNumber() }) },
    responses: {
      ...jsonResponse(sarifSchema, 'A log of one run; at most 1,000 results, the gravest first'),
      ...failures(401, 404, 409, 422),
    },
  });
  api.openapi(route, async (c) => {
    const { owner, repo, pr_number, run_number } = c.req.valid('param');
    const repo_key = await readableKey(ports, c.get('identity'), owner, repo);
    const { log } = await runSarif(ports, { repo_key, pr_number, run_number });
    return c.json({ ...log, runs: log.runs.map((run) => ({ ...run })) }, 200);
  });
}
