/** The settings that the code declares against what an operator reads of them, and against what a deployment asks for. */
import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { declaredParams } from 'firebase-functions/params';
import { z } from 'zod';
import { envExample, settingsByGroup, withSettingsTable } from '../local/cli/output/settings-text.ts';
import { PACKAGE } from '../local/stack/toolchain.ts';
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

describe('settings', () => {
  // Expressions over params have no specification of their own.
  const declared = declaredParams.filter((param): param is SpecifiedParam => 'toSpec' in param);
  const params = declared.map((param) => paramSchema.parse(param.toSpec()));
  const plain = params.filter(({ type }) => type !== 'secret');
  const names = params.map(({ name }) => name).sort();

  it('stand in one group each, with words about what they are', () => {
    const grouped = [...settingsByGroup().values()].flat();
    assert.deepEqual(grouped.map(({ name }) => name).sort(), names);
    assert.deepEqual(
      grouped.filter(({ description }) => description.trim() === '' || description.includes('|')),
      [],
    );
  });

  it('are printed in docs/settings.md and .env.example as they are declared (npm run settings)', () => {
    const page = readFileSync(join(PACKAGE, 'docs', 'settings.md'), 'utf8');
    assert.equal(page, withSettingsTable(page));
    for (const name of names) assert.ok(page.includes(`| \`${name}\` | `), name);
    assert.equal(readFileSync(join(PACKAGE, '.env.example'), 'utf8'), envExample());
  });

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
