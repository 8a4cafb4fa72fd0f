/** Pushes that a pull request owns, pull requests, and installations: what is stored and what is answered. */
import assert from 'node:assert/strict';
import { repositoryToken } from '../../../src/jobs/snapshots/repository-token.ts';
import { pendingInstallation } from '../../../src/api/access/users.ts';
import { makeRepository } from '../../support/repositories.ts';
import type { TestRepository } from '../../support/repositories.ts';
import { startService } from '../../support/service.ts';
import type { TestService } from '../../support/service.ts';
import { SHA, webhookOf } from '../../support/webhook.ts';

type Body = Record<string, unknown>;

describe('webhook: push, pull_request, installation', () => {
  let service: TestService;
  let source: TestRepository;
  before(async () => {
    service = await startService();
    source = makeRepository({ 'a.py': 'a = 1\n' });
  });
  after(async () => {
    await service.close();
    source.remove();
  });

  async function indexed(name: string, fields: object = {}) {
    const hook = webhookOf(service, 'events', name);
    await hook.indexed(fields);
    const pr = async (action: string, pull: object = {}, number = 7) =>
      (await hook.send('pull_request', hook.pullRequest(action, pull, number))).body as Body;
    const push = async (payload: object = {}) => (await hook.send('push', hook.push(payload))).body as Body;
    return { hook, pr, push };
  }
  const MERGED = {
    merged: true,
    merged_at: '2026-01-05T10:00:00Z',
    closed_at: '2026-01-05T10:00:00Z',
    updated_at: '2026-01-05T10:00:00Z',
  };

  it('updates the graph when a pull request is merged', async () => {
    const { hook, pr } = await indexed('merge');
    const answer = await pr('closed', MERGED);
    assert.match(String(answer['job_id']), /^inc-pr-[0-9a-f-]{36}$/);
    assert.deepEqual(
      { ...answer, job_id: '' },
      { status: 'processing', job_id: '', pr: 'events/merge#7', action: 'graph_update' },
    );
    const job = await service.ports.store.get(`jobs/${String(answer['job_id'])}`);
    assert.deepEqual([job?.['kind'], job?.['target_branch'], job?.['requested_by']], ['pull_request', 'main', 'u1']);
    assert.deepEqual(hook.tasks('updateGraph').filter(({ job_id }) => job_id === answer['job_id']).length, 1);
  });

  it('gives a merge and its push a job each, one after the other', async () => {
    const { hook, pr, push } = await indexed('both');
    const merge = await pr('closed', MERGED);
    const pushed = await push();
    assert.match(String(pushed['job_id']), /^inc-push-/);
    const record = await hook.record();
    assert.deepEqual([record?.['active_job_id'], record?.['waiting_jobs']], [merge['job_id'], [pushed['job_id']]]);
  });

  it('starts nothing for other actions, and for a merge elsewhere', async () => {
    const { pr, hook } = await indexed('others');
    for (const action of ['opened', 'synchronize', 'labeled', 'assigned', 'edited', 'reopened', 'constructor']) {
      const answer = await pr(action);
      assert.deepEqual([answer['status'], typeof answer['reason']], ['ignored', 'string'], action);
    }
    assert.deepEqual(await pr('closed'), { status: 'ignored', reason: 'The pull request was closed without a merge' });
    const elsewhere = await pr('closed', { ...MERGED, base: { ref: 'release' } }, 8);
    assert.deepEqual(elsewhere, {
      status: 'ignored',
      reason: 'Not merged into the indexed branch: the graph holds main',
    });
    assert.equal((await hook.record())?.['active_job_id'], null);
    const unknown = webhookOf(service, 'events', 'unknown');
    const answer = await unknown.send('pull_request', unknown.pullRequest('closed', MERGED));
    assert.deepEqual(answer.body, { status: 'ignored', reason: 'The repository is not indexed' });
    assert.equal(await unknown.pull(), undefined);
  });

  it('leaves a branch to its open pull request, until that is closed', async () => {
    const { pr, push } = await indexed('owned', { branch: 'sorting' });
    const payload = { ref: 'refs/heads/sorting' };
    await pr('opened');
    assert.deepEqual(await push(payload), { status: 'ignored', reason: 'The branch has an open pull request, #7' });
    await pr('closed', { updated_at: '2026-01-03T10:00:00Z' });
    assert.equal((await push(payload))['status'], 'processing');
    await pr('reopened', { updated_at: '2026-01-04T10:00:00Z' });
    assert.equal((await push(payload))['status'], 'ignored');
    const merged = await pr('closed', { ...MERGED, base: { ref: 'release' } });
    assert.equal(merged['status'], 'processing', 'the merge makes up for the pushes that were left out');
  });

  it('does not take a fork’s branch for the repository’s own', async () => {
    const { pr, push } = await indexed('fork');
    await pr('opened', { head: { ref: 'main', sha: SHA('d'), repo: { full_name: 'stranger/fork' } } });
    await pr('opened', { head: { ref: 'main', sha: SHA('e'), repo: null } }, 8);
    assert.equal((await push())['status'], 'processing');
  });

  it('keeps a title with half a character in it, which a document could not hold', async () => {
    const { hook, pr } = await indexed('half');
    await pr('opened', { title: 'Sort \ud83c names' });
    assert.equal((await hook.pull())?.['title'], 'Sort \ufffd names');
  });

  it('keeps pull requests, whatever the order of events', async () => {
    const { hook, pr } = await indexed('kept');
    await pr('synchronize', {
      updated_at: '2026-01-04T10:00:00Z',
      head: { ref: 'sorting', sha: SHA('e'), repo: { full_name: 'Events/Kept' } },
    });
    await pr('opened', { title: 'An older title' });
    const pull = await hook.pull();
    assert.deepEqual(
      [pull?.['title'], pull?.['head_sha'], pull?.['from_fork'], pull?.['opened_at']],
      ['Sort names', SHA('e'), false, '2026-01-02T10:00:00.000Z'],
    );
    await pr('closed', MERGED);
    await pr('synchronize', { updated_at: '2026-01-05T10:00:01Z' });
    const merged = await hook.pull();
    assert.deepEqual([merged?.['state'], merged?.['merged_at']], ['merged', '2026-01-05T10:00:00.000Z']);
    const happened = await service.ports.store.query({
      collection: 'events',
      where: [['repo_key', '==', hook.repoKey]],
    });
    assert.deepEqual(happened.map(({ doc }) => [doc['type'], doc['at'], doc['opened_at']]).sort(), [
      ['pr.merged', '2026-01-05T10:00:00.000Z', '2026-01-02T10:00:00.000Z'],
      ['pr.opened', '2026-01-02T10:00:00.000Z', undefined],
    ]);
  });

  it('leaves a pending installation for its account, and takes it back', async () => {
    const { hook } = await indexed('app');
    const account = { login: 'Octo-Org', type: 'Organization' };
    const installation = {
      id: 4711,
      account,
      repository_selection: 'selected',
      html_url: 'https://host.test/settings/4711',
    };
    const send = async (action: string) => (await hook.send('installation', { action, installation })).body;
    assert.deepEqual(await send('created'), { status: 'ignored' });
    assert.deepEqual(await pendingInstallation(service.ports, 'octo-org'), {
      id: 4711,
      accountLogin: 'Octo-Org',
      accountType: 'Organization',
      repositorySelection: 'selected',
      settingsUrl: 'https://host.test/settings/4711',
    });
    assert.deepEqual(await send('new_permissions_accepted'), { status: 'ignored' });
    assert.notEqual(await pendingInstallation(service.ports, 'octo-org'), undefined);
    for (const [begin, end] of [
      ['created', 'deleted'],
      ['unsuspend', 'suspend'],
    ] as const) {
      await send(begin);
      assert.notEqual(await pendingInstallation(service.ports, 'octo-org'), undefined, begin);
      assert.deepEqual(await send(end), { status: 'ignored' });
      assert.equal(await pendingInstallation(service.ports, 'octo-org'), undefined, end);
    }
  });

  for (const [how, action] of [
    ['deleted', 'deleted'],
    ['suspended', 'suspend'],
  ] as const) {
    it(`unlinks an installation that is ${how}, and goes on with the token of who indexed the repository`, async () => {
      const login = `app-${how}`;
      const user = await service.user(login);
      await service.host.addRepository({ owner: login, name: 'one', from: source.path });
      const hook = webhookOf(service, login, 'one');
      const repository = { owner: login, repo_name: 'one', indexed_by: user.uid };
      const status = async () => (await service.call('GET', '/api/v1/auth/installation', { as: user })).body;
      const { id } = service.host.addInstallation({ login });
      assert.deepEqual(pick(await status()), [true, id]);
      assert.match(await repositoryToken(service.ports, repository), /^ghs_/);
      service.host.endInstallation(login, how);
      const installation = { id, account: { login, type: 'User' }, repository_selection: 'all', html_url: '' };
      assert.deepEqual((await hook.send('installation', { action, installation })).body, { status: 'ignored' });
      assert.deepEqual(pick(await status()), [false, null]);
      assert.equal(await repositoryToken(service.ports, repository), user.scmToken);
      await assert.rejects(repositoryToken(service.ports, { ...repository, indexed_by: 'nobody' }), {
        code: 'bad_request',
        message: 'The app is not installed on the repository, and who indexed it left no token',
      });
    });
  }

  function pick(body: unknown): unknown[] {
    const { linked, installationId } = body as { linked: boolean; installationId: number | null };
    return [linked, installationId];
  }
});
