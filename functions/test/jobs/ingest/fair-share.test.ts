/** Many repositories at once: every job ends, no more run than the queue has slots, and nobody waits behind another's backlog. */
import assert from 'node:assert/strict';
import { jobs } from '../../../src/documents/jobs.ts';
import { runIngestTask } from '../../../src/jobs/ingest/tasks.ts';
import { sweepJobs } from '../../../src/jobs/ingest/sweep.ts';
import { QUEUE_SLOTS } from '../../../src/jobs/ingest/queue-slots.ts';
import { testGraph } from '../../support/neo4j.ts';
import { makeRepository } from '../../support/repositories.ts';
import type { TestRepository } from '../../support/repositories.ts';
import { startService } from '../../support/service.ts';
import type { TestService, TestUser } from '../../support/service.ts';
import { tries } from '../../support/tries.ts';

const SLOTS = QUEUE_SLOTS.ingestRepository;
/** Without turns, all but those in the other slots would end before the last of the others. */
const CROWD = tries(40, 200);
const OTHERS = 3;

describe('many repositories at once', function () {
  this.timeout(tries(300_000, 1_800_000));
  let service: TestService;
  let source: TestRepository;
  const own = `x${process.pid}x${Date.now() % 100_000}`;

  before(async () => {
    service = await startService({ graph: await testGraph() });
    source = makeRepository({ 'a.py': 'def f():\n    return g()\n\n\ndef g():\n    return 1\n' });
  });
  after(async () => {
    await service.close();
    source.remove();
  });

  async function ask(user: TestUser, name: string): Promise<string> {
    await service.host.addRepository({ owner: user.login, name, from: source.path });
    const answer = await service.call('POST', '/api/v1/ingest/scm', {
      as: user,
      body: { owner: user.login, repo_name: name },
    });
    assert.equal(answer.status, 200, answer.text);
    return (answer.body as { job_id: string }).job_id;
  }

  const stored = (job_id: string) => jobs.get(service.ports.store, { job_id });

  /** Delivers tasks in the order in which they were made, `SLOTS` at once; one that is to wait comes after all that are due. */
  async function deliverAll(): Promise<{ ended: string[]; most: number; deliveries: number }> {
    const ended: string[] = [];
    let [next, running, most, deliveries] = [0, 0, 0, 0];
    const later: unknown[] = [];
    const take = (): unknown => {
      const { tasks } = service.tasks;
      for (; next < tasks.length; next++) {
        const task = tasks[next];
        if (task?.url.endsWith('/ingestRepository') !== true) continue;
        if (task.scheduleTime === undefined) return tasks[next++]?.payload;
        later.push(task.payload);
      }
      return later.shift();
    };
    const slot = async (): Promise<void> => {
      for (let payload = take(); payload !== undefined; payload = take()) {
        most = Math.max(most, ++running);
        deliveries += 1;
        const outcome = await runIngestTask(service.ports, payload);
        running -= 1;
        if (outcome === 'completed') ended.push((payload as { job_id: string }).job_id);
      }
    };
    await Promise.all(Array.from({ length: SLOTS }, slot));
    return { ended, most, deliveries };
  }

  it('all end, as many at once as there are slots, and the others do not wait for the crowd', async () => {
    const crowd = await service.user(`crowd${own}`);
    const backlog: string[] = [];
    for (let n = 0; n < CROWD; n++) backlog.push(await ask(crowd, `r${n}`));
    const others: string[] = [];
    for (let n = 0; n < OTHERS; n++) others.push(await ask(await service.user(`other${n}${own}`), 'only'));

    const { ended, most } = await deliverAll();
    assert.deepEqual([...ended].sort(), [...backlog, ...others].sort());
    assert.equal(most, SLOTS);
    for (const id of ended) assert.equal((await stored(id))?.status, 'completed');
    const lastOther = Math.max(...others.map((id) => ended.indexOf(id)));
    const before = ended.slice(0, lastOther).filter((id) => backlog.includes(id)).length;
    assert.ok(before <= CROWD / 2, `${before} of ${CROWD} of the crowd ended before the last of the others`);
  });

  it('are delivered once each where nobody else waits', async () => {
    const alone = await service.user(`alone${own}`);
    const ids: string[] = [];
    for (let n = 0; n < SLOTS + 2; n++) ids.push(await ask(alone, `r${n}`));
    service.tasks.tasks.splice(0, service.tasks.tasks.length - ids.length);
    const { ended, deliveries } = await deliverAll();
    assert.deepEqual([ended.length, deliveries], [ids.length, ids.length]);
  });

  it('get another task after a while, and are not given up while they wait in a long queue', async () => {
    const user = await service.user(`waits${own}`);
    const id = await ask(user, 'late');
    const tasks = () =>
      service.tasks.tasks.filter(({ payload }) => (payload as { job_id?: string }).job_id === id).length;
    for (let minutes = 0; minutes < 60; minutes += 6) {
      service.advance(6 * 60_000);
      await sweepJobs(service.ports);
    }
    assert.equal((await stored(id))?.status, 'dispatched');
    assert.equal(tasks(), 11);
    assert.equal(await runIngestTask(service.ports, { job_id: id }), 'completed');
    assert.equal(await runIngestTask(service.ports, { job_id: id }), 'nothing to do');
  });
});
