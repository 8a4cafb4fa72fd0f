/** Files that break parsers, through the whole sync with real worker threads: each is answered for, and the rest is indexed. */
import assert from 'node:assert/strict';
import { PUBLIC_ACCESS } from '../../../src/graph/access.ts';
import { deleteRepository } from '../../../src/graph/repository.ts';
import { openLocal } from '../../../src/adapters/git/git-local.ts';
import { openSources } from '../../../src/jobs/sync/sources.ts';
import { syncRepository, type SyncResult } from '../../../src/jobs/sync/sync.ts';
import type { GraphPort } from '../../../src/ports.ts';
import { testGraph, testRepoId } from '../../support/neo4j.ts';
import { makeRepository, type Content } from '../../support/repositories.ts';

/** 100,000 of it unless told otherwise; in lines of 100, since a file of long lines is not even parsed. */
const many = (text: string, lines = 1_000): string => `${text.repeat(100)}\n`.repeat(lines);

const FILES: Record<string, Content> = {
  'fine.py': 'def fine():\n    return also()\n\n\ndef also():\n    return 1\n',
  'nested.py': `def before():\n    pass\n\n\nx = ${many('(', 4_000)}1${many(')', 4_000)}\n`,
  'unclosed.js': `function before() {}\nconst x = ${many('(')}\n`,
  'chain.ts': `function before() {}\nx${many('.f()')};\n`,
  'bundle.js': `var a=${'function(){return b(1)},'.repeat(220_000)}0;\n`,
  'small-bundle.js': `var a=${'function(){return b(1)},'.repeat(20_000)}0;\n`,
  'program.py': Buffer.from(`\x7fELF\x02\x01\x01\0\0${'\0\x01\x02'.repeat(5_000)}`, 'latin1'),
  'generated.py': 'x=1\n'.repeat(200_000),
  [`${'文'.repeat(80)}/`.repeat(5) + 'far.py']: 'def far():\n    pass\n',
  'fine.go': 'package fine\n\nfunc Fine() int { return 1 }\n',
};

describe('jobs/sync: files that break parsers', function () {
  this.timeout(600_000);
  let graph: GraphPort;
  let repoId: string;
  let result: SyncResult;

  before(async () => {
    graph = await testGraph();
    repoId = testRepoId('pathological');
    const repository = makeRepository(FILES);
    const snapshot = await openLocal(repository.path, { from: 'commit' });
    // The budget is CPU time: a tenth of the usual one is too little for these files on any machine.
    const sources = await openSources(snapshot, { stepMs: 200 });
    try {
      result = await syncRepository({
        ports: { graph, clock: { now: () => new Date() } },
        repoId,
        snapshot,
        access: PUBLIC_ACCESS,
        branch: 'main',
        sources,
      });
    } finally {
      await sources.close();
      await snapshot.close();
      repository.remove();
    }
  });
  after(() => deleteRepository(graph, repoId));

  it('says of each why it was skipped', () => {
    assert.deepEqual(result.stats.skipped_files, [
      { path: 'bundle.js', reason: 'larger than 1 MiB' },
      { path: 'generated.py', reason: 'more than 20,000 lines' },
      { path: 'program.py', reason: 'binary' },
      { path: 'small-bundle.js', reason: 'minified' },
      { path: `${'文'.repeat(80)}/`.repeat(5) + 'far.py', reason: 'path longer than 1,024 bytes' },
    ]);
  });

  it('says of each that it is not all there', () => {
    const cut = result.stats.errors.filter(({ message }) =>
      /^(Not parsed|Only partly extracted|Not extracted)/.test(message),
    );
    assert.deepEqual(cut.map(({ path }) => path).sort(), ['chain.ts', 'nested.py', 'unclosed.js']);
  });

  it('indexes the others, and the hostile ones as files', async () => {
    const rows = await graph.read(
      'MATCH (n:Symbol {repo_id: $repoId}) WHERE n:File OR n:Function RETURN labels(n) AS labels, n.path AS path, n.name AS name',
      { repoId },
    );
    const paths = rows.filter(({ labels }) => Array.isArray(labels) && labels.includes('File')).map(({ path }) => path);
    assert.deepEqual(paths.sort(), ['chain.ts', 'fine.go', 'fine.py', 'nested.py', 'unclosed.js']);
    const names = rows
      .map(({ path, name }) => `${path as string} ${name as string}`)
      .filter((line) => line.startsWith('fine.'));
    assert.deepEqual(names.sort(), [
      'fine.go Fine',
      'fine.go fine.go',
      'fine.py also',
      'fine.py fine',
      'fine.py fine.py',
    ]);
    const calls = await graph.read('MATCH (:Symbol {repo_id: $repoId})-[c:CALLS]->() RETURN count(c) AS calls', {
      repoId,
    });
    assert.deepEqual(calls, [{ calls: 1 }]);
  });
});
