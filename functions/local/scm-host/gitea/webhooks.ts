/**
 * Webhooks as Gitea and Forgejo send them: the payloads have GitHub's form, without an author's association or type, and an
 * action of another name for a push; the delivery has its headers under three names.
 *
 *     POST <url>   X-Gitea-Event: pull_request   X-Gitea-Delivery: 0d1f…   X-Gitea-Signature: 9f3…
 *     {"action": "synchronized", "number": 7, "pull_request": {…}, "repository": {…}, "sender": {…}}
 *
 * What is said in the conversation and what answers a thread on lines are one event, which does not say what is answered.
 *
 * https://docs.gitea.com/usage/repository/webhooks  services/webhook/notifier.go and services/pull/review.go in its source
 */
import { createHmac, randomUUID } from 'node:crypto';
import { pullByNumber } from '../pulls.ts';
import { repositoryJson } from '../representations.ts';
import { authorJson, authorLogin } from '../rest/authors.ts';
import type { Host } from '../routing.ts';
import type { Repository } from '../state.ts';
import type { Payload, WebhookTarget } from '../webhooks.ts';

/** What only the other platform says; a draft is known by its title. */
const ABSENT = new Set(['author_association', 'draft', 'installation']);

const ACTIONS: Record<string, string> = { synchronize: 'synchronized' };

/** A payload of the other platform in Gitea's form. */
export function giteaPayload(payload: Payload): Payload {
  const { action, ...rest } = inGiteaForm(payload) as Payload;
  const said = typeof action === 'string' ? { action: ACTIONS[action] ?? action } : {};
  return { ...said, ...rest, ...('comment' in rest ? { is_pull: true } : {}) };
}

function inGiteaForm(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inGiteaForm);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => !ABSENT.has(key) && !('login' in value && key === 'type'));
  return Object.fromEntries(kept.map(([key, each]) => [key, inGiteaForm(each)]));
}

/** The delivery's id is the same for a redelivery. */
export async function sendGiteaWebhook(
  { url, secret }: WebhookTarget,
  event: string,
  payload: Payload,
  delivery: string = randomUUID(),
): Promise<{ status: number; text: string }> {
  const body = JSON.stringify(payload, null, 2);
  const digest = createHmac('sha256', secret).update(body).digest('hex');
  const named = (name: string) => ({ [`X-${name}-Delivery`]: delivery, [`X-${name}-Event`]: event });
  const signed = { 'X-Gitea-Signature': digest, 'X-Gogs-Signature': digest, 'X-Hub-Signature-256': `sha256=${digest}` };
  const headers = { ...named('Gitea'), ...named('Gogs'), ...named('GitHub'), ...signed };
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  });
  return { status: response.status, text: await response.text() };
}

export async function giteaCommentPayload(host: Host, repository: Repository, commentId: number): Promise<Payload> {
  const { issueComments, reviewComments } = host.file.state;
  const comment = [...issueComments, ...reviewComments].find(({ id }) => id === commentId);
  if (comment === undefined) throw new Error(`no comment ${commentId}`);
  const pull = await pullByNumber(host, repository, comment.number);
  const html = `${host.url}/${authorLogin(host, repository.ownerId)}/${repository.name}/pulls/${pull.number}`;
  const withoutType = (id: number) => ({ ...authorJson(host, id), type: undefined });
  return {
    action: 'created',
    is_pull: true,
    issue: {
      id: pull.id,
      number: pull.number,
      title: pull.title,
      state: pull.state,
      user: withoutType(pull.authorId),
      html_url: html,
      created_at: pull.createdAt,
      updated_at: pull.updatedAt,
      pull_request: { merged: pull.mergedAt !== null, merged_at: pull.mergedAt, html_url: html },
    },
    comment: {
      id: comment.id,
      html_url: `${html}#issuecomment-${comment.id}`,
      pull_request_url: html,
      issue_url: '',
      user: withoutType(comment.authorId),
      body: comment.body,
      created_at: comment.createdAt,
      updated_at: comment.updatedAt,
    },
    repository: await repositoryJson(host, repository, { kind: 'anonymous' }),
    sender: withoutType(comment.authorId),
  };
}
