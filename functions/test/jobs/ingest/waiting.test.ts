/** Waiting jobs that nobody would call: what the sweeper makes of them. */
import assert from 'node:assert/strict';
import { sweepJobs } from '../../../src/jobs/ingest/sweep.ts';
import { startService } from '../../support/service.ts';
import type { TestService } from '../../support/service.ts';
import { webhookOf } from '../../support/webhook.ts';
import { repositoryPath } from '../../support/document-paths.ts';

describe('healWaiting', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.close());

  /** A merge that is active, and a push behind it. */
  async function rowOf(name: string) {
    const hook = webhookOf(service, 'waiting', name);
    await hook.indexed();
    const closed = { merged: true, merged_at: '2026-01-05T10:00:00Z' };
    const id = async (event: string, payload: object) =>
      String(((await hook.send(event, payload)).body as Record<string, unknown>)['job_id']);
    const first = await id('pull_request', hook.pullRequest('closed', closed));
    const second = await id('push', hook.push());
    return { hook, first, second };
  }
  const job = (id: string) => service.ports.store.get(`jobs/${id}`);

  it('leaves one alone whose turn will come', async () => {
    const { hook, first, second } = await rowOf('fine');
    await sweepJobs(service.ports);
    assert.deepEqual([(await job(second))?.['status'], (await job(second))?.['waits_for']], ['pending', first]);
    assert.equal((await hook.record())?.['active_job_id'], first);
  });

  it('gives one its turn when the job before it is gone', async () => {
    const { hook, first, second } = await rowOf('gone');
    await service.ports.store.delete(`jobs/${first}`);
    await sweepJobs(service.ports);
    assert.equal((await job(second))?.['status'], 'dispatched');
    assert.deepEqual([(await hook.record())?.['active_job_id'], (await hook.record())?.['waiting_jobs']], [second, []]);
    assert.ok(hook.tasks('updateGraph').some(({ job_id }) => job_id === second));
  });

  it('ends one whose repository is no longer there', async () => {
    const { hook, second } = await rowOf('deleted');
    await service.ports.store.delete(repositoryPath(hook.repoKey));
    await sweepJobs(service.ports);
    const ended = await job(second);
    assert.deepEqual([ended?.['status'], ended?.['error_message']], ['failed', 'The repository is no longer indexed']);
  });
});
