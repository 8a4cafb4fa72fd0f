/** Ranges of paths: every file in one of them, about the same work in each. */
import assert from 'node:assert/strict';
import { divide, exceeds, isWithin } from '../../../../src/jobs/ingest/shards/sharding.ts';
import type { TreeEntry } from '../../../../src/ports.ts';

function files(count: number, sizeOf: (at: number) => number = () => 100): TreeEntry[] {
  // Not in their order, and with characters on both sides of the surrogates.
  const name = (at: number) => `${['a', 'é', '～', '😀'][at % 4]}/${String((at * 7919) % 100_003)}.py`;
  return Array.from({ length: count }, (_, at) => ({ path: name(at), oid: '', kind: 'file', size: sizeOf(at) }));
}

describe('divide', () => {
  it('puts every path there is, and any other, into one shard', () => {
    const entries = files(997);
    const shards = divide(entries, { files: 100, bytes: 1_000_000 });
    assert.equal(shards.length, 10);
    const paths = [...entries.map(({ path }) => path), '', 'b/new.py', '\u{10ffff}', '!'];
    for (const path of paths) assert.equal(shards.filter((shard) => isWithin(path, shard)).length, 1, path);
    for (const shard of shards) {
      assert.equal(entries.filter(({ path }) => isWithin(path, shard)).length, shard.files);
    }
  });

  it('gives shards about the same work, by files and by bytes', () => {
    const even = divide(files(1_000), { files: 100, bytes: 1_000_000 }).map((shard) => shard.files);
    assert.ok(Math.max(...even) - Math.min(...even) <= 1, even.join(' '));
    const heavy = files(1_000, (at) => (at % 4 === 0 ? 9_000 : 1_000));
    const shards = divide(heavy, { files: 1_000, bytes: 500_000 });
    assert.equal(shards.length, 6);
    const bytes = shards.map((shard) =>
      heavy.filter(({ path }) => isWithin(path, shard)).reduce((sum, { size = 0 }) => sum + size, 0),
    );
    assert.ok(Math.max(...bytes) < 1_000_000, bytes.join(' '));
  });

  it('makes one shard of little and no more than 400 of much', () => {
    assert.equal(divide(files(3), { files: 100, bytes: 1_000 }).length, 1);
    assert.equal(divide(files(5_000), { files: 1, bytes: 1 }).length, 400);
  });
});

describe('exceeds', () => {
  it('counts files and bytes, and takes unknown sizes for nothing', () => {
    const limits = { files: 3, bytes: 300 };
    assert.deepEqual([exceeds(files(3), limits), exceeds(files(4), limits)], [false, true]);
    assert.equal(
      exceeds(
        files(2, () => 151),
        limits,
      ),
      true,
    );
    assert.equal(exceeds([{}, {}], limits), false);
    assert.equal(exceeds(files(1_000), { files: 0, bytes: 0 }), false, 'no limit');
  });
});
