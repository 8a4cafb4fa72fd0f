import assert from 'node:assert/strict';
import { followJob } from '../../local/follow-job.ts';
import { changeJob } from '../../src/jobs/change-job.ts';
import { makeRepository, type TestRepository } from '../support/repositories.ts';
import { startService, type TestService, type TestUser } from '../support/service.ts';

describe('local/follow-job', () => {
  let service: TestService;
  let source: TestRepository;
  let ada: TestUser;
  before(async () => {
    service = await startService();
    source = makeRepository({ 'a.py': 'x = 1\n' });
    ada = await service.user('ada');
  });
  after(async () => {
    await service.close();
    source.remove();
  });

  const client = { get: async (path: string) => (await service.call('GET', path, { as: ada })).body };
  /** A log's stream, and what was written. */
  function recorded() {
    const lines: string[] = [];
    return { lines, stream: { isTTY: false, write: (text: string) => lines.push(text) > 0 } };
  }
  async function ask(repoName: string): Promise<{ job_id: string; poll_url: string }> {
    const body = { owner: 'ada', repo_name: repoName };
    const answer = await service.call('POST', '/api/v1/ingest/scm', { as: ada, body });
    assert.equal(answer.status, 200, answer.text);
    return answer.body as { job_id: string; poll_url: string };
  }

  it('prints each phase once, and rejects with the cause of a failure', async () => {
    await service.host.addRepository({ owner: 'ada', name: 'failing', from: source.path });
    const { job_id: id, poll_url: path } = await ask('failing');
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
    await service.host.addRepository({ owner: 'ada', name: 'left', from: source.path });
    const left = await ask('left');
    await changeJob(service.ports, left.job_id, { type: 'started', holder: 'killed' });
    service.advance(91_000);
    const { lines, stream } = recorded();
    const asked: string[] = [];
    const askAgain = async () => {
      const next = await ask('left');
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
