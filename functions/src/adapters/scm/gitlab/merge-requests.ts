/**
 * Merge requests of GitLab as pull requests. `start_sha` is the head of the target branch that the newest version compares
 * with; lists leave it out. GitLab prepares the difference of a new merge request after it was opened.
 *
 *     GET …/merge_requests/7   {"iid": 7, "state": "opened", "sha": "9ab…", "diff_refs": {"start_sha": "4f1…", …}, …}
 *
 * https://docs.gitlab.com/api/merge_requests/
 */
import { z } from 'zod';
import { isTokenAccount } from '../../../model/bots.ts';
import { AppError } from '../../../model/errors.ts';
import type { ScmPort, ScmPullRequest } from '../../../ports.ts';
import type { ScmClient } from '../client.ts';
import { isoTime, timeOrNull } from '../github/pulls.ts';
import { projectId } from './projects.ts';

/** The author of a deleted account's work may be null. */
const account = z.object({ id: z.int().nullish(), username: z.string() }).nullish();
export const gitlabAuthor = account.transform((user) => user?.username ?? 'ghost');

const refsShape = z.object({ base_sha: z.string(), start_sha: z.string(), head_sha: z.string() });

const mergeRequestShape = z.object({
  iid: z.int(),
  title: z.string(),
  description: z.string().nullish(),
  // `locked` for the moment of its merge.
  state: z.enum(['opened', 'closed', 'locked', 'merged']),
  author: account,
  draft: z.boolean().nullish(),
  labels: z.array(z.string()).nullish(),
  web_url: z.string(),
  sha: z.string().nullish(),
  source_branch: z.string(),
  target_branch: z.string(),
  source_project_id: z.int().nullish(),
  target_project_id: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
  closed_at: z.string().nullish(),
  merged_at: z.string().nullish(),
  diff_refs: refsShape.nullish(),
});
type MergeRequestRow = z.output<typeof mergeRequestShape>;

const commitShape = z.object({ id: z.string() });

function authorOf(author: MergeRequestRow['author']) {
  const login = author?.username ?? 'ghost';
  return { author: login, authorId: author?.id ?? null, authorIsBot: isTokenAccount(login), authorAssociation: null };
}

function pullRequestOf(row: MergeRequestRow): ScmPullRequest {
  const ended = row.closed_at ?? row.merged_at;
  return {
    number: row.iid,
    title: row.title,
    body: row.description ?? '',
    state: row.state === 'merged' || row.state === 'closed' ? row.state : 'open',
    ...authorOf(row.author),
    draft: row.draft ?? false,
    labels: row.labels ?? [],
    url: row.web_url,
    headSha: row.diff_refs?.head_sha ?? row.sha ?? '',
    headRef: row.source_branch,
    fromFork: row.source_project_id !== row.target_project_id,
    baseSha: row.diff_refs?.start_sha ?? '',
    baseRef: row.target_branch,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    closedAt: timeOrNull(ended),
    mergedAt: timeOrNull(row.merged_at),
  };
}

/** The row of a merge request with the three commits of its newest version, where it has one by now. */
export async function mergeRequestOf(client: ScmClient, token: string | undefined, at: { id: string; iid: number }) {
  return client.send(token, mergeRequestShape, 'GET /projects/{id}/merge_requests/{iid}', at);
}

/** GitLab's word; what ended is closed or merged, which takes both. */
const STATES = { open: 'opened', closed: 'all', all: 'all' } as const;

export function mergeRequestsOf(client: ScmClient): Pick<ScmPort, 'pullRequest' | 'pullRequests' | 'mergeBase'> {
  return {
    async pullRequest(token, owner, name, number) {
      return pullRequestOf(await mergeRequestOf(client, token, { id: projectId(owner, name), iid: number }));
    },
    async pullRequests(token, owner, name, { state = 'open', since, limit = Infinity } = {}) {
      const isWanted = (row: MergeRequestRow) =>
        (state !== 'closed' || row.state === 'closed' || row.state === 'merged') &&
        (since === undefined || Date.parse(row.updated_at) >= Date.parse(since));
      const route = 'GET /projects/{id}/merge_requests';
      const order = { state: STATES[state], scope: 'all', order_by: 'updated_at', sort: 'desc' };
      const values = { id: projectId(owner, name), ...order, ...(since === undefined ? {} : { updated_after: since }) };
      let found = 0;
      const rows = await client.list(token, mergeRequestShape, route, values, (page) => {
        found += page.filter(isWanted).length;
        return found >= limit;
      });
      return rows.filter(isWanted).slice(0, limit).map(pullRequestOf);
    },
    async mergeBase(token, owner, name, { baseSha, headSha }) {
      if (baseSha === '' || headSha === '') {
        throw new AppError('platform_unavailable', 'The platform still prepares the merge request', { retryAfter: 5 });
      }
      const route = 'GET /projects/{id}/repository/merge_base?refs[]={baseSha}&refs[]={headSha}';
      return (await client.send(token, commitShape, route, { id: projectId(owner, name), baseSha, headSha })).id;
    },
  };
}
