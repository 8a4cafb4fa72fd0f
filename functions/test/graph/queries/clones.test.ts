import assert from 'node:assert/strict';
import { scopeOf } from '../../../src/graph/access.ts';
import { clones } from '../../../src/graph/queries/clones.ts';
import { deleteRepository } from '../../../src/graph/repository.ts';
import type { GraphPort } from '../../../src/ports.ts';
import { indexTexts } from '../../support/indexed-texts.ts';
import { testGraph, testRepoId } from '../../support/neo4j.ts';

const body = (list: string, limit: string) => [
  `    found = []`,
  `    for item in ${list}:`,
  `        if item.size > ${limit} and item.name != "":`,
  `            found.append(item.name.strip().lower())`,
  `        elif item.parent is not None:`,
  `            found.extend(names(item.parent, depth + 1))`,
  `    return sorted(set(found))`,
];
const other = (count: number) =>
  Array.from({ length: count }, (_, at) => `    total = total * ${at} - weigh(rows[${at}], ${at} + 1)`).join('\n');

const FILES = {
  'a.py': ['def names(items, depth):', ...body('items', '10'), ''].join('\n'),
  'b/copy.py': ['def names(items, depth):', '    # taken over', ...body('items', '10'), ''].join('\n'),
  'b/renamed.py': [
    'def labels(rows, depth):',
    ...body('rows', '99').map((line) => line.replaceAll('found', 'seen')),
    '',
  ].join('\n'),
  'c.py': [
    'def changed(items, depth):',
    ...body('items', '10').slice(0, 6),
    '    log.debug("found them", len(found))',
    '    return sorted(set(found))',
    '',
    'def unlike(rows):',
    '    total = 0',
    other(6),
    '    return total',
    '',
    'def short(): return 1',
    'def short_too(): return 1',
    '',
  ].join('\n'),
};

describe('graph/queries clones', function () {
  this.timeout(240_000);
  let graph: GraphPort;
  const repoId = testRepoId('clones');
  const scope = scopeOf({ privateRepoIds: [repoId], hiddenRepoIds: [] }, repoId);

  before(async () => {
    graph = await testGraph();
    await indexTexts(graph, repoId, FILES, { isPrivate: true });
  });

  after(async () => {
    await deleteRepository(graph, repoId);
  });

  const find = async (more: object = {}) =>
    clones.output.parse(await clones.run(graph, scope, clones.input.parse(more)));
  const told = ({ results }: Awaited<ReturnType<typeof find>>) =>
    results.map(({ kind, members }) => [kind, ...members.map(({ path, name }) => `${path} ${name}`)]);

  it('tells copies, copies with other names, and copies that were changed apart', async () => {
    assert.deepEqual(told(await find()), [['exact', 'a.py names', 'b/copy.py names']]);
    assert.deepEqual(told(await find({ path: 'b' })), [['renamed', 'b/copy.py names', 'b/renamed.py labels']]);
    const { results, compared } = await find({ min_similarity: 60 });
    assert.deepEqual(
      results.map(({ kind, members, across_files: across }) => [kind, members.map(({ name }) => name), across]),
      [
        ['exact', ['names', 'names'], true],
        ['similar', ['labels', 'changed'], true],
      ],
    );
    const similarity = results[1]?.similarity ?? 0;
    assert.ok(similarity > 0.6 && similarity < 1, String(similarity));
    assert.equal(compared, 5);
  });

  it('compares no function that is too short, and goes on by pages', async () => {
    assert.equal((await find({ min_tokens: 500 })).compared, 0);
    const first = await find({ min_similarity: 60, limit: 1 });
    assert.deepEqual([first.results.length, first.total], [1, 2]);
    const second = await find({ min_similarity: 60, limit: 1, cursor: first.next_cursor });
    assert.deepEqual([second.results.length, second.next_cursor, second.results[0]?.kind], [1, null, 'similar']);
  });
});
