import assert from 'node:assert/strict';
import { scopeOf } from '../../../src/graph/access.ts';
import { fileView } from '../../../src/graph/queries/file-view.ts';
import { deleteRepository } from '../../../src/graph/repository.ts';
import type { GraphPort } from '../../../src/ports.ts';
import { indexTexts } from '../../support/indexed-texts.ts';
import { testGraph, testRepoId } from '../../support/neo4j.ts';

const many = Array.from(
  { length: 1_500 },
  (_, at) => `def made_${at}(): return made_${(at + 1) % 1_500}() # ${'x'.repeat(80)}`,
);

const FILES = {
  'app/door.py': [
    'from app.lock import Lock',
    '',
    'class Door:',
    '    def open(self, key):',
    '        if key and key.good:',
    '            return turn(Lock(), key)',
    '        return missing(key)',
    '',
    'def turn(lock, key):',
    '    return lock.fits(key)',
    '',
  ].join('\n'),
  'app/lock.py': 'class Lock:\n    def fits(self, key): return key\n',
  'wide.py': `a = "${'é'.repeat(12_000)}"\nb = 1\n`,
  'many.py': `${many.join('\n')}\n`,
  'empty.py': '',
};

describe('graph/queries view_file', function () {
  this.timeout(240_000);
  let graph: GraphPort;
  const repoId = testRepoId('views');
  const other = testRepoId('other');
  const scope = scopeOf({ privateRepoIds: [], hiddenRepoIds: [] }, repoId);

  before(async () => {
    graph = await testGraph();
    await indexTexts(graph, repoId, FILES);
    await indexTexts(graph, other, { 'app/lock.py': 'x = 1\n' });
  });

  after(async () => {
    await deleteRepository(graph, repoId);
    await deleteRepository(graph, other);
  });

  const view = async (path: string, more: object = {}) => {
    const input = fileView.input.parse({ path, ...more });
    return fileView.output.parse(await fileView.run(graph, scope, input));
  };

  it('shows lines, the outline with complexity and callers, and where calls lead', async () => {
    const file = await view('app/door.py');
    assert.equal(file.lines.map(({ content }) => content).join('\n'), FILES['app/door.py'].trimEnd());
    assert.deepEqual([file.total_lines, file.next_line, file.symbol_id], [10, null, `${repoId} app/door.py`]);
    assert.deepEqual(
      file.outline.map(({ qualified_name: name, type, line_number: line, complexity, callers }) => [name, type, line, complexity, callers]), // prettier-ignore
      [
        ['Door', 'class', 3, null, 0],
        ['Door.open', 'function', 4, 3, 0],
        ['turn', 'function', 9, 1, 1],
      ],
    );
    assert.deepEqual(
      file.calls.map(({ line, from, target }) => [line, from.split('#')[1], target.path, target.qualified_name]).sort(),
      [
        [10, 'turn', 'app/lock.py', 'Lock.fits'],
        [6, 'Door.open', 'app/door.py', 'turn'],
        [6, 'Door.open', 'app/lock.py', 'Lock'],
      ],
    );
    const counts = file.call_counts;
    assert.ok(counts !== null && counts.sites === 4 && counts.resolved === 3 && counts.unresolved === 1);
  });

  it('goes on by lines, with the symbols and calls of the page alone', async () => {
    const first = await view('app/door.py', { limit: 5 });
    assert.deepEqual([first.lines.length, first.next_line, first.calls], [5, 6, []]);
    const second = await view('app/door.py', { line: 6, limit: 5 });
    assert.deepEqual([second.lines[0]?.line_number, second.lines.length, second.next_line], [6, 5, null]);
    assert.deepEqual(
      second.outline.map(({ qualified_name: name }) => name),
      ['Door', 'Door.open', 'turn'],
    );
    const beyond = await view('app/door.py', { line: 50 });
    assert.deepEqual([beyond.lines, beyond.next_line, beyond.outline], [[], null, []]);
    assert.deepEqual((await view('empty.py')).lines, []);
  });

  it('never answers more than it may, and reaches every line and symbol', async () => {
    const seen = new Set<string>();
    let lines = 0;
    let calls = 0;
    for (let line: number | null = 1; line !== null;) {
      const page: Awaited<ReturnType<typeof view>> = await view('many.py', { line, limit: 2_000 });
      assert.ok(Buffer.byteLength(JSON.stringify(page)) < 300_000);
      for (const { name } of page.outline) seen.add(name);
      lines += page.lines.length;
      calls += page.calls.length;
      line = page.next_line;
    }
    assert.deepEqual([lines, seen.size, calls], [1_500, 1_500, 1_500]);
    const wide = await view('wide.py');
    assert.deepEqual([wide.cut_lines, wide.lines[0]?.content.length, wide.lines.length], [[1], 10_000, 2]);
  });

  it('asks for the repository when several have the path', async () => {
    const everywhere = scopeOf({ privateRepoIds: [], hiddenRepoIds: [] });
    const ask = (path: string) => fileView.run(graph, everywhere, fileView.input.parse({ path }));
    await assert.rejects(ask('app/lock.py'), { code: 'bad_request' });
    await assert.rejects(ask('app/nothing.py'), { code: 'not_found', message: 'File not found' });
  });
});
