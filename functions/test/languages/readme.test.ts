/** `languages/reference.md` and `README.md` are all that an author of a language has. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { languageReference } from '../../local/languages/language-reference.ts';
import { languageSchema } from '../../src/extract/compile/language-schema.ts';
import { HEADS, PARTS, SETTINGS } from '../../src/extract/compile/vocabulary.ts';

describe('languages/reference.md', () => {
  const reference = readFileSync(new URL('../../languages/reference.md', import.meta.url), 'utf8');

  it('is made from the code as it is: npm --prefix functions run language-reference', () => {
    assert.equal(reference, languageReference());
  });

  it('explains every capture, setting and key', () => {
    const words = [
      ...[...Object.keys(HEADS), ...Object.keys(PARTS)].map((name) => `@${name}`),
      ...Object.keys(SETTINGS),
      ...Object.keys(languageSchema.shape),
    ];
    const missing = words.filter((word) => !new RegExp(`^\\| \`${word}\` \\| \\S`, 'm').test(reference));
    assert.deepEqual(missing, []);
  });
});
