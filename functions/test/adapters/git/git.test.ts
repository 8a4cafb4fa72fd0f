import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { openCommit } from '../../../src/adapters/git/git-local.ts';
import { createGit } from '../../../src/adapters/git/git.ts';
import type { GitPort, Snapshot } from '../../../src/ports.ts';
import { failsWith } from '../../support/failures.ts';
import { makeFolder, makeRepository, type TestRepository } from '../../support/repositories.ts';
import { startTestHost, type TestHost } from '../../support/scm-host.ts';

const BINARY = noise(3000);
const LFS_POINTER = 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n';
const SUBMODULE = '1f7a7a472abf3dd9643fd615f6da379c4acb3e3a';
const FILES = {
  'README.md': '# Engine\n',
  'src/engine.py': 'def run():\n    pass\n',
  'src/empty.py': '',
  'docs/文件.py': 'x = 1\n',
  'docs/a b/ünïcode.ts': 'export {};\n',
  'run.sh': { executable: '#!/bin/sh\n' },
  link: { symlink: 'src/engine.py' },
  outside: { symlink: '/etc/passwd' },
  'vendor/lib': { submodule: SUBMODULE },
  'big.bin': LFS_POINTER,
  'image.py': BINARY,
};

async function textOf(snapshot: Snapshot, path: string): Promise<string> {
  const entry = snapshot.entries.find((each) => each.path === path);
  assert.ok(entry !== undefined, `no ${path}`);
  return Buffer.from(await snapshot.read(entry.oid)).toString('utf8');
}

describe('git.clone', () => {
  let host: TestHost;
  let git: GitPort;
  let token: string;
  let source: TestRepository;
  let empty: TestRepository;
  const url = (name: string) => `${host.url}/ada/${name}.git`;

  before(async () => {
    host = await startTestHost();
    git = createGit({ gitUrl: host.url, maxPackBytes: 10_000_000 });
    token = host.addUser({ login: 'ada' }).token;
    source = makeRepository(FILES);
    empty = makeRepository();
    for (const name of ['engine', 'secret']) {
      await host.addRepository({ owner: 'ada', name, from: source.path, private: name === 'secret' });
    }
    await host.addRepository({ owner: 'ada', name: 'empty', from: empty.path });
  });
  afterEach(() => host.clearFaults());
  after(async () => {
    await host.remove();
    source.remove();
    empty.remove();
  });

  it('gives the default branch of a public repository with every entry as git lists it', async () => {
    const snapshot = await git.clone({ url: url('engine') });
    assert.equal(snapshot.commit, source.git('rev-parse', 'HEAD'));
    assert.equal(snapshot.branch, 'main');
    const kinds: Record<string, string> = { '120000': 'symlink', '160000': 'submodule' };
    const expected = source
      .git('ls-tree', '-r', '-z', 'HEAD')
      .split('\0')
      .filter((row) => row !== '')
      .map((row) => {
        const [meta = '', path = ''] = row.split('\t');
        const [mode = '', , oid = ''] = meta.split(' ');
        return { path, oid, kind: kinds[mode] ?? 'file' };
      });
    assert.deepEqual(
      snapshot.entries.map(({ path, oid, kind }) => ({ path, oid, kind })),
      expected,
    );
    assert.equal(snapshot.entries.find((each) => each.path === 'vendor/lib')?.oid, SUBMODULE);
    assert.equal(await textOf(snapshot, 'docs/文件.py'), 'x = 1\n');
    assert.equal(await textOf(snapshot, 'src/empty.py'), '');
    assert.equal(await textOf(snapshot, 'big.bin'), LFS_POINTER);
    assert.equal(await textOf(snapshot, 'outside'), '/etc/passwd');
    const image = snapshot.entries.find((each) => each.path === 'image.py');
    assert.deepEqual(new Uint8Array(await snapshot.read(image?.oid ?? '')), BINARY);
    assert.equal(image?.size, BINARY.length);
    await assert.rejects(snapshot.read(SUBMODULE), failsWith('not_found', /lacks the object/));
    await snapshot.close();
  });

  it('takes the branch that was asked for, also one with a slash, and never a tag of its name', async () => {
    source.git('branch', 'release/1');
    const first = source.git('rev-parse', 'HEAD');
    const second = source.commit({ 'later.py': 'y = 2\n' });
    source.git('tag', 'release/1', 'HEAD');
    const release = await git.clone({ url: url('engine'), branch: 'release/1' });
    assert.deepEqual([release.commit, release.branch], [first, 'release/1']);
    assert.equal((await git.clone({ url: url('engine'), branch: 'main' })).commit, second);
    for (const branch of ['nope', 'later', 'HEAD', '../main']) {
      const why = new RegExp(`no branch ${JSON.stringify(branch)}`);
      await assert.rejects(git.clone({ url: url('engine'), branch }), failsWith('not_found', why));
    }
  });

  it('gives an empty snapshot for a repository without commits', async () => {
    const snapshot = await git.clone({ url: url('empty') });
    assert.deepEqual([snapshot.commit, snapshot.entries.length], ['', 0]);
  });

  it('says that it reads no SHA-256 ids', async () => {
    const folder = makeFolder();
    const run = (...args: string[]) => execFileSync('git', ['-C', folder, ...args], { stdio: 'pipe' });
    run('init', '--quiet', '--initial-branch=main', '--object-format=sha256');
    writeFileSync(join(folder, 'a.py'), 'x = 1\n');
    run('add', '.');
    run('-c', 'user.name=A', '-c', 'user.email=a@b.c', 'commit', '--quiet', '--message', 'One');
    await host.addRepository({ owner: 'ada', name: 'long', from: folder });
    const why = failsWith('bad_request', /has sha256 ids, which are not read/);
    await assert.rejects(git.clone({ url: url('long') }), why);
    await assert.rejects(git.fetchCommits({ url: url('long'), commits: ['a'.repeat(40)] }), why);
    const head = run('rev-parse', 'HEAD').toString().trim();
    assert.throws(() => openCommit(folder, head), failsWith('bad_request', /uses SHA-256 ids, which are not read/));
    rmSync(folder, { recursive: true });
  });

  it('clones a private repository with its token and says what was wrong without', async () => {
    const snapshot = await git.clone({ url: url('secret'), token });
    assert.equal(await textOf(snapshot, 'README.md'), '# Engine\n');
    await assert.rejects(git.clone({ url: url('secret') }), failsWith('bad_request', /no access token was given/));
    await assert.rejects(
      git.clone({ url: url('secret'), token: 'gho_wrong' }),
      failsWith('token_refused', /refused the access token/, 'gho_wrong'),
    );
    const stranger = host.addUser({ login: 'stranger' }).token;
    await assert.rejects(
      git.clone({ url: url('secret'), token: stranger }),
      failsWith('not_found', /not found/, stranger),
    );
    await assert.rejects(git.clone({ url: url('nowhere'), token }), failsWith('not_found', /not found/, token));
  });

  it("clones with an installation's token", async () => {
    const { id } = host.addInstallation({ login: 'ada', repositories: ['secret'] });
    const { createScm } = await import('../../../src/adapters/scm/scm.ts');
    const { appId, appPrivateKey, apiUrl, url: gitUrl } = host;
    const scm = createScm({ apiUrl, gitUrl, appId, appPrivateKey, appSlug: 'x' });
    const installation = await scm.installationToken(id);
    const snapshot = await git.clone({ url: scm.cloneUrl('ada', 'secret'), token: installation.token });
    assert.equal(await textOf(snapshot, 'README.md'), '# Engine\n');
  });

  it('leaves no file behind', async () => {
    const folder = makeFolder();
    const usual = process.env['TMPDIR'];
    process.env['TMPDIR'] = folder; // where os.tmpdir() points from here on
    try {
      await git.clone({ url: url('secret'), token });
      assert.deepEqual(readdirSync(folder), []);
    } finally {
      if (usual === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = usual;
      rmSync(folder, { recursive: true });
    }
    const kept = readdirSync(join(host.dataDir, 'repositories'), { recursive: true, withFileTypes: true });
    for (const file of kept.filter((each) => each.isFile())) {
      assert.ok(!readFileSync(join(file.parentPath, file.name)).includes(token), file.name);
    }
  });

  it('clones from the configured host only', async () => {
    const elsewhere = [
      'https://evil.example/ada/engine.git',
      `${host.url.replace('//', `//x:${token}@`)}/ada/engine.git`,
      host.url.replace('127.0.0.1', 'localhost'),
      'file:///etc',
      '/etc',
    ];
    for (const bad of elsewhere) {
      await assert.rejects(git.clone({ url: bad, token }), failsWith('bad_request', /cloned from .* only/, token));
    }
  });

  it('refuses a repository above the size limit and names the limit', async () => {
    const small = createGit({ gitUrl: host.url, maxPackBytes: 2 * 1024 * 1024 });
    const big = makeRepository({ 'noise.bin': noise(3 * 1024 * 1024) });
    await host.addRepository({ owner: 'ada', name: 'big', from: big.path });
    await assert.rejects(small.clone({ url: url('big') }), failsWith('too_large', /limit of 2 MiB/));
    assert.equal((await git.clone({ url: url('big') })).entries.length, 1);
    big.remove();
  });

  it('refuses half a pack, however it is cut', async () => {
    const path = /engine\.git\/git-upload-pack$/;
    for (const cut of ['clean', 'reset'] as const) {
      for (const truncateAfter of [0, 3, 60, 700, 2000]) {
        host.fail({ path, truncateAfter, cut });
        await assert.rejects(
          git.clone({ url: url('engine') }),
          failsWith('platform_unavailable', /incomplete|closed the connection|not git/),
          `${cut} after ${truncateAfter}`,
        );
      }
    }
    // Cut here the advertisement would be that of an empty repository.
    for (const truncateAfter of [20, 34, 100]) {
      host.fail({ path: /info\/refs$/, truncateAfter });
      await assert.rejects(git.clone({ url: url('engine') }), failsWith('platform_unavailable', /incomplete/));
    }
  });

  it('can be tried again when the branch is replaced between its name and its pack', async () => {
    const [first, second] = [makeRepository({ 'a.py': 'a = 1\n' }), makeRepository({ 'b.py': 'b = 1\n' })];
    await host.addRepository({ owner: 'ada', name: 'replaced', from: first.path });
    const between = createServer((request, response) => {
      void (async () => {
        const sent = Buffer.concat(await request.toArray());
        if (request.method === 'POST') await host.addRepository({ owner: 'ada', name: 'replaced', from: second.path });
        const body = request.method === 'POST' ? { method: 'POST', body: sent } : {};
        const type = request.headers['content-type'] ?? '';
        const answer = await fetch(`${host.url}${request.url}`, { headers: { 'Content-Type': type }, ...body });
        response.writeHead(answer.status, { 'Content-Type': answer.headers.get('content-type') ?? '' });
        response.end(Buffer.from(await answer.arrayBuffer()));
      })();
    });
    await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
    const gitUrl = `http://127.0.0.1:${(between.address() as AddressInfo).port}`;
    const through = createGit({ gitUrl, maxPackBytes: 10_000_000 });
    try {
      const clone = () => through.clone({ url: `${gitUrl}/ada/replaced.git` });
      await assert.rejects(clone(), failsWith('platform_unavailable', /was replaced while it was cloned/));
      assert.equal(await textOf(await clone(), 'b.py'), 'b = 1\n');
    } finally {
      between.closeAllConnections();
      between.close();
      first.remove();
      second.remove();
    }
  });

  it('stops when it is told to', async () => {
    const stop = new AbortController();
    host.fail({ path: /git-upload-pack$/, delay: 20_000 });
    const cloning = git.clone({ url: url('engine'), signal: stop.signal, onProgress: () => stop.abort() });
    await assert.rejects(cloning);
    await assert.rejects(git.clone({ url: url('engine'), signal: AbortSignal.abort() }), { name: 'AbortError' });
  });
});

/** Bytes that do not compress; the same every time. */
function noise(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let state = 1;
  for (let n = 0; n < length; n++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes[n] = state >>> 24;
  }
  return bytes;
}
