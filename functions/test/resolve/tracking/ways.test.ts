/** What statements add to keys. */
import assert from 'node:assert/strict';
import { Trace } from '../../../src/resolve/tracking/trace.ts';

describe('resolve/tracking/ways', () => {
  const told = (trace: Trace, file: number): [string, number[]][] =>
    [...(trace.ways?.of(file) ?? [])].map(([key, statements]) => [key, [...statements]]);

  it('notes the statement at hand with what it provides or says', () => {
    const trace = new Trace({ notesWays: true });
    trace.forFile(4, () => trace.provide(4, 'callers of f'), 6);
    trace.forFile(4, () => trace.ways?.say('callers of f'), 9);
    trace.forFile(4, () => trace.ways?.say('callers of g'), 9);
    assert.deepEqual(told(trace, 4), [
      ['callers of f', [6, 9]],
      ['callers of g', [9]],
    ]);
    assert.deepEqual([...trace.providedBy(4)], ['callers of f']);
    assert.deepEqual(told(trace, 5), []);
  });

  it('notes none where no statement is at hand', () => {
    const trace = new Trace({ notesWays: true });
    trace.ways?.say('a');
    trace.forFile(1, () => trace.ways?.say('b'));
    trace.forFile(1, () => trace.answer(() => trace.ways?.say('c')), 3);
    assert.deepEqual(told(trace, 1), []);
  });

  it('knows the statement of a rule that runs later', () => {
    const trace = new Trace({ notesWays: true });
    let later = { current: -1, file: -1 };
    trace.forFile(2, () => (later = { current: trace.current, file: trace.file }), 8);
    trace.resume(later.current, later.file);
    trace.ways?.say('k');
    trace.leave();
    assert.deepEqual(told(trace, 2), [['k', [8]]]);
  });
});
