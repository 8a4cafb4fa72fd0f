/** Updates by webhooks, from the delivery to the graph: order, turns, and the small road without a clone. */
import assert from 'node:assert/strict';
import { changeJob } from '../../../src/jobs/ingest/states.ts';
import { runIngestTask } from '../../../src/jobs/ingest/tasks.ts';
import { sweepJobs } from '../../../src/jobs/ingest/sweep.ts';
import { testGraph } from '../../support/neo4j.ts';
import { makeRepository } from '../../support/repositories.ts';
import type { TestRepository } from '../../support/repositories.ts';
import { startService } from '../../support/service.ts';
import type { TestService, TestUser } from '../../support/service.ts';
import { NOWHERE, webhookOf } from '../../support/webhook.ts';

type Body = Record<string, unknown>;

describe('updates', function () {
  let service: TestService;
  let user: TestUser;
  const sources: TestRepository[] = [];

  before(async function () {
    this.timeout(240_000);
    service = await startService({ graph: await testGraph() });
    user = await service.user(`pusher${process.pid}x${Date.now() % 100_000}`);
  });
  after(async () => {
    await service.close();
    for (const source of sources) source.remove();
  });

  const run = (id: unknown) => runIngestTask(service.ports, { job_id: id });
  const job = async (id: unknown) =>
    (await service.call('GET', `/api/v1/ingest/jobs/${String(id)}`, { as: user })).body as Body;

  /** A served repository; `ingest` gives the job that indexes it. */
  async function repository(name: string, files: Record<string, string>) {
    const source = makeRepository(files);
    sources.push(source);
    const serve = () => service.host.addRepository({ owner: user.login, name, from: source.path });
    await serve();
    const hook = webhookOf(service, user.login, name);
    const names = async () => {
      const path = `code-finder/function?name=f&fuzzy=true&repo_owner=${user.login}&repo_name=${name}`;
      const { results } = (await service.call('GET', `/api/v1/query/${path}`, { as: user })).body as {
        results: { name: string }[];
      };
      return results.map((each) => each.name).sort();
    };
    return {
      hook,
      source,
      names,
      async ingest() {
        const body = { owner: user.login, repo_name: name };
        return ((await service.call('POST', '/api/v1/ingest/scm', { as: user, body })).body as Body)['job_id'];
      },
      async commit(changes: Record<string, string | null>) {
        const commit = source.commit(changes);
        await serve();
        return commit;
      },
      push: async (fields: object = {}) => (await hook.send('push', hook.push(fields))).body as Body,
    };
  }
  const F = (name: string, calls = '') => `def f_${name}():\n    ${calls === '' ? 'pass' : `f_${calls}()`}\n`;

  it('brings the graph to the pushed commit, and shows the job like any other', async () => {
    const repo = await repository('moves', { 'a.py': F('a'), 'b.py': F('b') });
    await run(await repo.ingest());
    const before = repo.source.git('rev-parse', 'HEAD');
    const after = await repo.commit({ 'b.py': `from a import f_a\n${F('b2', 'a')}`, 'c.py': F('c') });
    const answer = await repo.push({ before, after });
    assert.deepEqual(
      { ...answer, job_id: '' },
      {
        status: 'processing',
        job_id: '',
        repo: repo.hook.repoId,
        ref: 'refs/heads/main',
        commits: `${before}..${after}`,
      },
    );
    assert.match(String(answer['job_id']), /^inc-push-[0-9a-f-]{36}$/);
    assert.equal((await job(answer['job_id']))['status'], 'dispatched');
    assert.equal(await run(answer['job_id']), 'completed');
    const done = await job(answer['job_id']);
    assert.deepEqual([done['kind'], done['status'], done['commit_sha']], ['push', 'completed', after]);
    assert.equal((done['stats'] as Body)['files_reused'], 1);
    assert.deepEqual(await repo.names(), ['f_a', 'f_b2', 'f_c']);
    const record = await repo.hook.record();
    assert.deepEqual(
      [record?.['commit_sha'], record?.['active_job_id'], record?.['ingestion_status'], record?.['functions']],
      [after, null, 'ingested', 3],
    );
  });

  it('looks again when the commit is gone before its files were read', async () => {
    const repo = await repository('forced', { 'a.py': F('a') });
    await run(await repo.ingest());
    await repo.commit({ 'a.py': F('lost') });
    const { job_id: id } = await repo.push();
    service.host.fail({ path: /\/forced\/git\/blobs\//, status: 404 });
    await assert.rejects(run(id), { code: 'platform_unavailable' });
    const newest = await repo.commit({ 'a.py': F('forced') });
    assert.equal(await run(id), 'completed');
    assert.deepEqual([await repo.names(), (await job(id))['commit_sha']], [['f_forced'], newest]);
  });

  it('waits as long as the platform asks, with a task for then, and is neither failed nor lost meanwhile', async () => {
    const repo = await repository('limited', { 'a.py': F('a') });
    await run(await repo.ingest());
    const after = await repo.commit({ 'a.py': F('later') });
    const { job_id: id } = await repo.push();
    service.host.fail({ path: /\/limited/, status: 429, retryAfter: 1800, times: 100 });
    const asked = Date.now();
    assert.equal(await run(id), 'put off');
    service.host.clearFaults();
    const again = service.tasks.tasks.filter(({ payload }) => (payload as Body)['job_id'] === id).at(-1);
    assert.ok(again?.url.endsWith('/updateGraph') === true);
    // By the machine's clock, which goes on while the test stands still.
    const inSeconds = (Date.parse(String(again.scheduleTime)) - asked) / 1000;
    assert.ok(inSeconds >= 1800, `${inSeconds} s`);
    service.advance(1_790_000);
    await sweepJobs(service.ports);
    assert.equal((await job(id))['status'], 'running');
    service.advance(20_000);
    assert.equal(await run(id), 'completed');
    assert.deepEqual([await repo.names(), (await job(id))['commit_sha']], [['f_later'], after]);
  });

  it('makes one job of pushes that come before a worker does', async () => {
    const repo = await repository('rows', { 'a.py': F('a') });
    await run(await repo.ingest());
    await repo.commit({ 'a.py': F('a1') });
    const first = await repo.push();
    const newest = await repo.commit({ 'a.py': F('a2') });
    const second = await repo.push();
    assert.equal(second['job_id'], first['job_id']);
    await run(first['job_id']);
    assert.deepEqual([await repo.names(), (await job(first['job_id']))['commit_sha']], [['f_a2'], newest]);
  });

  it('lets a push wait for the job that is at work, then bring the newest commit', async () => {
    const repo = await repository('turns', { 'a.py': F('a') });
    const ingestion = String(await repo.ingest());
    await changeJob(service.ports, ingestion, { type: 'started', holder: 'w' });
    const early = await repo.push();
    const also = await repo.push();
    assert.equal(also['job_id'], early['job_id'], 'one that waits is enough');
    assert.equal((await job(early['job_id']))['status'], 'pending');
    assert.equal(await run(early['job_id']), 'nothing to do', 'not its turn');
    assert.deepEqual(
      repo.hook.tasks('updateGraph').filter((task) => task['job_id'] === early['job_id']),
      [],
    );
    service.advance(30 * 60_000);
    await sweepJobs(service.ports);
    assert.equal((await job(early['job_id']))['status'], 'dispatched', 'the worker was dead: its turn came');

    const newest = await repo.commit({ 'a.py': F('late') });
    await changeJob(service.ports, String(early['job_id']), { type: 'started', holder: 'w2' });
    const later = await repo.push();
    assert.notEqual(later['job_id'], early['job_id'], 'that worker may have seen the branch already');
    await changeJob(service.ports, String(early['job_id']), { type: 'returned', holder: 'w2' });
    assert.equal(await run(early['job_id']), 'completed');
    assert.equal((await repo.hook.record())?.['active_job_id'], later['job_id']);
    assert.equal(await run(later['job_id']), 'completed');
    assert.deepEqual([await repo.names(), (await repo.hook.record())?.['commit_sha']], [['f_late'], newest]);
    assert.deepEqual(await repo.hook.record().then((record) => [record?.['active_job_id'], record?.['waiting_jobs']]), [
      null,
      [],
    ]);
  });

  it('gives an update its turn when the job before it fails', async () => {
    const repo = await repository('failing', { 'a.py': F('a') });
    await run(await repo.ingest());
    const again = String(await repo.ingest());
    await changeJob(service.ports, again, { type: 'started', holder: 'w' });
    const newest = await repo.commit({ 'a.py': F('b') });
    const push = await repo.push();
    const end = await changeJob(service.ports, again, { type: 'failed', holder: 'w', message: 'no' });
    assert.equal(end?.next?.job_id, push['job_id']);
    assert.equal(await run(push['job_id']), 'completed');
    assert.equal((await repo.hook.record())?.['commit_sha'], newest);
    assert.equal((await repo.hook.record())?.['ingestion_status'], 'ingested');
  });

  it('clones nothing for a small change, and clones for a large one', async () => {
    const repo = await repository('roads', { 'a.py': F('a'), 'go.mod': 'module x\n', 'b.go': 'package x\n' });
    await run(await repo.ingest());
    service.host.fail({ path: /roads\.git\//, status: 503, times: 99 });
    const manifest = repo.source.git('rev-parse', 'HEAD:go.mod');
    service.host.fail({ path: new RegExp(`git/blobs/${manifest}`), status: 503, times: 99 });
    await repo.commit({ 'a.py': F('b'), 'sub/c.py': F('c') });
    const small = await repo.push();
    assert.equal(await run(small['job_id']), 'completed');
    service.host.clearFaults();
    assert.deepEqual(await repo.names(), ['f_b', 'f_c']);

    service.host.fail({ path: /git\/blobs/, status: 503, times: 999 });
    await repo.commit(Object.fromEntries(Array.from({ length: 70 }, (_, i) => [`many/m${i}.py`, F(`m${i}`)])));
    const large = await repo.push();
    assert.equal(await run(large['job_id']), 'completed');
    service.host.clearFaults();
    assert.equal((await repo.hook.record())?.['functions'], 72);

    service.host.fail({ path: /git\/trees/, status: 404, times: 1 });
    await repo.commit({ 'a.py': F('listed') });
    assert.equal(await run((await repo.push())['job_id']), 'completed');
    assert.equal((await repo.hook.record())?.['functions'], 72);
  });

  it('tries again what the platform did not answer, and ends what has no branch any more', async () => {
    const repo = await repository('answers', { 'a.py': F('a') });
    await run(await repo.ingest());
    await repo.commit({ 'a.py': F('b') });
    const push = await repo.push();
    service.host.fail({ path: /git\/blobs/, status: 502, times: 99 });
    await assert.rejects(run(push['job_id']), { code: 'platform_unavailable' });
    service.host.clearFaults();
    assert.equal(await run(push['job_id']), 'completed');
    repo.source.git('branch', '-m', 'main', 'trunk');
    await service.host.addRepository({ owner: user.login, name: 'answers', from: repo.source.path });
    const gone = await repo.push();
    assert.equal(await run(gone['job_id']), 'failed');
    assert.match(String((await job(gone['job_id']))['error_message']), /branch/);
    assert.equal((await repo.hook.record())?.['ingestion_status'], 'ingested', 'the older graph still answers');
  });

  it('takes the installation’s token first', async () => {
    const repo = await repository('installed', { 'a.py': F('a') });
    await service.host.addRepository({ owner: user.login, name: 'installed', from: repo.source.path, private: true });
    await run(await repo.ingest());
    const { sealed_token } = (await service.ports.store.get(`users/${user.uid}`)) ?? {};
    await service.ports.store.update(`users/${user.uid}`, { sealed_token: 'of another key' });
    service.host.addInstallation({ login: user.login });
    const newest = await repo.commit({ 'a.py': F('b') });
    const push = await repo.push();
    assert.equal(await run(push['job_id']), 'completed');
    assert.equal((await repo.hook.record())?.['commit_sha'], newest);
    await service.ports.store.update(`users/${user.uid}`, { sealed_token });
  });

  it('hides a repository at once that the platform now calls private', async () => {
    const repo = await repository('visible', { 'a.py': F('a') });
    await run(await repo.ingest());
    const { repository: named } = repo.hook.push();
    const push = await repo.push({ repository: { ...named, private: true } });
    assert.equal((await repo.hook.record())?.['private'], true);
    assert.equal((await service.ports.store.get(`jobs/${String(push['job_id'])}`))?.['access'], repo.hook.repoKey);
  });

  it('hides a repository when the platform tells that it became private, and its graph with it', async () => {
    const repo = await repository('privatised', { 'a.py': F('a') });
    await run(await repo.ingest());
    const other = await service.user(`reader${process.pid}x${Date.now() % 100_000}`);
    const asked = async () => {
      const path = `code-finder/function?name=f_a&repo_owner=${user.login}&repo_name=privatised`;
      return (await service.call('GET', `/api/v1/query/${path}`, { as: other })).status;
    };
    assert.equal(await asked(), 200);
    const { repository: named } = repo.hook.push();
    const tell = async (action: string, isPrivate: unknown) =>
      (await repo.hook.send('repository', { action, repository: { ...named, private: isPrivate } })).body;
    for (const [action, isPrivate] of [
      ['renamed', false],
      ['edited', 'odd'],
    ] as const) {
      assert.deepEqual(await tell(action, isPrivate), { status: 'ignored' });
      assert.equal((await repo.hook.record())?.['active_job_id'], null);
    }
    assert.deepEqual(await tell('privatized', true), { status: 'ignored' });
    assert.equal(await asked(), 404);
    const record = await repo.hook.record();
    assert.equal(record?.['private'], true);
    assert.equal(await run(record['active_job_id']), 'completed');
    const [node] = await service.ports.graph.read('MATCH (r:Repository {repo_id: $id}) RETURN r.access AS access', {
      id: repo.hook.repoId,
    });
    assert.notEqual(node?.['access'], 'public');
    assert.deepEqual(await tell('privatized', true), { status: 'ignored' });
    assert.equal((await repo.hook.record())?.['active_job_id'], null, 'nothing is left to do');
  });

  it('starts nothing for other branches, tags, new and deleted branches, and unknown repositories', async () => {
    const repo = await repository('rules', { 'a.py': F('a') });
    const unknown = await repo.push();
    assert.deepEqual(unknown, { status: 'ignored', reason: 'The repository is not indexed' });
    await run(await repo.ingest());
    const reasons = [
      [{ ref: 'refs/heads/topic' }, 'Not the indexed branch: the graph holds main'],
      [{ ref: 'refs/tags/main' }, 'Not a branch'],
      [{ after: NOWHERE }, 'The branch was deleted'],
      [{ before: NOWHERE }, 'The branch is new: start a full ingestion to index it'],
    ] as const;
    for (const [fields, reason] of reasons) assert.deepEqual(await repo.push(fields), { status: 'ignored', reason });
    assert.equal((await repo.hook.record())?.['active_job_id'], null);
  });
});
