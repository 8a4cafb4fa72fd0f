import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { z } from 'zod';
import { appJwt } from '../../../src/adapters/scm/github/app-jwt.ts';
import { makeFolder, makeRepository, type TestRepository } from '../../support/repositories.ts';
import { startTestHost, type TestHost } from '../../support/scm-host.ts';

const objectShape = z.record(z.string(), z.unknown());

describe('scm host: REST', () => {
  let host: TestHost;
  let token: string;
  let source: TestRepository;
  let first: string;
  let second: string;

  /** `json` is the answer's object, or {} when it is none. */
  async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
    const response = await fetch(path.startsWith('http') ? path : host.apiUrl + path, {
      method,
      headers,
      redirect: 'manual',
    });
    const text = await response.text();
    const isObject =
      response.headers.get('content-type')?.startsWith('application/json') === true && text.startsWith('{');
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: objectShape.parse(isObject ? JSON.parse(text) : {}),
    };
  }
  const bearer = (credential: string) => ({ authorization: `Bearer ${credential}` });

  before(async () => {
    host = await startTestHost();
    token = host.addUser({ login: 'ada' }).token;
    source = makeRepository({
      'a.txt': '1\n2\n3\n',
      'dir/文件.py': 'x = 1\n',
      old: 'same text\nagain\n',
      'bin.dat': Buffer.from([0, 1, 2]),
    });
    first = source.git('rev-parse', 'HEAD');
    source.git('mv', 'old', 'new');
    second = source.commit(
      { 'a.txt': '1\ntwo\n3\n', 'dir/文件.py': null, 'bin.dat': Buffer.from([0, 9]), 'b.txt': 'b\n' },
      'Second',
    );
    await host.addRepository({ owner: 'ada', name: 'engine', from: source.path });
    await host.addRepository({ owner: 'ada', name: 'secret', from: source.path, private: true });
  });
  afterEach(() => host.clearFaults());
  after(async () => {
    await host.remove();
    source.remove();
  });

  it('answers as the platform does when credentials are missing, wrong or expired', async () => {
    const none = await get('/user');
    assert.deepEqual([none.status, none.json['message'], none.json['status']], [401, 'Requires authentication', '401']);
    for (const path of ['/user', '/repos/ada/engine', '/nope']) {
      const wrong = await get(path, bearer('gho_wrong'));
      assert.deepEqual([wrong.status, wrong.json['message']], [401, 'Bad credentials']);
    }
    assert.equal((await get('/user', { authorization: `token ${token}` })).status, 200);
    assert.equal((await get('/user', bearer(token), 'DELETE')).status, 404);
  });

  it('sends a request id and the rate limit, and enforces it', async () => {
    const limited = await startTestHost({ requestsPerHour: 2 });
    const user = bearer(limited.addUser({ login: 'eve' }).token);
    const seen = [];
    for (let n = 0; n < 3; n++) {
      const { status, headers } = await get(`${limited.apiUrl}/user`, user);
      assert.match(headers.get('x-github-request-id') ?? '', /^[0-9A-F]{24}$/);
      seen.push([status, headers.get('x-ratelimit-remaining'), headers.get('x-ratelimit-limit')]);
    }
    assert.deepEqual(seen, [
      [200, '1', '2'],
      [200, '0', '2'],
      [403, '0', '2'],
    ]);
    await limited.remove();
  });

  it('pages lists with links and at most 100 a page', async () => {
    for (let n = 0; n < 4; n++) await host.addRepository({ owner: 'ada', name: `page${n}`, from: source.path });
    const page = await get('/user/repos?per_page=2&page=2&visibility=all', bearer(token));
    const links = page.headers.get('link') ?? '';
    for (const [rel, number] of [
      ['prev', 1],
      ['next', 3],
      ['last', 3],
      ['first', 1],
    ] as const) {
      assert.match(links, new RegExp(`[?&]page=${number}[^>]*>; rel="${rel}"`));
    }
    assert.match(links, /visibility=all/);
    const all = await get('/user/repos?per_page=1000', bearer(token));
    assert.equal(all.headers.get('link'), null);
    assert.equal(z.array(objectShape).parse(JSON.parse(all.text)).length, 6);
  });

  it('hides private repositories and shows what the caller may do', async () => {
    const hidden = await get('/repos/ada/secret');
    assert.deepEqual([hidden.status, hidden.json['message']], [404, 'Not Found']);
    const stranger = host.addUser({ login: 'bob' }).token;
    assert.equal((await get('/repos/ada/secret', bearer(stranger))).status, 404);
    host.grant({ login: 'bob', owner: 'ada', name: 'secret', permission: 'pull' });
    const granted = await get('/repos/ADA/Secret', bearer(stranger));
    assert.deepEqual(granted.json['permissions'], {
      admin: false,
      maintain: false,
      push: false,
      triage: false,
      pull: true,
    });
    assert.equal((await get('/repos/ada/engine')).json['permissions'], undefined);
  });

  it('gives commits, trees, blobs and archives', async () => {
    const commit = await get('/repos/ada/engine/commits/main');
    assert.equal(commit.json['sha'], second);
    assert.equal((await get('/repos/ada/engine/commits/main', { accept: 'application/vnd.github.sha' })).text, second);
    assert.equal((await get('/repos/ada/engine/commits/nope')).status, 422);
    assert.equal((await get('/repos/ada/engine/commits/main~1')).status, 422);
    const tree = await get(`/repos/ada/engine/git/trees/${first}?recursive=1`);
    const rows = z
      .array(z.object({ path: z.string(), type: z.string(), sha: z.string(), size: z.number().optional() }))
      .parse(tree.json['tree']);
    assert.deepEqual(
      rows.map((row) => row.path),
      ['a.txt', 'bin.dat', 'dir', 'dir/文件.py', 'old'],
    );
    const blob = await get(`/repos/ada/engine/git/blobs/${rows[3]?.sha ?? ''}`);
    assert.equal(Buffer.from(String(blob.json['content']), 'base64').toString(), 'x = 1\n');
    assert.equal((await get(`/repos/ada/engine/git/blobs/${first}`)).status, 404);
    const moved = await get('/repos/ada/secret/tarball/main', bearer(token));
    assert.equal(moved.status, 302);
    const archive = Buffer.from(await (await fetch(moved.headers.get('location') ?? '')).arrayBuffer());
    const names = execFileSync('tar', ['tzf', '-'], { input: archive, encoding: 'utf8' });
    assert.match(names, new RegExp(`^ada-secret-${second.slice(0, 7)}/a\\.txt$`, 'm'));
  });

  it('compares two commits, file by file', async () => {
    const { json } = await get(`/repos/ada/engine/compare/${first}...main`);
    assert.deepEqual([json['status'], json['ahead_by'], json['behind_by'], json['total_commits']], ['ahead', 1, 0, 1]);
    const shape = z.object({
      filename: z.string(),
      status: z.string(),
      additions: z.number(),
      deletions: z.number(),
      patch: z.string().optional(),
      previous_filename: z.string().optional(),
    });
    const files = z.array(shape).parse(json['files']);
    assert.deepEqual(
      files.map(({ filename, status, additions, deletions }) => [filename, status, additions, deletions]),
      [
        ['a.txt', 'modified', 1, 1],
        ['b.txt', 'added', 1, 0],
        ['bin.dat', 'modified', 0, 0],
        ['dir/文件.py', 'removed', 0, 1],
        ['new', 'renamed', 0, 0],
      ],
    );
    assert.equal(files[0]?.patch, '@@ -1,3 +1,3 @@\n 1\n-2\n+two\n 3');
    assert.equal(files[4]?.previous_filename, 'old');
    assert.equal((await get(`/repos/ada/engine/compare/main...${first}`)).json['status'], 'behind');
    assert.equal((await get('/repos/ada/engine/compare/main...nope')).status, 404);
  });

  it('gives installations and their tokens to the app alone', async () => {
    const { id } = host.addInstallation({ login: 'ada', repositories: ['secret'] });
    const jwt = (now = new Date()) => bearer(appJwt(host.appId, host.appPrivateKey, now));
    assert.equal((await get('/users/ada/installation', bearer(token))).status, 401);
    assert.equal((await get('/users/ada/installation', jwt())).json['id'], id);
    assert.equal((await get('/repos/ada/secret/installation', jwt())).json['id'], id);
    assert.equal((await get('/repos/ada/engine/installation', jwt())).status, 404);
    assert.equal((await get('/orgs/ada/installation', jwt())).status, 404);
    assert.equal((await get('/users/ada/installation', jwt(new Date(Date.now() - 3_600_000)))).status, 401);
    assert.equal(
      (await get('/users/ada/installation', bearer(appJwt('999', host.appPrivateKey, new Date())))).status,
      404,
    );
    const made = await get(`/app/installations/${id}/access_tokens`, jwt(), 'POST');
    assert.equal(made.status, 201);
    const list = await get('/installation/repositories', bearer(String(made.json['token'])));
    assert.equal(list.json['total_count'], 1);
    assert.equal((await get('/user', bearer(String(made.json['token'])))).status, 403);
  });

  it('lets installation tokens expire', async () => {
    const brief = await startTestHost({ installationTokenSeconds: 0 });
    brief.addUser({ login: 'eve' });
    const { id } = brief.addInstallation({ login: 'eve' });
    const jwt = bearer(appJwt(brief.appId, brief.appPrivateKey, new Date()));
    const made = await get(`${brief.apiUrl}/app/installations/${id}/access_tokens`, jwt, 'POST');
    assert.equal(
      (await get(`${brief.apiUrl}/installation/repositories`, bearer(String(made.json['token'])))).status,
      401,
    );
    await brief.remove();
  });

  it('keeps accounts, tokens, repositories and grants over a restart', async () => {
    const dataDir = makeFolder();
    const before = await startTestHost({ dataDir });
    const eve = before.addUser({ login: 'eve' });
    const mallory = before.addUser({ login: 'mallory' });
    await before.addRepository({ owner: 'eve', name: 'own', from: source.path, private: true });
    before.grant({ login: 'mallory', owner: 'eve', name: 'own', permission: 'push' });
    before.expireToken(mallory.token);
    await before.close();
    const again = await startTestHost({ dataDir });
    assert.deepEqual(again.addUser({ login: 'eve' }), eve);
    assert.equal((await get(`${again.apiUrl}/repos/eve/own`, bearer(eve.token))).status, 200);
    assert.equal((await get(`${again.apiUrl}/user`, bearer(mallory.token))).status, 401);
    const fresh = again.addUser({ login: 'mallory' });
    assert.notEqual(fresh.token, mallory.token);
    assert.equal((await get(`${again.apiUrl}/repos/eve/own`, bearer(fresh.token))).status, 200);
    await again.remove();
  });

  it('refuses names that could be paths', async () => {
    for (const name of ['..', '.', 'a/b', '', 'x.git', '-a b']) {
      await assert.rejects(host.addRepository({ owner: 'ada', name, from: source.path }), /not a repository name/);
    }
    for (const owner of ['..', 'a/b', '-a', '']) {
      await assert.rejects(host.addRepository({ owner, name: 'x', from: source.path }), /not a login/);
    }
    await assert.rejects(host.addRepository({ owner: 'ada', name: 'x', from: 'ext::sh -c id' }), /not a path or https/);
    for (const path of [
      '/repos/..%2F..%2Fetc/passwd',
      '/repos/ada/%2e%2e',
      '/repos/ada/engine/commits/--output=x',
      '/repos/%',
    ]) {
      assert.ok([404, 422].includes((await get(path)).status), path);
    }
  });
});
