import assert from 'node:assert/strict';
import { graphOf } from '../../support/graph-of.ts';

async function edgesOf(files: Record<string, string>, type: string): Promise<string[]> {
  return (await graphOf(files)).all.filter((edge) => edge.startsWith(type));
}

describe('resolve/edges/structure-edges', () => {
  it('contains what is written apart in its owner', async () => {
    const files = { 'a.go': 'package a\ntype Dog struct{}\nfunc (d Dog) Bark() {}\nfunc Run() {}\n' };
    assert.ok((await edgesOf(files, 'CONTAINS')).includes('CONTAINS a.go#Dog -> a.go#Dog.Bark'));
    assert.deepEqual(await edgesOf(files, 'DEFINES'), ['DEFINES a.go -> a.go#Dog', 'DEFINES a.go -> a.go#Run']);
  });

  it('leads an import of a submodule to its file, and one from elsewhere to a module', async () => {
    const files = { 'p/__init__.py': '', 'p/tools.py': 'x = 1\n', 'a.py': 'from p import tools\nimport numpy\n' };
    const imports = (await edgesOf(files, 'IMPORTS')).filter((edge) => edge.startsWith('IMPORTS a.py'));
    assert.ok(
      imports.some((edge) => edge.includes('-> p/tools.py')),
      imports.join(),
    );
    assert.ok(
      imports.some((edge) => edge.includes('numpy')),
      imports.join(),
    );
  });
});
