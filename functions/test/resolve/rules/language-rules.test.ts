/** What languages' folders say of their names, read as one set of rules for each. */
import { strict as assert } from 'node:assert';
import { readdirSync, statSync } from 'node:fs';
import { languageRules, parseRules } from '../../../src/resolve/rules/language-rules.ts';
import { rulesSchema } from '../../../src/resolve/rules/rules-format.ts';

const LANGUAGES = new URL('../../../languages/', import.meta.url);

describe('language rules', () => {
  it('reads what every language says, with the import strategy of its other file', () => {
    const languages = readdirSync(LANGUAGES).filter((name) => statSync(new URL(name, LANGUAGES)).isDirectory());
    assert.ok(languages.includes('python'));
    for (const language of languages) assert.notEqual(languageRules(language).imports, 'none', language);
    assert.equal(languageRules('python').linearization, 'c3');
  });

  it('starts from the rules of the language that one extends', () => {
    const [javascript, typescript] = [languageRules('javascript'), languageRules('typescript')];
    assert.equal(javascript.objectLiterals, true);
    assert.equal(typescript.objectLiterals, true);
    assert.deepEqual(typescript.callbackMembers, javascript.callbackMembers);
    assert.ok(javascript.builtins.has('Array') && typescript.builtins.has('Array'));
  });

  it('has the defaults for a language without a folder, in a family of its own', () => {
    const expected = { ...rulesSchema.parse({}), family: 'cobol', language: 'cobol', owned: {}, read: [] };
    assert.deepEqual(languageRules('cobol'), expected);
  });

  it('finds in its tables what they list, and nothing that every object has', () => {
    const { addingMembers, selfTypes } = languageRules('python');
    assert.equal(addingMembers.get('append'), 0);
    assert.equal(addingMembers.get('constructor'), undefined);
    assert.equal(selfTypes.has('toString'), false);
  });

  it('refuses a value of another kind, with the file and the key', () => {
    for (const [wrong, key] of [
      [{ implicitSelf: 'yes' }, 'implicitSelf'],
      [{ outsideRuns: { map: { runs: 0 } } }, 'takes'],
    ] as const) {
      assert.throws(() => parseRules('dog', wrong), new RegExp(`languages/dog/resolution\\.json: .*${key}`, 's'));
    }
  });
});
