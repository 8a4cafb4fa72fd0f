/** Tasks through the real client to a server that speaks Cloud Tasks' REST API, and the check of a task's caller. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createSign, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cloudTasksQueue, isTaskCaller } from '../../src/adapters/queue.ts';
import { startTaskServer } from '../support/task-server.ts';
import type { TaskServer } from '../support/task-server.ts';

describe('cloudTasksQueue', () => {
  let server: TaskServer;
  const options = { project: 'demo-p', location: 'us-central1', functionsUrl: 'http://127.0.0.1:9/f' };

  before(async () => (server = await startTaskServer()));
  after(() => server.close());

  it('creates a named task once', async () => {
    const queue = cloudTasksQueue({ ...options, serviceAccount: 'tasks@demo-p.iam.test', apiHost: server.host });
    assert.equal(await queue.enqueue('ingestRepository', 'job-1', { job_id: 'ünï' }), 'enqueued');
    assert.equal(await queue.enqueue('ingestRepository', 'job-1', { job_id: 'ünï' }), 'duplicate');
    assert.deepEqual(server.tasks, [
      {
        name: 'projects/demo-p/locations/us-central1/queues/ingestRepository/tasks/job-1',
        url: 'http://127.0.0.1:9/f/ingestRepository',
        payload: { job_id: 'ünï' },
        headers: { 'content-type': 'application/json' },
        dispatchDeadline: '1800s',
        serviceAccount: 'tasks@demo-p.iam.test',
      },
    ]);
  });

  it('says so when the service cannot be reached', async () => {
    server.down = true;
    const queue = cloudTasksQueue({ ...options, serviceAccount: '', apiHost: server.host });
    await assert.rejects(queue.enqueue('ingestRepository', 'job-2', {}), { code: 'store_unavailable' });
    server.down = false;
    const nobody = cloudTasksQueue({ ...options, serviceAccount: '', apiHost: '127.0.0.1:1' });
    await assert.rejects(nobody.enqueue('ingestRepository', 'job-2', {}), { code: 'store_unavailable' });
  });
});

describe('isTaskCaller', () => {
  const audience = 'https://functions.test/ingestRepository';
  const serviceAccount = 'tasks@demo-p.iam.test';
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  let server: Server;
  let certificatesUrl = '';

  /** A token as Google signs it, but for `claims` and the key. */
  function token(claims: object = {}, key = privateKey): string {
    const now = Math.floor(Date.now() / 1000);
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const body = { iss: 'https://accounts.google.com', aud: audience, iat: now, exp: now + 3600, sub: '1' };
    const payload = { ...body, email: serviceAccount, email_verified: true, ...claims };
    const signed = `${part({ alg: 'RS256', kid: 'k1', typ: 'JWT' })}.${part(payload)}`;
    return `Bearer ${signed}.${createSign('RSA-SHA256').update(signed).sign(key, 'base64url')}`;
  }

  before(async () => {
    const dir = mkdtempSync(join(tmpdir(), 'rg-cert-'));
    writeFileSync(join(dir, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const args = [
      'req',
      '-x509',
      '-new',
      '-key',
      join(dir, 'key.pem'),
      '-subj',
      '/CN=test',
      '-days',
      '2',
      '-out',
      join(dir, 'c.pem'),
    ];
    execFileSync('openssl', args, { stdio: 'ignore' });
    const certificate = readFileSync(join(dir, 'c.pem'), 'utf8');
    rmSync(dir, { recursive: true });
    server = createServer((_, response) => {
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ k1: certificate }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    certificatesUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/certs`;
  });
  after(() => server.close());

  it('accepts the queue’s own token', async () => {
    assert.equal(await isTaskCaller(token(), { audience, serviceAccount, certificatesUrl }), true);
  });

  it('refuses everything else', async () => {
    const past = Math.floor(Date.now() / 1000) - 7200;
    const refused: [why: string, authorization: string | undefined][] = [
      ['no header', undefined],
      ['no token', 'Bearer '],
      ['other scheme', token().replace('Bearer', 'Basic')],
      ['other key', token({}, stranger)],
      ['unsigned', token().replace(/\.[^.]*$/, '.')],
      ['other audience', token({ aud: 'https://functions.test/other' })],
      ['other issuer', token({ iss: 'https://evil.test' })],
      ['expired', token({ iat: past, exp: past + 3600 })],
      ['other account', token({ email: 'eve@demo-p.iam.test' })],
      ['unverified account', token({ email_verified: false })],
    ];
    for (const [why, authorization] of refused) {
      assert.equal(await isTaskCaller(authorization, { audience, serviceAccount, certificatesUrl }), false, why);
    }
    const unset = { audience, serviceAccount: '', certificatesUrl };
    assert.equal(await isTaskCaller(token({ email: '' }), unset), false, 'no account configured');
  });
});
