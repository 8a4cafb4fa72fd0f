import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openLocal } from '../../../src/adapters/git/git-local.ts';
import { AppError } from '../../../src/model/errors.ts';
import type { Snapshot } from '../../../src/ports.ts';
import { makeFolder, makeRepository, writeFiles } from '../../support/repositories.ts';

const kept: string[] = [];

function folderWith(files: Parameters<typeof writeFiles>[1]): string {
  const folder = makeFolder();
  kept.push(folder);
  writeFiles(folder, files);
  return folder;
}

function repositoryWith(files: Parameters<typeof makeRepository>[0] = {}) {
  const repository = makeRepository(files);
  kept.push(repository.path);
  return repository;
}

/** path → text, or → kind for what is no file. */
async function contentOf(snapshot: Snapshot): Promise<Record<string, string>> {
  const content: Record<string, string> = {};
  for (const { path, oid, kind } of snapshot.entries) {
    content[path] = kind === 'file' ? Buffer.from(await snapshot.read(oid)).toString('utf8') : `<${kind}>`;
  }
  await snapshot.close();
  return content;
}

describe('git.openLocal', () => {
  after(() => kept.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

  it('reads a plain folder as it is, with the ids git would give', async () => {
    const folder = folderWith({ 'a.py': 'x = 1\n', 'docs/文件.py': '', 'ignored.log': 'l', '.gitignore': '*.log\n' });
    const snapshot = await openLocal(folder);
    assert.deepEqual([snapshot.commit, snapshot.branch], ['', null]);
    const byGit = execFileSync('git', ['hash-object', '--no-filters', join(folder, 'a.py')], {
      encoding: 'utf8',
    }).trim();
    assert.equal(snapshot.entries.find((each) => each.path === 'a.py')?.oid, byGit);
    assert.deepEqual(await contentOf(snapshot), {
      '.gitignore': '*.log\n',
      'a.py': 'x = 1\n',
      'docs/文件.py': '',
      'ignored.log': 'l',
    });
  });

  it('lists links without following them, and never reads outside', async () => {
    const outside = folderWith({ 'secret.py': 'key = 1\n' });
    const folder = folderWith({
      'a.py': '1',
      file: { symlink: join(outside, 'secret.py') },
      dir: { symlink: outside },
    });
    assert.deepEqual(await contentOf(await openLocal(folder)), { 'a.py': '1', dir: '<symlink>', file: '<symlink>' });

    const repository = repositoryWith({ 'src/a.py': '1', 'b.py': '2' });
    rmSync(join(repository.path, 'src'), { recursive: true });
    writeFileSync(join(outside, 'a.py'), 'outside');
    symlinkSync(outside, join(repository.path, 'src'));
    const content = await contentOf(await openLocal(repository.path));
    assert.equal(content['b.py'], '2');
    assert.ok(!Object.values(content).includes('outside'));
  });

  it('reads a work tree from disk: uncommitted files, not ignored or removed ones', async () => {
    const repository = repositoryWith({
      'a.py': 'old',
      'gone.py': 'g',
      '.gitignore': 'build/\n',
      'lib/.gitignore': '*.gen\n',
    });
    writeFiles(repository.path, {
      'a.py': 'new',
      'b.py': 'b',
      'gone.py': null,
      'build/x.py': 'x',
      'lib/y.gen': 'y',
      'lib/z.py': 'z',
    });
    const snapshot = await openLocal(repository.path);
    assert.deepEqual([snapshot.commit, snapshot.branch], ['', 'main']);
    assert.deepEqual(Object.keys(await contentOf(snapshot)), [
      '.gitignore',
      'a.py',
      'b.py',
      'lib/.gitignore',
      'lib/z.py',
    ]);
    const committed = await openLocal(repository.path, { from: 'commit' });
    assert.equal(committed.commit, repository.git('rev-parse', 'HEAD'));
    assert.equal((await contentOf(committed))['a.py'], 'old');
    // A folder within the work tree is read by the same rules.
    assert.deepEqual(Object.keys(await contentOf(await openLocal(join(repository.path, 'lib')))), [
      '.gitignore',
      'z.py',
    ]);
  });

  it('reads .gitignore itself where there is no git binary', async () => {
    const repository = repositoryWith({
      'a.py': '1',
      '.gitignore': 'build/\n*.log\n!keep.log\n',
      'lib/.gitignore': '/x.py\n',
    });
    writeFiles(repository.path, { 'build/b.py': '', 'lib/x.py': '', 'lib/sub/x.py': '', 'n.log': '', 'keep.log': '' });
    const path = process.env['PATH'];
    const expected = Object.keys(await contentOf(await openLocal(repository.path)));
    process.env['PATH'] = folderWith({});
    try {
      assert.deepEqual(Object.keys(await contentOf(await openLocal(repository.path))), expected);
    } finally {
      process.env['PATH'] = path;
    }
    assert.deepEqual(expected, ['.gitignore', 'a.py', 'keep.log', 'lib/.gitignore', 'lib/sub/x.py']);
  });

  it('lists a repository inside the folder as a submodule', async () => {
    const repository = repositoryWith({ 'a.py': '1' });
    mkdirSync(join(repository.path, 'inner'));
    execFileSync('git', ['clone', '--quiet', repository.path, join(repository.path, 'inner')]);
    assert.equal((await contentOf(await openLocal(repository.path)))['inner'], '<submodule>');
  });

  it('reads HEAD of a bare repository, whether loose, packed with deltas, or borrowed', async () => {
    const lines = Array.from({ length: 400 }, (_, n) => `line ${n} ${(n * 2654435761) % 1000003}`);
    const repository = repositoryWith({ 'big.py': lines.join('\n'), 'a/b.py': 'b', link: { symlink: 'a' } });
    for (let n = 0; n < 12; n++) {
      lines[n * 30] = `changed ${n}`;
      repository.commit({ 'big.py': lines.join('\n'), [`f${n}.py`]: `x = ${n}\n` });
    }
    const gitDir = join(repository.path, '.git');
    const expected = repository
      .git('ls-tree', '-r', 'HEAD')
      .split('\n')
      .map((row) => row.replace(/^\d+ \w+ (\w+)\t/, '$1 '));
    const check = async (path: string) => {
      const snapshot = await openLocal(path, { from: 'commit' });
      assert.equal(snapshot.commit, repository.git('rev-parse', 'HEAD'));
      assert.equal(snapshot.branch, 'main');
      assert.deepEqual(
        snapshot.entries.map(({ oid, path: name }) => `${oid} ${name}`),
        expected,
      );
      assert.equal((await contentOf(snapshot))['big.py'], lines.join('\n'));
    };
    await check(gitDir);
    repository.git('repack', '-q', '-a', '-d', '-f', '--depth=50');
    repository.git('pack-refs', '--all');
    assert.ok(/\bchain length/.test(repository.git('verify-pack', '-v', ...packsOf(gitDir))), 'the pack has no deltas');
    await check(gitDir);
    const borrower = makeFolder();
    kept.push(borrower);
    execFileSync('git', ['clone', '--quiet', '--bare', '--shared', repository.path, join(borrower, 'b.git')]);
    await check(join(borrower, 'b.git'));
    repository.git('worktree', 'add', '--quiet', '--force', join(borrower, 'linked'), 'main');
    await check(join(borrower, 'linked'));
  });

  it('finds no commit in an empty repository', async () => {
    const repository = repositoryWith();
    const snapshot = await openLocal(repository.path, { from: 'commit' });
    assert.deepEqual([snapshot.commit, snapshot.branch, snapshot.entries], ['', 'main', []]);
  });

  it('says what is wrong with a path', async () => {
    const folder = folderWith({ 'a.py': '1' });
    const fails = (path: string, code: string, options?: { from: 'disk' | 'commit' }) =>
      assert.rejects(openLocal(path, options), (error: unknown) => error instanceof AppError && error.code === code);
    await fails(join(folder, 'nope'), 'not_found');
    await fails(join(folder, 'a.py'), 'bad_request');
    await fails(folder, 'bad_request', { from: 'commit' });
    await fails(join(repositoryWith({ a: '1' }).path, '.git'), 'bad_request', { from: 'disk' });
  });

  it('reports damage and never returns other bytes', async () => {
    const repository = repositoryWith({ 'a.py': 'x'.repeat(5000), 'b.py': 'y' });
    repository.git('repack', '-q', '-a', '-d');
    const gitDir = join(repository.path, '.git');
    const [pack = ''] = packsOf(gitDir).map((each) => each.replace(/idx$/, 'pack'));
    execFileSync('chmod', ['u+w', pack]);
    truncateSync(pack, 40);
    await assert.rejects(async () => contentOf(await openLocal(gitDir)));
  });

  it('refuses a file that changed after it was listed', async () => {
    const folder = folderWith({ 'a.py': '1' });
    const snapshot = await openLocal(folder);
    writeFileSync(join(folder, 'a.py'), '2');
    await assert.rejects(
      contentOf(snapshot),
      (error: unknown) => error instanceof AppError && error.code === 'conflict',
    );
  });
});

function packsOf(gitDir: string): string[] {
  const folder = join(gitDir, 'objects', 'pack');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.idx'))
    .map((name) => join(folder, name));
}
