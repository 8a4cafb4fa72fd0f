import assert from 'node:assert/strict';
import { PUBLIC_ACCESS } from '../../../src/graph/access.ts';
import { takeFence } from '../../../src/graph/fence.ts';
import { deleteRepository } from '../../../src/graph/repository.ts';
import { ensureSchema } from '../../../src/graph/schema.ts';
import { readManifests } from '../../../src/jobs/sync/manifests.ts';
import { eligibilityOf } from '../../../src/jobs/sync/sources.ts';
import type { Snapshot, TreeEntry } from '../../../src/ports.ts';
import { testGraph, testRepoId } from '../../support/neo4j.ts';

const MEGABYTE = 1024 * 1024;

/** Files by path, each the blob that is named like its text. */
function snapshotOf(texts: Record<string, string>, paths: [path: string, oid: string][]) {
  const reads: string[] = [];
  const snapshot: Snapshot = {
    commit: 'c',
    branch: 'main',
    entries: paths.map(([path, oid]): TreeEntry => ({ path, oid, kind: 'file' })),
    read: (oid) => {
      reads.push(oid);
      return Promise.resolve(Buffer.from(texts[oid] ?? ''));
    },
    close: () => Promise.resolve(),
  };
  return { snapshot, reads };
}

describe('a repository’s own settings', () => {
  it('are read as far as resolution can parse them', async () => {
    const graph = await testGraph();
    const repoId = testRepoId('manifests');
    await ensureSchema(graph);
    const fence = await takeFence(graph, repoId, PUBLIC_ACCESS);
    const texts = { big: 'x'.repeat(MEGABYTE), huge: 'x'.repeat(MEGABYTE + 1), small: '{}' };
    const paths: [string, string][] = [
      ['go.mod', 'small'],
      ['huge/package.json', 'huge'],
      ...Array.from({ length: 100 }, (_, at): [string, string] => [`${at}/package.json`, 'big']),
    ];
    const { snapshot, reads } = snapshotOf(texts, paths);
    const read = await readManifests(fence, snapshot, snapshot.entries);
    assert.equal(read[0]?.path, 'go.mod');
    assert.equal(read.filter(({ text }) => text === texts.big).length, 64);
    assert.ok(read.every(({ path }) => path !== 'huge/package.json'));
    assert.deepEqual(reads.sort(), ['big', 'huge', 'small']);
    await deleteRepository(graph, repoId);
  });

  it('about generated files are read from the root on, and not without end', async () => {
    const texts = { mark: '*.py linguist-generated', huge: `*.js linguist-generated\n${'#'.repeat(2 * MEGABYTE)}` };
    const folders = Array.from({ length: 3_000 }, (_, at): [string, string] => [`a/${at}/.gitattributes`, 'mark']);
    const { snapshot, reads } = snapshotOf(texts, [
      ...folders,
      ['.gitattributes', 'mark'],
      ['b/.gitattributes', 'huge'],
    ]);
    const { reasonToSkip } = await eligibilityOf(snapshot);
    const reason = (path: string) => reasonToSkip({ path, kind: 'file', size: 1 });
    assert.deepEqual([reason('x.py'), reason('b/x.js')], ['marked linguist-generated', undefined]);
    assert.equal(reads.length, 1_000);
  });
});
