import assert from 'node:assert/strict';
import { createScm } from '../../../src/adapters/scm/scm.ts';
import { AppError } from '../../../src/model/errors.ts';
import type { ScmPort } from '../../../src/ports.ts';
import { failsWith } from '../../support/failures.ts';
import { makeRepository, type TestRepository } from '../../support/repositories.ts';
import { startTestHost, type TestHost } from '../../support/scm-host.ts';

describe('scm', () => {
  let host: TestHost;
  let scm: ScmPort;
  let ada: { id: number; token: string };
  let grace: { id: number; token: string };
  let source: TestRepository;
  let empty: TestRepository;

  before(async () => {
    host = await startTestHost();
    scm = createScm({
      apiUrl: `${host.apiUrl}/`,
      gitUrl: `${host.url}/`,
      appSlug: 'reviewgraph',
      appId: host.appId,
      appPrivateKey: host.appPrivateKey,
      timeoutMs: 20_000,
    });
    ada = host.addUser({ login: 'ada', name: 'Ada', email: 'ada@example.com' });
    grace = host.addUser({ login: 'grace' });
    source = makeRepository({ 'a.py': 'x = 1\n' });
    empty = makeRepository();
    const from = source.path;
    await host.addRepository({ owner: 'ada', name: 'engine', from, description: 'Analytical', language: 'Python' });
    await host.addRepository({ owner: 'ada', name: 'secret', from, private: true });
    await host.addRepository({ owner: 'ada', name: 'empty', from: empty.path });
    await host.addRepository({ owner: 'acme', name: 'tools', from, private: true });
  });
  afterEach(() => host.clearFaults());
  after(async () => {
    await host.remove();
    source.remove();
    empty.remove();
  });

  it('gives the profile a token belongs to', async () => {
    const profile = await scm.profile(ada.token);
    assert.deepEqual(
      { ...profile, avatarUrl: typeof profile.avatarUrl },
      {
        id: ada.id,
        login: 'ada',
        name: 'Ada',
        email: 'ada@example.com',
        avatarUrl: 'string',
        type: 'User',
      },
    );
  });

  it('refuses a wrong and an expired token with the cause, and without the token', async () => {
    const doomed = host.addUser({ login: 'doomed' });
    await scm.profile(doomed.token);
    host.expireToken(doomed.token);
    await assert.rejects(
      scm.profile(doomed.token),
      failsWith('token_refused', /refused the access token/, doomed.token),
    );
    await assert.rejects(scm.profile('gho_wrong'), failsWith('token_refused', /refused the access token/, 'gho_wrong'));
    await assert.rejects(scm.profile('gho_a\nb'), failsWith('token_refused', /refused the access token/, 'gho_a'));
  });

  it('lists owned and granted repositories from all pages', async () => {
    const many = host.addUser({ login: 'many' });
    for (let n = 0; n < 101; n++) await host.addRepository({ owner: 'many', name: `r${n}`, from: empty.path });
    host.grant({ login: 'many', owner: 'acme', name: 'tools', permission: 'pull' });
    const rows = await scm.repositories(many.token);
    assert.equal(rows.length, 102);
    assert.equal(new Set(rows.map((row) => row.fullName)).size, 102);
    const tools = rows.find((row) => row.fullName === 'acme/tools');
    assert.deepEqual([tools?.private, tools?.canPush, tools?.owner], [true, false, 'acme']);
    assert.equal(rows.find((row) => row.name === 'r7')?.canPush, true);
  });

  it('describes a repository to those who may see it', async () => {
    const seen = await scm.repository(ada.token, 'ada', 'engine');
    assert.equal(seen.description, 'Analytical');
    assert.equal(seen.defaultBranch, 'main');
    assert.equal(seen.canPush, true);
    assert.equal((await scm.repository(undefined, 'ada', 'engine')).canPush, false);
    assert.equal((await scm.repository(ada.token, 'ada', 'secret')).private, true);
    for (const token of [undefined, grace.token]) {
      await assert.rejects(scm.repository(token, 'ada', 'secret'), failsWith('not_found', /Not found/));
    }
  });

  it('gives the head of a branch, also one with a slash, as it moves', async () => {
    assert.equal(await scm.branchHead(undefined, 'ada', 'engine', 'main'), source.git('rev-parse', 'main'));
    source.git('branch', 'feature/x');
    const next = source.commit({ 'b.py': 'y = 2\n' });
    assert.equal(await scm.branchHead(undefined, 'ada', 'engine', 'main'), next);
    assert.equal(await scm.branchHead(undefined, 'ada', 'engine', 'feature/x'), source.git('rev-parse', 'main~1'));
    for (const [name, branch] of [
      ['engine', 'nope'],
      ['empty', 'main'],
      ['engine', '../../user'],
    ] as const) {
      await assert.rejects(scm.branchHead(ada.token, 'ada', name, branch), failsWith('not_found', /Not found/));
    }
  });

  it('turns rate limits into a time to wait', async () => {
    host.fail({ path: '/api/v3/user', status: 403, retryAfter: 42 });
    await assert.rejects(scm.profile(ada.token), (error: AppError) => {
      return error.code === 'rate_limited' && error.retryAfter === 42;
    });
    host.fail({ path: '/api/v3/user', status: 429, rateLimitReset: Math.floor(Date.now() / 1000) + 100 });
    await assert.rejects(scm.profile(ada.token), (error: AppError) => {
      return error.code === 'rate_limited' && (error.retryAfter ?? 0) > 60 && (error.retryAfter ?? 0) <= 100;
    });
    host.fail({ path: '/api/v3/user', status: 403, message: 'Resource not accessible' });
    await assert.rejects(scm.profile(ada.token), failsWith('bad_request', /does not allow/));
  });

  it('calls a platform that fails, hangs or is not there unavailable', async () => {
    host.fail({ path: '/api/v3/user', status: 503 });
    await assert.rejects(scm.profile(ada.token), failsWith('platform_unavailable', /HTTP 503/));
    host.fail({ path: '/api/v3/user', delay: 10_000 });
    const hasty = createScm({ apiUrl: host.apiUrl, gitUrl: host.url, appSlug: 'x', timeoutMs: 300 });
    await assert.rejects(hasty.profile(ada.token), failsWith('platform_unavailable', /in time/));
    host.fail({ path: '/api/v3/user', truncateAfter: 20, cut: 'reset' });
    await assert.rejects(scm.profile(ada.token), failsWith('platform_unavailable', /./, ada.token));
    host.fail({ path: '/api/v3/user', truncateAfter: 20 });
    await assert.rejects(scm.profile(ada.token), failsWith('platform_unavailable', /./, ada.token));
    const gone = createScm({ apiUrl: 'http://127.0.0.1:1/api/v3', gitUrl: host.url, appSlug: 'x' });
    await assert.rejects(gone.profile(ada.token), failsWith('platform_unavailable', /did not answer/, ada.token));
  });

  it("finds an account's installation and mints tokens that reach its repositories only", async () => {
    assert.equal(await scm.installationOf('grace'), undefined);
    assert.equal(await scm.installationOf('nobody'), undefined);
    const { id } = host.addInstallation({ login: 'acme', repositories: ['tools'] });
    const found = await scm.installationOf('acme');
    assert.deepEqual(
      [found?.id, found?.accountLogin, found?.accountType, found?.repositorySelection],
      [id, 'acme', 'Organization', 'selected'],
    );
    assert.match(found?.settingsUrl ?? '', /organizations\/acme\/settings\/installations/);
    const { token, expiresAt } = await scm.installationToken(id);
    assert.ok(new Date(expiresAt).getTime() > Date.now() + 3_000_000);
    assert.equal((await scm.repository(token, 'acme', 'tools')).canPush, true);
    await assert.rejects(scm.repository(token, 'ada', 'secret'), failsWith('not_found', /Not found/));
    host.expireToken(token);
    await assert.rejects(scm.repository(token, 'acme', 'tools'), failsWith('token_refused', /refused/, token));
  });

  it("has no installations without an app, and says so when the app's key is refused", async () => {
    const plain = createScm({ apiUrl: host.apiUrl, gitUrl: host.url, appSlug: 'x' });
    assert.equal(await plain.installationOf('acme'), undefined);
    await assert.rejects(plain.installationToken(1), failsWith('not_configured', /app/));
    const other = await startTestHost();
    const { appId, appPrivateKey } = other;
    await other.remove();
    const wrong = createScm({ apiUrl: host.apiUrl, gitUrl: host.url, appSlug: 'x', appId, appPrivateKey });
    await assert.rejects(wrong.installationOf('acme'), failsWith('token_refused', /refused the app's credentials/));
  });

  it('makes clone URLs on the configured host only', () => {
    assert.equal(scm.cloneUrl('ada', 'engine'), `${host.url}/ada/engine.git`);
    assert.ok(scm.cloneUrl('../..', '@evil.example/x?').startsWith(`${host.url}/`));
    assert.equal(new URL(scm.cloneUrl('a/../b', 'x')).origin, host.url);
  });
});
