import assert from 'node:assert/strict';
import { createEdgePacker } from '../../src/graph/edges-codec.ts';
import type { FileEdges, GraphEdge } from '../../src/model/graph.ts';

const calls = { sites: 3, resolved: 2, external: 1, ambiguous: 0, unresolved: 0 };

function fileOf(path: string, edges: GraphEdge[]): FileEdges {
  return { path, language: 'python', calls, edges };
}

describe('createEdgePacker', () => {
  it('gives back every field of every edge, and none that was not there', () => {
    const packer = createEdgePacker();
    const files = [
      fileOf('a.py', [
        { type: 'CONTAINS', from: 'o/r', to: 'o/r:a.py' },
        {
          type: 'CALLS',
          from: 'o/r:a.py#f',
          to: 'o/r:b.py#g',
          evidence: 'import',
          confidence: 0.95,
          sites: [{ line: 0 }, { line: 127 }, { line: 128 }, { line: 4_294_967_294 }],
        },
        { type: 'CALLS', from: 'o/r:a.py#f', to: 'o/r:b.py#h', evidence: 'import', confidence: 0.9, sites: [] },
        {
          type: 'IMPORTS',
          from: 'o/r:a.py',
          to: 'o/r:b.py',
          imported_name: 'g',
          alias: '',
          module_name: '.b',
          line: 1,
        },
        {
          type: 'IMPORTS',
          from: 'o/r:a.py',
          to: 'o/r:b.py',
          imported_name: '',
          alias: 'g',
          module_name: '.b',
          line: 0,
        },
      ]),
      { ...fileOf('empty.py', []), problems: [{ path: 'empty.py', line: null, message: 'Not resolved in full: x' }] },
      fileOf('b.py', [
        { type: 'INHERITS', from: 'o/r:b.py#B', to: 'o/r:a.py#f', evidence: 'local', confidence: 1, how: 'extends' },
      ]),
    ];
    const packed = files.map((file) => packer.pack(file));
    assert.deepEqual(
      packed.map((one) => packer.unpack(one)),
      files,
    );
  });

  it('holds edges that are alike in a few bytes each', () => {
    const packer = createEdgePacker();
    const edges = Array.from({ length: 40_000 }, (_, at): GraphEdge => {
      const ends = {
        from: `o/r:long/path/to/a.py#function_${at % 300}`,
        to: `o/r:long/path/to/b.py#function_${at % 7}`,
      };
      return { type: 'CALLS', ...ends, evidence: 'import', confidence: 0.95, sites: [{ line: at }, { line: at + 1 }] };
    });
    const packed = packer.pack(fileOf('a.py', edges));
    assert.equal(packed.count, edges.length);
    assert.ok(packed.bytes.length <= 12 * edges.length, String(packed.bytes.length));
    assert.deepEqual(packer.unpack(packed).edges, edges);
  });

  it('refuses numbers that it did not give', () => {
    const packed = createEdgePacker().pack(fileOf('a.py', [{ type: 'CONTAINS', from: 'o/r', to: 'o/r:a.py' }]));
    assert.throws(() => createEdgePacker().unpack(packed), /number 0/);
  });
});
