import assert from 'node:assert/strict';
import { scopeOf } from '../../../src/graph/access.ts';
import { locate } from '../../../src/graph/queries/locate.ts';
import { memoryReader } from '../../../src/graph/reader/memory-reader.ts';
import { neo4jReader } from '../../../src/graph/reader/neo4j-reader.ts';
import { deleteRepository } from '../../../src/graph/repository.ts';
import type { GraphPort, GraphReader } from '../../../src/ports.ts';
import { indexTexts } from '../../support/indexed-texts.ts';
import { memoryGraphOf } from '../../support/memory-graph.ts';
import { testGraph, testRepoId } from '../../support/neo4j.ts';

const FILES = {
  'src/merge.ts': 'import { branchOf } from "./branch";\nexport function mergeBranches(a: string) {\n  return branchOf(a);\n}\n',
  'src/branch.ts': 'export function branchOf(a: string) {\n  return a;\n}\nexport function unrelated() {\n  return 1;\n}\n',
  'src/index.ts': 'export const version = 1;\nexport const other = 2;\n',
  'src/deep/index.ts': 'export const deep = 1;\n',
  'src/walk.ts': 'export function walkTree() {\n  return 3;\n}\n',
  'test/merge.test.ts': 'import { mergeBranches } from "../src/merge";\nimport { walkTree } from "../src/walk";\nfunction mergingConflicts() {\n  mergeBranches("conflict");\n  walkTree();\n}\n',
  'py/long.py': `${'# filler\n'.repeat(3_000)}def resolve_conflicts():\n    return 1\n`,
}; // prettier-ignore

describe('graph/queries/locate', function () {
  this.timeout(240_000);
  let graph: GraphPort;
  let memory: GraphReader;
  let neo4j: GraphReader;
  const repoId = testRepoId('locate');
  const scope = scopeOf({ privateRepoIds: [repoId], hiddenRepoIds: [] }, repoId);

  before(async () => {
    graph = await testGraph();
    await indexTexts(graph, repoId, FILES, { isPrivate: true });
    memory = memoryReader(await memoryGraphOf(repoId, FILES));
    neo4j = neo4jReader(graph, scope);
  });

  after(async () => {
    await deleteRepository(graph, repoId);
  });

  /** The answer, which both readers give alike. */
  async function located(text: string, more: object = {}) {
    const input = locate.input.parse({ text, ...more });
    const [expected, given] = await Promise.all([locate.answer(memory, input), locate.answer(neo4j, input)]);
    assert.deepEqual(given, expected);
    return locate.output.parse(given);
  }

  it('ranks files by their words, with the lines that say them', async () => {
    const { files, total } = await located('Merging branches fails');
    assert.deepEqual(files.slice(0, 2).map(({ path }) => path), ['src/merge.ts', 'src/branch.ts']); // prettier-ignore
    assert.deepEqual(files[0]?.spans.map(({ start, end, symbol }) => [start, end, symbol]), [[2, 4, 'mergeBranches']]); // prettier-ignore
    assert.match(files[0].reasons[0] ?? '', /^says .*Merging/);
    assert.ok(total >= 2 && files.every(({ repo_id: id }) => id === repoId));
  });

  it('takes paths and lines in the text at their word', async () => {
    const { files } = await located('TypeError\n  at x (/home/ada/repo/src/branch.ts:5:3)');
    assert.equal(files[0]?.path, 'src/branch.ts');
    assert.deepEqual(files[0].spans[0], { start: 4, end: 6, symbol: 'unrelated', reason: 'the text names line 5' });
    assert.match(files[0].reasons[0] ?? '', /the text names .*branch\.ts:5/);
  });

  it('keeps tests back unless asked for, and follows what they call', async () => {
    const { files } = await located('conflicts while merging');
    assert.ok(files.every(({ path }) => !path.startsWith('test/')));
    assert.ok(files.some(({ reasons }) => reasons.some((reason) => reason.startsWith('used by test/merge.test.ts'))));
    const all = await located('conflicts while merging', { include_tests: true });
    assert.ok(all.files.some(({ path }) => path === 'test/merge.test.ts'));
  });

  it('stays within the budget and the limit', async () => {
    const { files, total } = await located('merge branch walk resolve conflicts version deep', { limit: 2, budget_tokens: 100 }); // prettier-ignore
    assert.equal(files.length, 2);
    assert.ok(total > 2);
    const long = await located('resolve conflicts');
    assert.deepEqual(long.files[0]?.spans.map(({ start }) => start), [3_001]); // prettier-ignore
  });

  it('sees what changes, and nothing of what is not the caller’s', async () => {
    await indexTexts(graph, repoId, { ...FILES, 'src/index.ts': 'export function zebraCrossing() {}\n' }, { isPrivate: true }); // prettier-ignore
    const answer = await locate.answer(neo4j, locate.input.parse({ text: 'zebra crossing' }));
    assert.deepEqual(answer.files.map(({ path }) => path), ['src/index.ts']); // prettier-ignore
    const stranger = neo4jReader(graph, scopeOf({ privateRepoIds: [], hiddenRepoIds: [] }, repoId));
    assert.deepEqual(await locate.answer(stranger, locate.input.parse({ text: 'zebra crossing' })), {
      files: [],
      total: 0,
    });
    await indexTexts(graph, repoId, FILES, { isPrivate: true });
  });
});
