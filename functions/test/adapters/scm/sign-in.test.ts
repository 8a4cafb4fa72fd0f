import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOCAL_CLIENT } from '../../../local/scm-host/oauth.ts';
import { startScmHost, type ScmHost } from '../../../local/scm-host/start-scm-host.ts';
import { GITLAB_PATHS, platformSignIn } from '../../../src/adapters/scm/sign-in.ts';
import { AppError } from '../../../src/model/errors.ts';

const VERIFIER = 'v'.repeat(43);
const REDIRECT = 'http://127.0.0.1:5080/app/sign-in';
const NOW = new Date('2026-11-29T12:00:00Z');

describe('adapters/scm/sign-in', () => {
  let folder: string;
  let host: ScmHost;
  const port = (changed: object = {}) =>
    platformSignIn({
      webUrl: host.url,
      clientId: LOCAL_CLIENT.id,
      clientSecret: LOCAL_CLIENT.secret,
      scope: 'repo',
      now: () => NOW,
      ...changed,
    });

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sign-in-test-'));
    host = await startScmHost({ dataDir: folder });
  });
  after(async () => {
    await host.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** What a browser does: asks the offered page, and is sent back with a code. */
  async function codeOf(
    login: string,
    challenge = createHash('sha256').update(VERIFIER).digest('base64url'),
    page?: string,
  ) {
    const offered = await port().offer();
    assert.ok(offered !== undefined);
    const query = new URLSearchParams({
      client_id: offered.clientId,
      redirect_uri: REDIRECT,
      state: 'abc',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      login,
    });
    const response = await fetch(`${page ?? offered.authorizeUrl}?${query.toString()}`, { redirect: 'manual' });
    assert.equal(response.status, 302);
    const back = new URL(response.headers.get('location') ?? '');
    assert.equal(back.searchParams.get('state'), 'abc');
    return back.searchParams.get('code') ?? '';
  }

  const refused = (reason: RegExp) => (error: unknown) => {
    assert.ok(error instanceof AppError);
    assert.equal(error.code, 'token_refused');
    assert.match(error.message, reason);
    return true;
  };

  it('exchanges a code for the token of the user who signed in, once', async () => {
    const { token } = host.addUser({ login: 'ada' });
    const grant = { code: await codeOf('ada'), codeVerifier: VERIFIER, redirectUri: REDIRECT };
    assert.deepEqual(await port().exchange(grant), { accessToken: token, refreshToken: null, expiresAt: null });
    await assert.rejects(port().exchange(grant), refused(/incorrect or expired/));
  });

  it('is refused another verifier, another address, and another client secret', async () => {
    host.addUser({ login: 'ada' });
    const grant = async () => ({ code: await codeOf('ada'), codeVerifier: VERIFIER, redirectUri: REDIRECT });
    await assert.rejects(
      port().exchange({ ...(await grant()), codeVerifier: 'w'.repeat(43) }),
      refused(/code_verifier does not match/),
    );
    await assert.rejects(
      port().exchange({ ...(await grant()), redirectUri: 'http://127.0.0.1:1/app/sign-in' }),
      refused(/redirect_uri/),
    );
    await assert.rejects(port({ clientSecret: 'wrong' }).exchange(await grant()), refused(/client_secret/));
  });

  it('offers nothing and exchanges nothing where it is not configured', async () => {
    const none = port({ clientId: '', clientSecret: '' });
    assert.equal(await none.offer(), undefined);
    await assert.rejects(
      none.exchange({ code: 'x', codeVerifier: VERIFIER, redirectUri: REDIRECT }),
      (error) => error instanceof AppError && error.code === 'not_configured',
    );
  });

  describe('with a platform whose tokens expire', () => {
    let server: Server;
    let answer: { status: number; body: string };
    const asked: unknown[] = [];
    before(async () => {
      server = createServer((request, response) => {
        const parts: Buffer[] = [];
        request.on('data', (part: Buffer) => parts.push(part));
        request.on('end', () => {
          asked.push(JSON.parse(Buffer.concat(parts).toString()));
          response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(answer.body);
        });
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    });
    after(() => {
      server.closeAllConnections();
      server.close();
    });
    const expiring = () => port({ webUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` });

    it('says until when a token is good, and gets a new one by the refresh token', async () => {
      const body = { access_token: 'ghu_1', refresh_token: 'ghr_1', expires_in: 28_800, token_type: 'bearer' };
      answer = { status: 200, body: JSON.stringify(body) };
      const tokens = { accessToken: 'ghu_1', refreshToken: 'ghr_1', expiresAt: '2026-11-29T20:00:00.000Z' };
      assert.deepEqual(await expiring().refresh('ghr_0'), tokens);
      assert.deepEqual(asked.at(-1), {
        client_id: LOCAL_CLIENT.id,
        client_secret: LOCAL_CLIENT.secret,
        grant_type: 'refresh_token',
        refresh_token: 'ghr_0',
      });
    });

    for (const [what, given] of Object.entries({
      'a server that fails': { status: 503, body: '{}' },
      'an answer that is no JSON': { status: 200, body: '<html>' },
      'an answer without an end': { status: 200, body: 'x'.repeat(100_000) },
    })) {
      it(`takes ${what} for a platform that is unavailable`, async () => {
        answer = given;
        await assert.rejects(
          expiring().refresh('ghr_0'),
          (error) => error instanceof AppError && error.code === 'platform_unavailable',
        );
      });
    }
  });

  it("knows GitLab's addresses, lifetimes and refusals", async () => {
    const { token } = host.addUser({ login: 'grace' });
    const gitlab = port({ paths: GITLAB_PATHS, scope: 'api' });
    const offered = await gitlab.offer();
    assert.deepEqual([offered?.authorizeUrl, offered?.scope], [`${host.url}/oauth/authorize`, 'api']);
    const code = await codeOf('grace', undefined, offered?.authorizeUrl);
    const grant = { code, codeVerifier: VERIFIER, redirectUri: REDIRECT };
    const tokens = await gitlab.exchange(grant);
    assert.deepEqual(tokens, { accessToken: token, refreshToken: null, expiresAt: '2026-11-29T14:00:00.000Z' });
    await assert.rejects(gitlab.exchange(grant), refused(/incorrect or expired/));
    await assert.rejects(port({ paths: GITLAB_PATHS, clientSecret: 'x' }).exchange(grant), refused(/client_secret/));
  });
});
