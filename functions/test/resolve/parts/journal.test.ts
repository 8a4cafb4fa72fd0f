/** Which files of a part are due again while it is resolved. */
import assert from 'node:assert/strict';
import { ChangedKeys } from '../../../src/resolve/parts/changed-keys.ts';
import { Journal } from '../../../src/resolve/parts/journal.ts';
import type { Known } from '../../../src/resolve/parts/journal.ts';
import { ORDER_INPUT } from '../../../src/resolve/tracking/hash-key.ts';

const keys = (...list: number[]): Uint32Array => Uint32Array.from(list).sort();
const KEY = 5;
const paths = ['giver.py', 'ordered.py', 'plain.py'];

function journalOf(more: Partial<Known> = {}): Journal {
  return new Journal({
    files: paths,
    byText: new Map(paths.map((path) => [path, keys()])),
    said: new Map(),
    providersElsewhere: () => [],
    saidElsewhere: () => undefined,
    changed: new ChangedKeys([]),
    round: 1,
    ...more,
  });
}

const said = (path: string, inputs: Uint32Array, provides = keys()) => ({
  ...{ path, ways: new Map<number, readonly number[]>() },
  dependence: { inputs, shared: [], provides },
});
const ordered = said('ordered.py', keys(KEY, ORDER_INPUT));
const plain = said('plain.py', keys(KEY));

describe('resolve/parts/journal', () => {
  it('asks a file again for a key that came or went, but without end only where its edges do not depend on the order', () => {
    const journal = journalOf();
    assert.deepEqual([...journal.due()], paths);
    const rounds: string[][] = [];
    for (let times = 0; times < 6; times++) {
      journal.note([ordered, plain]);
      journal.note([said('giver.py', keys(), times % 2 === 0 ? keys(KEY) : keys())]);
      rounds.push([...journal.due()]);
    }
    const both = ['ordered.py', 'plain.py'];
    assert.deepEqual(rounds, [both, both, both, ['plain.py'], ['plain.py'], ['plain.py']]);
    assert.deepEqual(journal.rests, keys(KEY, ORDER_INPUT));
  });

  it('lets those stand at last that depend on the order', () => {
    const at = { knows: 0, run: 'before' };
    const before = new Map([ordered, plain].map(({ path, ...one }) => [path, { ...one, ...at }]));
    const came = new ChangedKeys([{ sequence: 1, run: 'other', keys: keys(KEY) }]);
    const dueIn = (round: number) => [...journalOf({ said: before, changed: came, round }).due()];
    assert.deepEqual(dueIn(4), paths);
    assert.deepEqual(dueIn(5), ['giver.py', 'plain.py']);
  });
});
