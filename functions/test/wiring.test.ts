/** The settings that the code declares against what an operator reads of them, and against what a deployment asks for. */
import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { declaredParams } from 'firebase-functions/params';
import { z } from 'zod';
import { PACKAGE, ROOT } from '../local/stack/toolchain.ts';
import '../src/wiring.ts';

const require = createRequire(import.meta.url);
const PROJECT = 'demo-settings';

const paramSchema = z.object({
  name: z.string(),
  type: z.string(),
  default: z.union([z.string(), z.number(), z.boolean()]).optional(),
});
type SpecifiedParam = (typeof declaredParams)[number] & { toSpec(): unknown };

/** Of the deploying tool: `.env.<project>` as it reads it, and the values that it has or asks for. */
const { loadUserEnvs } = require('firebase-tools/lib/functions/env.js') as {
  loadUserEnvs(options: Record<'functionsSource' | 'projectId' | 'projectDir', string>): Record<string, string>;
};
const { resolveParams, ParamValue } = require('firebase-tools/lib/deploy/functions/params.js') as {
  resolveParams(options: object): Promise<unknown>;
  ParamValue: new (value: string, internal: boolean, types: Record<string, boolean>) => unknown;
};

/** Rows of a table whose first cell names settings: name → the cell behind, one of several (`8000, 64`) each. */
function tableOf(text: string): Map<string, string> {
  const rows = new Map<string, string>();
  for (const [, first = '', second = ''] of text.matchAll(/^(?: \* )?\| ([^|]+?) *\| ([^|]*?) *\|/gm)) {
    const names = first.replaceAll('`', '').split(', ');
    if (!names.every((name) => /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/.test(name))) continue;
    const values = names.length > 1 ? second.split(', ') : [second];
    names.forEach((name, at) => rows.set(name, (values[at] ?? '').replaceAll('`', '')));
  }
  return rows;
}

describe('settings', () => {
  // Expressions over params have no specification of their own.
  const declared = declaredParams.filter((param): param is SpecifiedParam => 'toSpec' in param);
  const params = declared.map((param) => paramSchema.parse(param.toSpec()));
  const plain = params.filter(({ type }) => type !== 'secret');
  const names = params.map(({ name }) => name).sort();

  for (const [where, file] of Object.entries({
    README: join(ROOT, 'README.md'),
    wiring: join(PACKAGE, 'src', 'wiring.ts'),
  })) {
    it(`are those of the table in ${where}, with its defaults`, () => {
      const text = readFileSync(file, 'utf8');
      const section = where === 'README' ? (/## Configuration\n([\s\S]*?)\n## /.exec(text)?.[1] ?? '') : text;
      const table = tableOf(section);
      assert.deepEqual([...table.keys()].sort(), names);
      for (const { name, type, default: value } of params) {
        if (type === 'secret') assert.equal(table.get(name), 'secret', name);
        else if (value !== '') assert.equal(table.get(name), String(value), name);
        // What follows from nothing being set is said in words, or by the setting that counts instead.
        else
          assert.ok(
            /^\(?(none|everyone|the region’s own|the region's own|REVIEW_MODEL)\)?$/.test(table.get(name) ?? ''),
            name,
          );
      }
    });
  }

  describe('of .env.example', () => {
    let folder: string;
    let values: Record<string, string>;

    before(() => {
      folder = mkdtempSync(join(tmpdir(), 'settings-'));
      copyFileSync(join(PACKAGE, '.env.example'), join(folder, `.env.${PROJECT}`));
      values = loadUserEnvs({ functionsSource: folder, projectId: PROJECT, projectDir: folder });
    });
    after(() => {
      rmSync(folder, { recursive: true });
    });

    it('are all that are no secrets, with their defaults', () => {
      assert.deepEqual(values, Object.fromEntries(plain.map(({ name, default: value }) => [name, String(value)])));
    });

    it('leave a deployment nothing to ask', async () => {
      const userEnvs = Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          new ParamValue(value, false, { string: true, number: true }),
        ]),
      );
      const options = {
        params: plain,
        firebaseConfig: { projectId: PROJECT },
        codebase: 'default',
        nonInteractive: true,
      };
      await resolveParams({ ...options, userEnvs });
      const { REVIEW_MODE, ...others } = userEnvs;
      assert.ok(REVIEW_MODE !== undefined);
      await assert.rejects(resolveParams({ ...options, userEnvs: others }), /no value for .*: REVIEW_MODE\n/);
    });
  });
});
