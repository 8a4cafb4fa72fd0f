import assert from 'node:assert/strict';
import { followJob } from '../../../../local/cli/output/follow-job.ts';
import { changeJob } from '../../../../src/jobs/ingest/states.ts';
import { startIngestionService, type IngestionService } from '../../../support/ingestion-service.ts';
import type { TestService } from '../../../support/service.ts';

describe('local/follow-job', () => {
  let ingestions: IngestionService;
  let service: TestService;
  before(async () => {
    ingestions = await startIngestionService('ada');
    service = ingestions.service;
  });
  after(() => ingestions.close());

  const client = { get: async (path: string) => (await service.call('GET', path, { as: ingestions.user })).body };
  /** A log's stream, and what was written. */
  function recorded() {
    const lines: string[] = [];
    return { lines, stream: { isTTY: false, write: (text: string) => lines.push(text) > 0 } };
  }
  it('prints each phase once, and rejects with the cause of a failure', async () => {
    const { job_id: id, poll_url: path } = await ingestions.request(await ingestions.host('failing'));
    const { lines, stream } = recorded();
    const moves = [
      () => changeJob(service.ports, id, { type: 'started', holder: 'w' }),
      () => changeJob(service.ports, id, { type: 'failed', message: 'The disk is full' }),
    ];
    const moving = {
      get: async (at: string) => {
        const job = await client.get(at);
        await moves.shift()?.();
        return job;
      },
    };
    await assert.rejects(followJob(moving, path, stream), /The ingestion failed: The disk is full/);
    assert.deepEqual(lines, ['  dispatched\n', '  running\n', '  failed\n']);
  });

  it('asks again for a job that nobody works at any more, and follows the one that takes its place', async () => {
    const left = await ingestions.request(await ingestions.host('left'));
    await changeJob(service.ports, left.job_id, { type: 'started', holder: 'killed' });
    service.advance(91_000);
    const { lines, stream } = recorded();
    const asked: string[] = [];
    const askAgain = async () => {
      const next = await ingestions.request('left');
      asked.push(next.job_id);
      await changeJob(service.ports, next.job_id, { type: 'failed', message: 'The second ended' });
      return next.poll_url;
    };
    await assert.rejects(followJob(client, left.poll_url, stream, { askAgain, silentMs: 0 }), /The second ended/);
    assert.equal(asked.length, 1);
    assert.notEqual(asked[0], left.job_id);
    assert.deepEqual(lines, ['  running\n', '  failed\n']);
  });
});
