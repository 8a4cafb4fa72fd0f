/** Bodies at the functions as they are built, run by the framework that runs them where they are deployed. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { buildProduct } from '../../../local/build/build-product.ts';
import { freePort } from '../../../local/stack/ports.ts';
import { endWithUs } from '../../../local/stack/processes.ts';
import { PACKAGE } from '../../../local/stack/toolchain.ts';

const FRAMEWORK = createRequire(import.meta.url).resolve('@google-cloud/functions-framework');
const SECRET = 'It is a secret to everybody';

interface Deployed {
  url: string;
  child: ChildProcess;
}

describe('bodies of requests to deployed functions', function () {
  this.timeout(240_000);
  let webhook: Deployed;
  let query: Deployed;
  let task: Deployed;

  before(async () => {
    await buildProduct(() => undefined);
    [webhook, query, task] = await Promise.all([deploy('webhook'), deploy('query'), deploy('ingestRepository')]);
  });
  after(async () => {
    for (const { child } of [webhook, query, task]) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  });

  async function deploy(target: string): Promise<Deployed> {
    const port = await freePort();
    const env = {
      ...parseEnv(readFileSync(join(PACKAGE, '.env.example'), 'utf8')),
      PATH: process.env['PATH'],
      GCLOUD_PROJECT: 'demo-bodies',
      FUNCTION_TARGET: target,
      SCM_WEBHOOK_SECRET: SECRET,
    };
    const args = [join(FRAMEWORK, '..', 'main.js'), `--target=${target}`, `--port=${port}`];
    const child = endWithUs(spawn(process.execPath, args, { cwd: PACKAGE, env, stdio: 'ignore' }));
    const url = `http://127.0.0.1:${port}`;
    while ((await fetch(url).catch(() => undefined)) === undefined) {
      assert.equal(child.exitCode, null, `${target} ended before it listened`);
      await sleep(50);
    }
    return { url, child };
  }

  async function post({ url }: Deployed, body: NonNullable<RequestInit['body']>, headers: Record<string, string> = {}) {
    const init = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
      duplex: 'half',
    } as const;
    const answer = await fetch(`${url}/onComment`, init);
    return [answer.status, JSON.parse(await answer.text()) as unknown] as const;
  }

  const tooLarge = [413, { detail: 'Request body too large' }] as const;

  it('are not unpacked beyond what the function takes', async () => {
    const spaces = Buffer.alloc(64 * 1024 * 1024, ' ');
    for (const type of ['application/json', 'text/plain', 'application/octet-stream']) {
      const headers = { 'Content-Type': type, 'Content-Encoding': 'gzip' };
      assert.deepEqual(await post(webhook, gzipSync(spaces), headers), tooLarge, type);
    }
    const packed = brotliCompressSync(spaces.subarray(0, 2 * 1024 * 1024));
    assert.deepEqual(await post(query, packed, { 'Content-Encoding': 'br' }), tooLarge);
  });

  it('are not read beyond it, whether they say how long they are or not', async () => {
    const text = `[${'{},'.repeat(1024 * 1024)}{}]`;
    assert.deepEqual(await post(query, text), tooLarge);
    assert.deepEqual(await post(query, new Blob([text]).stream()), tooLarge);
  });

  it('arrive as they were sent, also packed', async () => {
    const text = '{"zen":"\\u00e9 😊"}';
    const signature = `sha256=${createHmac('sha256', SECRET).update(text).digest('hex')}`;
    const headers = { 'X-GitHub-Event': 'ping', 'X-Hub-Signature-256': signature };
    const ignored = [200, { status: 'ignored' }];
    assert.deepEqual(await post(webhook, text, headers), ignored);
    assert.deepEqual(await post(webhook, new Blob([text]).stream(), headers), ignored);
    assert.deepEqual(await post(webhook, gzipSync(text), { ...headers, 'Content-Encoding': 'gzip' }), ignored);
    assert.equal((await post(webhook, `${text} `, headers))[0], 403);
    assert.equal((await post(webhook, text, { ...headers, 'Content-Encoding': 'gzip' }))[0], 400);
    assert.equal((await post(webhook, text, { ...headers, 'Content-Encoding': 'zstd' }))[0], 415);
  });

  it('are still the framework’s to read for tasks', async () => {
    // The SDK looks whether it is a task before it looks who sent it, and merely reads what the token says.
    const claims = Buffer.from(JSON.stringify({ aud: 'x', sub: 'y' })).toString('base64url');
    const headers = { Authorization: `Bearer ${Buffer.from('{}').toString('base64url')}.${claims}.x` };
    const denied = { error: { message: 'Not called by the task queue', status: 'PERMISSION_DENIED' } };
    assert.deepEqual(await post(task, JSON.stringify({ data: { job_id: 'x' } }), headers), [403, denied]);
  });
});
