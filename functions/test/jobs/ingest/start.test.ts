/** Transactions alone decide: calls that share no queue, as from instances of their own, still make one job. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { jobs } from '../../../src/documents/jobs.ts';
import { changeJob, holdJob } from '../../../src/jobs/ingest/states.ts';
import { startIngest } from '../../../src/jobs/ingest/start.ts';
import type { ScmRepository } from '../../../src/ports.ts';
import { startService } from '../../support/service.ts';
import type { TestService } from '../../support/service.ts';

const REPOSITORY: ScmRepository = {
  id: 1,
  owner: 'Ada',
  name: 'Engine',
  fullName: 'Ada/Engine',
  description: null,
  language: null,
  stars: 3,
  forks: 1,
  private: false,
  defaultBranch: 'trunk',
  htmlUrl: 'https://platform.test/Ada/Engine',
  canPush: true,
  sizeKb: 1,
};

describe('startIngest', () => {
  let service: TestService;

  before(async () => (service = await startService()));
  after(() => service.close());

  const start = (name: string) =>
    startIngest(service.ports, {
      uid: 'u1',
      repository: { ...REPOSITORY, name },
      branch: null,
      clearExisting: false,
    });

  it('makes one job and one task of many calls at once', async () => {
    const started = await Promise.all(Array.from({ length: 12 }, () => start('many')));
    assert.equal(new Set(started.map(({ job }) => job.job_id)).size, 1);
    assert.equal(started.filter(({ created }) => created).length, 1);
    assert.equal(service.tasks.tasks.length, 1);
    const stored = await service.ports.store.query({ collection: 'jobs', where: [['repo_name', '==', 'many']] });
    assert.equal(stored.length, 1);
  });

  it('lets one of two finishing events through', async () => {
    const { job } = await start('ended');
    const events = Array.from({ length: 5 }, (_, n) =>
      changeJob(service.ports, job.job_id, { type: 'failed', message: `m${n}` }),
    );
    const accepted = (await Promise.all(events)).filter((change) => change?.accepted === true);
    assert.equal(accepted.length, 1);
  });

  it('writes progress under the lease, and aborts the worker that has lost it', async () => {
    const { job } = await start('leased');
    await changeJob(service.ports, job.job_id, { type: 'started', holder: 'w1' });
    const lease = holdJob(service.ports, job.job_id, 'w1');
    lease.report({ phase: 'files', done: 3, total: 9 });
    lease.commit('c0ffee');
    const read = () => jobs.get(service.ports.store, job);
    while ((await read())?.progress === null) await new Promise((resolve) => setTimeout(resolve, 100));
    assert.deepEqual(
      [(await read())?.progress, (await read())?.commit_sha],
      [{ phase: 'files', done: 3, total: 9 }, 'c0ffee'],
    );

    service.advance(91_000);
    await changeJob(service.ports, job.job_id, { type: 'started', holder: 'w2' });
    const aborted = once(lease.signal, 'abort');
    lease.report({ phase: 'files', done: 4, total: 9 });
    await aborted;
    await lease.release();
    assert.deepEqual((await read())?.progress?.done, 3);
  });
});
