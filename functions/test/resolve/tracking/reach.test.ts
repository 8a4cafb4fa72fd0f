import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Numbers } from '../../../src/resolve/tracking/numbers.ts';
import { reachOf, type Links } from '../../../src/resolve/tracking/reach.ts';

function linksOf(pairs: [from: number, to: number][]): Links {
  const links = { heads: new Numbers(), targets: new Numbers(), nexts: new Numbers() };
  links.targets.push(-1);
  links.nexts.push(0);
  for (const [from, to] of pairs) {
    links.nexts.push(links.heads.get(from));
    links.heads.set(from, links.targets.length);
    links.targets.push(to);
  }
  return links;
}

/** By walking everything for each root. */
function plainReach(pairs: [from: number, to: number][], root: number, inputOf: (vertex: number) => number): number[] {
  const met = new Set([root]);
  for (const vertex of met) for (const [from, to] of pairs) if (from === vertex) met.add(to);
  return [...met].map(inputOf).filter((place) => place !== 0);
}

function ascending(places: number[]): number[] {
  return [...places].sort((a, b) => a - b);
}

/** Every fifth vertex is an input. */
const inputOf = (vertex: number): number => (vertex % 5 === 0 ? vertex / 5 + 1 : 0);

describe('resolve/reach', () => {
  it('finds the inputs that a walk from each root finds, in any graph', () => {
    const vertex = fc.nat(299);
    const graph = fc.record({
      // Few links leave trees, many one cycle of most notes; a ring makes large cycles that lead to each other.
      pairs: fc.array(fc.tuple(vertex, vertex), { maxLength: 500, size: 'max' }),
      rings: fc.array(fc.tuple(fc.nat(200), fc.integer({ min: 60, max: 99 })), { maxLength: 3 }),
      roots: fc.array(vertex, { minLength: 1, maxLength: 8 }),
    });
    fc.assert(
      fc.property(graph, ({ pairs, rings, roots }) => {
        const ringPairs = rings.flatMap(([first, size]) =>
          Array.from({ length: size }, (_, at): [number, number] => [first + at, first + ((at + 1) % size)]),
        );
        const all: [number, number][] = [...pairs, ...ringPairs];
        const reach = reachOf(linksOf(all), roots, inputOf);
        for (const root of roots) {
          const { own, shared } = reach(root);
          assert.deepEqual(
            ascending([...new Set([...own, ...shared.flat()])]),
            ascending(plainReach(all, root, inputOf)),
          );
        }
      }),
      { numRuns: 150 },
    );
  });

  it('goes through a chain that is longer than a call stack', () => {
    const length = 200_000;
    const pairs = Array.from({ length }, (_, at): [number, number] => [at + 1, at + 2]);
    const reach = reachOf(linksOf(pairs), [1], (vertex) => (vertex === length + 1 ? 7 : 0));
    assert.deepEqual(reach(1), { own: [7], shared: [] });
  });
});
