/** ID tokens on the real auth emulator: each refusal names its cause. */
import assert from 'node:assert/strict';
import { getAuth } from 'firebase-admin/auth';
import { firebaseIdentity } from '../../src/adapters/identity.ts';
import type { IdentityPort } from '../../src/ports.ts';
import { signIn, signUpWithPassword, startProject } from '../support/firebase.ts';
import type { TestProject } from '../support/firebase.ts';

/** The emulator's tokens are unsigned, so other claims can be put into one. */
function withClaims(idToken: string, claims: object): string {
  const [header = '', payload = ''] = idToken.split('.');
  const before = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  return `${header}.${Buffer.from(JSON.stringify({ ...before, ...claims })).toString('base64url')}.`;
}

describe('firebaseIdentity', () => {
  let project: TestProject;
  let identity: IdentityPort;

  before(() => {
    project = startProject();
    identity = firebaseIdentity(project.app);
  });
  after(() => project.close());

  it('gives the user and the platform account that signed in', async () => {
    const ada = await signIn(project.projectId, { id: 4711, login: 'ada' });
    const { uid, email, scmAccountId } = await identity.verify(ada.idToken);
    assert.deepEqual({ uid, email, scmAccountId }, { uid: ada.uid, email: 'ada@example.test', scmAccountId: '4711' });
  });

  it('knows no platform account of a password sign-in', async () => {
    const eve = await signUpWithPassword(project.projectId, 'eve@example.test');
    assert.equal((await identity.verify(eve.idToken)).scmAccountId, null);
  });

  it('refuses with the cause', async () => {
    const bob = await signIn(project.projectId, { id: 4712, login: 'bob' });
    const hour = 3600;
    const now = Math.floor(Date.now() / 1000);
    const cases: [token: string, detail: RegExp][] = [
      ['not.a.token', /malformed or invalid/],
      [withClaims(bob.idToken, { exp: now - 1, iat: now - hour - 1 }), /expired/],
      [withClaims(bob.idToken, { aud: 'demo-other' }), /malformed or invalid/],
      [withClaims(bob.idToken, { iss: 'https://securetoken.google.com/demo-other' }), /malformed or invalid/],
      [withClaims(bob.idToken, { sub: 'nobody', user_id: 'nobody' }), /does not exist/],
    ];
    for (const [token, message] of cases) {
      await assert.rejects(identity.verify(token), { name: 'AppError', code: 'unauthenticated', message });
    }
  });

  it('refuses revoked tokens and disabled accounts', async () => {
    const auth = getAuth(project.app);
    const mallory = await signIn(project.projectId, { id: 4713, login: 'mallory' });
    const before = Math.floor(Date.now() / 1000) - 60;
    const old = withClaims(mallory.idToken, { auth_time: before, iat: before });
    await auth.revokeRefreshTokens(mallory.uid);
    await assert.rejects(identity.verify(old), { code: 'unauthenticated', message: /revoked/ });
    await auth.updateUser(mallory.uid, { disabled: true });
    await assert.rejects(identity.verify(old), { code: 'unauthenticated', message: /disabled/ });
  });

  it('asks about that for every token: the emulator tells unasked, Google does not', async () => {
    const ada = await signIn(project.projectId, { id: 4714, login: 'asked' });
    const auth = getAuth(project.app);
    const original = auth.verifyIdToken.bind(auth);
    const asked: unknown[] = [];
    auth.verifyIdToken = (idToken, checkRevoked) => {
      asked.push(checkRevoked);
      return original(idToken, checkRevoked);
    };
    try {
      await identity.verify(ada.idToken);
    } finally {
      auth.verifyIdToken = original;
    }
    assert.deepEqual(asked, [true]);
  });
});
