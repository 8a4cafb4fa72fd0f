import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../support/repositories.ts';

const COMMAND = join(import.meta.dirname, '../../../local/cli/config.ts');

describe('local/cli/config', () => {
  const folder = makeFolder();
  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const run = (text: string, ...more: string[]) => {
    const file = join(folder, 'r.yml');
    writeFileSync(file, text);
    return spawnSync(process.execPath, [COMMAND, file, ...more], { encoding: 'utf8' });
  };

  it('says what is wrong in which line, and ends with status 1', () => {
    const { stdout, status } = run('mode: fast\nlanguage: de\n');
    assert.equal(status, 1);
    assert.match(stdout, /r\.yml:1 {2}mode: Expected normal, deep or facts\n1 problem; the rest holds: language\n$/);
  });

  it('says what is set when nothing is wrong', () => {
    const { stdout, status } = run('mode: facts\n');
    assert.equal(status, 0);
    assert.match(stdout, /nothing is wrong; set: mode\n$/);
    assert.deepEqual(JSON.parse(run('mode: facts\n', '--json').stdout), {
      config: { mode: 'facts' },
      problems: [],
      more: 0,
    });
  });

  it('prints its schema, and how it is used', () => {
    const schema = spawnSync(process.execPath, [COMMAND, '--schema'], { encoding: 'utf8' }).stdout;
    assert.ok('properties' in (JSON.parse(schema) as object));
    const wrong = spawnSync(process.execPath, [COMMAND], { encoding: 'utf8' });
    assert.equal(wrong.status, 2);
    assert.match(wrong.stderr, /^Name one file to check\.\nUsage: /);
  });
});
