import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runGit } from '../../../local/scm-host/git-runner.ts';
import { makeRepository, type TestRepository } from '../../support/repositories.ts';

const MODULE = join(import.meta.dirname, '../../../local/scm-host/git-runner.ts');

/** Ids of the runners that have these words in their surroundings, `NAME=value`, or that this process started. */
function runners(words?: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('git-runner-process')) return false;
        if (words !== undefined) return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(words);
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] === String(process.pid);
      } catch {
        return false; // Gone meanwhile.
      }
    })
    .map(Number);
}

describe('local/git-runner', function () {
  this.timeout(120_000);
  let repository: TestRepository;
  const run = (...args: string[]) => runGit({ args: ['-C', repository.path, ...args], env: process.env });

  before(() => {
    repository = makeRepository({ 'a.bin': new Uint8Array([0, 255, 10, 128]) });
  });
  after(() => {
    repository.remove();
  });

  it('gives what git prints, byte for byte, and its status', async () => {
    assert.deepEqual(await run('show', 'HEAD:a.bin'), {
      status: 0,
      stdout: Buffer.from([0, 255, 10, 128]),
      stderr: Buffer.alloc(0),
    });
    const { status, stderr } = await run('show', 'HEAD:none');
    assert.equal(status, 128);
    assert.match(stderr.toString(), /none/);
  });

  it('runs many at once, each with its own answer, in one process', async () => {
    const all = await Promise.all(Array.from({ length: 40 }, (_, at) => run('config', `answer.${at % 2 ? 'a' : 'b'}`)));
    assert.deepEqual([...new Set(all.map(({ status }) => status))], [1]);
    const heads = await Promise.all(
      Array.from({ length: 40 }, (_, at) => run('rev-parse', `HEAD^{${at % 2 ? 'tree' : 'commit'}}`)),
    );
    const ids = heads.map(({ stdout }) => stdout.toString().trim());
    assert.deepEqual(
      [...new Set(ids)],
      [repository.git('rev-parse', 'HEAD'), repository.git('rev-parse', 'HEAD^{tree}')],
    );
    assert.equal(runners().length, 1);
  });

  it('says that there is no git', async () => {
    await assert.rejects(runGit({ args: ['version'], env: { PATH: '/nowhere' } }), /git/);
  });

  it('tells those who wait when it is killed, and starts again', async () => {
    const waiting = run('cat-file', '--batch-check', '--batch-all-objects', '--follow-symlinks').then(
      () => 'done',
      (error: unknown) => String(error),
    );
    const killed = runners();
    for (const pid of killed) process.kill(pid, 'SIGKILL');
    assert.match(await waiting, /^done$|ended before git did/);
    // Whoever asks one that is ending is told to try again.
    while (killed.some((pid) => existsSync(`/proc/${pid}`))) await sleep(10);
    assert.equal((await run('rev-parse', 'HEAD')).status, 0);
  });

  it('keeps no process alive that is done, and ends with it', async () => {
    const script = `import { runGit } from ${JSON.stringify(MODULE)};
      console.log((await runGit({ args: ['version'], env: process.env })).status);
      process.stdin.resume();`;
    const env = { ...process.env, RUNNER_OF: `test-${process.pid}` };
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const closed = once(child, 'close');
    const said: unknown[] = await once(child.stdout, 'data');
    assert.equal(String(said[0]).trim(), '0');
    assert.equal(runners(`RUNNER_OF=${env.RUNNER_OF}`).length, 1);
    child.stdin.end();
    assert.deepEqual(await closed, [0, null]);
    const end = Date.now() + 30_000;
    while (runners(`RUNNER_OF=${env.RUNNER_OF}`).length > 0 && Date.now() < end) await sleep(50);
    assert.deepEqual(runners(`RUNNER_OF=${env.RUNNER_OF}`), []);
  });
});
