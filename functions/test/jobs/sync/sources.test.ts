import assert from 'node:assert/strict';
import { Worker } from 'node:worker_threads';
import { openSources } from '../../../src/jobs/sync/sources.ts';

/** Threads are numbered in the order they start. */
async function nextThread(): Promise<number> {
  const probe = new Worker('', { eval: true });
  const { threadId } = probe;
  await probe.terminate();
  return threadId;
}

const snapshot = {
  commit: '1'.repeat(40),
  branch: 'main',
  entries: [],
  read: () => Promise.reject(new Error('no such blob')),
};

async function extractOne(path: string): Promise<string | undefined> {
  const sources = await openSources({ ...snapshot, close: () => Promise.resolve() });
  try {
    sources.expect(1);
    const answer = await sources.extract(path, Buffer.from('def a(): pass\n'), 'owner/name');
    return 'nodes' in answer ? answer.nodes.at(-1)?.id : undefined;
  } finally {
    await sources.close();
  }
}

describe('the sources of a snapshot', () => {
  it('are read by the thread of the task before, if that was a small one', async () => {
    assert.equal(await extractOne('a.py'), 'owner/name a.py#a');
    const before = await nextThread();
    assert.equal(await extractOne('b.py'), 'owner/name b.py#a');
    assert.equal((await nextThread()) - before, 1, 'the probe itself');
  });
});
