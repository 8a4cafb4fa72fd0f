import assert from 'node:assert/strict';
import { scopeOf } from '../../../src/graph/access.ts';
import { readTextWords } from '../../../src/graph/kept/stored-text-words.ts';
import { neo4jReader } from '../../../src/graph/reader/neo4j-reader.ts';
import { syncRepository } from '../../../src/jobs/sync/sync.ts';
import { readTexts, textEntriesOf, textsToRead } from '../../../src/jobs/sync/text-files.ts';
import type { GraphPort, TreeEntry } from '../../../src/ports.ts';
import { testGraph } from '../../support/neo4j.ts';
import { plainSources, snapshotOf } from '../../support/plain-sources.ts';
import { clock, syncedRepositories } from '../../support/synced-repositories.ts';

const sources = plainSources();
const MEGABYTE = 1024 * 1024;

function entriesOf(...files: [path: string, size?: number][]): TreeEntry[] {
  return files.map(([path, size = 1]) => ({ path, oid: path, kind: 'file', size }));
}

const textsAmong = (entries: TreeEntry[]) => textEntriesOf(entries, (entry) => sources.reasonToSkip(entry));

describe('texts that are no source', function () {
  this.timeout(120_000);
  let graph: GraphPort;

  before(async () => {
    graph = await testGraph();
  });

  const { newRepo } = syncedRepositories(() => graph);

  it('are read by what may call, and neither pictures nor source are among them', () => {
    const entries = entriesOf(
      ['README.md'],
      ['data/x.json'],
      ['logo.png'],
      ['main.py'],
      ['package-lock.json'],
      ['ui/b.xaml'],
      ['ui/a.vue'],
      ['Makefile'],
    );
    const { chosen, left, complete } = textsAmong(entries);
    const paths = chosen.map(({ path }) => path);
    assert.deepEqual(paths, ['Makefile', 'ui/a.vue', 'ui/b.xaml', 'data/x.json', 'README.md']);
    assert.deepEqual([left, complete], [0, true]);
  });

  it('are files without an ending unless these are source', async () => {
    const snapshot = snapshotOf({ Makefile: 'all: build_all', start: '#!/bin/bash\nrun_all() { :; }\n' });
    const words = await readTexts(snapshot, textsAmong(snapshot.entries), undefined);
    assert.deepEqual(
      words.files.map(({ path, words: own }) => [path, own.length]),
      [
        ['Makefile', 2],
        ['start', 0],
      ],
    );
  });

  it('are left where they are too large or too many, and counted', () => {
    const templates = Array.from({ length: 70 }, (_, at): [string, number] => [`${at}.vue`, MEGABYTE]);
    const large = textsAmong(entriesOf(['a.vue', MEGABYTE + 1], ['b.vue']));
    assert.deepEqual([large.chosen.length, large.left, large.complete], [1, 1, true]);
    const many = textsAmong(entriesOf(...templates, ['b.md']));
    assert.deepEqual([many.chosen.length, many.left, many.complete], [64, 7, false]);
    const data = textsAmong(entriesOf(['a.vue'], ...templates.map(([path, size]): [string, number] => [`${path}.json`, size]))); // prettier-ignore
    assert.deepEqual([data.chosen.length, data.left, data.complete], [64, 7, true]);
  });

  it('are not read where the platform did not send them, or turn out to be too large', async () => {
    const texts = textsAmong(entriesOf(['a.vue'], ['b.vue'], ['c.md']));
    const contents: Record<string, string> = { 'a.vue': 'open()', 'c.md': 'x'.repeat(MEGABYTE + 1) };
    const reads: string[] = [];
    const snapshot = {
      read: (oid: string) => {
        reads.push(oid);
        return Promise.resolve(Buffer.from(contents[oid] ?? ''));
      },
      lacks: (oid: string) => !(oid in contents),
    };
    const words = await readTexts(snapshot, texts, undefined);
    assert.deepEqual(reads, ['a.vue', 'c.md']);
    assert.deepEqual(
      [words.files.map((file) => file.words.length), words.unread, words.complete],
      [[1, 7, 5], 2, false],
    );
    // Nothing is asked for a second time, since it would be so with every push.
    assert.deepEqual(textsToRead(texts, words), []);
    assert.deepEqual(await readTexts(snapshot, texts, words), words);
  });

  it('follow pushes: a template that changed is read, and no other', async () => {
    const repoId = newRepo();
    const push = async (files: Record<string, string>) => {
      const snapshot = snapshotOf(files);
      const reads: string[] = [];
      const read = (oid: string) => {
        reads.push(snapshot.entries.find((entry) => entry.oid === oid)?.path ?? '');
        return snapshot.read(oid);
      };
      await syncRepository({ ports: { graph, clock }, repoId, snapshot: { ...snapshot, read }, access: 'public', branch: 'main', sources }); // prettier-ignore
      return reads.sort();
    };
    const named = async () => {
      const reader = neo4jReader(graph, scopeOf({ privateRepoIds: [], hiddenRepoIds: [] }, repoId));
      const { paths, unread } = await reader.textsNaming(['opened', 'closed', 'shut']);
      assert.equal(unread, 0);
      return Object.fromEntries(paths);
    };
    const first = { 'a.py': 'def opened(): pass\n', 'a.html': '{{ opened }}', 'b.html': '{{ shut }}' };
    assert.deepEqual(await push(first), ['a.html', 'a.py', 'b.html']);
    assert.deepEqual(await named(), { opened: 'a.html', shut: 'b.html' });
    assert.deepEqual(await push({ ...first, 'a.html': '{{ closed }}' }), ['a.html']);
    assert.deepEqual(await named(), { closed: 'a.html', shut: 'b.html' });
    // A file that moves says the same elsewhere.
    assert.deepEqual(await push({ 'a.py': first['a.py'], 'a.html': '{{ closed }}', 'z/b.html': first['b.html'] }), []);
    assert.deepEqual(await named(), { closed: 'a.html', shut: 'z/b.html' });
    assert.deepEqual(await push({ 'a.py': 'def opened(): pass\n\n', 'a.html': '{{ closed }}' }), ['a.py']);
    assert.deepEqual(await named(), { closed: 'a.html' });
    assert.equal((await readTextWords(graph, repoId))?.files.length, 1);
  });
});
