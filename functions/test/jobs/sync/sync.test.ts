import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { accessOf, PUBLIC_ACCESS, scopeOf } from '../../../src/graph/access.ts';
import { takeFence } from '../../../src/graph/fence.ts';
import { findFunctions } from '../../../src/graph/queries/find-functions.ts';
import { graphStats } from '../../../src/graph/queries/stats.ts';
import { deleteRepository } from '../../../src/graph/repository.ts';
import { codeVersions } from '../../../src/jobs/sync/code-versions.ts';
import { syncStatsSchema } from '../../../src/jobs/sync/stats.ts';
import { openLocal } from '../../../src/adapters/git/git-local.ts';
import { createEligibility } from '../../../src/extract/eligibility.ts';
import { loadRegistry } from '../../../src/extract/compile/registry.ts';
import { AppError } from '../../../src/model/errors.ts';
import type { GraphPort } from '../../../src/ports.ts';
import { firstState, secondState } from '../../support/edited-repository.ts';
import { dumpGraph } from '../../../local/lab/dump-graph.ts';
import { testGraph } from '../../support/neo4j.ts';
import { makeRepository } from '../../support/repositories.ts';
import { plainSources } from '../../support/plain-sources.ts';
import { clock, syncedRepositories } from '../../support/synced-repositories.ts';

describe('jobs/sync', function () {
  this.timeout(240_000);
  let graph: GraphPort;
  const sources = plainSources();

  before(async () => {
    graph = await testGraph();
  });

  const { newRepo, sync } = syncedRepositories(() => graph);

  it('counts what is in the graph, and says what it skipped', async () => {
    const repoId = newRepo();
    const { stats, changed } = await sync(repoId, {
      ...firstState(),
      'bin/blob.py': 'x\0y',
      LICENSE: 'as is',
      'bad.py': 'def f(:\n',
    });
    assert.equal(changed, true);
    const unresolved = Object.values(stats.calls).reduce((sum, calls) => sum + calls.unresolved, 0);
    assert.equal(stats.gaps?.kinds.unresolved_calls?.count ?? 0, unresolved);
    assert.equal(stats.gaps?.kinds.syntax?.count, stats.errors_total);
    assert.ok(stats.gaps?.files.some(({ path, kinds }) => path === 'bad.py' && kinds.syntax === stats.errors_total));
    assert.deepEqual(syncStatsSchema.parse(stats), stats);
    const { nodes, edges } = await dumpGraph(graph, repoId);
    const count = (label: string) => nodes.filter((line) => line.includes(`"Symbol","${label}"`)).length;
    assert.equal(stats.files_processed, count('File'));
    assert.equal(stats.functions_found, count('Function'));
    assert.equal(stats.classes_found, count('Class'));
    assert.equal(stats.imports_found, edges.filter((line) => line.includes('"type":"IMPORTS"')).length);
    assert.deepEqual(stats.skipped_reasons, { binary: 1, 'unsupported language': 3 });
    assert.equal(stats.skipped_files[0]?.path, 'bin/blob.py');
    assert.equal(
      stats.total_lines,
      Object.values(stats.languages).reduce((sum, { lines }) => sum + lines, 0),
    );
    const answer = await graphStats.run(graph, scopeOf({ privateRepoIds: [], hiddenRepoIds: [] }, repoId), {});
    assert.equal(answer.nodes.Function, count('Function'));
    assert.equal(answer.nodes.Module, count('Module'));
    assert.equal(
      Object.values(answer.relationships).reduce((sum, n) => sum + n, 0),
      edges.length,
    );
  });

  it('indexes no entry that names no file of the tree, and each path once', async () => {
    const source = makeRepository({ 'a.py': 'def one():\n    pass\n', 'b.py': 'def two():\n    pass\n' });
    const [one, two] = ['a.py', 'b.py'].map((path) => source.git('rev-parse', `HEAD:${path}`));
    const rows = [
      ['../up.py', one],
      ['.git/evil.py', one],
      ['a.py', one],
      ['a.py', two],
      ['a/../../../etc/x.py', two],
    ];
    const bytes = rows.map(([name, oid = '']) =>
      Buffer.concat([Buffer.from(`100644 ${name}\0`), Buffer.from(oid, 'hex')]),
    );
    writeFileSync(join(source.path, 'rows'), Buffer.concat(bytes));
    const tree = source.git('hash-object', '-t', 'tree', '-w', '--literally', 'rows');
    source.git('update-ref', 'HEAD', source.git('commit-tree', '-m', 'Odd', tree));
    const snapshot = await openLocal(source.path, { from: 'commit' });
    const { reasonToSkip } = createEligibility(loadRegistry());
    const repoId = newRepo();
    const { stats } = await sync(repoId, {}, { snapshot, sources: { ...sources, reasonToSkip } });
    assert.deepEqual([stats.files_processed, stats.functions_found], [1, 1]);
    assert.deepEqual(stats.skipped_reasons, { 'path that git refuses': 3, 'second entry of its path': 1 });
    const { nodes } = await dumpGraph(graph, repoId);
    assert.equal(nodes.filter((line) => line.includes('"Symbol","File"')).length, 1);
    assert.ok(nodes.some((line) => line.includes('#one')));
    await snapshot.close();
    source.remove();
  });

  it('does nothing for the same commit, and reads nothing twice for another one', async () => {
    const repoId = newRepo();
    const first = await sync(repoId, firstState());
    const reading: string[] = [];
    const counting = {
      ...sources,
      extract: (path: string, bytes: Uint8Array, id: string) => (reading.push(path), sources.extract(path, bytes, id)),
    };
    const writes: number[] = [];
    const watched: GraphPort = {
      ...graph,
      write: (statements) => (writes.push(statements.length), graph.write(statements)),
    };
    const again = await sync(repoId, firstState(), { sources: counting, ports: { graph: watched, clock } });
    assert.equal(again.changed, false);
    assert.deepEqual([reading, writes], [[], []]);
    assert.deepEqual({ ...again.stats, phase_ms: 0, files_reused: 0 }, { ...first.stats, phase_ms: 0 });
    assert.equal(again.stats.files_reused, first.stats.files_processed);

    const edited = await sync(
      repoId,
      { ...firstState(), 'P.swift': 'protocol P {\n  func c()\n}\n' },
      { sources: counting },
    );
    assert.deepEqual(reading, ['P.swift']);
    assert.equal(edited.stats.files_reused, first.stats.files_processed - 1);
    assert.equal(edited.stats.files_processed, first.stats.files_processed);

    const unrelated = await sync(
      repoId,
      { ...firstState(), 'P.swift': 'protocol P {\n  func c()\n}\n', 'more.md': 'text' },
      { sources: counting },
    );
    assert.deepEqual(reading, ['P.swift']);
    assert.equal(unrelated.stats.files_skipped, edited.stats.files_skipped + 1);
  });

  it('makes anew what other code made: files of a language, or edges alone', async () => {
    const repoId = newRepo();
    await sync(repoId, firstState());
    const clean = await dumpGraph(graph, repoId);
    const reading: string[] = [];
    const counting = {
      ...sources,
      extract: (path: string, bytes: Uint8Array, id: string) => (reading.push(path), sources.extract(path, bytes, id)),
    };
    const versions = codeVersions();
    // As if an older resolver had left an edge out and known it as all there was.
    await graph.write([
      {
        cypher: `MATCH (:Symbol {repo_id: $repoId})-[e:CALLS]->() DELETE e
          WITH count(*) AS gone MATCH (s:FileState {repo_id: $repoId}) SET s.edges_hash = 'of fewer'`,
        params: { repoId },
      },
    ]);
    assert.equal((await sync(repoId, firstState(), { sources: counting })).changed, false);
    const resolved = await sync(repoId, firstState(), { sources: counting, versions: { ...versions, edges: 'newer' } });
    assert.deepEqual([resolved.changed, reading], [true, []]);
    assert.deepEqual((await dumpGraph(graph, repoId)).edges, clean.edges);

    const files = { ...versions.files, go: 'newer' };
    await sync(repoId, firstState(), { sources: counting, versions: { ...versions, files, edges: 'newest' } });
    assert.deepEqual(reading.sort(), ['cmd/run.go', 'cmd/types.go']);
  });

  it('keeps two repositories apart, whatever happens to one', async () => {
    const [one, other] = [newRepo('one'), newRepo('other')];
    await sync(one, firstState());
    await sync(other, firstState());
    const before = await dumpGraph(graph, other);
    await sync(one, secondState());
    await deleteRepository(graph, one);
    assert.deepEqual(await dumpGraph(graph, other), before);
    assert.deepEqual(await dumpGraph(graph, one), { nodes: [], edges: [], hidden: [] });
    assert.equal(await deleteRepository(graph, one), false);
  });

  it('follows a repository that becomes private, and starts anew when told to', async () => {
    const repoId = newRepo();
    await sync(repoId, firstState());
    await sync(repoId, firstState(), { access: accessOf(repoId, true) });
    const ask = (privateRepoIds: string[]) =>
      findFunctions.run(graph, scopeOf({ privateRepoIds, hiddenRepoIds: [] }, repoId), { name: 'run', fuzzy: false });
    assert.equal((await ask([])).total, 0);
    assert.equal((await ask([repoId])).total, 1);
    const rows = await graph.read('MATCH (n) WHERE n.repo_id = $repoId RETURN DISTINCT n.access AS access', { repoId });
    assert.deepEqual(rows, [{ access: accessOf(repoId, true) }]);
    const cleared = await sync(repoId, firstState(), { clearExisting: true });
    assert.deepEqual([cleared.changed, cleared.stats.files_reused], [true, 0]);
  });

  it('writes no more once a newer run has taken over', async () => {
    const repoId = newRepo();
    let taken: Promise<unknown> | undefined;
    const slow = {
      ...sources,
      extract: async (path: string, bytes: Uint8Array, id: string) => (
        await (taken ??= takeFence(graph, repoId, PUBLIC_ACCESS)),
        sources.extract(path, bytes, id)
      ),
    };
    await assert.rejects(
      sync(repoId, firstState(), { sources: slow }),
      (error) => error instanceof AppError && error.code === 'conflict',
    );
    assert.equal((await dumpGraph(graph, repoId)).nodes.length, 1);
  });

  it('ends between two transactions when asked to', async () => {
    const stop = new AbortController();
    stop.abort(new Error('lease lost'));
    await assert.rejects(sync(newRepo(), firstState(), { signal: stop.signal }), /lease lost/);
  });

  it('keeps an embedding as long as the text it was made from', async () => {
    const repoId = newRepo();
    await sync(repoId, firstState());
    const embed =
      'MATCH (n:Function) WHERE n.repo_id = $repoId AND n.name_lower IS NOT NULL SET n.embedding = [0.5, 0.25]';
    await graph.write([{ cypher: embed, params: { repoId } }]);
    const kept = async () =>
      (
        await graph.read(
          'MATCH (n:Function) WHERE n.repo_id = $repoId AND n.path = $path AND n.embedding IS NOT NULL RETURN n.name AS name ORDER BY name',
          { repoId, path: 'pkg/core.py' },
        )
      ).map((row) => row['name']);
    const files = firstState();
    await sync(repoId, {
      ...files,
      'pkg/core.py': `\n${(files['pkg/core.py'] ?? '').replace('return 1', 'return 11')}`,
    });
    // Moved by a line, `start` and `run` are still the same text; `check` is not.
    assert.deepEqual(await kept(), ['run', 'start']);
  });

  it('takes an empty repository and a file without a line', async () => {
    const empty = newRepo();
    const { stats } = await sync(empty, {});
    assert.deepEqual([stats.files_processed, stats.total_lines, stats.errors], [0, 0, []]);
    const { stats: one } = await sync(empty, { '文件.py': '' });
    assert.equal(one.files_processed, 1);
  });
});
