/**
 * What a review run compared, by pages of lines. It is kept with the run; one of before that, or that did not get so far,
 * has none.
 *
 *     GET /api/v1/repos/ada/engine/prs/7/reviews/3/diff?cursor=2.500&limit=500
 */
import { createRoute, z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { existingRun } from '../../../documents/reviews.ts';
import { runSteps } from '../../../jobs/reviews/run-steps.ts';
import { AppError } from '../../../model/errors.ts';
import { diffPage, keptDiffSchema, keptFileSchema } from '../../../model/kept-diff.ts';
import type { Ports } from '../../../ports.ts';
import { readableKey } from '../../access/access.ts';
import type { Api, ApiEnv } from '../../http/api-env.ts';
import { pathNumber, queryInteger, repositoryParams } from '../../http/inputs.ts';
import { failures, jsonResponse } from '../../http/route-parts.ts';

const diffSchema = z
  .object({
    files: z.array(
      keptFileSchema.omit({ rows: true }).extend({
        rows_before: z.int(),
        total_rows: z.int(),
        lines: z.array(
          z.object({
            kind: z.enum(['hunk', 'context', 'added', 'removed']),
            old: z.int().nullable(),
            new: z.int().nullable(),
            text: z.string(),
          }),
        ),
      }),
    ),
    total_files: z.int(),
    omitted_files: z.int(),
    next_cursor: z.string().nullable(),
  })
  .openapi('ReviewDiff');

const pageSchema = z.object({
  cursor: z
    .string()
    .regex(/^\d{1,6}\.\d{1,7}$/, 'Expected a next_cursor of an answer before')
    .default('0.0'),
  limit: queryInteger({ min: 1, max: 2_000, default: 500 }),
});

export function addRunDiff(api: Api, ports: Pick<Ports, 'store' | 'clock'>, signedIn: MiddlewareHandler<ApiEnv>): void {
  const route = createRoute({
    method: 'get',
    path: '/api/v1/repos/{owner}/{repo}/prs/{pr_number}/reviews/{run_number}/diff',
    operationId: 'get_review_diff',
    summary: 'What a review run compared, by pages of lines',
    middleware: [signedIn],
    request: {
      params: repositoryParams.extend({ pr_number: pathNumber(), run_number: pathNumber() }),
      query: pageSchema,
    },
    responses: {
      ...jsonResponse(diffSchema, 'Files with their hunks, at most 300 KB'),
      ...failures(400, 401, 404, 422),
    },
  });
  api.openapi(route, async (c) => {
    const { owner, repo, pr_number, run_number } = c.req.valid('param');
    const { cursor, limit } = c.req.valid('query');
    const repo_key = await readableKey(ports, c.get('identity'), owner, repo);
    const key = { repo_key, pr_number, run_number };
    const [diff] = await Promise.all([
      runSteps(ports, key).read('diff', keptDiffSchema),
      existingRun(ports.store, key),
    ]);
    const page = diffPage(diff ?? { files: [], omitted: 0 }, cursor, limit);
    if (page === undefined) throw new AppError('bad_request', 'The cursor is of another diff: begin without one');
    return c.json(page, 200);
  });
}
