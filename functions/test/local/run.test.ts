import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PACKAGE } from '../../local/stack/toolchain.ts';

/** The launcher in a package of its own, whose lock file asks for nothing, so that npm needs no network. */
describe('the launcher', () => {
  let folder: string;
  const stamp = () => join(folder, 'node_modules', '.lock-hash');
  const INSTALLING = /Installing dependencies/;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'launcher-test-'));
    mkdirSync(join(folder, 'local', 'cli'), { recursive: true });
    for (const file of ['run.mjs', 'quick-start.mjs']) copyFileSync(join(PACKAGE, 'local', file), join(folder, 'local', file)); // prettier-ignore
    writeFileSync(join(folder, 'package.json'), '{"name":"x","version":"1.0.0","type":"module"}');
    writeLock({ lockfileVersion: 3, name: 'x', version: '1.0.0' });
    command('echo', 'console.log(JSON.stringify(process.argv.slice(2))); process.exitCode = 3;');
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  function writeLock(fields: object): void {
    const packages = { '': { name: 'x', version: '1.0.0' } };
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ requires: true, packages, ...fields }));
  }
  function command(name: string, text: string): void {
    writeFileSync(join(folder, 'local', 'cli', `${name}.ts`), text);
  }
  function run(...args: string[]) {
    return spawnSync(process.execPath, [join(folder, 'local', 'run.mjs'), ...args], { encoding: 'utf8' });
  }

  it('passes arguments and the exit status through, and writes nothing of its own on standard output', () => {
    const { status, stdout, stderr } = run('echo', '--json', 'a b');
    assert.equal(status, 3);
    assert.equal(stdout, '["--json","a b"]\n');
    assert.match(stderr, INSTALLING);
  });

  it('keeps what Node makes of TypeScript, and makes anew what was changed, in threads too', () => {
    command(
      'told',
      "import { Worker } from 'node:worker_threads'; new Worker(new URL('../thread.ts', import.meta.url));",
    );
    const say = (text: string) =>
      writeFileSync(join(folder, 'local', 'said.ts'), `export const said: string = '${text}';`);
    writeFileSync(
      join(folder, 'local', 'thread.ts'),
      "import { said } from './said.ts'; console.log(said as unknown);",
    );
    for (const text of ['one', 'one', 'two', 'one']) {
      say(text);
      assert.match(run('told').stdout, new RegExp(`^${text}\n$`));
    }
    assert.equal(readdirSync(join(folder, '.toolchain', 'stripped')).length, 4);
    command('told', 'enum No { erased }');
    const { status, stderr } = run('told');
    assert.equal(status, 1);
    assert.match(stderr, /not supported in strip-only mode/);
    command('told', "\n\nconst at: number = 1;\nthrow new Error('here');");
    assert.match(run('told').stderr, /told\.ts:4/);
    command('told', "import './nowhere.ts';");
    assert.match(run('told').stderr, /nowhere\.ts/);
  });

  it('installs once, and again when the lock file changed or node_modules is gone', () => {
    assert.match(run('echo').stderr, INSTALLING);
    assert.doesNotMatch(run('echo').stderr, INSTALLING);
    writeLock({ lockfileVersion: 3, name: 'x', version: '1.0.1' });
    rmSync(join(folder, 'node_modules', '.package-lock.json'), { force: true });
    assert.match(run('echo').stderr, INSTALLING);
    rmSync(join(folder, 'node_modules'), { recursive: true });
    assert.match(run('echo').stderr, INSTALLING);
  });

  it('takes what a finished npm installed for installed, and half of it for nothing', () => {
    const wanted = { '': { name: 'x', version: '1.0.0' }, 'node_modules/a': { version: '1.0.0' } };
    mkdirSync(join(folder, 'node_modules', 'a'), { recursive: true });
    writeLock({ lockfileVersion: 3, packages: wanted });
    writeFileSync(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages: wanted }));
    assert.doesNotMatch(run('echo').stderr, INSTALLING);
    assert.ok(existsSync(stamp()));
    rmSync(stamp());
    rmSync(join(folder, 'node_modules', 'a'), { recursive: true });
    assert.match(run('echo').stderr, INSTALLING);
  });

  it('takes over the lock of an installation that was killed', () => {
    mkdirSync(join(folder, '.toolchain'));
    const dead = spawnSync(process.execPath, ['-e', '']).pid;
    writeFileSync(join(folder, '.toolchain', 'install.lock'), String(dead));
    assert.equal(run('echo').status, 3);
  });

  it('passes signals to the command and ends as it ended', async () => {
    command('wait', "process.on('SIGTERM', () => process.exit(7)); console.log('up'); setInterval(() => {}, 1000);");
    const child = spawn(process.execPath, [join(folder, 'local', 'run.mjs'), 'wait'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    child.stdout.once('data', () => child.kill('SIGTERM'));
    assert.equal(await new Promise((done) => child.once('exit', done)), 7);
  });

  it('stops the command when npm, or the shell that npm runs it in, is killed', async () => {
    const ended = join(folder, 'ended');
    command(
      'wait',
      `process.on('SIGTERM', () => { fs.writeFileSync('${ended}', ''); process.exit(); });
      import fs from 'node:fs'; console.log('up'); setInterval(() => {}, 1000);`,
    );
    const line = `"${process.execPath}" "${join(folder, 'local', 'run.mjs')}" wait; true`;
    const shell = spawn('sh', ['-c', line], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, npm_lifecycle_event: 'wait' },
    });
    shell.stdout.once('data', () => shell.kill('SIGKILL'));
    // The pipe closes when the last process that holds it has ended.
    await new Promise((done) => shell.once('close', done));
    assert.ok(existsSync(ended));
  });

  it('refuses a command that there is not', () => {
    for (const name of ['nothing', '../cli/echo']) {
      const { status, stderr } = run(name);
      assert.equal(status, 1);
      assert.match(stderr, /Usage/);
    }
  });
});
