import assert from 'node:assert/strict';
import { Worker } from 'node:worker_threads';
import type { Extractor } from '../../../src/extract/pool/inline-extractor.ts';
import { createExtractorPool, createPool } from '../../../src/extract/pool/pool.ts';
import type { FileFacts } from '../../../src/model/facts.ts';

const WORKER = new URL('../../../src/extract/pool/worker.ts', import.meta.url);

const SERVE = new URL('../../../src/extract/pool/serve-extraction.ts', import.meta.url);

const request = (path: string, text: string) => ({ path, language: 'python', text });

/** The thread is gone when its timer has run: a timer made later runs after it. */
async function nextAfterIdle(pool: Pick<Extractor, 'extract'>) {
  await new Promise((resolve) => setTimeout(resolve, 5));
  return pool.extract(request('b.py', 'def b(): pass\n'));
}

/** Threads are numbered in the order they start, so a new one tells how many there have been before it. */
async function threadsSoFar(): Promise<number> {
  const probe = new Worker('', { eval: true });
  const { threadId } = probe;
  await probe.terminate();
  return threadId;
}

describe('the extractor pool', () => {
  it('extracts many files on few threads, each answer to its own request', async () => {
    const pool = createExtractorPool({ workers: 2 });
    try {
      const paths = Array.from({ length: 40 }, (_, index) => `m${index}.py`);
      const all = await Promise.all(
        paths.map((path) => pool.extract(request(path, `def f_${path.slice(0, -3)}(): pass\n`))),
      );
      assert.deepEqual(
        all.map(({ path, definitions }) => [path, definitions[0]?.name]),
        paths.map((path) => [path, `f_${path.slice(0, -3)}`]),
      );
    } finally {
      await pool.close();
    }
  });

  it('replaces a thread that does not answer, reports the file and goes on', async () => {
    // A hard limit of a millisecond is shorter than the start of a thread: the first file must be lost.
    const pool = createExtractorPool({ workers: 1, hardMs: 1 });
    try {
      const lost = await pool.extract(request('slow.py', 'def f(): pass\n'));
      assert.equal(lost.partial, true);
      assert.match(lost.problems[0]?.message ?? '', /no answer within 1 ms/);
      assert.equal(lost.lines, 1);
    } finally {
      await pool.close();
    }
  });

  it('survives an extractor that fails, and extracts the next file', async () => {
    const pool = createExtractorPool({ workers: 1 });
    try {
      const failed = await pool.extract({ path: 'a.xyz', language: 'no such language', text: 'x' });
      assert.match(failed.problems[0]?.message ?? '', /no such language/);
      const next = await pool.extract(request('b.py', 'class B: pass\n'));
      assert.deepEqual(
        next.definitions.map(({ name }) => name),
        ['B'],
      );
    } finally {
      await pool.close();
    }
  });

  it('says why an answer could not be handed over', async () => {
    const text = `import { serveExtraction } from '${SERVE.href}'; await serveExtraction(() => ({ answer: () => 1 }));`;
    const module = new URL(`data:text/javascript,${encodeURIComponent(text)}`);
    const pool = createPool({ module, lost: (facts: FileFacts) => facts }, { workers: 1 });
    try {
      const failed = await pool.extract(request('a.py', 'def f(): pass\n'));
      assert.match(failed.problems[0]?.message ?? '', /could not be cloned/);
    } finally {
      await pool.close();
    }
  });

  it('gives the same facts from a thread that has parsed other files as from a fresh one', async () => {
    const text = 'class A:\n    def m(self, x=1):\n        return [y for y in x if y]\n';
    const used = createExtractorPool({ workers: 1 });
    const recycled = createExtractorPool({ workers: 1, recycleAfter: 0 });
    try {
      await used.extract(request('bad.py', 'def (((('));
      await recycled.extract(request('bad.py', 'def (((('));
      assert.deepEqual(await used.extract(request('a.py', text)), await recycled.extract(request('a.py', text)));
    } finally {
      await Promise.all([used.close(), recycled.close()]);
    }
  });

  it('ends threads that have no work, and starts new ones for the next file', async () => {
    const pool = createExtractorPool({ workers: 1, idleMs: 0 });
    try {
      const [first, second] = [await pool.extract(request('a.py', 'def a(): pass\n')), await nextAfterIdle(pool)];
      assert.deepEqual(
        [first, second].map(({ definitions }) => definitions[0]?.name),
        ['a', 'b'],
      );
    } finally {
      await pool.close();
    }
  });

  it('ends idle threads when it is told to, and starts new ones for the next file', async () => {
    const pool = createPool({ module: WORKER, lost: (facts) => facts }, { workers: 1 });
    try {
      pool.expect(9);
      const before = await threadsSoFar();
      const asked = pool.extract(request('a.py', 'def a(): pass\n'));
      await pool.endIdle();
      assert.equal((await asked).definitions[0]?.name, 'a', 'a thread with a file goes on');
      await pool.endIdle();
      assert.equal((await pool.extract(request('b.py', 'def b(): pass\n'))).definitions[0]?.name, 'b');
      assert.equal((await threadsSoFar()) - before, 3, 'two threads and the probe itself');
    } finally {
      await pool.close();
    }
  });

  it('keeps its threads for as long as more files are expected, however long they take to come', async () => {
    const pool = createPool({ module: WORKER, lost: (facts) => facts }, { workers: 1, idleMs: 0 });
    try {
      pool.expect(4);
      const before = await threadsSoFar();
      await pool.extract(request('a.py', 'def a(): pass\n'));
      pool.skip();
      await nextAfterIdle(pool);
      assert.equal((await threadsSoFar()) - before, 2, 'one thread and the probe itself');
      await nextAfterIdle(pool);
      await nextAfterIdle(pool);
      assert.equal((await threadsSoFar()) - before, 4, 'nothing was expected any more: a second thread');
    } finally {
      await pool.close();
    }
  });

  it('answers what is waiting when it is closed, and refuses more', async () => {
    const pool = createExtractorPool({ workers: 1 });
    const waiting = [pool.extract(request('a.py', 'x = 1\n')), pool.extract(request('b.py', 'x = 1\n'))];
    await pool.close();
    for (const { problems } of await Promise.all(waiting)) assert.match(problems[0]?.message ?? '', /closed/);
    await assert.rejects(pool.extract(request('c.py', 'x = 1\n')), /closed/);
  });
});

describe('files that break parsers', () => {
  const hostile: [name: string, text: string][] = [
    ['100,000 nested parentheses', `x = ${'('.repeat(100_000)}1${')'.repeat(100_000)}\n`],
    ['100,000 unclosed parentheses', `x = ${'('.repeat(100_000)}\n`],
    ['a chain of 100,000 calls', `x${'.f()'.repeat(100_000)}\n`],
    ['random bytes', Array.from({ length: 60_000 }, (_, i) => String.fromCharCode(33 + ((i * 7919) % 90))).join('')],
  ];
  for (const [name, text] of hostile) {
    it(`${name}: the file is answered for, and the next one is fine`, async function () {
      this.timeout(120_000);
      const pool = createExtractorPool({ workers: 1, stepMs: 500 });
      try {
        const facts = await pool.extract(request('hostile.py', text));
        assert.equal(facts.path, 'hostile.py');
        if (facts.partial === true) assert.ok(facts.problems.length > 0);
        const next = await pool.extract(request('next.py', 'def fine(): pass\n'));
        assert.equal(next.definitions[0]?.name, 'fine');
        assert.deepEqual(next.problems, []);
      } finally {
        await pool.close();
      }
    });
  }
});
