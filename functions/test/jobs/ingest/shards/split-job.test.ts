/** Divided jobs whose workers die or whose tasks are lost, on real git, Neo4j and Firestore. */
import assert from 'node:assert/strict';
import { runIngestTask } from '../../../../src/jobs/ingest/tasks.ts';
import { RESUME_MS, SHARDS_LEASE_MS } from '../../../../src/jobs/ingest/job-table.ts';
import { sweepJobs } from '../../../../src/jobs/ingest/sweep.ts';
import { AppError } from '../../../../src/model/errors.ts';
import { ring, startDividedService } from '../../../support/divided-service.ts';
import { drainByDying } from '../../../support/dying-ports.ts';
import type { DividedService } from '../../../support/divided-service.ts';

describe('splitJob', function () {
  this.timeout(240_000);
  let divided: DividedService;

  before(async () => {
    divided = await startDividedService('split');
  });
  after(() => divided.close());

  it('goes on whichever write a worker dies behind', async () => {
    const { service, user, make, oneTask, requested, hosted, job, graphOf, figures } = divided;
    const small = make(ring(5));
    await service.host.addRepository({ owner: user.login, name: 'small', from: small.path, private: true });
    const clean = await requested('small');
    assert.equal(await runIngestTask(oneTask(), { job_id: clean }), 'completed');
    const expected = { graph: await graphOf('small'), stats: figures(await job(clean)) };
    const deaths = new Set<string>();
    for (let effects = 1, isOver = false; !isOver; effects += 1) {
      const name = `dies${effects}`;
      const id = await hosted(name, small);
      const died = await drainByDying(divided, id, effects);
      for (const queue of died) deaths.add(queue);
      isOver = died.length === 0;
      const done = await job(id);
      assert.equal(done['status'], 'completed', `${effects} effects: ${JSON.stringify(done)}`);
      assert.deepEqual(figures(done), expected.stats, `${effects} effects`);
      assert.deepEqual(await graphOf(name), expected.graph, `${effects} effects`);
    }
    assert.deepEqual([...deaths].sort(), ['extractShard', 'ingestRepository', 'resolveRepository']);
  }).timeout(900_000);

  it('indexes anew what is asked to be cleared, once', async () => {
    const { requested, hosted, drain, assertWhole } = divided;
    const id = await hosted('cleared');
    await drain(id);
    const again = await requested('cleared', { clear_existing: true });
    assert.equal((await drain(again)).length, 6);
    await assertWhole('cleared', again);
  });

  it('fails the job with the cause of a shard that cannot succeed', async () => {
    const { service, requested, hosted, job, tasksOf, deliver, drain, assertWhole } = divided;
    const id = await hosted('broken');
    await deliver(tasksOf(id)[0]!);
    const [first, second] = tasksOf(id, 'extractShard');
    const scm = { ...service.ports.scm, tree: () => Promise.reject(new AppError('not_found', 'The commit is gone')) };
    assert.equal(await deliver(first!, { ...service.ports, scm }), 'failed');
    assert.equal(await deliver(second!), 'nothing to do');
    const failed = await job(id);
    assert.deepEqual([failed['status'], failed['error_message']], ['failed', 'The commit is gone']);
    // The next one starts from what is there.
    const again = await requested('broken');
    await drain(again);
    await assertWhole('broken', again);
  });

  it('comes again to a shard that failed for a while, and not for ever', async () => {
    const { service, hosted, job, tasksOf, deliver } = divided;
    const id = await hosted('flaky');
    await deliver(tasksOf(id)[0]!);
    const [first] = tasksOf(id, 'extractShard');
    const away = () => Promise.reject(new AppError('platform_unavailable', 'The platform is away'));
    const ports = { ...service.ports, scm: { ...service.ports.scm, tree: away } };
    for (let attempt = 1; attempt < 5; attempt += 1) {
      await assert.rejects(deliver(first!, ports), { code: 'platform_unavailable' });
    }
    assert.equal(await deliver(first!, ports), 'failed');
    assert.equal((await job(id))['error_message'], 'The platform is away');
  });

  it('makes tasks that were lost again, and gives up a job that nobody takes up', async () => {
    const { service, hosted, job, tasksOf, deliver, assertWhole } = divided;
    const id = await hosted('lost');
    await deliver(tasksOf(id)[0]!);
    const lost = tasksOf(id, 'extractShard');
    assert.equal(await deliver(lost[1]!), 'done');
    await sweepJobs(service.ports);
    assert.equal(tasksOf(id, 'resolveRepository').length, 0, 'shards may wait');
    service.advance(SHARDS_LEASE_MS + 1_000);
    await sweepJobs(service.ports);
    await sweepJobs(service.ports);
    const [resumed, ...more] = tasksOf(id, 'resolveRepository');
    assert.deepEqual(more, []);
    assert.equal(await deliver(resumed!), 'divided');
    const anew = tasksOf(id, 'extractShard').filter((task) => !lost.includes(task));
    assert.equal(anew.length, 3, 'those that are not done');
    for (const task of anew) assert.equal(await deliver(task), 'done');
    assert.equal(await deliver(tasksOf(id, 'resolveRepository')[1]!), 'completed');
    await assertWhole('lost', id);

    const left = await hosted('left');
    await deliver(tasksOf(left)[0]!);
    service.advance(SHARDS_LEASE_MS + RESUME_MS + 1_000);
    await sweepJobs(service.ports);
    assert.equal((await job(left))['status'], 'failed');
  });
});
