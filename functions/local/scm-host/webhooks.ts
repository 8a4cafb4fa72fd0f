/**
 * Webhooks as the platform sends them: its payloads for pushes, pull requests and comments, and a signed delivery. The
 * host sends nothing by itself; who drives it (a test, the demo) decides what is delivered, when, and how often.
 *
 *     POST <url>   X-GitHub-Event: issue_comment   X-GitHub-Delivery: 0d1f…   X-Hub-Signature-256: sha256=9f3…
 *     {"action": "created", "issue": {"number": 7, "pull_request": {…}}, "comment": {…}, "repository": {…}, "sender": {…}}
 */
import { createHmac, randomUUID } from 'node:crypto';
import { git } from './git-command.ts';
import { mergeBaseOf, pullByNumber } from './pulls.ts';
import { installationJson, repositoryJson } from './representations.ts';
import { associationOf, authorJson, authorLogin } from './rest/authors.ts';
import { commitsJson } from './rest/commits.ts';
import { issueCommentJson } from './rest/issue-comments.ts';
import { fullPullJson } from './rest/pulls.ts';
import { reviewCommentJson } from './rest/review-comments.ts';
import type { Host } from './routing.ts';
import type { Repository } from './state.ts';

export type Payload = Record<string, unknown>;

export interface WebhookTarget {
  url: string;
  secret: string;
}

/** The delivery's id is the same for a redelivery. */
export async function sendWebhook(
  target: WebhookTarget,
  event: string,
  payload: Payload,
  delivery: string = randomUUID(),
): Promise<{ status: number; text: string }> {
  const body = JSON.stringify(payload);
  const response = await fetch(target.url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'GitHub-Hookshot/local',
      'X-GitHub-Event': event,
      'X-GitHub-Delivery': delivery,
      'X-GitHub-Hook-ID': '1',
      'X-Hub-Signature-256': `sha256=${createHmac('sha256', target.secret).update(body).digest('hex')}`,
    },
    body,
  });
  return { status: response.status, text: await response.text() };
}

const NO_COMMIT = '0'.repeat(40);

/** What every payload ends with. */
async function surroundings(host: Host, repository: Repository, senderId: number): Promise<Payload> {
  const installation = host.file.state.installations.find((each) => each.accountId === repository.ownerId);
  return {
    repository: await repositoryJson(host, repository, { kind: 'anonymous' }),
    sender: authorJson(host, senderId),
    ...(installation === undefined ? {} : { installation: { id: installationJson(host, installation)['id'] } }),
  };
}

export async function issueCommentPayload(
  host: Host,
  repository: Repository,
  commentId: number,
  action: 'created' | 'edited' | 'deleted' = 'created',
): Promise<Payload> {
  const comment = host.file.state.issueComments.find((each) => each.id === commentId);
  if (comment === undefined) throw new Error(`no comment ${commentId}`);
  const pull = await pullByNumber(host, repository, comment.number);
  const api = `${host.apiUrl}/repos/${authorLogin(host, repository.ownerId)}/${repository.name}`;
  const html = `${host.url}/${authorLogin(host, repository.ownerId)}/${repository.name}/pull/${pull.number}`;
  return {
    action,
    issue: {
      id: pull.id,
      url: `${api}/issues/${pull.number}`,
      html_url: html,
      number: pull.number,
      title: pull.title,
      body: pull.body === '' ? null : pull.body,
      user: authorJson(host, pull.authorId),
      state: pull.state,
      labels: [],
      comments: host.file.state.issueComments.filter(
        (each) => each.repositoryId === repository.id && each.number === pull.number,
      ).length,
      created_at: pull.createdAt,
      updated_at: pull.updatedAt,
      closed_at: pull.closedAt,
      author_association: associationOf(host, repository, pull.authorId),
      draft: false,
      pull_request: { url: `${api}/pulls/${pull.number}`, html_url: html, merged_at: pull.mergedAt },
    },
    comment: issueCommentJson(host, repository, comment),
    ...(await surroundings(host, repository, comment.authorId)),
  };
}

/** Of a comment on lines. */
export async function reviewCommentPayload(
  host: Host,
  repository: Repository,
  commentId: number,
  action: 'created' | 'edited' | 'deleted' = 'created',
): Promise<Payload> {
  const comment = host.file.state.reviewComments.find((each) => each.id === commentId);
  if (comment === undefined) throw new Error(`no comment ${commentId}`);
  const pull = await pullByNumber(host, repository, comment.number);
  const { merged: _, ...pullJson } = await fullPullJson(host, repository, pull);
  return {
    action,
    comment: await reviewCommentJson({ host }, repository, pull, comment),
    pull_request: pullJson,
    ...(await surroundings(host, repository, comment.authorId)),
  };
}

export type PullAction =
  | 'opened'
  | 'edited'
  | 'closed'
  | 'reopened'
  | 'synchronize'
  | 'ready_for_review'
  | 'converted_to_draft'
  | 'labeled'
  | 'unlabeled';

export async function pullRequestPayload(
  host: Host,
  repository: Repository,
  number: number,
  action: PullAction,
  more: { before?: string; senderId?: number; label?: string; titleBefore?: string } = {},
): Promise<Payload> {
  const pull = await pullByNumber(host, repository, number);
  return {
    action,
    number,
    pull_request: await fullPullJson(host, repository, pull),
    ...(action === 'synchronize' ? { before: more.before ?? NO_COMMIT, after: pull.headSha } : {}),
    ...(more.label === undefined ? {} : { label: { name: more.label } }),
    ...(more.titleBefore === undefined ? {} : { changes: { title: { from: more.titleBefore } } }),
    ...(await surroundings(host, repository, more.senderId ?? pull.authorId)),
  };
}

/** `before` or `after` undefined: the branch is new, or was deleted. */
export async function pushPayload(
  host: Host,
  repository: Repository,
  branch: string,
  { before = NO_COMMIT, after = NO_COMMIT }: { before?: string | undefined; after?: string | undefined },
): Promise<Payload> {
  const options = host.repositories.gitOptions(repository);
  const whole = before !== NO_COMMIT && after !== NO_COMMIT;
  const shared = whole ? await mergeBaseOf(host, repository, before, after) : undefined;
  const commits = whole ? await commitsJson(host, repository, ['--reverse', `${before}..${after}`]) : [];
  const listed = await Promise.all(commits.map((commit) => pushedCommit(options, commit)));
  const owner = authorLogin(host, repository.ownerId);
  return {
    ref: `refs/heads/${branch}`,
    before,
    after,
    created: before === NO_COMMIT,
    deleted: after === NO_COMMIT,
    forced: whole && shared !== before,
    base_ref: null,
    compare: `${host.url}/${owner}/${repository.name}/compare/${before.slice(0, 12)}...${after.slice(0, 12)}`,
    // The platform lists the first 20.
    commits: listed.slice(0, 20),
    head_commit: listed.at(-1) ?? null,
    pusher: { name: owner, email: `${owner}@users.invalid` },
    ...(await surroundings(host, repository, repository.ownerId)),
  };
}

/** A commit with the paths it added, removed and modified: `A\0b.py\0M\0a.py\0`. */
async function pushedCommit(options: { gitDir: string }, commit: Payload): Promise<Payload> {
  const id = String(commit['sha']);
  const form = ['--no-commit-id', '--root', '-r', '-z', '--name-status', '--no-renames'];
  const fields = (await git(['diff-tree', ...form, id], options)).toString('utf8').split('\0');
  const paths: Record<string, string[]> = { A: [], D: [], M: [], T: [] };
  for (let at = 0; at + 1 < fields.length; at += 2) paths[fields[at] ?? '']?.push(fields[at + 1] ?? '');
  const { message, author, committer, tree } = commit['commit'] as Payload;
  return {
    id,
    tree_id: (tree as Payload)['sha'],
    distinct: true,
    message,
    timestamp: (committer as Payload)['date'],
    url: commit['html_url'],
    author,
    committer,
    added: paths['A'],
    removed: paths['D'],
    modified: [...(paths['M'] ?? []), ...(paths['T'] ?? [])],
  };
}
