import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, existsSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFactsCache } from '../../../local/folder/facts-cache.ts';

describe('local/folder/facts-cache', () => {
  let root: string;
  beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'reviewgraph-cache-'))));
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('gives back what was written, for the same path and content', () => {
    const cache = openFactsCache(root);
    cache.write('a.py', 'oid', { facts: Buffer.from([1, 2, 3]) });
    cache.write('b.py', 'oid', { skipped: 'minified' });
    const again = openFactsCache(root);
    assert.deepEqual(again.read('a.py', 'oid'), { facts: Buffer.from([1, 2, 3]) });
    assert.deepEqual(again.read('b.py', 'oid'), { skipped: 'minified' });
    assert.equal(again.read('a.py', 'other'), undefined);
    assert.equal(again.read('c.py', 'oid'), undefined);
  });

  it('removes what code wrote that nobody has used for long', () => {
    for (const [name, days] of [['old', 30], ['recent', 1]] as const) {
      const then = new Date(Date.now() - days * 24 * 3_600_000);
      mkdirSync(join(root, name));
      utimesSync(join(root, name), then, then);
    } // prettier-ignore
    openFactsCache(root);
    assert.deepEqual([existsSync(join(root, 'old')), existsSync(join(root, 'recent'))], [false, true]);
  });

  it('does without a folder that cannot be written', () => {
    writeFileSync(join(root, 'file'), '');
    const cache = openFactsCache(join(root, 'file'));
    cache.write('a.py', 'oid', { skipped: 'minified' });
    assert.equal(cache.read('a.py', 'oid'), undefined);
  });
});
