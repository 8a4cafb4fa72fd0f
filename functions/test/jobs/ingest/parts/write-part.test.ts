/** Repositories that are resolved in parts, on real git, Neo4j and Firestore: in any order, twice, and by workers that die. */
import assert from 'node:assert/strict';
import { phaseOf } from '../../../../src/jobs/ingest/job-table.ts';
import { runIngestTask } from '../../../../src/jobs/ingest/tasks.ts';
import { AppError } from '../../../../src/model/errors.ts';
import { ring, startDividedService } from '../../../support/divided-service.ts';
import type { Body, DividedService, Payload } from '../../../support/divided-service.ts';
import { drainByDying } from '../../../support/dying-ports.ts';
import type { StoredTask } from '../../../support/task-server.ts';
import { tries } from '../../../support/tries.ts';
import { webhookOf } from '../../../support/webhook.ts';

/** Of 16 files: four parts. */
const MOST = 15;

describe('writePart', function () {
  this.timeout(300_000);
  let divided: DividedService;

  before(async () => {
    divided = await startDividedService('parts', MOST);
  });
  after(() => divided.close());

  async function assertNothingLeft(name: string): Promise<void> {
    const rows = await divided.graph.read(
      `MATCH (n) WHERE n.repo_id = $id AND (n:Resolution OR n.said IS NOT NULL OR n.ways IS NOT NULL OR n.steps IS NOT NULL)
       RETURN labels(n) AS labels`,
      { id: divided.repoId(name) },
    );
    assert.deepEqual(rows, []);
  }

  it('gives the graph, the figures and the answers of one task, in rounds', async () => {
    const { hosted, job, tasksOf, drain, queueOf, assertWhole } = divided;
    const id = await hosted('rounds');
    const outcomes = await drain(id);
    await assertWhole('rounds', id);
    await assertNothingLeft('rounds');
    const rounds = outcomes.filter((outcome) => outcome === 'resolveRepository: divided').length;
    assert.ok(rounds >= 3, `${rounds} rounds`);
    // All four parts have an outline and edges; later rounds are of those alone that rest on what came.
    const parts = outcomes.filter((outcome) => outcome.startsWith('resolvePart'));
    assert.ok(parts.length > 2 * 4 && parts.length < 4 * rounds, parts.join());
    assert.ok(parts.every((outcome) => outcome === 'resolvePart: done'));
    assert.equal(outcomes.at(-1), 'resolveRepository: completed');
    assert.equal((await job(id))['progress'], null);
    const late = tasksOf(id).filter((task) => queueOf(task) === 'resolvePart');
    assert.equal(await divided.deliver(late[0]!), 'nothing to do');
  });

  it('counts parts alone where files were extracted in more shards than there are parts', async () => {
    const { service, hosted, drain, queueOf, tasksOf, assertWhole } = divided;
    const id = await hosted('shards');
    const settings = { ...service.ports.settings, shards: { files: 2, bytes: 100_000_000 } };
    assert.equal(await runIngestTask({ ...service.ports, settings }, { job_id: id }), 'divided');
    assert.ok(tasksOf(id, 'extractShard').length > 4);
    // A task of the job that came before all parts are done would begin the next round without them.
    const outcomes = await drain(
      id,
      (tasks) => tasks.find((task) => queueOf(task) === 'resolveRepository') ?? tasks[0],
    );
    assert.ok(outcomes.filter((outcome) => outcome === 'resolvePart: done').length > 2 * 4, outcomes.join());
    await assertWhole('shards', id);
  });

  it('takes parts in any order, twice and two at once, and says how far it is', async () => {
    const { hosted, job, deliver, drain, queueOf, tasksOf, assertWhole } = divided;
    const id = await hosted('doubled');
    const delivered = new Set<StoredTask>();
    const phases = new Set<unknown>();
    for (;;) {
      const open = tasksOf(id).filter((task) => !delivered.has(task));
      const next = open.at(-1);
      if (next === undefined) break;
      delivered.add(next);
      if (queueOf(next) !== 'resolvePart') {
        await deliver(next);
        continue;
      }
      // Those that meet wait for each other's transactions: one in each round is enough.
      const isMet = (next.payload as Payload).shard === 1;
      const both = await Promise.allSettled(isMet ? [deliver(next), deliver(next)] : [deliver(next)]);
      const done = both.filter((each) => each.status === 'fulfilled' && each.value === 'done');
      assert.equal(done.length, 1, JSON.stringify(both));
      assert.equal(await deliver(next), 'nothing to do');
      const { phase, done: files, total } = (await job(id))['progress'] as Body;
      phases.add(phase);
      assert.ok(Number(files) > 0 && Number(files) <= Number(total) && total === 16, JSON.stringify({ files, total }));
    }
    // The last part is taken first, so what the first one rests on is known when that is resolved.
    assert.deepEqual(
      [...phases],
      [0, 1].map((round) => phaseOf({ round })),
    );
    assert.deepEqual(
      await drain(id).then((outcomes) => outcomes.filter((each) => !each.endsWith('nothing to do'))),
      [],
    );
    await assertWhole('doubled', id);
  });

  it('goes on whichever write a worker dies behind', async () => {
    const { service, user, make, oneTask, requested, hosted, job, graphOf, figures } = divided;
    const small = make(ring(5));
    await service.host.addRepository({ owner: user.login, name: 'small', from: small.path, private: true });
    const clean = await requested('small');
    assert.equal(await runIngestTask(oneTask(), { job_id: clean }), 'completed');
    // What a dead worker wrote counts as reused, as where one task does all.
    const stats = (body: Body) => ({ ...figures(body), files_reused: null });
    const expected = { graph: await graphOf('small'), stats: stats(await job(clean)) };
    // Of seven files: four parts.
    const alive = { ...oneTask(), settings: { ...oneTask().settings, resolveFiles: 6 } };
    const deaths = new Set<string>();
    const first = tries(2, 1);
    for (let effects = first, isOver = false; !isOver; effects += tries(3, 1)) {
      const name = `dies${effects}`;
      const id = await hosted(name, small);
      const died = await drainByDying(divided, id, effects, alive);
      for (const queue of died) deaths.add(queue);
      isOver = died.length === 0;
      const done = await job(id);
      assert.equal(done['status'], 'completed', `${effects} effects: ${JSON.stringify(done)}`);
      assert.deepEqual(stats(done), expected.stats, `${effects} effects`);
      assert.deepEqual(await graphOf(name), expected.graph, `${effects} effects`);
      await assertNothingLeft(name);
    }
    assert.ok(deaths.has('resolvePart') && deaths.has('resolveRepository'), [...deaths].join());
  }).timeout(900_000);

  it('lets pushes build upon what parts have made, and divides one that reaches everything', async () => {
    const { service, user, make, oneTask, requested, hosted, job, drain, graphOf } = divided;
    const moving = make(ring(14));
    const name = 'pushed';
    assert.equal((await drain(await hosted(name, moving))).at(-1), 'resolveRepository: completed');
    const body = (i: number): string => `class C_m0${i}:\n    def go(self):\n        return ${i}\n`;
    const pushes = [
      { changes: { 'ring/m03.py': body(3) }, first: 'updateGraph: completed' },
      // Another manifest decides about all imports.
      { changes: { 'pkg/package.json': '{ "name": "other" }\n' }, first: 'updateGraph: divided' },
    ];
    for (const [at, { changes, first }] of pushes.entries()) {
      const before = moving.git('rev-parse', 'HEAD').trim();
      const after = moving.commit(changes);
      await service.host.addRepository({ owner: user.login, name, from: moving.path, private: true });
      const hook = webhookOf(service, user.login, name);
      const push = (await hook.send('push', hook.push({ before, after }))).body as Payload;
      const outcomes = await drain(push.job_id);
      assert.equal(outcomes[0], first);
      const updated = await job(push.job_id);
      assert.deepEqual([updated['status'], updated['commit_sha']], ['completed', after]);
      const whole = `pushed-whole${at}`;
      await service.host.addRepository({ owner: user.login, name: whole, from: moving.path, private: true });
      assert.equal(await runIngestTask(oneTask(), { job_id: await requested(whole) }), 'completed');
      assert.deepEqual(await graphOf(name), await graphOf(whole));
    }
  });

  it('fails the job with the cause of a part that cannot succeed', async () => {
    const { service, hosted, job, deliver, queueOf, tasksOf, drain, requested, graphOf, whole } = divided;
    const id = await hosted('broken');
    const delivered = new Set<StoredTask>();
    for (;;) {
      const next = tasksOf(id).find((task) => !delivered.has(task) && queueOf(task) !== 'resolvePart');
      if (next === undefined) break;
      delivered.add(next);
      await deliver(next);
    }
    const { graph } = service.ports;
    const refusing = {
      ...service.ports,
      graph: { ...graph, write: () => Promise.reject(new AppError('too_large', 'More than the database takes')) },
    };
    const [part] = tasksOf(id, 'resolvePart');
    assert.equal(await deliver(part!, refusing), 'failed');
    const failed = await job(id);
    assert.deepEqual([failed['status'], failed['error_message']], ['failed', 'More than the database takes']);
    const again = await requested('broken');
    assert.equal((await drain(again)).at(-1), 'resolveRepository: completed');
    assert.equal((await job(again))['status'], 'completed');
    assert.deepEqual(await graphOf('broken'), whole.graph);
    await assertNothingLeft('broken');
  });
});
