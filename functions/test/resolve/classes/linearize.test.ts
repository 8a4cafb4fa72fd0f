import assert from 'node:assert/strict';
import { aroundParts, linearize } from '../../../src/resolve/classes/linearize.ts';
import type { OrderedBase } from '../../../src/resolve/classes/linearize.ts';

type Bases = Record<number, (number | [def: number, how: string])[]>;

function basesOf(bases: Bases): (cls: number) => OrderedBase[] {
  return (cls) =>
    (bases[cls] ?? []).map((base) =>
      typeof base === 'number' ? { def: base, how: 'extends' } : { def: base[0], how: base[1] },
    );
}

describe('resolve/classes/linearize', () => {
  // D(B, C), B(A), C(A)
  const [A, B, C, D] = [1, 2, 3, 4];
  const diamond = basesOf({ [D]: [B, C], [B]: [A], [C]: [A] });

  it('orders a diamond as each language does', () => {
    assert.deepEqual(linearize(D, diamond, 'c3'), [D, B, C, A]);
    assert.deepEqual(linearize(D, diamond, 'depth-first'), [D, B, A, C]);
    assert.deepEqual(linearize(D, diamond, 'breadth-first'), [D, B, C, A]);
  });

  it('searches what is prepended before the class and what is mixed in after it, the last first', () => {
    const bases = basesOf({ [D]: [A, [5, 'mixes_in'], [6, 'mixes_in'], [7, 'prepends'], [8, 'part']] });
    assert.deepEqual(linearize(D, bases, 'mixins'), [7, D, 8, 6, 5, A]);
  });

  it('says once what stands around the parts of one class', () => {
    const bases = basesOf({
      [A]: [[5, 'mixes_in'], 9],
      [B]: [[6, 'prepends'], 9],
      [C]: [
        [5, 'mixes_in'],
        [7, 'mixes_in'],
      ],
    });
    const order = (cls: number): number[] | undefined => (cls === 7 ? [7, 8, A] : undefined);
    assert.deepEqual(aroundParts([A, B, C], bases, order), { before: [6], behind: [5, 7, 8, 9] });
  });

  it('ends for hierarchies that have no order', () => {
    const cycle = basesOf({ [A]: [B], [B]: [A] });
    for (const how of ['c3', 'depth-first', 'breadth-first', 'mixins'] as const)
      assert.deepEqual(linearize(A, cycle, how), [A, B], how);
    // X(A, B) and Y(B, A) cannot both hold: depth-first is taken.
    const inconsistent = basesOf({ 9: [7, 8], 7: [A, B], 8: [B, A] });
    assert.deepEqual(linearize(9, inconsistent, 'c3'), linearize(9, inconsistent, 'depth-first'));
  });
});
