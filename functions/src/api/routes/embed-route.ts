/**
 * `POST /api/v1/ingest/{owner}/{repo_name}/embed`: vectors for the nodes that have none, as many as fit into one request.
 *
 *     { repo_id: 'ada/engine', nodes_embedded: 812, breakdown: { Function: 700, Class: 112 }, message: 'Embedded 812 nodes' }
 */
import { createRoute, z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { embedNodes, type Embedded } from '../../jobs/ingest/embed.ts';
import { AppError } from '../../model/errors.ts';
import { NODE_LABELS } from '../../model/graph.ts';
import { repoIdOf } from '../../model/ids.ts';
import type { Ports } from '../../ports.ts';
import { accessOfUser, readableRepository } from '../access/access.ts';
import type { Api, ApiEnv } from '../http/api-env.ts';
import { ownerSchema, repoNameSchema } from '../http/inputs.ts';
import { oneAtATime } from '../http/one-at-a-time.ts';
import { failures, jsonResponse } from '../http/route-parts.ts';
import { requireWriteAccess, type WritePorts } from '../access/write-access.ts';

/** Within the 60 seconds that hosting waits, with some to spare for the batch under way. */
const BUDGET_MS = 45_000;

export type EmbedRoutePorts = WritePorts & Pick<Ports, 'gateway' | 'graph' | 'settings'>;

const count = z.int().nonnegative();

const embeddedSchema = z
  .object({
    repo_id: z.string(),
    nodes_embedded: count,
    breakdown: z.partialRecord(z.enum(NODE_LABELS), count),
    message: z.string(),
  })
  .openapi('Embedded', {
    example: {
      repo_id: 'octocat/hello-world',
      nodes_embedded: 812,
      breakdown: { Function: 700, Class: 112 },
      message: 'Embedded 812 nodes',
    },
  });

function messageFor({ total, remaining, failure }: Embedded): string {
  const done = total === 0 ? 'Embedded nothing' : `Embedded ${total} nodes`;
  if (failure !== undefined)
    return `${done}; ${remaining} remain, since the gateway failed (${failure.message}): call again`;
  if (remaining > 0) return `${done}; ${remaining} remain: call again`;
  return total === 0 ? 'All nodes already had embeddings' : done;
}

export function addEmbedRoute(api: Api, ports: EmbedRoutePorts, signedIn: MiddlewareHandler<ApiEnv>): void {
  const queued = oneAtATime();
  const embed = createRoute({
    method: 'post',
    path: '/api/v1/ingest/{owner}/{repo_name}/embed',
    operationId: 'embed_repository',
    summary: 'Embed the nodes that have no embedding yet; repeat it until none remain',
    middleware: [signedIn],
    request: { params: z.object({ owner: ownerSchema, repo_name: repoNameSchema }) },
    responses: {
      ...jsonResponse(embeddedSchema, 'What was embedded by this call'),
      ...failures(400, 401, 403, 404, 422, 502),
    },
  });
  api.openapi(embed, async (c) => {
    const started = performance.now();
    const { uid } = c.get('identity');
    const { owner, repo_name: name } = c.req.valid('param');
    if (!ports.settings.gatewayConfigured) {
      throw new AppError('bad_request', 'GATEWAY_API_KEY is not configured on this server');
    }
    const record = await readableRepository(ports, await accessOfUser(ports, c.get('identity')), owner, name);
    if (record.ingested_at === null) throw new AppError('not_found', `Repository ${owner}/${name} is not indexed`);
    await requireWriteAccess(ports, uid, record);
    const repoId = repoIdOf(record.owner, record.repo_name);
    // One after the other in this instance: the second finds what the first left.
    const done = await queued(repoId, () =>
      embedNodes(ports, {
        repoId,
        model: ports.settings.embeddingModel,
        budgetMs: BUDGET_MS - (performance.now() - started),
      }),
    );
    if (done.failure !== undefined && done.total === 0) throw done.failure;
    return c.json(
      { repo_id: repoId, nodes_embedded: done.total, breakdown: done.counts, message: messageFor(done) },
      200,
    );
  });
}
