/**
 * The one question that only the platform's GraphQL answers: which review threads are resolved.
 *
 *     {"query": "query (…) { repository(…) { pullRequest(…) { reviewThreads(first: 100, after: $after) { … } } } }",
 *      "variables": {"owner": "ada", "name": "engine", "number": 7, "after": null}}
 *
 * A failed look-up is an answer 200 with `errors`, as there.
 */
import { z } from 'zod';
import { pullsOf } from './pulls.ts';
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
