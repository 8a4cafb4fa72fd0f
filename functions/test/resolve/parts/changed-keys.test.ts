/** Which steps a file knows: those that were there when its run began, and what its own run says. */
import assert from 'node:assert/strict';
import { ChangedKeys } from '../../../src/resolve/parts/changed-keys.ts';

const keys = (...list: number[]): Uint32Array => Uint32Array.from(list);

describe('resolve/parts/changed-keys', () => {
  const changed = new ChangedKeys([
    { sequence: 1, run: 'a', keys: keys(3, 5) },
    { sequence: 2, run: 'b', keys: keys(7) },
    { sequence: 4, run: 'c', keys: keys(5, 0xffff_ffff) },
  ]);

  it('are those of later steps', () => {
    const asks = changed.unknownTo({ knows: 1, run: 'x' });
    assert.deepEqual(
      [keys(3), keys(7), keys(1, 5), keys(0xffff_ffff), keys()].map((list) => asks(list)),
      [false, true, true, true, false],
    );
    assert.ok(!changed.unknownTo({ knows: 4, run: 'x' })(keys(3, 5, 7)));
  });

  it('are none of the own run, which knows what it says', () => {
    const asks = changed.unknownTo({ knows: 1, run: 'c' });
    assert.deepEqual([asks(keys(5)), asks(keys(7))], [false, true]);
  });
});
