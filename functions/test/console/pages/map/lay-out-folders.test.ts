import assert from 'node:assert/strict';
import fc from 'fast-check';
import { layOutFolders, type Link } from '../../../../console/src/pages/map/lay-out-folders.ts';

const BOUNDS = { most: 30, columns: 4 };
const link = (from: string, to: string, edges = 1): Link => ({ from, to, edges });

describe('console/pages/map/lay-out-folders', () => {
  it('puts who uses above what it uses', () => {
    const drawing = layOutFolders([link('api', 'model'), link('api', 'review'), link('review', 'model')], BOUNDS);
    assert.deepEqual(
      drawing.places.map(({ path, row }) => [path, row]),
      [
        ['api', 0],
        ['review', 1],
        ['model', 2],
      ],
    );
    assert.ok(drawing.links.every(({ upwards }) => !upwards));
  });

  it('leads up the fewest edges of a circle, and only of circles', () => {
    const circle = [link('a', 'b', 9), link('b', 'c', 9), link('c', 'a', 1), link('z', 'a', 1), link('c', 'end', 50)];
    const { links } = layOutFolders(circle, BOUNDS);
    assert.deepEqual(
      links.filter(({ upwards }) => upwards).map(({ from, to }) => [from, to]),
      [['c', 'a']],
    );
  });

  it('draws those with the most edges, and says how many are left', () => {
    const links = Array.from({ length: 20 }, (_, at) => link(`a${at}`, `b${at}`, at + 1));
    const { places, left } = layOutFolders(links, { most: 6, columns: 4 });
    assert.deepEqual(places.map(({ path }) => path).sort(), ['a17', 'a18', 'a19', 'b17', 'b18', 'b19']);
    assert.equal(left, 34);
  });

  it('gives each a place of its own, in rows that are not too wide, whatever links there are', () => {
    const name = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz');
    const some = fc.uniqueArray(fc.record({ from: name, to: name, edges: fc.integer({ min: 1, max: 500 }) }), {
      selector: ({ from, to }) => from + to,
      maxLength: 80,
    });
    fc.assert(
      fc.property(some, (all) => {
        const among = all.filter(({ from, to }) => from !== to);
        const { places, links, rows, columns } = layOutFolders(among, BOUNDS);
        assert.equal(new Set(places.map(({ row, column }) => `${row} ${column}`)).size, places.length);
        assert.equal(new Set(places.map(({ path }) => path)).size, places.length);
        assert.ok(columns <= BOUNDS.columns);
        const rowOf = new Map(places.map(({ path, row }) => [path, row]));
        for (const { from, to, upwards } of links) {
          const [above, below] = upwards ? [to, from] : [from, to];
          assert.ok((rowOf.get(above) ?? 0) < (rowOf.get(below) ?? 0) && (rowOf.get(below) ?? 0) < rows);
        }
      }),
      { numRuns: 50 },
    );
  });
});
