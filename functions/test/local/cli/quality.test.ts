import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { makeFolder, writeFiles } from '../../support/repositories.ts';

const COMMAND = join(import.meta.dirname, '../../../local/cli/quality.ts');

const printed = z.object({
  witness: z.object({ status: z.int(), rows: z.array(z.object({ observed: z.int(), found: z.int() })) }),
  confidence: z.array(z.object({ evidence: z.string(), from: z.number(), edges: z.int(), seen: z.int() })),
});

describe('local/quality', function () {
  this.timeout(120_000);
  let folder: string;

  before(() => {
    folder = makeFolder();
    writeFiles(folder, { 'a.mjs': 'export function f() {}\nfunction g() { f(); }\ng();\n' });
  });
  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const quality = (...words: string[]) => {
    const env = { ...process.env, INIT_CWD: folder };
    const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...words], { encoding: 'utf8', env });
    return { status, stdout, stderr };
  };

  it('prints what a witness saw and what confidence is worth, as one object or as tables', () => {
    const test = `"${process.execPath}" a.mjs`;
    const json = quality('.', '--witness', test, '--confidence', '--json');
    assert.equal(json.status, 0, json.stderr);
    const { witness, confidence } = printed.parse(JSON.parse(json.stdout));
    assert.deepEqual(witness, { status: 0, rows: [{ observed: 2, found: 2 }] });
    assert.deepEqual(confidence, [{ evidence: 'local', from: 1, edges: 2, seen: 2 }]);
    const text = quality('.', '--witness', test);
    assert.match(text.stdout, /^javascript\/typescript +2 +2 +1\.000 /m);
  });

  it('ends with 1 for tests that fail, and with 2 for words that make no command', () => {
    const failed = quality('.', '--witness', `"${process.execPath}" a.mjs; exit 5`, '--json');
    assert.deepEqual([failed.status, /ended with status 5/.test(failed.stderr)], [1, true]);
    assert.equal(
      printed.shape.witness.safeParse((JSON.parse(failed.stdout) as { witness: unknown }).witness).data?.status,
      5,
    );
    for (const words of [
      ['.', '--witness', ' '],
      ['.', 'b', '--confidence'],
      ['.', '--timeout', 'x', '--confidence'],
      [],
    ]) {
      const { status, stderr } = quality(...words);
      assert.deepEqual([status, stderr.split('\n').at(-2)?.includes('--witness')], [2, true], stderr);
    }
  });
});
