/** Blobs that are small on the wire and huge in memory: nothing of a review may unpack them. */
import assert from 'node:assert/strict';
import { createGit } from '../../../src/adapters/git/git.ts';
import type { Snapshot } from '../../../src/ports.ts';
import { diffTrees } from '../../../src/review/diff/diff-trees.ts';
import { selectFiles } from '../../../src/review/diff/changed-files.ts';
import { fileTools, headReader } from '../../../src/review/agent/tools-files.ts';
import { answerCall } from '../../../src/review/agent/tools.ts';
import { makeRepository, type TestRepository } from '../../support/repositories.ts';
import { startTestHost, type TestHost } from '../../support/scm-host.ts';

const MEGABYTE = 1024 * 1024;

describe('review safety: blobs that grow', function () {
  let host: TestHost;
  let repository: TestRepository;
  let head: Snapshot;
  let unpacked: number;

  before(async () => {
    repository = makeRepository({ 'a.py': 'x = 1\n' });
    repository.commit({
      'bomb.py': Buffer.alloc(150 * MEGABYTE, '#'),
      'line.js': Buffer.concat([Buffer.from('x = "'), Buffer.alloc(40 * MEGABYTE, 'a'), Buffer.from('"\n')]),
      'needle.py': 'needle = 1\n',
    });
    host = await startTestHost();
    await host.addRepository({ owner: 'eve', name: 'bombs', from: repository.path });
    const git = createGit({ gitUrl: host.url, maxPackBytes: 5 * MEGABYTE });
    const cloned = await git.clone({ url: `${host.url}/eve/bombs.git` });
    unpacked = 0;
    head = {
      ...cloned,
      read: async (oid) => {
        const bytes = await cloned.read(oid);
        unpacked = Math.max(unpacked, bytes.length);
        return bytes;
      },
    };
  });

  after(async () => {
    await head.close();
    await host.remove();
    repository.remove();
  });

  it('are known by their size before they are unpacked', async () => {
    assert.deepEqual(
      head.entries.filter(({ path }) => path !== 'a.py').map(({ path, size }) => [path, (size ?? 0) > MEGABYTE]),
      [
        ['bomb.py', true],
        ['line.js', true],
        ['needle.py', false],
      ],
    );
  });

  it('are left out of the diff, by name, and out of what the agent reads and searches', async () => {
    const diffs = await diffTrees({ entries: [], read: () => Promise.reject(new Error('no base')) }, head);
    const { reviewed, skipped } = selectFiles(diffs);
    assert.deepEqual(reviewed.map(({ diff }) => diff.path).sort(), ['a.py', 'needle.py']);
    assert.deepEqual(
      skipped.map(({ path }) => path),
      ['bomb.py', 'line.js'],
    );
    const ask = (name: string, input: object) =>
      answerCall(fileTools(head), { id: '1', name, arguments: JSON.stringify(input) }).then(({ text }) => text);
    assert.match(await ask('read_file', { path: 'bomb.py' }), /larger than/);
    assert.equal(await ask('search_files', { text: 'needle' }), 'needle.py:1: needle = 1');
    assert.equal(await headReader(head)('line.js'), undefined);
    assert.ok(unpacked < MEGABYTE, `${unpacked} bytes were unpacked`);
  });
});
