/**
 * Pull requests on GitHub. A merged one is `closed` there and has `merged_at`; the merge base stands in no pull request
 * and is asked from the compare API, since clones of depth 1 lack it.
 *
 *     GET /repos/ada/engine/compare/4f1…...9ab…?per_page=1  →  {"merge_base_commit": {"sha": "77c…"}, …}
 */
import { z } from 'zod';
import type { ScmPort, ScmPullRequest } from '../../../ports.ts';
import type { ScmClient, ScmValues } from '../client.ts';

/** The author of a deleted account's work is null. */
export const authorShape = z
  .object({ login: z.string() })
  .nullable()
  .transform((user) => user?.login ?? 'ghost');

/** `repo` is null for the head of a fork that was deleted. */
const refShape = z.object({
  sha: z.string(),
  ref: z.string(),
  repo: z.object({ full_name: z.string() }).nullish(),
});

const pullShape = z.object({
  number: z.int(),
  title: z.string(),
  body: z.string().nullish(),
  state: z.enum(['open', 'closed']),
  user: z.object({ id: z.int(), login: z.string(), type: z.string().nullish() }).nullable(),
  // Gitea says none.
  author_association: z.string().nullish(),
  draft: z.boolean().nullish(),
  labels: z.array(z.object({ name: z.string() })).nullish(),
  html_url: z.string(),
  head: refShape,
  base: refShape,
  created_at: z.string(),
  updated_at: z.string(),
  closed_at: z.string().nullish(),
  merged_at: z.string().nullish(),
});

const comparisonShape = z.object({ merge_base_commit: z.object({ sha: z.string() }) });

export function isoTime(time: string): string {
  return new Date(time).toISOString();
}

export function timeOrNull(time: string | null | undefined): string | null {
  return time == null ? null : isoTime(time);
}

function authorOf(user: z.output<typeof pullShape>['user']) {
  if (user === null) return { author: 'ghost', authorId: null, authorIsBot: false };
  return { author: user.login, authorId: user.id, authorIsBot: user.type === 'Bot' || user.login.endsWith('[bot]') };
}

function pullRequestOf(row: z.output<typeof pullShape>): ScmPullRequest {
  return {
    number: row.number,
    title: row.title,
    body: row.body ?? '',
    state: row.merged_at != null ? 'merged' : row.state,
    ...authorOf(row.user),
    authorAssociation: row.author_association ?? null,
    draft: row.draft ?? false,
    labels: (row.labels ?? []).map(({ name }) => name),
    url: row.html_url,
    headSha: row.head.sha,
    headRef: row.head.ref,
    fromFork: row.head.repo === null || row.head.repo?.full_name !== row.base.repo?.full_name,
    baseSha: row.base.sha,
    baseRef: row.base.ref,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    closedAt: timeOrNull(row.closed_at),
    mergedAt: timeOrNull(row.merged_at),
  };
}

/** Gitea's have the same fields; `newestFirst` is how a host is asked for the order of their last change. */
export function pullRequestsOf(
  client: ScmClient,
  newestFirst: ScmValues = { sort: 'updated', direction: 'desc' },
): Pick<ScmPort, 'pullRequest' | 'pullRequests' | 'mergeBase'> {
  return {
    async pullRequest(token, owner, name, number) {
      const route = 'GET /repos/{owner}/{repo}/pulls/{number}';
      return pullRequestOf(await client.send(token, pullShape, route, { owner, repo: name, number }));
    },
    async pullRequests(token, owner, name, { state = 'open', since, limit = Infinity } = {}) {
      const tooOld = (row: z.output<typeof pullShape>) =>
        since !== undefined && Date.parse(row.updated_at) < Date.parse(since);
      const route = 'GET /repos/{owner}/{repo}/pulls';
      const rows = await client.list(
        token,
        pullShape,
        route,
        { owner, repo: name, state, ...newestFirst },
        (page, soFar) => page.some(tooOld) || soFar >= limit,
      );
      return rows
        .filter((row) => !tooOld(row))
        .slice(0, limit)
        .map(pullRequestOf);
    },
    async mergeBase(token, owner, name, pull) {
      const values = { owner, repo: name, basehead: `${pull.baseSha}...${pull.headSha}`, per_page: 1 };
      const route = 'GET /repos/{owner}/{repo}/compare/{basehead}';
      return (await client.send(token, comparisonShape, route, values)).merge_base_commit.sha;
    },
  };
}
