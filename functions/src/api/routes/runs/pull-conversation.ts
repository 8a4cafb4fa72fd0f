/**
 * What was said below the findings of a pull request, as the platform shows it to the caller.
 *
 *     GET /api/v1/repos/ada/engine/prs/7/conversation
 */
import { createRoute, z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { pullThreads, type ThreadPorts } from '../../../jobs/conversation/pull-threads.ts';
import { readableKey } from '../../access/access.ts';
import type { Api, ApiEnv } from '../../http/api-env.ts';
import { pathNumber, repositoryParams } from '../../http/inputs.ts';
import { failures, jsonResponse } from '../../http/route-parts.ts';

const conversationSchema = z
  .object({
    threads: z.array(
      z.object({
        fingerprint: z.string(),
        url: z.string(),
        comments: z
          .array(z.object({ author: z.string(), body: z.string(), at: z.string(), by_service: z.boolean() }))
          .describe('Answers, oldest first: at most the newest 30, each cut to 2,000 characters'),
        total: z.int(),
      }),
    ),
    total: z.int().describe('Findings that somebody has answered; 100 of them are listed'),
  })
  .openapi('PullRequestConversation');

export function addPullConversation(api: Api, ports: ThreadPorts, signedIn: MiddlewareHandler<ApiEnv>): void {
  const route = createRoute({
    method: 'get',
    path: '/api/v1/repos/{owner}/{repo}/prs/{pr_number}/conversation',
    operationId: 'get_pull_request_conversation',
    summary: 'What was said below the findings, as the platform shows it to the caller',
    middleware: [signedIn],
    request: { params: repositoryParams.extend({ pr_number: pathNumber() }) },
    responses: {
      ...jsonResponse(conversationSchema, 'Threads on findings that were answered'),
      ...failures(401, 403, 404, 422, 502),
    },
  });
  api.openapi(route, async (c) => {
    const { owner, repo, pr_number } = c.req.valid('param');
    const caller = c.get('identity');
    const repo_key = await readableKey(ports, caller, owner, repo);
    return c.json(await pullThreads(ports, { uid: caller.uid, owner, name: repo, key: { repo_key, pr_number } }), 200);
  });
}
