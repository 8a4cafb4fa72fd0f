import assert from 'node:assert/strict';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runIsolated, type IsolatedResult } from '../../../src/adapters/lint/lint-process.ts';
import { makeFolder } from '../../support/repositories.ts';

describe('adapters/lint-process', () => {
  const folder = makeFolder();
  const canary = join(tmpdir(), `reviewgraph-process-canary-${process.pid}`);

  before(() => {
    process.env['CANARY_SECRET'] = 'the-canary-sings';
  });

  after(() => {
    delete process.env['CANARY_SECRET'];
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs a script as a linter would be run. */
  function run(
    text: string,
    options: { timeoutMs?: number; input?: string; signal?: AbortSignal } = {},
  ): Promise<IsolatedResult> {
    const script = join(folder, 'script.mjs');
    writeFileSync(script, text);
    return runIsolated({ script, folder, readable: [`${folder}/`], timeoutMs: 20_000, ...options });
  }

  it('hands over input and output', async () => {
    const echo =
      "process.stdin.setEncoding('utf8').on('data', (text) => process.stdout.write(text.toUpperCase())); console.error('note'); process.exitCode = 3;";
    assert.deepEqual(await run(echo, { input: 'größe 😀'.repeat(50_000) }), {
      status: 'ended',
      code: 3,
      stdout: 'GRÖSSE 😀'.repeat(50_000),
      stderr: 'note\n',
    });
  });

  it('has nothing in its environment', async () => {
    const result = await run('console.log(JSON.stringify(process.env))');
    assert.equal(result.status === 'ended' ? result.stdout.trim() : result.reason, '{}');
  });

  it('reads nothing but its folder, writes nothing and starts nothing', async () => {
    const tries = [
      "fs.readFileSync('/etc/passwd')",
      "fs.readFileSync('/proc/self/environ')",
      `fs.readFileSync('/proc/${process.pid}/environ')`,
      `fs.readFileSync(${JSON.stringify(join(import.meta.dirname, '../../../package.json'))})`,
      "fs.readdirSync('/')",
      `fs.writeFileSync(${JSON.stringify(canary)}, 'x')`,
      `fs.writeFileSync(${JSON.stringify(join(folder, 'new'))}, 'x')`,
      "cp.execFileSync('/bin/sh', ['-c', 'env'])",
      "new wt.Worker('process.exit()', { eval: true })",
    ];
    const script = `import fs from 'node:fs'; import cp from 'node:child_process'; import wt from 'node:worker_threads';
      ${tries.map((attempt) => `try { ${attempt}; console.log('done'); } catch (error) { console.log(error.code); }`).join('\n')}`;
    const result = await run(script);
    assert.equal(result.status, 'ended');
    assert.deepEqual(
      result.stdout.trim().split('\n'),
      tries.map(() => 'ERR_ACCESS_DENIED'),
    );
    assert.equal(existsSync(canary) || existsSync(join(folder, 'new')), false);
  });

  it('is ended when it hangs, floods, grows or is no longer wanted', async () => {
    assert.match(reasonOf(await run('setInterval(() => {}, 1000)', { timeoutMs: 300 })), /no answer within 300 ms/);
    assert.match(
      reasonOf(await run("const flood = () => process.stdout.write('x'.repeat(1 << 20), flood); flood();")),
      /output|crashed/,
    );
    assert.match(
      reasonOf(await run('const all = []; for (;;) all.push(new Array(1e6).fill(Math.random()));')),
      /crashed/,
    );
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 200);
    assert.equal(reasonOf(await run('setInterval(() => {}, 1000)', { signal: stop.signal })), 'stopped');
    assert.match(reasonOf(await run('setInterval(() => {}, 1000)', { signal: AbortSignal.abort() })), /stopped/);
  });
});

function reasonOf(result: IsolatedResult): string {
  return result.status === 'failed' ? result.reason : `ended with ${result.code}`;
}
