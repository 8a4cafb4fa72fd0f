/** Deliveries as GitLab makes them, told by the local platform: its own events, its token, projects in nested groups. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { TestService, TestUser } from '../../support/service.ts';
import { startService } from '../../support/service.ts';
import { makeRepository, type TestRepository } from '../../support/repositories.ts';
import { pullRequestPath } from '../../support/document-paths.ts';
import { WEBHOOK_PATH, webhookOf } from '../../support/webhook.ts';

const TOKEN = 'gitlab-hook-token';

describe('webhook: GitLab', () => {
  const at = ['acme/platform', 'engine'] as const;
  const settings = { scmKind: 'gitlab', webhookTokens: ['older', TOKEN], webhookSecrets: [] } as const;
  let service: TestService;
  let ada: TestUser;
  let source: TestRepository;
  let number: number;
  let hook: ReturnType<typeof webhookOf>;

  before(async () => {
    service = await startService({
      settings: { ...settings, webhookTokens: [...settings.webhookTokens], webhookSecrets: [] },
    });
    const { host } = service;
    host.addUser({ login: at[0], type: 'Organization', nested: true });
    source = makeRepository({ 'a.py': 'x = 1\n' });
    source.git('checkout', '-q', '-b', 'sorting');
    source.commit({ 'a.py': 'x = 2\n' });
    source.git('checkout', '-q', 'main');
    await host.addRepository({ owner: at[0], name: at[1], from: source.path, private: true });
    host.addUser({ login: 'ada' });
    host.grant({ login: 'ada', owner: at[0], name: at[1], permission: 'push' });
    ada = await service.user('ada');
    hook = webhookOf(service, at[0], at[1], true);
    await hook.indexed({ indexed_by: ada.uid });
    number = (await host.openPull({ owner: at[0], name: at[1], head: 'sorting', by: 'ada', title: 'Sort names' }))
      .number;
  });
  after(async () => {
    await service.close();
    source.remove();
  });

  async function send(event: string, payload: Record<string, unknown>, options: { token?: string; key?: string } = {}) {
    const target = { url: service.baseUrl + WEBHOOK_PATH, token: options.token ?? TOKEN };
    const { status, text } = await service.host.gitlab.sendWebhook(target, event, payload, options.key);
    return { status, body: JSON.parse(text) as Record<string, unknown> };
  }
  const note = async (body: string, by = 'ada') => {
    const { id } = await service.host.comment({ owner: at[0], name: at[1], number, by, body });
    return service.host.gitlab.payloads.note(...at, id);
  };
  const pull = () => service.ports.store.get(pullRequestPath(hook.repoKey, number));

  it('refuses a missing or wrong token, and the token where the platform is another', async () => {
    const payload = await service.host.gitlab.payloads.push(...at, 'main', {
      before: 'a'.repeat(40),
      after: 'b'.repeat(40),
    });
    for (const token of ['', 'wrong', `${TOKEN}x`]) {
      assert.equal((await send('Push Hook', payload, { token })).status, 403, token);
    }
    const other = await startService({ settings: { webhookTokens: [TOKEN] } });
    const target = { url: other.baseUrl + WEBHOOK_PATH, token: TOKEN };
    assert.equal((await service.host.gitlab.sendWebhook(target, 'Push Hook', payload)).status, 403);
    await other.close();
    const bare = await startService({ settings: { ...settings, webhookTokens: [], webhookSecrets: [] } });
    const unset = { url: bare.baseUrl + WEBHOOK_PATH, token: TOKEN };
    assert.equal((await service.host.gitlab.sendWebhook(unset, 'Push Hook', payload)).status, 503);
    await bare.close();
  });

  it('follows pushes, once for a delivery that is repeated', async () => {
    const commits = { before: 'a'.repeat(40), after: source.git('rev-parse', 'main') };
    const payload = await service.host.gitlab.payloads.push(...at, 'main', commits);
    const key = randomUUID();
    const first = await send('Push Hook', payload, { key });
    assert.match(String(first.body['job_id']), /^inc-push-/);
    assert.equal(first.body['repo'], 'acme/platform/engine');
    assert.deepEqual(await send('Push Hook', payload, { key }), first);
    assert.equal((await send('Tag Push Hook', payload)).body['status'], 'ignored');
    const gone = await service.host.gitlab.payloads.push(...at, 'old', { before: 'a'.repeat(40) });
    assert.equal((await send('Push Hook', gone)).body['reason'], 'The branch was deleted');
  });

  it('records merge requests through to their merge', async () => {
    const { payloads } = service.host.gitlab;
    await send('Merge Request Hook', await payloads.mergeRequest(...at, number, 'open'));
    const opened = await pull();
    assert.deepEqual(
      [opened?.['state'], opened?.['author'], opened?.['title'], opened?.['head_ref'], opened?.['base_ref']],
      ['open', 'ada', 'Sort names', 'sorting', 'main'],
    );
    assert.equal(opened?.['from_fork'], false);
    source.git('checkout', '-q', 'sorting');
    const head = source.commit({ 'a.py': 'x = 3\n' });
    source.git('checkout', '-q', 'main');
    await service.host.pull(...at, number);
    // Somebody else acts: the author is not told, and stays.
    const pushed = await payloads.mergeRequest(...at, number, 'update', 'c'.repeat(40));
    await send('Merge Request Hook', { ...pushed, user: { id: 999, username: 'grace' } });
    const after = await pull();
    assert.deepEqual([after?.['head_sha'], after?.['author']], [head, 'ada']);
    const approved = await payloads.mergeRequest(...at, number, 'update');
    const ignored = await send('Merge Request Hook', {
      ...approved,
      object_attributes: { ...(approved['object_attributes'] as object), action: 'approved' },
    });
    assert.equal(ignored.body['reason'], 'Action approved changes nothing here');
  });

  it('starts a review by a note, and by nothing else', async () => {
    const started = await send('Note Hook', await note('@reviewgraph review'));
    assert.deepEqual(started.body, { status: 'processing', pr: `acme/platform/engine#${number}`, action: 'review' });
    const plain = await note('@reviewgraph review');
    const attributes = plain['object_attributes'] as object;
    const others: object[] = [
      { object_attributes: { ...attributes, system: true } },
      { object_attributes: { ...attributes, type: 'DiffNote' } },
      { object_attributes: { ...attributes, noteable_type: 'Issue' }, merge_request: undefined },
      { object_attributes: { ...attributes, action: 'update' } },
      { user: { id: 5, username: 'project_42_bot_9f1c' } },
    ];
    for (const changed of others) {
      const answer = await send('Note Hook', { ...plain, ...changed });
      assert.equal(answer.body['status'], 'ignored', JSON.stringify(changed));
    }
    const broken = await send('Note Hook', { ...plain, project: { path_with_namespace: '../etc' } });
    assert.equal(broken.status, 422);
  });

  it('asks the platform who may command, where that is limited', async () => {
    const limited = { ...service.ports.settings };
    service.ports.settings.reviewAllowedAssociations = ['OWNER', 'MEMBER'];
    try {
      service.host.addUser({ login: 'eve' });
      service.host.grant({ login: 'eve', owner: at[0], name: at[1], permission: 'pull' });
      const refused = await send('Note Hook', await note('@reviewgraph review', 'eve'));
      assert.equal(refused.body['reason'], 'Commands are open to OWNER, MEMBER only');
      const allowed = await send('Note Hook', await note('@reviewgraph help me'));
      assert.equal(allowed.body['status'], 'processing');
    } finally {
      service.ports.settings.reviewAllowedAssociations = limited.reviewAllowedAssociations;
    }
  });

  it('hides a project that becomes private', async () => {
    const open = webhookOf(service, at[0], 'open');
    await open.indexed();
    await service.host.addRepository({ owner: at[0], name: 'open', from: source.path, private: true });
    const answer = await send('Project Hook', await service.host.gitlab.payloads.projectUpdate(at[0], 'open'));
    assert.deepEqual([answer.status, answer.body['status']], [200, 'ignored']);
    assert.equal((await open.record())?.['private'], true);
  });

  it('serves a project of a nested group by its encoded path', async () => {
    const path = `/api/v1/repos/${encodeURIComponent(at[0])}/${at[1]}/prs`;
    const answer = await service.call('GET', path, { as: ada });
    assert.equal(answer.status, 200, answer.text);
    for (const owner of ['acme/../x', 'acme//x', '/acme', 'acme/']) {
      const odd = await service.call('GET', `/api/v1/repos/${encodeURIComponent(owner)}/engine/prs`, { as: ada });
      assert.ok([404, 422].includes(odd.status), owner);
    }
  });
});
