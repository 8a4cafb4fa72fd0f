/** How the server answers each question: every part of every statement starts from an index. */
import assert from 'node:assert/strict';
import { scopeOf } from '../../src/graph/access.ts';
import { readEmbeddable, writeEmbeddings } from '../../src/graph/embeddings.ts';
import { ask } from '../../src/graph/queries/declare.ts';
import { locate, locateBy } from '../../src/graph/queries/locate.ts';
import { QUESTIONS } from '../../src/graph/queries/questions.ts';
import { semanticSearch } from '../../src/graph/queries/semantic-search.ts';
import { deleteRepository } from '../../src/graph/repository.ts';
import { EMBEDDING_DIMENSIONS } from '../../src/model/graph.ts';
import { keyOf } from '../../src/model/ids.ts';
import type { GraphPort } from '../../src/ports.ts';
import { indexTexts } from '../support/indexed-texts.ts';
import { testGraph, testGraphUri, testRepoId } from '../support/neo4j.ts';
import { plansOf, recording } from '../support/query-plans.ts';

const PATH = 'app/plans_of_questions.py';
const TEXT = [
  'import os',
  'class Room:',
  '    def save(self): return save(self)',
  'class MeetingRoom(Room): pass',
  'def save(x): return x',
  'def unused_hook(): return 1',
  'HOOKS = ["unused_hook"]',
  '',
].join('\n');

/** What else a store holds. Where there are two calls in all, the server rather reads all calls than looks anything up. */
const OTHERS = Array.from({ length: 100 }, (_, at) => [
  `other_${at}.py`,
  `from other_${at + 1} import other${at + 1} as next${at}\nclass Other${at}:\n    def do${at}(self): return next${at}(self)\ndef other${at}(x): return x\n`,
]);

/** Refused without a repository. */
const OF_ONE_REPOSITORY = new Set(['code_map', 'outline', 'dead_code', 'clones', 'unresolved_calls', 'changes']);

describe('graph/queries plans', function () {
  this.timeout(600_000);
  let graph: GraphPort;
  const repoId = testRepoId('plans');
  const othersId = testRepoId('others');
  const FILE = `${repoId} ${PATH}`;
  const SAVE = `${FILE}#save`;

  before(async () => {
    graph = await testGraph();
    await indexTexts(graph, repoId, { [PATH]: TEXT }, { isPrivate: true });
    await indexTexts(graph, othersId, Object.fromEntries(OTHERS) as Record<string, string>);
    // What the server believes of its indexes may be from before the last tests removed what they had stored.
    await graph.run('CALL db.prepareForReplanning(300)');
  });

  after(async () => {
    await deleteRepository(graph, repoId);
    await deleteRepository(graph, othersId);
  });

  /** What each question is asked to show its plans; whoever adds a question adds it here. */
  const INPUTS: Record<string, unknown[]> = {
    find_functions: [{ name: 'sAve' }, { name: 'sAve', fuzzy: true }, { name: '+' }, { name: '+', fuzzy: true }],
    find_classes: [{ name: 'A.b' }, { name: 'A.b', fuzzy: true }],
    find_variables: [{ name: 'save' }, { name: 's' }],
    find_content: [{ query: 'return' }, { query: 'RETURN' }, { query: 'x' }, { query: '=>' }],
    find_modules: [{ name: 'os' }],
    find_imports: [{ name: 'os' }],
    peek: [{ path: PATH }],
    function_complexity: [{ function_name: 'save' }],
    most_complex_functions: [{ limit: 5 }],
    search: [{ query: 'save' }, { query: 'meeting zzz' }, { query: '==' }, { query: 'zzzz' }, { query: 'return save' }],
    method_usages: [{ method_name: 'save' }],
    find_callers: [{ symbol_name: 'save' }, { symbol_name: 'unused_hook' }],
    class_hierarchy: [{ class_name: 'MeetingRoom' }],
    change_impact: [{ symbol_name: 'save' }],
    graph_stats: [{}],
    neighbours: [{ symbol_id: SAVE, depth: 2 }, { symbol_id: FILE }],
    path_between: [{ from: `${FILE}#Room.save`, to: SAVE }],
    view_file: [{ path: PATH }],
    code_map: [{ links: 'calls' }, { links: 'imports', path: 'app' }],
    outline: [{}, { path: 'app' }],
    callers_to_depth: [{ symbol_id: SAVE }],
    tests_reaching: [{ symbol_name: 'save' }, { symbol_id: `${FILE}#Room` }],
    dead_code: [{}],
    clones: [{ min_tokens: 20 }],
    changes: [{}],
    unresolved_calls: [{ symbol_id: SAVE }],
    locate: [{ text: 'saving a meeting room' }],
    semantic_search: [{ question: 'who saves' }],
  };

  it('starts every question from an index', async () => {
    const explained = plansOf(await testGraphUri());
    const vector = Array.from({ length: EMBEDDING_DIMENSIONS }, (_, at) => Math.sin(at + 1));
    const embed = async () => [vector];
    const [node] = await readEmbeddable(graph, [keyOf(SAVE)]);
    await writeEmbeddings(graph, repoId, 'plans 1', [{ key: node?.key ?? '', hash: node?.hash ?? '', vector }]);
    const questions = [...QUESTIONS.filter((one) => one !== locate), locateBy(embed), semanticSearch(embed)];
    assert.deepEqual(questions.map(({ name }) => name).sort(), Object.keys(INPUTS).sort());
    const plans = new Set<string>();
    const visible = { privateRepoIds: [repoId], hiddenRepoIds: [] };
    for (const within of [scopeOf(visible, repoId), scopeOf(visible)]) {
      const { graph: recorded, asked } = recording(graph);
      for (const question of questions.filter(({ name }) => within.repoId !== null || !OF_ONE_REPOSITORY.has(name))) {
        for (const input of INPUTS[question.name] ?? []) await ask(recorded, question, within, input);
      }
      for (const one of asked.filter(({ cypher }) => !cypher.includes('SchemaVersion'))) {
        if (plans.has(one.cypher)) continue;
        plans.add(one.cypher);
        const operators = await explained.operatorsOf(one);
        const told = `${one.cypher}\n${operators.map(({ name, details }) => `${name} ${details}`).join('\n')}`;
        const scans = operators.filter(({ name }) =>
          /^(AllNodesScan|NodeByLabelScan|.*RelationshipTypeScan|.*AllRelationshipsScan|CartesianProduct)$/.test(name),
        );
        assert.deepEqual(scans, [], told);
        // In one repository no name is looked for among those of all others: that grows with what they store.
        const others = operators.filter(({ details }) => /INDEX \w+:\w+\(name_lower/.test(details));
        assert.deepEqual(within.repoId === null ? [] : others, [], told);
      }
    }
    await explained.close();
    assert.ok(plans.size > 30, `${plans.size} statements`);
  });
});
