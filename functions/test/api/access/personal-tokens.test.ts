/** Personal access tokens over HTTP: what they open and what they do not, and what ends them. */
import assert from 'node:assert/strict';
import { getAuth } from 'firebase-admin/auth';
import { runIngestTask } from '../../../src/jobs/ingest/tasks.ts';
import { testGraph } from '../../support/neo4j.ts';
import { makeRepository, type TestRepository } from '../../support/repositories.ts';
import { indexedRepository } from '../../support/review-history.ts';
import { startService, type Answer, type TestService, type TestUser } from '../../support/service.ts';

const DAY_MS = 86_400_000;
const TOKENS = '/api/v1/auth/tokens';

interface Minted {
  token: string;
  token_id: string;
}

describe('api/access/personal-tokens', function () {
  this.timeout(240_000);
  const own = `${process.pid}p${Date.now() % 100_000}`;
  let service: TestService;
  let source: TestRepository;
  let ada: TestUser;
  let eve: TestUser;

  before(async () => {
    service = await startService({ graph: await testGraph() });
    source = makeRepository({ 'a.py': 'def helper(): pass\n' });
    ada = await service.user(`ada${own}`);
    eve = await service.user(`eve${own}`);
    await service.host.addRepository({ owner: ada.login, name: 'vault', from: source.path, private: true });
    const body = { owner: ada.login, repo_name: 'vault' };
    const { job_id: id } = (await service.call('POST', '/api/v1/ingest/scm', { as: ada, body })).body as {
      job_id: string;
    };
    assert.equal(await runIngestTask(service.ports, { job_id: id }), 'completed');
  });
  after(async () => {
    await service.close();
    source.remove();
  });

  async function mint(as: TestUser, more: object = {}): Promise<Minted> {
    const answer = await service.call('POST', TOKENS, { as, body: { name: 'CI', ...more } });
    assert.equal(answer.status, 201, answer.text);
    return answer.body as Minted;
  }
  const by = (token: string, method: string, path: string, body?: object): Promise<Answer> =>
    service.call(method, path, {
      headers: { Authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body }),
    });
  const find = (token: string) => by(token, 'GET', `/api/v1/query/code-finder/function?name=helper&repo_owner=${ada.login}&repo_name=vault`); // prettier-ignore

  it('read what their user reads, and nobody else', async () => {
    const { token } = await mint(ada);
    assert.match(token, /^rg_pat_[\w-]{43}$/);
    const found = await find(token);
    assert.equal(found.status, 200, found.text);
    assert.match(found.text, /helper/);
    assert.equal((await by(token, 'GET', '/api/v1/repos/')).status, 200);
    const asked = { text: 'helper', repoOwner: ada.login, repoName: 'vault' };
    assert.match((await by(token, 'POST', '/api/v1/query/locate', asked)).text, /a\.py/);
    const stranger = await mint(eve);
    assert.equal((await find(stranger.token)).status, 404);
    assert.equal((await by(stranger.token, 'POST', '/api/v1/query/locate', asked)).status, 404);
  });

  it('do nothing that needs a sign-in', async () => {
    const { token, token_id: id } = await mint(ada, { scopes: ['read', 'review'] });
    const attempts: [string, string, object?][] = [
      ['POST', TOKENS, { name: 'more' }],
      ['GET', TOKENS],
      ['DELETE', `${TOKENS}/${id}`],
      ['POST', '/api/v1/auth/login', { scm_access_token: 'x' }],
      ['POST', '/api/v1/ingest/scm', { owner: ada.login, repo_name: 'vault' }],
      ['DELETE', `/api/v1/repos/${ada.login}/vault`],
    ];
    for (const [method, path, body] of attempts) {
      const answer = await by(token, method, path, body);
      assert.equal(answer.status, 403, `${method} ${path}: ${answer.text}`);
    }
    assert.equal((await find(token)).status, 200);
  });

  it('are stored as hashes, shown once, and say when they were last used', async () => {
    const { token, token_id: id } = await mint(ada, { name: 'shown once' });
    const stored = JSON.stringify(await service.ports.store.query({ collection: 'personal_tokens' }));
    assert.ok(!stored.includes(token) && !stored.includes(token.slice(7)));
    const entry = async () => {
      const { text, body } = await service.call('GET', TOKENS, { as: ada });
      assert.ok(!text.includes(token.slice(7)));
      return (body as { tokens: { token_id: string; last_used_at: string | null }[] }).tokens.find((one) => one.token_id === id); // prettier-ignore
    };
    assert.equal((await entry())?.last_used_at, null);
    await find(token);
    assert.match((await entry())?.last_used_at ?? '', /^\d{4}-/);
    assert.equal((await service.call('GET', TOKENS, { as: eve })).text.includes(id), false);
  });

  it('end when they are revoked, by their user alone, and when they expire', async () => {
    const { token, token_id: id } = await mint(ada, { expires_in_days: 1 });
    assert.equal((await service.call('DELETE', `${TOKENS}/${id}`, { as: eve })).status, 404);
    assert.equal((await find(token)).status, 200);
    assert.equal((await service.call('DELETE', `${TOKENS}/${id}`, { as: ada })).status, 200);
    assert.equal((await find(token)).status, 401);
    assert.equal((await service.call('DELETE', `${TOKENS}/${id}`, { as: ada })).status, 404);
    const short = await mint(ada, { expires_in_days: 1 });
    service.advance(DAY_MS + 1000);
    assert.equal((await find(short.token)).status, 401);
    service.advance(-DAY_MS - 1000);
    for (const wrong of ['rg_pat_', `rg_pat_${'x'.repeat(43)}`, 'rg_pat_../x', `${short.token}x`]) {
      assert.equal((await find(wrong)).status, 401, wrong);
    }
  });

  it('are at most twenty, however many are made at once', async () => {
    const bob = await service.user(`bob${own}`);
    const made = await Promise.all(Array.from({ length: 24 }, () => service.call('POST', TOKENS, { as: bob, body: { name: 'many' } }))); // prettier-ignore
    const statuses = made.map(({ status }) => status);
    assert.ok(
      statuses.every((status) => status === 201 || status === 409 || status === 503),
      statuses.join(),
    );
    const { total } = (await service.call('GET', TOKENS, { as: bob })).body as { total: number };
    assert.ok(total <= 20 && total >= 10, `${total}`);
    while (true) {
      const { status } = await service.call('POST', TOKENS, { as: bob, body: { name: 'more' } });
      if (status !== 201) return assert.equal(status, 409);
    }
  });

  it('leave nothing private to who has left', async () => {
    const lou = await service.user(`lou${own}`);
    await service.host.addRepository({ owner: lou.login, name: 'own', from: source.path, private: true });
    await service.call('GET', '/api/v1/auth/scm/repos', { as: lou });
    const { token } = await mint(lou);
    const grants = async () => (await service.ports.store.get(`users/${lou.uid}/grants/private`))?.['repo_ids'];
    await by(token, 'GET', '/api/v1/repos/');
    assert.deepEqual(await grants(), [`${lou.login}/own`]);
    service.host.removeRepository(lou.login, 'own');
    await by(token, 'GET', '/api/v1/repos/');
    assert.deepEqual(await grants(), [`${lou.login}/own`], 'within the hour it is not asked');
    service.advance(61 * 60_000);
    await by(token, 'GET', '/api/v1/repos/');
    assert.deepEqual(await grants(), []);

    await service.host.addRepository({ owner: lou.login, name: 'own', from: source.path, private: true });
    await service.call('GET', '/api/v1/auth/scm/repos', { as: lou });
    service.host.expireToken(lou.scmToken);
    service.advance(61 * 60_000);
    assert.equal((await by(token, 'GET', '/api/v1/repos/')).status, 200);
    assert.deepEqual(await grants(), []);
    service.advance(-122 * 60_000);
  });

  it('show what is public while the platform is away, and nothing private until it has answered', async () => {
    const joe = await service.user(`joe${own}`);
    const { store } = service.ports;
    await indexedRepository(store, joe.login, 'open', { indexed_by: joe.uid });
    await indexedRepository(store, joe.login, 'own', { indexed_by: joe.uid, private: true });
    await service.host.addRepository({ owner: joe.login, name: 'own', from: source.path, private: true });
    await service.call('GET', '/api/v1/auth/scm/repos', { as: joe });
    const { token } = await mint(joe);
    const names = async () => {
      const { status, body } = await by(token, 'GET', '/api/v1/repos/');
      assert.equal(status, 200);
      const all = (body as { repositories: { owner: string; repo_name: string }[] }).repositories;
      return all.filter(({ owner }) => owner === joe.login).map(({ repo_name }) => repo_name);
    };
    assert.deepEqual((await names()).sort(), ['open', 'own']);
    service.advance(61 * 60_000);
    for (const fault of [{ status: 503 }, { status: 429 }]) {
      service.host.fail({ path: /\/user\/repos$/, ...fault });
      assert.deepEqual(await names(), ['open']);
    }
    assert.deepEqual((await names()).sort(), ['open', 'own'], 'what is granted was kept');
    service.advance(-61 * 60_000);
  });

  it('end with their user: signed out everywhere, disabled, or deleted', async () => {
    const auth = getAuth(service.project.app);
    const kim = await service.user(`kim${own}`);
    const { token } = await mint(kim);
    const status = async () => (await by(token, 'GET', '/api/v1/repos/')).status;
    assert.equal(await status(), 200);
    await auth.updateUser(kim.uid, { disabled: true });
    assert.equal(await status(), 401);
    await auth.updateUser(kim.uid, { disabled: false });
    assert.equal(await status(), 200);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await auth.revokeRefreshTokens(kim.uid);
    assert.equal(await status(), 401);
    await auth.deleteUser(kim.uid);
    assert.equal(await status(), 401);
  });
});
