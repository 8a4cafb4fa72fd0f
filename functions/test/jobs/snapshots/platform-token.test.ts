/** Platform tokens that expire, of a platform that takes each refresh token once, as RFC 6749 (10.4) advises. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { platformSignIn } from '../../../src/adapters/scm/sign-in.ts';
import { saveLogin } from '../../../src/api/access/users.ts';
import { platformTokenOf, type TokenPorts } from '../../../src/jobs/snapshots/platform-token.ts';
import { startService, type TestService } from '../../support/service.ts';

const HOUR_MS = 3_600_000;

describe('platformTokenOf', () => {
  let service: TestService;
  let server: Server;
  let ports: TokenPorts;
  let refreshes = 0;
  let good: string | undefined;

  before(async () => {
    service = await startService();
    server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        const { refresh_token } = JSON.parse(text) as { refresh_token: string };
        const taken = refresh_token === good;
        if (taken) good = `r${++refreshes}`;
        const tokens = { access_token: `a${refreshes}`, refresh_token: good, expires_in: 3_600 };
        response.setHeader('Content-Type', 'application/json');
        response.end(JSON.stringify(taken ? tokens : { error: 'bad_refresh_token' }));
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const webUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const now = () => service.ports.clock.now();
    ports = {
      ...service.ports,
      signIn: platformSignIn({ webUrl, clientId: 'id', clientSecret: 'secret', scope: '', now }),
    };
  });
  after(async () => {
    server.close();
    await service.close();
  });

  async function signedIn(uid: string, expiresInMs: number | null, refreshToken: string | null = 'r0'): Promise<void> {
    [refreshes, good] = [0, 'r0'];
    const identity = { uid, email: null, name: null, picture: null, scmAccountId: '7' };
    const profile = { id: 7, login: uid, name: null, email: null, avatarUrl: '', type: 'User' as const };
    const expiresAt =
      expiresInMs === null ? null : new Date(service.ports.clock.now().getTime() + expiresInMs).toISOString();
    await saveLogin(ports, identity, profile, { accessToken: 'a0', refreshToken, expiresAt });
  }

  it('is the stored one as long as it is good', async () => {
    for (const expires of [null, HOUR_MS]) {
      await signedIn('u1', expires);
      assert.equal(await platformTokenOf(ports, 'u1'), 'a0');
    }
    assert.equal(refreshes, 0);
  });

  it('is a new one shortly before the end, and the new one is stored with its own refresh token', async () => {
    for (const expires of [60_000, -60_000]) {
      await signedIn('u2', expires);
      assert.equal(await platformTokenOf(ports, 'u2'), 'a1');
      assert.equal(await platformTokenOf(ports, 'u2'), 'a1');
      assert.equal(refreshes, 1);
    }
    service.advance(HOUR_MS);
    assert.equal(await platformTokenOf(ports, 'u2'), 'a2');
    const stored = JSON.stringify(await service.ports.store.get('users/u2'));
    assert.doesNotMatch(stored, /"[ar][0-2]"/);
  });

  it('is refreshed once for all who ask at one moment', async () => {
    await signedIn('u3', -1);
    const all = await Promise.all([1, 2, 3].map(() => platformTokenOf(ports, 'u3')));
    assert.equal(refreshes, 1);
    assert.deepEqual(all, ['a1', 'a1', 'a1']);
  });

  it('is none when it is over and the platform gives no other', async () => {
    await signedIn('u4', -1, null);
    assert.equal(await platformTokenOf(ports, 'u4'), undefined);
    await signedIn('u4', -1, 'stolen');
    assert.equal(await platformTokenOf(ports, 'u4'), undefined);
    await signedIn('u4', 60_000, 'stolen');
    assert.equal(await platformTokenOf(ports, 'u4'), 'a0');
  });
});
