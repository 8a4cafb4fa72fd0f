import assert from 'node:assert/strict';
import { isAside } from '../../../src/graph/locate/aside-paths.ts';

describe('graph/locate/aside-paths', () => {
  it('knows folders of documentation, examples and benchmarks by their whole names', () => {
    for (const path of ['docs/conf.py', 'doc/a/b.js', 'Examples/Tree.cs', 'core/example/x.go', 'asv_bench/io.py', 'benches/io.rs', 'pkg/benchmark/a.go']) assert.ok(isAside(path), path); // prettier-ignore
    for (const path of ['src/docs/render.ts', 'docs.py', 'src/examples.ts', 'workbench/a.ts', 'sampler/a.ts', 'bench.go']) assert.ok(!isAside(path), path); // prettier-ignore
  });
});
