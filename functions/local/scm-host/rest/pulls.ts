/** Pull requests: listed, opened, edited, closed, merged, with their files and commits. */
import { z } from 'zod';
import { permissionOn } from '../access.ts';
import { repositoryJson } from '../representations.ts';
import { commitsOfPull, mergeBaseOf, mergePull, openPull, pullByNumber, pullDiff, pullsOf, touch } from '../pulls.ts';
import { type Call, type Host, notFound, page, RestError, route, type Route } from '../routing.ts';
import type { Pull, Repository } from '../state.ts';
import { accountOfCaller, associationOf, authorJson, authorLogin, writerOf } from './authors.ts';
import { assertText, bodyAs, MAX_BODY_CHARACTERS } from './bodies.ts';
import { commitJson } from './commits.ts';
import { repositoryOf } from './repository-of.ts';

/** The listing of files ends here, whatever the page. */
const MAX_FILES = 3000;
const MAX_COMMITS = 250;

export function pullPath(owner: string, name: string, number: number): string {
  return `/repos/${owner}/${name}/pulls/${number}`;
}

/** The pull request that a path names. */
export async function pullOf(call: Call): Promise<{ repository: Repository; pull: Pull }> {
  const repository = await repositoryOf(call);
  const number = Number(call.params['number']);
  if (!Number.isInteger(number)) throw notFound();
  return { repository, pull: await pullByNumber(call.host, repository, number) };
}

/** The form that lists and webhooks share; `viewer` decides the permissions shown. */
async function pullJson(
  host: Host,
  repository: Repository,
  pull: Pull,
  viewer: Call['principal'] = { kind: 'anonymous' },
): Promise<Record<string, unknown>> {
  const owner = authorLogin(host, repository.ownerId);
  const api = `${host.apiUrl}${pullPath(owner, repository.name, pull.number)}`;
  const html = `${host.url}/${owner}/${repository.name}/pull/${pull.number}`;
  const repo = await repositoryJson(host, repository, viewer);
  const headRepo =
    pull.fork === null ? null : { ...repo, ...(pull.fork === undefined ? {} : { full_name: pull.fork }) };
  const side = (ref: string, sha: string, from: object | null) => ({
    label: `${owner}:${ref}`,
    ref,
    sha,
    user: authorJson(host, repository.ownerId),
    repo: from,
  });
  return {
    id: pull.id,
    url: api,
    html_url: html,
    diff_url: `${html}.diff`,
    issue_url: `${host.apiUrl}/repos/${owner}/${repository.name}/issues/${pull.number}`,
    number: pull.number,
    state: pull.state,
    locked: false,
    title: pull.title,
    user: authorJson(host, pull.authorId),
    body: pull.body === '' ? null : pull.body,
    created_at: pull.createdAt,
    updated_at: pull.updatedAt,
    closed_at: pull.closedAt,
    merged_at: pull.mergedAt,
    merge_commit_sha: pull.mergeSha,
    draft: pull.draft ?? false,
    labels: (pull.labels ?? []).map((name) => ({ name })),
    head: side(pull.headRef, pull.headSha, headRepo),
    base: side(pull.baseRef, pull.baseSha, repo),
    author_association: associationOf(host, repository, pull.authorId),
    auto_merge: null,
  };
}

/** The form that a single pull request has besides. */
export async function fullPullJson(host: Host, repository: Repository, pull: Pull, viewer?: Call['principal']) {
  const { files: changed } = await pullDiff(host, repository, pull);
  const mine = <T extends { repositoryId: number; number: number }>(all: T[]) =>
    all.filter((each) => each.repositoryId === repository.id && each.number === pull.number).length;
  const { issueComments, reviewComments } = host.file.state;
  return {
    ...(await pullJson(host, repository, pull, viewer)),
    merged: pull.mergedAt !== null,
    mergeable: pull.state === 'open' ? true : null,
    mergeable_state: 'clean',
    merged_by: null,
    comments: mine(issueComments),
    review_comments: mine(reviewComments),
    commits: (await commitsOfPull(host, repository, pull)).length,
    additions: changed.reduce((sum, file) => sum + file.additions, 0),
    deletions: changed.reduce((sum, file) => sum + file.deletions, 0),
    changed_files: changed.length,
  };
}

async function list(call: Call) {
  const repository = await repositoryOf(call);
  const { host, query } = call;
  const pulls = pullsOf(host, repository);
  for (const pull of pulls) await pullByNumber(host, repository, pull.number);
  const state = query.get('state') ?? 'open';
  const byUpdate = query.get('sort') === 'updated';
  // Newest first unless asked otherwise; the platform defaults to ascending when a sort other than `created` is named.
  const direction = query.get('direction') ?? (byUpdate ? 'asc' : 'desc');
  const key = (pull: Pull) => (byUpdate ? pull.updatedAt : pull.createdAt);
  const wanted = pulls
    .filter((each) => state === 'all' || each.state === state)
    .filter((each) => query.get('base') === null || each.baseRef === query.get('base'))
    .sort((a, b) => key(a).localeCompare(key(b)) || a.number - b.number);
  if (direction === 'desc') wanted.reverse();
  const path = `/repos/${authorLogin(host, repository.ownerId)}/${repository.name}/pulls`;
  const { items, headers } = page(call, path, wanted);
  const json = await Promise.all(items.map((each) => pullJson(host, repository, each, call.principal)));
  return { status: 200, headers, json };
}

const newPullShape = z.object({ title: z.string(), head: z.string(), base: z.string(), body: z.string().nullish() });

async function create(call: Call) {
  const repository = await repositoryOf(call);
  const { title, head, base, body } = bodyAs(call, newPullShape);
  assertText('PullRequest', 'title', title);
  if ((body ?? '').length > MAX_BODY_CHARACTERS) assertText('PullRequest', 'body', body ?? '');
  const asked = { title, body: body ?? '', headRef: head.replace(/^.*:/, ''), baseRef: base };
  const pull = await openPull(call.host, repository, { ...asked, authorId: writerOf(call, repository) });
  return { status: 201, json: await fullPullJson(call.host, repository, pull, call.principal) };
}

const changeShape = z.object({
  title: z.string().optional(),
  body: z.string().nullish(),
  state: z.enum(['open', 'closed']).optional(),
  base: z.string().optional(),
});

async function change(call: Call) {
  const { repository, pull } = await pullOf(call);
  writerOf(call, repository);
  const { title, body, state, base } = bodyAs(call, changeShape);
  if (state === 'open' && pull.mergedAt !== null) {
    throw new RestError(422, 'Validation Failed', {
      errors: [{ resource: 'PullRequest', code: 'invalid', field: 'state', message: 'state cannot be changed.' }],
    });
  }
  if (title !== undefined) pull.title = title;
  if (body !== undefined) pull.body = body ?? '';
  if (base !== undefined) pull.baseRef = base;
  if (state !== undefined && state !== pull.state) {
    pull.state = state;
    pull.closedAt = state === 'closed' ? new Date().toISOString() : null;
  }
  touch(call.host, pull);
  return { status: 200, json: await fullPullJson(call.host, repository, pull, call.principal) };
}

const mergeShape = z.object({
  merge_method: z.enum(['merge', 'squash', 'rebase']).default('merge'),
  sha: z.string().optional(),
  commit_title: z.string().optional(),
});

async function merge(call: Call) {
  const { repository, pull } = await pullOf(call);
  const permission = permissionOn(call.principal, repository);
  if (permission !== 'push' && permission !== 'admin') throw notFound();
  const { merge_method: method, sha, commit_title: title } = bodyAs(call, mergeShape);
  if (method === 'rebase') throw new RestError(405, 'Rebase merges are not allowed on this repository.');
  if (sha !== undefined && sha !== pull.headSha) {
    throw new RestError(409, 'Head branch was modified. Review and try the merge again.');
  }
  await mergePull(call.host, repository, pull, { by: accountOfCaller(call), method, title });
  return { status: 200, json: { sha: pull.mergeSha, merged: true, message: 'Pull Request successfully merged' } };
}

async function files(call: Call) {
  const { repository, pull } = await pullOf(call);
  const { host } = call;
  const diff = await pullDiff(host, repository, pull);
  const owner = authorLogin(host, repository.ownerId);
  const path = `${pullPath(owner, repository.name, pull.number)}/files`;
  const { items, headers } = page(call, path, diff.files.slice(0, MAX_FILES));
  const json = items.map((file) => ({
    sha: file.sha,
    filename: file.path,
    status: file.status,
    additions: file.additions,
    deletions: file.deletions,
    changes: file.additions + file.deletions,
    blob_url: `${host.url}/${owner}/${repository.name}/blob/${pull.headSha}/${encodeURI(file.path)}`,
    ...(file.previousPath === undefined ? {} : { previous_filename: file.previousPath }),
    ...(file.patch === undefined ? {} : { patch: file.patch }),
  }));
  return { status: 200, headers, json };
}

async function commits(call: Call) {
  const { repository, pull } = await pullOf(call);
  const path = `${pullPath(authorLogin(call.host, repository.ownerId), repository.name, pull.number)}/commits`;
  const all = (await commitsOfPull(call.host, repository, pull)).slice(0, MAX_COMMITS);
  const { items, headers } = page(call, path, all);
  return {
    status: 200,
    headers,
    json: await Promise.all(items.map((each) => commitJson(call.host, repository, each))),
  };
}

/** Whether a commit is one of the pull request's: reachable from its head and not from where it forked off. */
export async function isCommitOf(host: Host, repository: Repository, pull: Pull, commit: string): Promise<boolean> {
  if (commit === pull.headSha) return true;
  const mergeBase = await mergeBaseOf(host, repository, pull.baseSha, pull.headSha);
  return mergeBase !== undefined && (await commitsOfPull(host, repository, pull)).includes(commit);
}

export const pullRoutes: Route[] = [
  route('GET', '/repos/{owner}/{repo}/pulls', list),
  route('POST', '/repos/{owner}/{repo}/pulls', create),
  route('GET', '/repos/{owner}/{repo}/pulls/{number}', async (call) => {
    const { repository, pull } = await pullOf(call);
    return { status: 200, json: await fullPullJson(call.host, repository, pull, call.principal) };
  }),
  route('PATCH', '/repos/{owner}/{repo}/pulls/{number}', change),
  route('PUT', '/repos/{owner}/{repo}/pulls/{number}/merge', merge),
  route('GET', '/repos/{owner}/{repo}/pulls/{number}/files', files),
  route('GET', '/repos/{owner}/{repo}/pulls/{number}/commits', commits),
];
