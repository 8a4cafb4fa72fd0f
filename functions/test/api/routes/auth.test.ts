/** The auth group on the emulators and the local SCM host. */
import assert from 'node:assert/strict';
import { signUpWithPassword } from '../../support/firebase.ts';
import { makeRepository } from '../../support/repositories.ts';
import type { TestRepository } from '../../support/repositories.ts';
import { startService } from '../../support/service.ts';
import type { TestService, TestUser } from '../../support/service.ts';

const LOGIN = '/api/v1/auth/login';

describe('auth group', () => {
  let service: TestService;
  let source: TestRepository;

  before(async () => {
    service = await startService();
    source = makeRepository({ 'a.py': 'x = 1\n' });
  });
  after(async () => {
    await service.close();
    source.remove();
  });

  const login = (as: TestUser, token: unknown) =>
    service.call('POST', LOGIN, { as, body: { scm_access_token: token } });
  const grants = async (user: TestUser) =>
    (await service.ports.store.get(`users/${user.uid}/grants/private`))?.['repo_ids'];

  describe('ID tokens', () => {
    it('are required by every endpoint, and a refusal names its cause', async () => {
      const endpoints = [
        ['POST', LOGIN],
        ['POST', '/api/v1/auth/ensure'],
        ['GET', '/api/v1/auth/me'],
        ['GET', '/api/v1/auth/scm/repos'],
        ['GET', '/api/v1/auth/installation'],
      ] as const;
      for (const [method, path] of endpoints) {
        const answer = await service.call(method, path);
        assert.equal(answer.status, 401, path);
        assert.match(answer.text, /missing/);
        assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
      }
      const malformed = {
        'Basic abc': /malformed/,
        Bearer: /malformed/,
        'Bearer a b': /malformed/,
        'Bearer abc': /malformed/,
        'Bearer a.b.c': /malformed/,
      };
      for (const [Authorization, cause] of Object.entries(malformed)) {
        const answer = await service.call('GET', '/api/v1/auth/me', { headers: { Authorization } });
        assert.equal(answer.status, 401, Authorization);
        assert.match(answer.text, cause);
      }
    });
  });

  describe('login', () => {
    it('creates the user and returns the profile as the interface has it', async () => {
      const ada = await service.user('ada', { loggedIn: false });
      const answer = await login(ada, ada.scmToken);
      assert.equal(answer.status, 200, answer.text);
      const { createdAt, photoURL, ...rest } = answer.body as Record<string, unknown>;
      assert.deepEqual(rest, {
        uid: ada.uid,
        email: 'ada@example.test',
        displayName: 'ada',
        scmUsername: 'ada',
        scmInstallationId: null,
        accountType: 'User',
        repositorySelection: 'all',
      });
      assert.match(String(createdAt), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
      assert.match(String(photoURL), /^https?:/);

      const again = await login(ada, ada.scmToken);
      assert.equal((again.body as { createdAt: string }).createdAt, createdAt);
    });

    it('keeps the platform token sealed and tells it to nobody', async () => {
      const bea = await service.user('bea');
      const stored = await service.ports.store.get(`users/${bea.uid}`);
      assert.ok(!JSON.stringify(stored).includes(bea.scmToken));
      for (const path of ['/api/v1/auth/me', '/api/v1/auth/installation']) {
        const { text } = await service.call('GET', path, { as: bea });
        assert.ok(!text.includes(bea.scmToken) && !text.includes('sealed'));
      }
      assert.ok(!JSON.stringify(service.log).includes(bea.scmToken));
    });

    it('refuses the token of another account', async () => {
      const cid = await service.user('cid', { loggedIn: false });
      const dan = await service.user('dan', { loggedIn: false });
      assert.equal((await login(cid, dan.scmToken)).status, 403);
      assert.equal((await service.call('GET', '/api/v1/auth/me', { as: cid })).status, 404);
    });

    it('binds an identity without a platform account to the first one it logs in with', async () => {
      const eli = await service.user('eli', { loggedIn: false });
      const fay = await service.user('fay', { loggedIn: false });
      const other = {
        ...(await signUpWithPassword(service.project.projectId, 'x@example.test')),
        login: '',
        scmToken: '',
      };
      assert.equal((await login(other, eli.scmToken)).status, 200);
      assert.equal((await login(other, fay.scmToken)).status, 403);
      assert.equal((await login(other, eli.scmToken)).status, 200);
    });

    it('answers 400 with the cause for a refused platform token, 502 when the platform is down', async () => {
      const gil = await service.user('gil', { loggedIn: false });
      const unknown = await login(gil, 'gho_nobodys0000000000000000');
      assert.equal(unknown.status, 400);
      assert.match(unknown.text, /token/i);
      service.host.expireToken(gil.scmToken);
      assert.equal((await login(gil, gil.scmToken)).status, 400);

      const hal = await service.user('hal', { loggedIn: false });
      service.host.fail({ path: '/api/v3', status: 503, times: 9 });
      assert.equal((await login(hal, hal.scmToken)).status, 502);
      service.host.clearFaults();
      assert.equal((await login(hal, hal.scmToken)).status, 200);
    });

    it('validates its body', async () => {
      const ida = await service.user('ida', { loggedIn: false });
      const cases: [body: unknown, loc: unknown[], type: string][] = [
        [{}, ['body', 'scm_access_token'], 'missing'],
        [{ scm_access_token: '' }, ['body', 'scm_access_token'], 'too_small'],
        [{ scm_access_token: 7 }, ['body', 'scm_access_token'], 'invalid_type'],
        [{ scm_access_token: 'a\nb' }, ['body', 'scm_access_token'], 'invalid_format'],
        [[], ['body'], 'invalid_type'],
      ];
      for (const [body, loc, type] of cases) {
        const answer = await service.call('POST', LOGIN, { as: ida, body });
        assert.equal(answer.status, 422, JSON.stringify(body));
        const [first] = (answer.body as { detail: { loc: unknown[]; type: string; msg: string }[] }).detail;
        assert.deepEqual([first?.loc, first?.type, typeof first?.msg], [loc, type, 'string']);
      }
      assert.equal((await service.call('POST', LOGIN, { as: ida, body: '{"scm' })).status, 400);
      const form = { 'Content-Type': 'text/plain' };
      assert.equal((await service.call('POST', LOGIN, { as: ida, body: '{}', headers: form })).status, 415);
    });
  });

  describe('ensure and me', () => {
    it('give the stored profile without asking the platform, 404 for an unknown user', async () => {
      const jan = await service.user('jan');
      service.host.fail({ path: '/api/v3', status: 503, times: 9 });
      const ensured = await service.call('POST', '/api/v1/auth/ensure', { as: jan });
      const me = await service.call('GET', '/api/v1/auth/me', { as: jan });
      service.host.clearFaults();
      assert.equal(ensured.status, 200);
      assert.deepEqual(ensured.body, me.body);
      const kim = await service.user('kim', { loggedIn: false });
      assert.equal((await service.call('POST', '/api/v1/auth/ensure', { as: kim })).status, 404);
      assert.equal((await service.call('GET', '/api/v1/auth/me', { as: kim })).status, 404);
    });
  });

  describe('repository list', () => {
    it('shows entries as the interface has them', async () => {
      const lea = await service.user('lea', { loggedIn: false });
      await service.host.addRepository({ owner: 'lea', name: 'one', from: source.path, language: 'Python' });
      await service.host.addRepository({ owner: 'lea', name: 'two', from: source.path, private: true });
      await login(lea, lea.scmToken);
      const answer = await service.call('GET', '/api/v1/auth/scm/repos', { as: lea });
      assert.equal(answer.status, 200);
      const entries = answer.body as Record<string, unknown>[];
      const { html_url: url, ...one } = entries.find((entry) => entry['name'] === 'one') ?? {};
      assert.match(String(url), /^http/);
      assert.deepEqual(one, {
        name: 'one',
        full_name: 'lea/one',
        description: null,
        language: 'Python',
        stargazers_count: 0,
        private: false,
        default_branch: 'main',
      });
      assert.deepEqual(entries.map((entry) => [entry['full_name'], entry['private']]).sort(), [
        ['lea/one', false],
        ['lea/two', true],
      ]);
    });

    it('grants what it shows and withdraws what it no longer does', async () => {
      const mia = await service.user('mia', { loggedIn: false });
      await service.host.addRepository({ owner: 'mia', name: 'secret', from: source.path, private: true });
      await service.host.addRepository({ owner: 'mia', name: 'open', from: source.path });
      await login(mia, mia.scmToken);
      assert.deepEqual(await grants(mia), ['mia/secret']);
      service.host.removeRepository('mia', 'secret');
      await service.host.addRepository({ owner: 'mia', name: 'new', from: source.path, private: true });
      await service.call('GET', '/api/v1/auth/scm/repos', { as: mia });
      assert.deepEqual(await grants(mia), ['mia/new']);
    });

    it('answers 400 without a stored token', async () => {
      const ned = await service.user('ned', { loggedIn: false });
      const answer = await service.call('GET', '/api/v1/auth/scm/repos', { as: ned });
      assert.equal(answer.status, 400);
      assert.match(answer.text, /log in/);
    });
  });

  describe('installation', () => {
    const status = async (as: TestUser) => (await service.call('GET', '/api/v1/auth/installation', { as })).body;

    it('says that nothing is linked', async () => {
      const ola = await service.user('ola');
      const none = { linked: false, installationId: null, scmUsername: 'ola', settingsUrl: null };
      assert.deepEqual(await status(ola), none);
      const stranger = await service.user('stranger', { loggedIn: false });
      assert.deepEqual(await status(stranger), { ...none, scmUsername: null });
    });

    it('links what the platform knows, in the same call', async () => {
      const pia = await service.user('pia');
      await service.host.addRepository({ owner: 'pia', name: 'one', from: source.path });
      const { id } = service.host.addInstallation({ login: 'pia' });
      const linked = (await status(pia)) as Record<string, unknown>;
      assert.deepEqual([linked['linked'], linked['installationId'], linked['scmUsername']], [true, id, 'pia']);
      assert.match(String(linked['settingsUrl']), /^https?:/);
      const me = (await service.call('GET', '/api/v1/auth/me', { as: pia })).body as Record<string, unknown>;
      assert.equal(me['scmInstallationId'], id);
      // A later login keeps the link.
      await login(pia, pia.scmToken);
      assert.deepEqual(await status(pia), linked);
    });

    it('prefers a pending installation and uses it up', async () => {
      const quin = await service.user('quin');
      await service.ports.store.set('pending_installations/quin', {
        id: 4242,
        accountLogin: 'quin',
        accountType: 'User',
        repositorySelection: 'selected',
        settingsUrl: 'https://platform.test/settings/4242',
      });
      assert.deepEqual(await status(quin), {
        linked: true,
        installationId: 4242,
        scmUsername: 'quin',
        settingsUrl: 'https://platform.test/settings/4242',
      });
      assert.equal(await service.ports.store.get('pending_installations/quin'), undefined);
    });
  });
});
