import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { openFactsCache } from '../../../local/folder/facts-cache.ts';
import { createFolderIndex } from '../../../local/folder/folder-index.ts';
import { memoryReader } from '../../../src/graph/reader/memory-reader.ts';

describe('local/folder/folder-index', function () {
  this.timeout(120_000);
  let root: string;
  let folder: string;

  before(() => {
    root = mkdtempSync(join(tmpdir(), 'reviewgraph-folder-'));
    folder = join(root, 'engine');
    write('src/a.py', 'from src.b import g\n\ndef f():\n    g()\n');
    write('src/b.py', 'import os\n\ndef g():\n    os.getcwd()\n');
    write('src/__init__.py', '');
    write('bundle.js', `f(${'1,'.repeat(5_000)})`);
    write('.gitignore', 'secret.py\n');
    write('secret.py', 'def hidden(): pass\n');
    write('../outside.py', 'def outside(): pass\n');
    symlinkSync('../outside.py', join(folder, 'link.py'));
    execFileSync('git', ['-C', folder, 'init', '-q']);
  });
  after(() => rmSync(root, { recursive: true, force: true }));

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }

  const edgesIn = ({ graph }: ReturnType<ReturnType<typeof createFolderIndex>['graph']>) => ({
    files: graph.files.map(({ path, edges, calls }) => ({ path, edges, calls })).sort((a, b) => (a.path < b.path ? -1 : 1)),
    modules: graph.modules,
  }); // prettier-ignore

  it('holds what git does not ignore, and follows no link', async () => {
    const index = createFolderIndex(folder);
    assert.equal(await index.update(), true);
    const reader = memoryReader(index.graph());
    const { items } = await reader.files('', { limit: 100 });
    assert.deepEqual(items.map(({ path }) => path), ['src/__init__.py', 'src/a.py', 'src/b.py']); // prettier-ignore
    assert.equal((await reader.named('hidden', { limit: 1 })).total, 0);
    assert.deepEqual(await reader.leftOut(), ['bundle.js']);
  });

  it('follows edits, and gives what indexing anew gives', async () => {
    const index = createFolderIndex(folder);
    await index.update();
    assert.equal(await index.update(), false);
    const edits: [string, string | null][] = [
      ['src/b.py', 'import sys\n\ndef h():\n    sys.exit()\n'],
      ['src/b.py', 'import sys\n\ndef g(): return h()\ndef h():\n    sys.exit()\n'],
      ['src/c.py', 'from src.a import f\nf()\n'],
      ['src/a.py', '# a comment\nfrom src.b import h as g\n\ndef f():\n    g()\n'],
      ['src/c.py', null],
    ];
    for (const [path, text] of edits) {
      if (text === null) rmSync(join(folder, path));
      else write(path, text);
      assert.equal(await index.update(), true, path);
      const anew = createFolderIndex(folder);
      await anew.update();
      assert.deepEqual(edgesIn(index.graph()), edgesIn(anew.graph()), path);
      const words = (one: typeof anew) => memoryReader(one.graph()).wordCounts(['sys', 'comment', 'f']);
      assert.deepEqual(await words(index), await words(anew), path);
    }
  });

  it('follows texts that are no source, without any word of a change', async () => {
    write('page/view.html', '<a href="javascript:opened()">');
    const index = createFolderIndex(folder);
    await index.update();
    const reader = memoryReader(index.graph());
    const named = async () => [...(await reader.textsNaming(['opened', 'closed', 'hidden'])).paths];
    assert.ok(index.paths().includes('page/view.html'));
    assert.deepEqual(await named(), [['opened', 'page/view.html']]);
    write('page/view.html', '<a href="javascript:closed()">');
    assert.equal(await index.update(), false);
    assert.deepEqual(await named(), [['closed', 'page/view.html']]);
    rmSync(join(folder, 'page'), { recursive: true });
  });

  it('has what was read before its edges, and edges of what was read last', async () => {
    const index = createFolderIndex(folder);
    await index.update();
    const before = edgesIn(index.graph()).files.find(({ path }) => path === 'src/a.py');
    write('src/a.py', 'from src.b import g\n\ndef renamed():\n    g()\n');
    write('src/d.py', 'def added(): pass\n');
    assert.equal(await index.read(), true);
    assert.equal(index.unsettled(), 2);
    const reader = memoryReader(index.graph());
    assert.equal((await reader.named('renamed', { limit: 1 })).total, 1);
    assert.deepEqual(
      edgesIn(index.graph()).files.find(({ path }) => path === 'src/a.py'),
      before,
    );
    const settling = index.settle();
    write('src/d.py', 'from src.a import renamed\nrenamed()\n');
    assert.equal(await index.read(), true);
    assert.equal(await settling, true);
    // Depending on which was sooner there may be nothing left to do.
    await index.settle();
    assert.equal(index.unsettled(), 0);
    assert.equal(await index.settle(), false);
    const anew = createFolderIndex(folder);
    await anew.update();
    assert.deepEqual(edgesIn(index.graph()), edgesIn(anew.graph()));
    rmSync(join(folder, 'src/d.py'));
  });

  it('reads facts from the cache, and the same ones', async () => {
    const cache = openFactsCache(join(root, 'cache'));
    const [first, second] = [createFolderIndex(folder, cache), createFolderIndex(folder, cache)];
    await first.update();
    let read = 0;
    const counted = { ...cache, read: (path: string, oid: string) => {
      const found = cache.read(path, oid);
      if (found !== undefined) read += 1;
      return found;
    } }; // prettier-ignore
    await second.update();
    await createFolderIndex(folder, counted).update();
    // Three sources, the bundle, and .gitignore, which was looked into for a shebang.
    assert.equal(read, 5);
    assert.deepEqual(second.graph().nodes, first.graph().nodes);
    assert.deepEqual(edgesIn(second.graph()), edgesIn(first.graph()));
  });
});
