import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import assert from 'node:assert/strict';
import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { houseRules } from '../../../local/lint/house-rules.ts';

describe('house rules', () => {
  let folder = '';

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'house-rules-'));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  /** What one rule says of a file of the folder. */
  function messagesOf(file: string, text: string, rule: string, ...options: unknown[]): string[] {
    const linter = new Linter({ cwd: folder });
    const found = linter.verify(
      text,
      [
        {
          files: ['**/*.ts'],
          languageOptions: { parser: tseslint.parser },
          linterOptions: { reportUnusedDisableDirectives: 'off' },
          plugins: { house: houseRules },
          rules: { [`house/${rule}`]: ['error', ...options] },
        },
      ],
      { filename: join(folder, file) },
    );
    return found.map(({ message }) => message);
  }

  it('tell a cycle of imports, of types too, by its files', () => {
    writeFileSync(join(folder, 'a.ts'), "import type { B } from './b.ts';\nexport interface A { b: B }\n");
    writeFileSync(join(folder, 'b.ts'), "export { c } from './c.ts';\n");
    writeFileSync(join(folder, 'c.ts'), "export const c = () => import('./a.ts');\n");
    writeFileSync(join(folder, 'd.ts'), "import './a.ts';\n");
    const found = messagesOf('b.ts', "export { c } from './c.ts';\n", 'no-import-cycle', folder);
    assert.match(found.join(), /^Import cycle: b\.ts → c\.ts → a\.ts → b\.ts\./);
    assert.deepEqual(messagesOf('d.ts', "import './a.ts';\n", 'no-import-cycle', folder), []);
  });

  it('take the imports of the file as it is now, not as it was stored', () => {
    writeFileSync(join(folder, 'a.ts'), "import './b.ts';\n");
    writeFileSync(join(folder, 'b.ts'), '');
    assert.equal(messagesOf('b.ts', "import './a.ts';\n", 'no-import-cycle', folder).length, 1);
    assert.deepEqual(messagesOf('a.ts', '', 'no-import-cycle', folder), []);
  });

  it('count the files of a folder, unless it is a list', () => {
    for (const name of ['a.ts', 'b.ts', 'c.ts']) writeFileSync(join(folder, name), '');
    assert.match(messagesOf('a.ts', '', 'folder-size', { max: 2, lists: [] }).join(), /holds 3 files, 2 are allowed/);
    assert.deepEqual(messagesOf('a.ts', '', 'folder-size', { max: 3, lists: [] }), []);
    assert.deepEqual(messagesOf('a.ts', '', 'folder-size', { max: 2, lists: [''] }), []);
  });

  it('let only named rules be turned off, with a reason', () => {
    const say = (comment: string) => messagesOf('a.ts', `${comment}\n`, 'reasoned-disable', 'complexity');
    assert.deepEqual(say('// eslint-disable-next-line complexity -- one case a form'), []);
    assert.deepEqual(say('// what eslint-disable does'), []);
    for (const comment of [
      '// eslint-disable-next-line complexity',
      '// eslint-disable-next-line no-console -- it prints',
      '/* eslint-disable */',
      '/* eslint-disable complexity, no-console -- both */',
    ]) {
      assert.match(say(comment).join(), /Only complexity may be turned off/, comment);
    }
  });
});
