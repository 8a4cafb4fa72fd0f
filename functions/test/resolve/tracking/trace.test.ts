import assert from 'node:assert/strict';
import { createDependence } from '../../../src/resolve/tracking/dependence.ts';
import { fileKey, hashOf, ORDER_INPUT } from '../../../src/resolve/tracking/hash-key.ts';
import { Memo, remember } from '../../../src/resolve/tracking/memo.ts';
import { Trace } from '../../../src/resolve/tracking/trace.ts';

function hashes(...keys: string[]): number[] {
  return keys.map(hashOf).sort((a, b) => a - b);
}

describe('resolve/tracking/trace', () => {
  it('records what a file depends on, however many answers are between', () => {
    const trace = new Trace();
    trace.forFile(0, () => {
      trace.answer(() => trace.answer(() => trace.dependOnFile(1)));
      trace.dependOnEntries('names of a');
    });
    trace.forFile(2, () => trace.dependOnFile(3));
    const { own, unsure } = trace.inputsOf(0);
    assert.deepEqual([own.files.sort(), own.entries, unsure], [[0, 1], [hashOf('names of a')], false]);
  });

  it('lets who reads a key depend on what made the entries', () => {
    const trace = new Trace();
    trace.forFile(0, () => {
      trace.dependOnFile(7);
      trace.provideEntry('subclasses of A');
    });
    trace.forFile(1, () => trace.dependOnEntries('subclasses of A'));
    assert.deepEqual(trace.inputsOf(1).own.files.sort(), [0, 1, 7]);
    assert.deepEqual([...trace.providedBy(0)], ['subclasses of A']);
    assert.deepEqual([...trace.providedBy(1)], []);
  });

  it('leaves out what fails for one file, notes it there and goes on', () => {
    const trace = new Trace();
    const fails = (): never => {
      throw new RangeError('too deep');
    };
    trace.forFile(0, () => trace.answer(() => trace.answer(fails)));
    trace.forFile(1, () => trace.dependOnFile(2));
    assert.equal(
      trace.guard(3, 'nothing', () => 'an answer'),
      'an answer',
    );
    assert.equal(trace.guard(3, 'nothing', fails), 'nothing');
    assert.deepEqual(
      [0, 1, 3].map((file) => trace.faults.messagesOf(file)),
      [['Not resolved in full: too deep'], [], ['Not resolved in full: too deep']],
    );
    assert.deepEqual([trace.depth, trace.current, trace.file], [0, -1, -1]);
    assert.deepEqual(trace.inputsOf(1).own.files.sort(), [1, 2]);
  });

  it('gives up a file that fails again and again', () => {
    const trace = new Trace();
    let tries = 0;
    for (let n = 0; n < 1_000; n++) {
      trace.guard(0, undefined, () => {
        tries++;
        throw new Error('broken');
      });
    }
    assert.equal(tries, 50);
    assert.equal(
      trace.guard(1, 'nothing', () => 'an answer'),
      'an answer',
    );
  });

  it('counts a question with the answer no', () => {
    const asked: string[] = [];
    const trace = new Trace({ isProvidedElsewhere: (key) => asked.push(key) < 0 });
    trace.forFile(0, () => assert.equal(trace.isProvided('p:b'), false));
    assert.deepEqual([asked, trace.inputsOf(0).own.existence], [['p:b'], [hashOf('p:b')]]);
  });

  it('depends on imports alone where their key is known, else on the whole file', () => {
    const trace = new Trace();
    trace.provideImports(1, 'imports of b');
    trace.forFile(0, () => [1, 2].forEach((file) => trace.dependOnImports(file)));
    const { own } = trace.inputsOf(0);
    assert.deepEqual([own.files.sort(), own.entries], [[0, 2], [hashOf('imports of b')]]);
  });

  it('tells when only the order of evaluation gives the answer', () => {
    const trace = new Trace();
    trace.forFile(0, () => trace.dependOnOrder(trace.current));
    trace.forFile(1, () => undefined);
    assert.deepEqual([trace.inputsOf(0).unsure, trace.inputsOf(1).unsure], [true, false]);
    trace.cutShort = true;
    assert.equal(trace.inputsOf(1).unsure, true);
  });

  it('goes on with work under the file that it was begun under', () => {
    const trace = new Trace();
    let begun = { current: -1, file: -1 };
    trace.forFile(4, () => (begun = { current: trace.current, file: trace.file }));
    trace.resume(begun.current, begun.file);
    trace.dependOnFile(5);
    trace.leave();
    assert.deepEqual([trace.inputsOf(4).own.files.sort(), trace.current], [[4, 5], -1]);
  });
});

describe('resolve/tracking/dependence', () => {
  it('gives sorted hashes of inputs, without the file itself, and of what is provided', () => {
    const trace = new Trace();
    trace.forFile(0, () => {
      trace.dependOnFile(1);
      trace.dependOnEntries('k');
      trace.provideEntry('own');
    });
    const { inputs, shared, provides } = createDependence(trace, ['a', 'b'])(0);
    assert.deepEqual([[...inputs], shared, [...provides]], [hashes(fileKey('b'), 'k'), [], hashes('own')]);
  });

  it('says so of every file when evaluation was cut short', () => {
    const trace = new Trace();
    trace.forFile(0, () => undefined);
    trace.cutShort = true;
    assert.deepEqual([...createDependence(trace, ['a'])(0).inputs], [ORDER_INPUT]);
  });
});

describe('resolve/tracking/memo', () => {
  it('works out an answer once, and lets everybody who asks depend on its inputs', () => {
    const trace = new Trace();
    let made = 0;
    const answer = remember(trace, (key: number) => {
      made++;
      trace.dependOnFile(key);
      return key * 2;
    });
    for (const file of [0, 1]) trace.forFile(file, () => assert.equal(answer(9), 18));
    assert.deepEqual(
      [made, trace.inputsOf(0).own.files.sort(), trace.inputsOf(1).own.files.sort()],
      [1, [0, 9], [1, 9]],
    );
  });

  it('answers a question that leads back to itself with what stands for it meanwhile', () => {
    const memo = new Memo<string, number>(new Trace());
    const depth = (key: string): number => memo.of(key, (again) => depth(again) + 1, { value: 0 });
    assert.deepEqual([depth('a'), memo.peek('a'), memo.recall('b')], [1, 1, undefined]);
    memo.forget();
    assert.equal(memo.peek('a'), undefined);
  });
});
