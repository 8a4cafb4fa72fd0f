/** The command as people run it: a process of its own. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const COMMAND = join(import.meta.dirname, '../../../local/cli/extract.ts');

describe('the command extract', function () {
  this.timeout(60_000);
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'reviewgraph-extract-'));
    writeFileSync(join(folder, 'a.py'), 'def f():\n    return g(1)\n');
    writeFileSync(join(folder, 'a.unheard'), 'x\n');
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  function run(...args: string[]) {
    const env = { ...process.env, INIT_CWD: folder };
    return spawnSync(process.execPath, [COMMAND, ...args], { encoding: 'utf8', env });
  }

  it('prints definitions and calls', () => {
    const { status, stdout } = run('a.py');
    assert.equal(status, 0);
    assert.equal(stdout, 'file python 2 lines\nfunction f()  1-2 complexity 1 returns g(:int)\ncall 2 f  g(:int)\n');
  });

  it('prints the facts as JSON', () => {
    const { path, calls } = JSON.parse(run('a.py', '--json').stdout) as { path: string; calls: { line: number }[] };
    assert.equal(path, 'a.py');
    assert.deepEqual(
      calls.map(({ line }) => line),
      [2],
    );
  });

  it('says which languages there are to whoever gives a file of none', () => {
    const { status, stdout, stderr } = run('a.unheard');
    assert.equal(status, 1);
    assert.equal(stdout, '');
    assert.match(
      stderr,
      /^No language takes .*a\.unheard\. There are .*python.*; languages\/README\.md says how to add one\.$/m,
    );
  });

  it('says how it is used to whoever gives no file', () => {
    const { status, stderr } = run();
    assert.equal(status, 2);
    assert.match(stderr, /^Give a file\.\nUsage: npm /);
  });
});
