/**
 * The regular expressions of every language's `blanks` and `docTypes` read strangers' files whole, before any budget
 * counts: on hostile texts, those that are written for what the expressions look for included, they end within a test's
 * time.
 */
import assert from 'node:assert/strict';
import { blanked } from '../../src/extract/gather/blanks.ts';
import { grammarOf } from '../../src/extract/compile/grammars.ts';
import { loadRegistry } from '../../src/extract/compile/registry.ts';
import { hostileTexts } from '../support/hostile-texts.ts';

const LENGTH = 60_000;

const UNITS = [
  ...['\\\n', ' \n', '#define A\\\n', '#define A\n', '#undef A\n', '#if\n', '#endif\n', '[A]\n', ',\n', ',);', '),\n'],
  ...['FOO_A\n', 'FOO_A x(\n', 'FOO_A(x\n', 'BEGIN', '/* x */', '/*\n', '// a\n', 'struct A{', 'class A\n', 'enum A{'],
  ...['@A\n', '@A(\n', 'public ', 'x\n<T>(', '<T', 'x\n// c\n<T>(', 'a::b::', '\\begin{code}\n', '>\n'],
];

const TAGS = ['@param ', '@var ', '@return ', '@property ', '@method static ', '@type ', '@field '];

function repeated(unit: string): string {
  return unit.repeat(Math.ceil(LENGTH / unit.length));
}

describe('patterns of languages', () => {
  const registry = loadRegistry();

  for (const name of registry.names) {
    it(`end on hostile texts: ${name}`, async () => {
      const definition = registry.get(name);
      assert.ok(definition !== undefined);
      const { blanks } = await grammarOf(definition, `a${definition.source.extensions[0] ?? ''}`);
      for (const text of [...hostileTexts(LENGTH), ...UNITS.map(repeated)])
        if (blanks.length > 0) assert.equal(blanked(text, blanks).length, text.length);
      for (const pattern of Object.values(definition.source.docTypes ?? {}).filter((each) => each !== undefined))
        for (const tag of TAGS)
          for (const unit of ['<', '<a', 'a', ' ', '|', '$', '[', '('])
            for (const text of [tag + repeated(unit), repeated(tag + unit)])
              assert.equal([...text.matchAll(new RegExp(pattern, 'gmu'))].length <= text.length, true);
    });
  }
});
