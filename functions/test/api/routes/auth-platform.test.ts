import assert from 'node:assert/strict';
import { signIn } from '../../support/firebase.ts';
import { codeGrantOf } from '../../support/platform-code.ts';
import { startService, type TestService } from '../../support/service.ts';

const VERIFIER = 'v'.repeat(64);
const REDIRECT = 'http://127.0.0.1:5080/app/sign-in';

describe('api/routes/auth-platform', function () {
  let service: TestService;
  before(async () => (service = await startService()));
  after(() => service.close());

  /** As the page that the service offers has it, which is the local platform's own. */
  const exchange = async (login: string) => {
    const { body } = await service.call('GET', '/api/v1/auth/platform');
    const { authorize_url, scope } = body as Record<string, string>;
    assert.deepEqual([authorize_url, scope], [`${service.host.url}/login/oauth/authorize`, 'repo']);
    const grant = await codeGrantOf(service.host.url, login);
    return service.call('POST', '/api/v1/auth/platform/exchange', { body: grant });
  };

  /** The browser's half: the custom token becomes an ID token. */
  async function idTokenOf(customToken: string): Promise<string> {
    const host = process.env['FIREBASE_AUTH_EMULATOR_HOST'];
    const url = `http://${host}/identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken?key=test`;
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: 'Bearer owner' },
      body: JSON.stringify({
        token: customToken,
        returnSecureToken: true,
        targetProjectId: service.project.projectId,
      }),
    });
    const { idToken } = (await response.json()) as { idToken?: string };
    assert.ok(idToken !== undefined);
    return idToken;
  }

  const profileBy = async (customToken: string) => {
    const headers = { Authorization: `Bearer ${await idTokenOf(customToken)}` };
    return service.call('POST', '/api/v1/auth/ensure', { headers });
  };

  it('makes a session of the platform’s code, and the platform token never leaves the service', async () => {
    const { token } = service.host.addUser({ login: 'ada', name: 'Ada' });
    const answer = await exchange('ada');
    assert.equal(answer.status, 200, answer.text);
    assert.ok(!answer.text.includes(token));
    const profile = await profileBy((answer.body as { custom_token: string }).custom_token);
    assert.equal(profile.status, 200, profile.text);
    assert.equal((profile.body as { scmUsername: string }).scmUsername, 'ada');
  });

  it('gives whoever signed in by the identity provider the same user', async () => {
    const account = service.host.addUser({ login: 'grace' });
    const before = await signIn(service.project.projectId, { id: account.id, login: 'grace' });
    const answer = await exchange('grace');
    const profile = await profileBy((answer.body as { custom_token: string }).custom_token);
    assert.equal((profile.body as { uid: string }).uid, before.uid);
  });

  it('gives one user to sign-ins that come at once, and to later ones by the provider', async () => {
    const account = service.host.addUser({ login: 'joan' });
    const answers = await Promise.all([exchange('joan'), exchange('joan'), exchange('joan')]);
    const profiles = await Promise.all(
      answers.map(({ body }) => profileBy((body as { custom_token: string }).custom_token)),
    );
    const uids = new Set(profiles.map(({ body }) => (body as { uid: string }).uid));
    assert.equal(uids.size, 1);
    const later = await signIn(service.project.projectId, { id: account.id, login: 'joan' });
    assert.ok(uids.has(later.uid));
  });

  it('refuses codes that the platform refuses, and input that is none', async () => {
    const body = { code: 'unknown', code_verifier: VERIFIER, redirect_uri: REDIRECT };
    const refused = await service.call('POST', '/api/v1/auth/platform/exchange', { body });
    assert.ok([400, 401, 403].includes(refused.status), refused.text);
    assert.match(refused.text, /incorrect or expired/);
    for (const bad of [
      { code: '' },
      { code_verifier: 'short' },
      { redirect_uri: 'javascript:alert(1)' },
      { code: 7 },
    ]) {
      const answer = await service.call('POST', '/api/v1/auth/platform/exchange', { body: { ...body, ...bad } });
      assert.equal(answer.status, 422, JSON.stringify(bad));
    }
  });
});
