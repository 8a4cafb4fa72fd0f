import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createReviewParser, type ReviewParser } from '../../../src/jobs/reviews/parsing.ts';

describe('jobs/review-parsing', () => {
  let parser: ReviewParser;
  before(() => {
    parser = createReviewParser('o/r');
  });
  after(() => parser.close());

  it('gives the graph nodes of a text, under their ids in the repository', async () => {
    const nodes = await parser.symbolsOf('a.py', 'class A:\n    def f(self):\n        pass\n');
    assert.deepEqual(
      nodes.map(({ id, label, line_number, end_line }) => [id, label, line_number, end_line]),
      [
        ['o/r a.py', 'File', 1, 3],
        ['o/r a.py#A', 'Class', 1, 3],
        ['o/r a.py#A.f', 'Function', 2, 3],
      ],
    );
    assert.deepEqual(await parser.symbolsOf('README.md', '# x'), []);
  });

  it('starts one thread for reviews that follow each other', async () => {
    let started = 0;
    const count = (): void => void started++;
    subscribe('worker_threads', count);
    try {
      for (const review of [1, 2, 3]) {
        const own = createReviewParser(`o/r${review}`);
        assert.equal((await own.symbolsOf('b.py', `x${review} = 1\n`)).length, 2);
        await own.close();
      }
    } finally {
      unsubscribe('worker_threads', count);
    }
    // None where a test before this one has left its own.
    assert.ok(started <= 1, `${started} threads`);
  });

  it('counts syntax errors as far as they can be counted', async () => {
    const errors = (text: string, path = 'a.py') => parser.syntaxErrorsOf(path, text);
    assert.equal(await errors('def f():\n    return 1\n'), 0);
    assert.equal(await errors('def f():\n    return (1\n\nx = 1\n'), 1);
    assert.equal(await errors('let x = ;\nlet y = 1;\n'.repeat(30), 'a.js'), undefined);
    assert.equal(await errors('anything', 'notes.md'), undefined);
    assert.equal(await errors('x = 1\n'.repeat(200_000)), undefined);
  });
});
