import assert from 'node:assert/strict';
import { speaksOf } from '../../../src/review/lint/rule-topics.ts';

describe('review/lint/rule-topics', () => {
  it('knows a rule’s subject in other words', () => {
    for (const [rule, text] of [
      ['E722', 'Every error is swallowed here'],
      ['BLE001', 'Catches exceptions that are too broad: failures are hidden from the caller'],
      ['eslint/no-empty', 'The empty catch block silently ignores the error'],
      ['F401', 'This import is never used'],
      ['no-unused-vars', 'Unused variable'],
      ['S608', 'A query is put together from values'],
      ['S105', 'A secret stands in the code'],
      ['F821', 'conn is not defined here'],
      ['B006', 'The default is a list that all calls share: a mutable default'],
      ['no-debugger', 'Leftover debugger statement'],
      ['indent-error-flow', 'The else behind a return is unnecessary'],
    ] as const) {
      assert.equal(speaksOf(rule, text), true, `${rule}: ${text}`);
    }
  });

  it('does not take another fault on the line for it', () => {
    for (const [rule, text] of [
      ['E722', 'The retry never ends'],
      ['F401', 'Loading this module at start-up costs a second'],
      ['S608', 'The result of the query is not closed'],
      ['no-debugger', 'The quantity is ignored'],
      ['unknown-rule', 'Every error is swallowed here'],
    ] as const) {
      assert.equal(speaksOf(rule, text), false, `${rule}: ${text}`);
    }
  });

  it('reads texts of the longest length', () => {
    assert.equal(speaksOf('E722', 'ignore '.repeat(2_000)), false);
  });
});
