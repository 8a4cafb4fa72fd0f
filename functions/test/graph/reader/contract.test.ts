/**
 * Both adapters of `GraphReader` on the same files: every read gives the same answer, whichever symbols, slices and
 * folders it is asked for. The files are the examples of all languages, and a small repository whose files call, import
 * and inherit across folders.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { accessOf, scopeOf } from '../../../src/graph/access.ts';
import type { MemoryGraph } from '../../../src/graph/reader/memory-graph.ts';
import { memoryReader } from '../../../src/graph/reader/memory-reader.ts';
import { neo4jReader } from '../../../src/graph/reader/neo4j-reader.ts';
import { deleteRepository } from '../../../src/graph/repository.ts';
import { syncRepository } from '../../../src/jobs/sync/sync.ts';
import { LEFT_OUT } from '../../../src/model/declarations/left-out.ts';
import { EDGE_TYPES } from '../../../src/model/graph.ts';
import type { EdgeChoice, GraphPort, GraphReader, Slice, TreeEntry } from '../../../src/ports.ts';
import { indexTexts } from '../../support/indexed-texts.ts';
import { memoryGraphOf } from '../../support/memory-graph.ts';
import { testGraph, testRepoId } from '../../support/neo4j.ts';
import { plainSources, snapshotOf } from '../../support/plain-sources.ts';

/** `go/receivers.go`: the sources under languages/<lang>/examples, without what is expected of them. */
function examples(): Record<string, string> {
  const root = join(import.meta.dirname, '../../../languages');
  const files: Record<string, string> = {};
  for (const { name: language } of readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    const folder = join(root, language, 'examples');
    for (const file of readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())) {
      if (file.name.endsWith('.facts')) continue;
      files[`${language}/${file.name}`] = readFileSync(join(folder, file.name), 'utf8');
    }
  }
  return files;
}

const REPOSITORY: Record<string, string> = {
  'shop/go.mod': 'module example.com/shop\n',
  'shop/main.go': 'package main\n\nimport "example.com/shop/cart"\n\nfunc main() {\n\tc := cart.New()\n\tc.Add(1)\n\tc.Add(2)\n}\n', // prettier-ignore
  'shop/cart/cart.go': 'package cart\n\ntype Cart struct{ n int }\n\n// New makes one.\nfunc New() *Cart { return &Cart{} }\n\nfunc (c *Cart) Add(n int) {\n\tif n > 0 && c.n < 9 {\n\t\tc.n += n\n\t}\n}\n', // prettier-ignore
  'web/package.json': '{"name": "web"}',
  'web/src/shapes.ts': 'export interface Shape { area(): number }\nexport class Square implements Shape {\n  area() { return side(this) }\n}\nfunction side(s: Square) { return 2 }\n', // prettier-ignore
  'web/src/index.ts': "import { Square as Box } from './shapes';\r\nimport * as fs from 'fs';\r\nexport const box = new Box();\r\nexport function total() { return box.area() + box.area(); }\r\n", // prettier-ignore
  'py/pkg/__init__.py': '',
  'py/pkg/base.py': 'class Base:\n    """Root."""\n    def run(self): return self.step()\n    def step(self): return 0\n', // prettier-ignore
  'py/pkg/more.py': 'from .base import Base\nfrom .base import Base as Other\nimport os\nclass More(Base):\n    def step(self): return super().step()\ndef SAVE(): return More().run()\ndef save(): return SAVE() or save()\nsave()\n', // prettier-ignore
  'py/日本/😀.py': 'def save(): pass\n',
  'py/日本/ｚ.py': `def save(): pass\nlong = "${'x'.repeat(20_000)}"\ndef wide():\n    """${'é'.repeat(9_000)}"""\n    return "${'y'.repeat(18_000)}"\n`,
  'py/last.py': 'x = 1',
  'web/page.html': '<button onclick="area()">日本</button>',
};

const slices: fc.Arbitrary<Slice> = fc.record({ skip: fc.nat({ max: 6 }), limit: fc.integer({ min: 1, max: 40 }) });
const types = fc.subarray([...EDGE_TYPES], { minLength: 1 });
const choices: fc.Arbitrary<EdgeChoice> = fc.record({ types, direction: fc.constantFrom('in', 'out') });
const ALL: Slice = { limit: 100_000 };

describe('graph/reader: Neo4j and memory', function () {
  this.timeout(600_000);
  let graph: GraphPort;
  let source: MemoryGraph;
  let memory: GraphReader;
  let neo4j: GraphReader;
  let ids: string[];
  let files: string[];
  let folders: fc.Arbitrary<string>;
  const repoId = testRepoId('reader');

  before(async () => {
    graph = await testGraph();
    const texts = { ...examples(), ...REPOSITORY };
    await indexTexts(graph, repoId, texts, { isPrivate: true });
    source = await memoryGraphOf(repoId, texts);
    memory = memoryReader(source);
    neo4j = neo4jReader(graph, scopeOf({ privateRepoIds: [repoId], hiddenRepoIds: [] }, repoId));
    ids = [...source.nodes, ...source.graph.modules].map(({ id }) => id);
    files = source.graph.files.map(({ path }) => path);
    const above = files.flatMap((path) => path.split('/').map((_, at, parts) => parts.slice(0, at).join('/')));
    folders = fc.constantFrom(...new Set([...above, 'py/pk', 'nowhere']));
  });

  after(async () => {
    await deleteRepository(graph, repoId);
  });

  /** Both answers, in a form that shows where they differ. */
  async function same<T>(read: (reader: GraphReader) => Promise<T>): Promise<T> {
    const [expected, given] = await Promise.all([read(memory), read(neo4j)]);
    assert.deepEqual(given, expected);
    return expected;
  }

  /** For reads at random, `runs` times. */
  async function sameFor<T>(
    inputs: fc.Arbitrary<T>,
    runs: number,
    read: (reader: GraphReader, input: T) => Promise<unknown>,
  ) {
    await fc.assert(
      fc.asyncProperty(inputs, async (input) => {
        await same((reader) => read(reader, input));
      }),
      { numRuns: runs },
    );
  }

  const someIds = () => fc.uniqueArray(fc.constantFrom(...ids, `${repoId} nowhere.py#nothing`), { maxLength: 30 });
  const fileIds = () =>
    fc.constantFrom(...files.map((path) => `${repoId} ${path}`), `${repoId} nowhere.py`, ids.at(-1) ?? '');
  const ranges = fc.record({ from: fc.integer({ min: 1, max: 40 }), to: fc.integer({ min: 1, max: 60 }) });

  it('holds symbols of many languages, and edges of every kind', async () => {
    assert.ok(ids.length > 400 && new Set(source.nodes.map(({ language }) => language)).size >= 17);
    const edges = source.graph.files.flatMap((file) => file.edges);
    for (const type of EDGE_TYPES) assert.ok(edges.filter((edge) => edge.type === type).length > 10, type);
    const [expected, given] = [await memory.repository(), await neo4j.repository()];
    assert.deepEqual({ ...given, indexedAt: null }, expected);
  });

  it('says which sources were left out', async () => {
    const own = testRepoId('left-out');
    const plain = plainSources();
    const reasons: Record<string, string> = { 'long.py': LEFT_OUT.size, 'lib/x.py': 'dependency folder' };
    const sources = { ...plain, reasonToSkip: (entry: TreeEntry) => reasons[entry.path] ?? plain.reasonToSkip(entry) };
    const snapshot = snapshotOf({ 'a.py': 'x = 1\n', 'long.py': 'x = 1\n', 'lib/x.py': 'x = 1\n', 'README.md': '' });
    const ports = { graph, clock: { now: () => new Date() } };
    try {
      await syncRepository({ ports, repoId: own, snapshot, access: accessOf(own, true), branch: 'main', sources });
      const scopeFor = (of: string[]) => scopeOf({ privateRepoIds: of, hiddenRepoIds: [] }, own);
      const seen = (of: string[]) => neo4jReader(graph, scopeFor(of)).leftOut();
      assert.deepEqual([await seen([own]), await seen([])], [['long.py'], []]);
    } finally {
      await deleteRepository(graph, own);
    }
  });

  it('says the same of every symbol', async () => {
    const symbols = await same((reader) => reader.symbols(ids));
    assert.equal(symbols.length, ids.length);
    const texts = await same((reader) => reader.texts(ids));
    assert.ok(
      texts.some(({ source: text }) => text.length >= 16_000) && texts.some(({ docstring: doc }) => doc !== null),
    );
    assert.deepEqual(await same((reader) => reader.symbols([`${repoId} nowhere.py#nothing`, repoId])), []);
  });

  it('finds the same by name', async () => {
    const names = source.nodes.flatMap(({ name, qualified_name: whole }) => [
      name,
      name.toUpperCase(),
      whole,
      `x/${whole}`,
    ]);
    await sameFor(
      fc.tuple(fc.constantFrom(...names, 'save', 'SAVE', 'Save', '+', ''), slices),
      60,
      (reader, [name, slice]) => reader.named(name, slice),
    );
    assert.equal((await same((reader) => reader.named('save', ALL))).total, 3);
  });

  it('counts the same words', async () => {
    const words = fc.array(fc.constantFrom('save', 'cart', 'run', 'area', 'nothing', 'y', 'more', '日本'), {
      maxLength: 6,
    });
    await sameFor(words, 10, (reader, asked) => reader.wordCounts(asked));
    assert.equal((await same((reader) => reader.wordCounts(['save']))).length, files.length);
  });

  it('lists the same files, and the same in each', async () => {
    assert.equal((await same((reader) => reader.files('', ALL))).total, files.length);
    await sameFor(fc.tuple(folders, slices), 20, (reader, [under, slice]) => reader.files(under, slice));
    await sameFor(fc.constantFrom(...files, 'nowhere.py'), 15, (reader, path) => reader.filesAt(path));
    await sameFor(fc.tuple(fileIds(), ranges, slices), 40, (reader, [id, range, slice]) =>
      reader.inFile(id, range, slice),
    );
    await sameFor(fc.tuple(fileIds(), ranges, slices), 40, (reader, [id, range, slice]) =>
      reader.callSites(id, range, slice),
    );
    await sameFor(fc.array(fileIds(), { maxLength: 4 }), 20, async (reader, some) => [
      ...(await reader.openCalls(some)),
    ]);
    const open = await same(async (reader) => [
      ...(await reader.openCalls(files.map((path) => `${repoId} ${path}`))).values(),
    ]);
    assert.ok(open.flatMap(({ calls }) => calls).length > 3);
    assert.ok(open.every(({ unlisted }) => unlisted === 0));
    await sameFor(fc.tuple(fileIds(), ranges), 40, (reader, [id, range]) => reader.lines(id, range));
    const whole = { from: 1, to: 100_000 };
    for (const path of files) await same((reader) => reader.lines(`${repoId} ${path}`, whole));
  });

  it('answers many that ask at once as it answers each alone', async () => {
    const whole = { from: 1, to: 100_000 };
    const fileId = (path: string) => `${repoId} ${path}`;
    const words = [...new Set(source.nodes.map(({ name }) => name))].slice(0, 60);
    await same((reader) => Promise.all([...files, 'nowhere.py'].map((path) => reader.filesAt(path))));
    await same((reader) =>
      Promise.all(files.map((path, at) => reader.inFile(fileId(path), whole, at % 3 === 0 ? { limit: 2 } : ALL))),
    );
    await same((reader) => Promise.all(files.map((path) => reader.lines(fileId(path), whole))));
    await same((reader) => Promise.all(files.map((_, at) => reader.texts(ids.slice(at, at + 3)))));
    const found = await same((reader) => Promise.all(words.map((word) => reader.wordLines(word, 1_000))));
    assert.ok(found.filter(({ lines }) => lines.length > 0).length > 40);
  });

  it('follows the same edges', async () => {
    for (const direction of ['in', 'out'] as const) {
      const all = await same((reader) => reader.edges(ids, { types: EDGE_TYPES, direction }, ALL));
      assert.ok(all.size > 400);
    }
    await sameFor(fc.tuple(someIds(), choices, slices), 40, (reader, [some, choice, slice]) =>
      reader.edges(some, choice, slice),
    );
    await same((reader) => reader.edgesAmong(ids, EDGE_TYPES, ALL));
    await sameFor(fc.tuple(someIds(), types, slices), 30, (reader, [some, meant, slice]) =>
      reader.edgesAmong(some, meant, slice),
    );
    await sameFor(fc.tuple(someIds(), choices), 30, async (reader, [some, choice]) => {
      const { steps, complete } = await reader.steps(some, choice, 10_000);
      return { complete, steps: steps.map((step) => JSON.stringify(step)).sort() };
    });
    const few = await same(async (reader) => {
      const { steps, complete } = await reader.steps(ids, { types: ['CALLS'], direction: 'out' }, 5);
      return [steps.length, complete];
    });
    assert.deepEqual(few, [5, false]);
  });

  it('ranks and adds up the same', async () => {
    const ranked = fc.tuple(folders, fc.constantFrom('complexity' as const, 'callers' as const), slices);
    await sameFor(ranked, 20, (reader, [under, by, slice]) => reader.ranked(under, by, slice));
    await sameFor(fc.tuple(folders, slices), 20, (reader, [under, slice]) => reader.unused(under, slice));
    await sameFor(fc.tuple(folders, slices), 15, (reader, [under, slice]) => reader.entryFiles(under, slice));
    assert.ok((await same((reader) => reader.unused('', ALL))).total > 50);
    assert.ok((await same((reader) => reader.entryFiles('', ALL))).total > 5);
    const links = fc.tuple(folders, fc.constantFrom('CALLS' as const, 'IMPORTS' as const), slices);
    await sameFor(links, 20, (reader, [under, type, slice]) => reader.links(under, type, slice));
    for (const type of ['CALLS', 'IMPORTS'] as const) {
      assert.ok((await same((reader) => reader.links('', type, ALL))).total > 2);
    }
  });

  it('knows the same commits', async () => {
    const known = await same(async (reader) => (await reader.indexedCommits()).map(({ commit }) => commit));
    assert.equal(known.length, 1);
    await same(async (reader) => {
      const [only] = await reader.indexedCommits();
      assert.ok(only !== undefined);
      return reader.changedFiles(only, only);
    });
  });

  it('finds the same lines with a word, and texts', async () => {
    assert.equal((await same((reader) => reader.textsNaming(['area', '日本', 'save']))).paths.size, 2);
    assert.equal((await same((reader) => reader.wordLines('SAVE', 10))).lines.length, 2);
    const words = source.nodes.flatMap(({ name }) => name).filter((name) => name.length > 1);
    await sameFor(fc.constantFrom(...words, 'Base', 'nowhere_at_all', 'é', '+', ''), 30, async (reader, word) => {
      const { lines, more } = await reader.wordLines(word, 100);
      return more ? 'many' : lines;
    });
  });

  it('shows nothing to those who may not see the repository', async () => {
    const strange = neo4jReader(graph, scopeOf({ privateRepoIds: [], hiddenRepoIds: [] }, repoId));
    const seen = neo4jReader(graph, scopeOf({ privateRepoIds: [repoId], hiddenRepoIds: [repoId] }, repoId));
    const range = { from: 1, to: 1_000 };
    const out: EdgeChoice = { types: EDGE_TYPES, direction: 'out' };
    for (const reader of [strange, seen]) {
      const file = `${repoId} py/pkg/more.py`;
      const answers = await Promise.all([
        reader.symbols(ids),
        reader.texts(ids),
        reader.named('save', ALL).then(({ items, total }) => [...items, ...Array.from({ length: total })]),
        reader.filesAt('py/pkg/more.py'),
        reader.files('', ALL).then(({ items, total }) => [...items, ...Array.from({ length: total })]),
        reader.inFile(file, range, ALL).then(({ items }) => items),
        reader.lines(file, range),
        reader.callSites(file, range, ALL).then(({ items }) => items),
        reader.openCalls([file]).then((found) => [...found]),
        reader.indexedCommits(),
        reader
          .changedFiles({ fence: 0, commit: '', indexedAt: '' }, { fence: 9e15, commit: '', indexedAt: '' })
          .then((found) => found.files),
        reader.edges(ids, out, ALL).then((edges) => [...edges]),
        reader.edgesAmong(ids, EDGE_TYPES, ALL).then(({ items }) => items),
        reader.steps(ids, out, 100).then(({ steps }) => steps),
        reader.ranked('', 'callers', ALL),
        reader.ranked('', 'complexity', ALL),
        reader.unused('', ALL).then(({ items }) => items),
        reader.entryFiles('', ALL).then(({ items }) => items),
        reader.wordLines('save', 10).then(({ lines }) => lines),
        reader.links('', 'CALLS', ALL).then(({ items }) => items),
      ]);
      for (const answer of answers) assert.deepEqual(answer, []);
      assert.equal(await reader.repository(), undefined);
    }
  });
});
