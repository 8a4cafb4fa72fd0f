/** Shards on real git, Neo4j and Firestore: in any order, twice, and while the repository changes or goes. */
import assert from 'node:assert/strict';
import { purgeRepository } from '../../../../src/jobs/ingest/purge-repository.ts';
import { runIngestTask } from '../../../../src/jobs/ingest/tasks.ts';
import { repoKeyOf } from '../../../../src/model/repositories.ts';
import type { GraphPort } from '../../../../src/ports.ts';
import { ring, startDividedService } from '../../../support/divided-service.ts';
import type { Body, DividedService, Payload } from '../../../support/divided-service.ts';
import { webhookOf } from '../../../support/webhook.ts';

describe('runShardTask', function () {
  this.timeout(240_000);
  let divided: DividedService;

  before(async () => {
    divided = await startDividedService('shard');
  });
  after(() => divided.close());

  it('gives the graph, the figures and the answers of one task', async () => {
    const { service, user, whole, hosted, job, drain, assertWhole } = divided;
    const id = await hosted('split');
    const outcomes = await drain(id);
    assert.deepEqual(outcomes, [
      'ingestRepository: divided',
      ...Array<string>(4).fill('extractShard: done'),
      'resolveRepository: completed',
    ]);
    await assertWhole('split', id);
    const shown = Object.keys(await job(id)).sort();
    assert.deepEqual(shown, Object.keys(whole.job).sort());
    const [record, other] = await Promise.all(
      ['split', 'whole'].map((name) => service.ports.store.get(`repositories/${repoKeyOf(user.login, name)}`)),
    );
    for (const field of ['files', 'functions', 'classes', 'total_lines', 'languages', 'commit_sha', 'branch']) {
      assert.deepEqual(record?.[field], other?.[field], field);
    }
    assert.equal(record?.['active_job_id'], null);
  });

  it('takes shards in any order, twice and two at once', async () => {
    const { hosted, job, tasksOf, deliver, drain, assertWhole } = divided;
    const id = await hosted('doubled');
    assert.equal(await deliver(tasksOf(id)[0]!), 'divided');
    const { total, ...begun } = (await job(id))['progress'] as Body;
    assert.deepEqual(begun, { phase: 'files', done: 0 });
    const shards = tasksOf(id, 'extractShard').reverse();
    const shown: unknown[] = [];
    for (const [at, task] of shards.entries()) {
      // Two at once: one works, the other is told to come again, or finds it done.
      const both = await Promise.allSettled([deliver(task), deliver(task)]);
      const done = both.filter((each) => each.status === 'fulfilled' && each.value === 'done');
      assert.equal(done.length, 1, JSON.stringify(both));
      assert.equal(await deliver(task), 'nothing to do');
      shown.push(((await job(id))['progress'] as Body)['done']);
      assert.equal(tasksOf(id, 'resolveRepository').length, at === shards.length - 1 ? 1 : 0);
      assert.equal(await deliver(tasksOf(id)[0]!), at === shards.length - 1 ? 'completed' : 'nothing to do');
    }
    assert.deepEqual(
      shown,
      [...shown].sort((a, b) => Number(a) - Number(b)),
    );
    assert.equal(shown.at(-1), total, 'progress adds up');
    assert.deepEqual(await drain(id), [
      'ingestRepository: nothing to do',
      ...Array<string>(4).fill('extractShard: nothing to do'),
      'resolveRepository: nothing to do',
    ]);
    await assertWhole('doubled', id);
  });

  it('ends all shards with the repository, and leaves nothing of it', async () => {
    const { graph, service, user, hosted, job, repoId, tasksOf, deliver } = divided;
    const id = await hosted('gone');
    await deliver(tasksOf(id)[0]!);
    const [first, second, third] = tasksOf(id, 'extractShard');
    assert.equal(await deliver(first!), 'done');
    let removed = false;
    const remove = async () => {
      if (removed) return;
      removed = true;
      const path = `/api/v1/repos/${repoId('gone')}`;
      assert.equal((await service.call('DELETE', path, { as: user })).status, 200);
      await purgeRepository(service.ports, repoKeyOf(user.login, 'gone'));
    };
    const disturbed = {
      ...service.ports,
      graph: {
        ...graph,
        write: async (...args: Parameters<GraphPort['write']>) => (await remove(), graph.write(...args)),
      },
    };
    assert.equal(await deliver(second!, disturbed), 'taken over');
    assert.equal(await deliver(third!), 'nothing to do');
    assert.ok(removed);
    const nodes = await graph.read('MATCH (n) WHERE n.repo_id = $id RETURN count(n) AS nodes', { id: repoId('gone') });
    assert.equal(Number(nodes[0]?.['nodes']), 0);
    assert.deepEqual(await service.ports.store.query({ collection: `jobs/${id}/shards` }), []);
    assert.equal((await job(id))['error_message'], 'The repository was deleted');
    assert.equal(tasksOf(id, 'resolveRepository').length, 0);
  });

  it('lets a push wait for the shards, and divides what it brings', async () => {
    const { service, user, make, oneTask, requested, hosted, job, tasksOf, deliver, drain, graphOf } = divided;
    const moving = make(ring(14));
    const name = 'pushed';
    const id = await hosted(name, moving);
    await deliver(tasksOf(id)[0]!);
    const before = moving.git('rev-parse', 'HEAD').trim();
    const changes: Record<string, string> = {};
    for (let i = 0; i < 8; i += 1)
      changes[`ring/m0${i}.py`] = `class C_m0${i}:\n    def go(self):\n        return ${i}\n`;
    const after = moving.commit(changes);
    await service.host.addRepository({ owner: user.login, name, from: moving.path, private: true });
    const hook = webhookOf(service, user.login, name);
    const push = (await hook.send('push', hook.push({ before, after }))).body as Payload;
    assert.equal(await runIngestTask(service.ports, { job_id: push.job_id }), 'nothing to do');
    assert.equal((await drain(id)).at(-1), 'resolveRepository: completed');
    assert.equal((await job(id))['commit_sha'], before, 'the commit that was divided');
    const outcomes = await drain(push.job_id);
    assert.deepEqual([outcomes[0], outcomes.at(-1)], ['updateGraph: divided', 'resolveRepository: completed']);
    const updated = await job(push.job_id);
    assert.deepEqual([updated['status'], updated['commit_sha']], ['completed', after]);
    assert.equal((updated['stats'] as Body)['files_reused'], 8);

    await service.host.addRepository({ owner: user.login, name: 'pushed-whole', from: moving.path, private: true });
    const clean = await requested('pushed-whole');
    assert.equal(await runIngestTask(oneTask(), { job_id: clean }), 'completed');
    assert.deepEqual(await graphOf(name), await graphOf('pushed-whole'));
  });
});
