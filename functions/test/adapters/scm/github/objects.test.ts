/** Trees and files by the platform's API, against what git itself lists and holds. */
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { blobIdOf } from '../../../../src/adapters/git/git-objects.ts';
import { createScm } from '../../../../src/adapters/scm/scm.ts';
import { readArchive } from '../../../../src/jobs/snapshots/archive-snapshot.ts';
import type { ScmPort, TreeEntry } from '../../../../src/ports.ts';
import { makeRepository } from '../../../support/repositories.ts';
import type { TestRepository } from '../../../support/repositories.ts';
import { startTestHost } from '../../../support/scm-host.ts';
import type { TestHost } from '../../../support/scm-host.ts';

/** The host has it, and says so truly. */
const LONG = 'x'.repeat(160_000_000);

describe('scm objects', () => {
  let host: TestHost;
  let scm: ScmPort;
  let source: TestRepository;
  let token: string;
  let head: string;
  before(async () => {
    host = await startTestHost();
    scm = createScm({ apiUrl: host.apiUrl, gitUrl: host.url, appSlug: 'x' });
    token = host.addUser({ login: 'ada' }).token;
    source = makeRepository({
      'a.py': 'a = 1\n',
      'bytes.bin': Buffer.from([0, 255, 10, 13, 128]),
      empty: '',
      'link.py': { symlink: 'a.py' },
      'run.sh': { executable: '#!/bin/sh\n' },
      'sub/한국어 b.py': 'b = "é"\n',
      module: { submodule: 'a'.repeat(40) },
    });
    await host.addRepository({ owner: 'ada', name: 'objects', from: source.path, private: true });
    head = source.git('rev-parse', 'HEAD');
  });
  after(async () => {
    await host.remove();
    source.remove();
  });

  it('lists what git lists', async () => {
    const entries = await scm.tree(token, 'ada', 'objects', head);
    const listed = (entries ?? []).map(({ path, oid, kind, executable, size }) => {
      const modes: Record<string, string> = {
        submodule: '160000',
        symlink: '120000',
        file: executable === true ? '100755' : '100644',
      };
      const mode = modes[kind] ?? kind;
      return `${mode} ${kind === 'submodule' ? 'commit' : 'blob'} ${oid} ${size ?? '-'}\t${path}`;
    });
    const rows = source.git('-c', 'core.quotePath=false', 'ls-tree', '-r', '-l', head).split('\n');
    assert.deepEqual(listed.sort(), rows.map((row) => row.replace(/ +(?=[\d-]+\t)/, ' ')).sort());
  });

  const rowsOf = (from: TestRepository) =>
    from.git('ls-tree', '-r', '--format=%(objectname) %(path)', 'HEAD').split('\n');

  it('lists the folders of a tree that is too much for one answer', async () => {
    const files: Record<string, string> = { 'top.py': '0' };
    for (const folder of ['a', 'a/b', 'a/b/c', 'd', 'e/f'])
      for (let at = 0; at < 12; at += 1) files[`${folder}/${at}.py`] = `${folder} ${at}`;
    const large = makeRepository(files);
    const strict = await startTestHost({ maxTreeEntries: 25 });
    const other = createScm({ apiUrl: strict.apiUrl, gitUrl: strict.url, appSlug: 'x' });
    const { token: own } = strict.addUser({ login: 'ada' });
    await strict.addRepository({ owner: 'ada', name: 'large', from: large.path });
    const entries = await other.tree(own, 'ada', 'large', large.git('rev-parse', 'HEAD'));
    assert.deepEqual(entries?.map(({ oid, path }) => `${oid} ${path}`).sort(), rowsOf(large).sort());
    assert.ok(entries.every(({ kind, size }) => kind === 'file' && size !== undefined));
    await strict.remove();
    large.remove();
  });

  it('gives up a tree that takes requests without end', async () => {
    let requests = 0;
    const endless = createServer((request, response) => {
      requests += 1;
      const whole = request.url?.includes('recursive') === true;
      const row = { path: 'd', mode: '040000', type: 'tree', sha: 'a'.repeat(40) };
      const body = { truncated: whole, tree: [row, { ...row, path: 'e' }] };
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(endless.address() as AddressInfo).port}`;
    const other = createScm({ apiUrl: url, gitUrl: url, appSlug: 'x' });
    assert.equal(await other.tree(token, 'ada', 'objects', head), undefined);
    assert.equal(requests, 500);
    endless.closeAllConnections();
    await new Promise((resolve) => endless.close(resolve));
  });

  it('gives the bytes of a file', async () => {
    for (const entry of (await scm.tree(token, 'ada', 'objects', head)) ?? []) {
      if (entry.kind !== 'file') continue;
      const bytes = await scm.blob(token, 'ada', 'objects', entry.oid);
      assert.equal(bytes.length, entry.size, entry.path);
    }
    const oid = source.git('rev-parse', 'HEAD:bytes.bin');
    assert.deepEqual([...(await scm.blob(token, 'ada', 'objects', oid))], [0, 255, 10, 13, 128]);
  });

  it('says what is not there, and to whom nothing is', async () => {
    await assert.rejects(scm.tree(token, 'ada', 'objects', 'f'.repeat(40)), { code: 'not_found' });
    await assert.rejects(scm.blob(token, 'ada', 'objects', 'f'.repeat(40)), { code: 'not_found' });
    await assert.rejects(scm.tree(undefined, 'ada', 'objects', head), { code: 'not_found' });
  });

  it('takes neither half a tree for a whole one nor other bytes for a file’s', async () => {
    const lying = createServer((request, response) => {
      const body = request.url?.includes('/trees/')
        ? { truncated: true, tree: [] }
        : { encoding: 'base64', content: Buffer.from('other').toString('base64') };
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => lying.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(lying.address() as AddressInfo).port}`;
    const other = createScm({ apiUrl: url, gitUrl: url, appSlug: 'x' });
    assert.equal(await other.tree(token, 'ada', 'objects', head), undefined);
    await assert.rejects(other.blob(token, 'ada', 'objects', 'f'.repeat(40)), { code: 'platform_unavailable' });
    lying.closeAllConnections();
    await new Promise((resolve) => lying.close(resolve));
  });

  describe('from a host that sends more than it said', () => {
    let lying: Server;
    let other: ScmPort;
    before(async () => {
      const long = gzipSync(`{"encoding":"utf8","content":"${LONG}"}`, { level: 1 });
      const archive = pack();
      archive.entry({ name: 'ada-objects/a.py' }, Buffer.alloc(30_000_000));
      archive.entry({ name: 'ada-objects/b.py' }, 'b = 1\n');
      archive.finalize();
      const parts: Buffer[] = [];
      for await (const part of archive) parts.push(part as Buffer);
      const packed = gzipSync(Buffer.concat(parts));
      lying = createServer((request, response) => {
        if (request.url?.includes('/tarball/') === true) return void response.end(packed);
        response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }).end(long);
      });
      await new Promise<void>((resolve) => lying.listen(0, '127.0.0.1', resolve));
      const url = `http://127.0.0.1:${(lying.address() as AddressInfo).port}`;
      other = createScm({ apiUrl: url, gitUrl: url, appSlug: 'x' });
    });
    after(async () => {
      lying.closeAllConnections();
      await new Promise((resolve) => lying.close(resolve));
    });

    it('takes no answer that would fill the memory', async () => {
      const wanted = blobIdOf(Buffer.from(LONG));
      await assert.rejects(other.blob(token, 'ada', 'objects', wanted), { code: 'platform_unavailable' });
    });

    it('takes no file out of an archive that is larger than source', async () => {
      const b = blobIdOf(Buffer.from('b = 1\n'));
      const archive = {
        scm: other,
        token,
        owner: 'ada',
        name: 'objects',
        maxBytes: 1e9,
        signal: AbortSignal.timeout(50_000),
      };
      const seen: number[] = [];
      const files: TreeEntry[] = [
        { path: 'a.py', oid: blobIdOf(Buffer.alloc(30_000_000)), kind: 'file' },
        { path: 'b.py', oid: b, kind: 'file' },
      ];
      const onProgress = (done: number) => seen.push(done);
      const kept = await readArchive({ ...archive, onProgress }, head, { files, texts: [] });
      assert.deepEqual([[...kept.keys()], seen], [[b], [1]]);
    });
  });
});
