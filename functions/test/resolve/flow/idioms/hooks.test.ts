/** The idioms of a language, as the flow asks them. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { hooksOf, hooksOfAny } from '../../../../src/resolve/flow/idioms/hooks.ts';
import { languageRules, parseRules } from '../../../../src/resolve/rules/language-rules.ts';

const LANGUAGES = new URL('../../../../languages/', import.meta.url);

describe('resolve/flow/idioms', () => {
  it('knows every key that a language sets', () => {
    const languages = readdirSync(LANGUAGES).filter((name) =>
      existsSync(new URL(`${name}/resolution.json`, LANGUAGES)),
    );
    assert.ok(languages.length > 10);
    for (const language of languages) hooksOf(languageRules(language));
  });

  it('refuses a key that is no rule', () => {
    assert.throws(() => hooksOf(parseRules('dog', { bareNameCalls: true })), /dog\/resolution\.json: .*bareNameCalls/);
  });

  it('asks only the idioms that a language has', () => {
    const count = (rules: Parameters<typeof hooksOf>[0]): number[] => [
      hooksOf(rules).name.length,
      hooksOf(rules).superValue.length,
      hooksOf(rules).isClass.length,
    ];
    assert.deepEqual(count(languageRules('ruby')), [1, 1, 0]);
    assert.deepEqual(count(languageRules('lua')), [0, 0, 1]);
    assert.deepEqual(count(languageRules('go')), [0, 0, 0]);
    assert.deepEqual(count(parseRules('dog', { bareNamesCall: true })), [1, 0, 0]);
  });

  it('asks the idioms of any language for values of none', () => {
    const any = hooksOfAny([languageRules('go'), languageRules('swift')]);
    assert.equal(any.memberOfElement.length, 1);
    assert.equal(hooksOfAny([languageRules('go')]).memberOfElement.length, 0);
  });
});
