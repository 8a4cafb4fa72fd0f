/** `languages/README.md` is all that an author of a language has: it must name every word that the engine knows. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { languageSchema } from '../../src/extract/compile/language-schema.ts';
import { HEADS, PARTS, SETTINGS } from '../../src/extract/compile/vocabulary.ts';

describe('languages/README.md', () => {
  const readme = readFileSync(new URL('../../languages/README.md', import.meta.url), 'utf8');

  it('explains every capture', () => {
    const missing = [...HEADS, ...PARTS].filter((name) => !readme.includes(`@${name}`));
    assert.deepEqual(missing, []);
  });

  it('explains every setting', () => {
    assert.deepEqual(
      [...SETTINGS].filter((name) => !readme.includes(`\`${name}\``)),
      [],
    );
  });

  it('explains every key of language.json', () => {
    const keys = Object.keys(languageSchema.shape);
    assert.deepEqual(
      keys.filter((key) => !readme.includes(`\`${key}\``) && !readme.includes(`### ${key}`)),
      [],
    );
  });
});
