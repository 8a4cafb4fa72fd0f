import assert from 'node:assert/strict';
import { Worker } from 'node:worker_threads';
import { createKeptThreads, type KeptThreads, type ReadyThread } from '../../../src/extract/pool/kept-threads.ts';
import { createPool } from '../../../src/extract/pool/pool.ts';

const WORKER = new URL('../../../src/extract/pool/worker.ts', import.meta.url);

const thread = (text = 'setInterval(() => 0, 1e6)'): ReadyThread => ({
  worker: new Worker(text, { eval: true }),
  parsed: 0,
  told: new Set(),
});

const isRunning = ({ worker }: ReadyThread): boolean => worker.threadId !== -1;

const ended = ({ worker }: ReadyThread): Promise<unknown> => new Promise((resolve) => worker.on('exit', resolve));

async function namesIn(kept: KeptThreads, path: string, text: string): Promise<(string | undefined)[]> {
  const pool = createPool({ module: WORKER, lost: (facts) => facts }, { kept });
  try {
    const { definitions } = await pool.extract({ path, language: path.endsWith('.py') ? 'python' : 'go', text });
    return definitions.map(({ name }) => name);
  } finally {
    await pool.close();
  }
}

describe('kept threads', () => {
  it('serve one pool after the other, in languages they knew and in others', async () => {
    const kept = createKeptThreads();
    assert.deepEqual(await namesIn(kept, 'a.py', 'def a(): pass\n'), ['a']);
    const first = kept.take();
    assert.ok(first);
    assert.deepEqual([first.parsed, [...first.told]], [14, ['python']]);
    await kept.keep(first);
    assert.deepEqual(await namesIn(kept, 'b.py', 'def b(): pass\n'), ['b']);
    assert.deepEqual(await namesIn(kept, 'c.go', 'package c\n\nfunc C() {}\n'), ['C']);
    const last = kept.take();
    assert.equal(last?.worker, first.worker);
    assert.deepEqual([...(last?.told ?? [])], ['python', 'go']);
    await last?.worker.terminate();
  });

  it('are one at most, which is whose it was given to', async () => {
    const kept = createKeptThreads();
    const [first, second] = [thread(), thread()];
    await kept.keep(first);
    await kept.keep(second);
    assert.deepEqual([isRunning(first), isRunning(second)], [true, false]);
    assert.equal(kept.take(), first);
    assert.equal(kept.take(), undefined);
    await first.worker.terminate();
  });

  it('are none that have grown', async () => {
    const kept = createKeptThreads({ keepBelow: 10 });
    const large = { ...thread(), parsed: 11 };
    await kept.keep(large);
    assert.equal(isRunning(large), false);
    assert.equal(kept.take(), undefined);
  });

  it('end after their time', async () => {
    const kept = createKeptThreads({ keepMs: 1 });
    const one = thread();
    await kept.keep(one);
    await ended(one);
    assert.equal(kept.take(), undefined);
  });

  it('are not handed out once they have failed, and take no process with them', async () => {
    const kept = createKeptThreads();
    const failing = thread("setTimeout(() => { throw new Error('out of its mind'); }, 50)");
    await kept.keep(failing);
    await ended(failing);
    assert.equal(kept.take(), undefined);
  });
});
