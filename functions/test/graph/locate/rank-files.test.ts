import assert from 'node:assert/strict';
import { rankFiles, weightsOf } from '../../../src/graph/locate/rank-files.ts';
import { readRequest } from '../../../src/graph/locate/read-request.ts';
import { createWordTable } from '../../../src/graph/locate/word-table.ts';

function ranked(text: string, files: Record<string, string>) {
  const table = createWordTable();
  for (const [path, content] of Object.entries(files)) table.add({ path, text: content, names: [] }, '');
  const request = readRequest(text);
  const counts = table.count([...request.words.keys()]);
  return rankFiles(request, counts, weightsOf(request, counts));
}

const OTHERS = Object.fromEntries(
  Array.from({ length: 40 }, (_, at) => [`other/part_${at}/x.go`, 'a walk in the park']),
);

describe('graph/locate/rank-files', () => {
  it('puts a file beside the one that is spoken of before its like elsewhere', () => {
    const files = ranked('sync the fork with the upstream branch', {
      ...OTHERS,
      'cmd/repo/sync/sync.go': 'sync the fork: merge the upstream branch into the fork',
      'cmd/repo/sync/http.go': 'ask for the branch',
      'cmd/repo/rename/http.go': 'ask for the branch',
    });
    assert.deepEqual(
      files.slice(0, 3).map(({ path, beside }) => [path, beside]),
      [
        ['cmd/repo/sync/sync.go', null],
        ['cmd/repo/sync/http.go', 'cmd/repo/sync/sync.go'],
        ['cmd/repo/rename/http.go', null],
      ],
    );
  });

  it('raises what lies in a folder that is named, unless most files do', () => {
    const texts = {
      'cli/command/service/opts.go': 'opts',
      'cli/command/stack/opts.go': 'opts',
      'opts/service.go': 'opts',
    };
    const files = ranked('cli/service: use other opts', { ...OTHERS, ...texts });
    assert.deepEqual([files[0]?.path, files[0]?.folders], ['cli/command/service/opts.go', ['cli/service']]);
    assert.ok(files.slice(1).every(({ folders }) => folders.length === 0));
    assert.ok(ranked('other/x: a walk', OTHERS).every(({ folders }) => folders.length === 0));
  });

  it('raises what lies where words of the text stand side by side, unless one part of a path says both', () => {
    const texts = {
      'cmd/run/list/list.go': 'print',
      'cmd/list/run.go': 'print',
      'cmd/runs/views/list.go': 'print',
      'list/list.go': 'print',
    };
    const files = ranked('print less\nafter runs list list', { ...OTHERS, ...texts });
    assert.deepEqual([files[0]?.path, files[0]?.folders], ['cmd/run/list/list.go', ['run/list']]);
    assert.ok(files.slice(1).every(({ folders }) => folders.length === 0));
  });

  it('raises a file for its name only where the text says all of it, and most where the subject does', () => {
    const text = 'A crash of tree walkers';
    const files = ranked(text, { ...OTHERS, 'a/tree_walker.go': 'x', 'b/tree_root.go': 'x', 'c/walker.go': 'x' });
    const scoreOf = (path: string, among = files) => among.find((file) => file.path === path)?.score ?? 0;
    assert.ok(scoreOf('a/tree_walker.go') > 2 * scoreOf('b/tree_root.go'));
    const later = ranked(`Crash\n${text}`, { ...OTHERS, 'a/tree_walker.go': 'x' });
    assert.equal(later[0]?.path, 'a/tree_walker.go');
    const stop = ranked('fix the park', { ...OTHERS, 'a/fix.go': 'x', 'b/fix_up.go': 'x' });
    assert.ok(scoreOf('b/fix_up.go', stop) >= scoreOf('a/fix.go', stop));
  });

  it('calls a file that stands for its folder by the name of the folder', () => {
    const texts = { 'src/tree/index.ts': 'x', 'src/tree/root.ts': 'x', 'src/walk/index.ts': 'x' };
    const files = ranked('the tree is lost', { ...OTHERS, ...texts });
    assert.equal(files[0]?.path, 'src/tree/index.ts');
    assert.ok((files[0]?.score ?? 0) > 1.2 * (files[1]?.score ?? 0));
  });

  it('counts examples and documentation less than what they show', () => {
    const texts = { 'src/net/a.go': 'dial the peer', 'examples/a.go': 'dial the peer', 'docs/a.go': 'dial the peer' };
    const [first, ...rest] = ranked('dial the peer', { ...OTHERS, ...texts });
    assert.equal(first?.path, 'src/net/a.go');
    for (const { score } of rest.slice(0, 2)) assert.ok(score > 0 && score < 0.8 * (first?.score ?? 0));
  });

  it('raises nobody for a test beside it, nor for one that is not spoken of', () => {
    const files = ranked('sync the fork with the upstream branch', {
      ...OTHERS,
      'cmd/sync_test.go': 'sync the fork: merge the upstream branch into the fork',
      'cmd/http.go': 'ask for the branch',
      'cmd/unlike.go': 'nothing',
    });
    assert.deepEqual(
      files.slice(0, 2).map(({ path, beside }) => [path, beside]),
      [
        ['cmd/sync_test.go', null],
        ['cmd/http.go', null],
      ],
    );
    assert.ok(!files.some(({ path }) => path === 'cmd/unlike.go'));
  });
});
