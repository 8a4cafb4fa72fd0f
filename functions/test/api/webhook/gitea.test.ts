/**
 * Deliveries as Gitea and Forgejo make them: every header in three names, signatures as digits and with the hash's name,
 * users without a type, pull requests in issues without an address, times that are none.
 */
import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { startService } from '../../support/service.ts';
import type { TestService } from '../../support/service.ts';
import { SHA, WEBHOOK_PATH, webhookOf } from '../../support/webhook.ts';
import { pullRequestPath } from '../../support/document-paths.ts';

const SECRET = 'webhook-test-secret';

function headersOf(event: string, type: string, body: string, secret = SECRET): Record<string, string> {
  const id = randomUUID();
  const digest = (hash: string) => (secret === '' ? '' : createHmac(hash, secret).update(body).digest('hex'));
  return {
    'Content-Type': 'application/json',
    'X-Gitea-Delivery': id,
    'X-Gitea-Event': event,
    'X-Gitea-Event-Type': type,
    'X-Gitea-Signature': digest('sha256'),
    'X-Gogs-Delivery': id,
    'X-Gogs-Event': event,
    'X-Gogs-Event-Type': type,
    'X-Gogs-Signature': digest('sha256'),
    'X-Hub-Signature': `sha1=${digest('sha1')}`,
    'X-Hub-Signature-256': `sha256=${digest('sha256')}`,
    'X-GitHub-Delivery': id,
    'X-GitHub-Event': event,
    'X-GitHub-Event-Type': type,
  };
}

function user(login: string): object {
  return { id: 3, login, login_name: '', full_name: '', email: `${login}@noreply.localhost`, username: login };
}

describe('webhook: Gitea', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.close());

  const repository = (name: string) => ({
    id: 1,
    owner: user('tea'),
    name,
    full_name: `tea/${name}`,
    private: false,
    default_branch: 'main',
    permissions: { admin: true, push: true, pull: true },
  });
  const pull = (name: string, fields: object = {}) => ({
    id: 9,
    number: 7,
    user: user('grace'),
    title: 'Sort names',
    body: '',
    state: 'open',
    html_url: `https://tea.test/tea/${name}/pulls/7`,
    merged: false,
    merged_at: null,
    merge_base: SHA('a'),
    base: { label: 'main', ref: 'main', sha: SHA('a'), repo_id: 1, repo: repository(name) },
    head: { label: 'sorting', ref: 'sorting', sha: SHA('c'), repo_id: 1, repo: repository(name) },
    created_at: '2026-01-02T10:00:00+01:00',
    updated_at: '2026-01-02T10:00:00+01:00',
    closed_at: null,
    ...fields,
  });
  const comment = (name: string, body: string, fields: object) => ({
    action: 'created',
    issue: {
      id: 9,
      number: 7,
      user: user('grace'),
      title: 'Sort names',
      state: 'open',
      created_at: '2026-01-02T10:00:00+01:00',
    },
    comment: { id: 77, html_url: '', user: user('linus'), body, created_at: '2026-01-02T10:00:00+01:00' },
    repository: repository(name),
    sender: user('linus'),
    ...fields,
  });

  async function send(event: string, type: string, payload: object, secret?: string) {
    const body = JSON.stringify(payload, null, 2);
    const answer = await service.call('POST', WEBHOOK_PATH, { body, headers: headersOf(event, type, body, secret) });
    return { status: answer.status, body: answer.body as Record<string, unknown> };
  }

  it('starts reviews by comments on pull requests, however these are marked', async () => {
    const issues = [{ pull_request: { merged: false, merged_at: null } }, {}, { pull_request: null }];
    for (const [at, issue] of issues.entries()) {
      const name = `pulls${at}`;
      await webhookOf(service, 'tea', name).indexed();
      const payload = comment(name, '@reviewgraph review', { is_pull: true });
      Object.assign(payload.issue, issue);
      const answer = await send('issue_comment', 'pull_request_comment', payload);
      assert.deepEqual(answer, { status: 200, body: { status: 'processing', pr: `tea/${name}#7`, action: 'review' } });
    }
    await webhookOf(service, 'tea', 'issue').indexed();
    const plain = comment('issue', '@reviewgraph review', { is_pull: false });
    const answer = await send('issue_comment', 'issue_comment', plain);
    assert.equal(answer.body['reason'], 'The comment is not on a pull request');
  });

  it('follows pushes and pull requests to their merge', async () => {
    const hook = webhookOf(service, 'tea', 'follows');
    await hook.indexed();
    const push = { ref: 'refs/heads/main', before: SHA('a'), after: SHA('b'), commits: [], total_commits: 0 };
    const pushed = await send('push', 'push', { ...push, repository: repository('follows'), pusher: user('ada') });
    assert.match(String(pushed.body['job_id']), /^inc-push-/);

    const event = (action: string, fields: object = {}) => ({
      action,
      number: 7,
      pull_request: pull('follows', fields),
      repository: repository('follows'),
      sender: user('ada'),
    });
    const state = async () => (await service.ports.store.get(pullRequestPath(hook.repoKey, 7)))?.['state'];
    await send('pull_request', 'pull_request', event('opened'));
    assert.equal(await state(), 'open');
    const synced = { head: { ref: 'sorting', sha: SHA('d'), repo: repository('follows') } };
    const again = { ...synced, updated_at: '2026-01-02T10:05:00+01:00' };
    await send('pull_request', 'pull_request_sync', event('synchronized', again));
    assert.equal((await service.ports.store.get(pullRequestPath(hook.repoKey, 7)))?.['head_sha'], SHA('d'));
    const at = '2026-01-02T11:00:00+01:00';
    const merged = { state: 'closed', merged: true, merged_at: at, closed_at: at, updated_at: at };
    const answer = await send('pull_request', 'pull_request', event('closed', merged));
    assert.deepEqual([answer.body['status'], answer.body['action']], ['processing', 'graph_update']);
    assert.equal(await state(), 'merged');
    assert.deepEqual(await send('pull_request_approved', 'pull_request_review_approved', event('reviewed')), {
      status: 200,
      body: { status: 'ignored' },
    });
  });

  it('refuses what a hook without a secret sends', async () => {
    const push = { ref: 'refs/heads/main', before: SHA('a'), after: SHA('b'), repository: repository('open') };
    assert.equal((await send('push', 'push', push, '')).status, 403);
    assert.equal((await send('push', 'push', push, 'another')).status, 403);
  });
});
