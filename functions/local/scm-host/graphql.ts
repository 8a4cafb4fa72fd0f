/**
 * What only the platform's GraphQL answers and does: which review threads are resolved, and resolving one.
 *
 *     {"query": "query (…) { repository(…) { pullRequest(…) { reviewThreads(first: 100, after: $after) { … } } } }",
 *      "variables": {"owner": "ada", "name": "engine", "number": 7, "after": null}}
 *
 *     {"query": "mutation (…) { resolveReviewThread(input: { threadId: $threadId }) { … } }", "variables": {"threadId": "PRRT_31"}}
 *
 * A failed look-up is an answer 200 with `errors`, as there.
 */
import { z } from 'zod';
import { permissionOn } from './access.ts';
import { pullByNumber, pullsOf, touch } from './pulls.ts';
import { writerOf } from './rest/authors.ts';
import { bodyAs } from './rest/bodies.ts';
import { repositoryOf } from './rest/repository-of.ts';
import { type Call, type Reply, RestError } from './routing.ts';

const questionShape = z.object({
  query: z.string(),
  variables: z.object({
    owner: z.string(),
    name: z.string(),
    number: z.int(),
    after: z.string().nullish(),
  }),
});

const PAGE = 100;

export async function answerGraphql(call: Call): Promise<Reply> {
  if (call.principal.kind === 'anonymous') throw new RestError(403, 'This endpoint requires you to be authenticated.');
  if (/\bresolveReviewThread\s*\(/.test(bodyAs(call, z.object({ query: z.string() })).query)) return resolve(call);
  const { query, variables } = bodyAs(call, questionShape);
  if (!/\breviewThreads\s*\(/.test(query)) {
    return {
      status: 200,
      json: { errors: [{ type: 'undefinedField', message: 'Only reviewThreads is served here' }] },
    };
  }
  const { owner, name, number, after } = variables;
  const repository = await repositoryOf({ ...call, params: { owner, repo: name } }).catch((error: unknown) => {
    if (error instanceof RestError) return undefined;
    throw error;
  });
  if (repository === undefined || !pullsOf(call.host, repository).some((each) => each.number === number)) {
    const message = `Could not resolve to a PullRequest with the number of ${number}.`;
    return { status: 200, json: { data: { repository: null }, errors: [{ type: 'NOT_FOUND', message }] } };
  }
  const mine = call.host.file.state.reviewComments.filter(
    (each) => each.repositoryId === repository.id && each.number === number,
  );
  const roots = mine.filter((each) => each.replyTo === null);
  const start = after == null ? 0 : Number(Buffer.from(after, 'base64').toString());
  const nodes = roots.slice(start, start + PAGE).map((root) => ({
    id: `PRRT_${root.id}`,
    isResolved: root.resolvedBy !== null,
    comments: {
      nodes: [root, ...mine.filter((each) => each.replyTo === root.id)].map(({ id }) => ({ databaseId: id })),
    },
  }));
  const end = start + nodes.length;
  const pageInfo = { hasNextPage: end < roots.length, endCursor: Buffer.from(String(end)).toString('base64') };
  return { status: 200, json: { data: { repository: { pullRequest: { reviewThreads: { pageInfo, nodes } } } } } };
}

const resolveShape = z.object({ variables: z.object({ threadId: z.string() }) });

/** The pull request's author may, and whoever may push. */
async function resolve(call: Call): Promise<Reply> {
  const { threadId } = bodyAs(call, resolveShape).variables;
  const { reviewComments, repositories } = call.host.file.state;
  const root = reviewComments.find(({ id, replyTo }) => `PRRT_${id}` === threadId && replyTo === null);
  const repository = repositories.find(({ id }) => id === root?.repositoryId);
  const permission = repository === undefined ? undefined : permissionOn(call.principal, repository);
  if (root === undefined || repository === undefined || permission === undefined) {
    const message = `Could not resolve to a node with the global id of '${threadId}'`;
    return { status: 200, json: { data: { resolveReviewThread: null }, errors: [{ type: 'NOT_FOUND', message }] } };
  }
  const me = writerOf(call, repository);
  const pull = await pullByNumber(call.host, repository, root.number);
  if (permission === 'pull' && pull.authorId !== me) {
    const message = `${String(me)} does not have the correct permissions to execute \`ResolveReviewThread\``;
    return { status: 200, json: { data: { resolveReviewThread: null }, errors: [{ type: 'FORBIDDEN', message }] } };
  }
  root.resolvedBy = me;
  touch(call.host, pull);
  return { status: 200, json: { data: { resolveReviewThread: { thread: { isResolved: true } } } } };
}
