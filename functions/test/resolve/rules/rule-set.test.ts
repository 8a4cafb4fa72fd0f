/** Keys of resolution.json that one construct owns. */
import assert from 'node:assert/strict';
import { z } from 'zod';
import { parseRules } from '../../../src/resolve/rules/language-rules.ts';
import { refuseUnknownKeys, ruleSet } from '../../../src/resolve/rules/rule-set.ts';
import { flag, words } from '../../../src/resolve/rules/rule-types.ts';

const barks = ruleSet({ barkMembers: words.describe('Members that bark.'), barksTwice: flag('It barks twice.') });
const tails = ruleSet({ tail: z.string().optional().describe('The tail.') });

describe('resolve/rules/rule-set', () => {
  it('reads its own keys, and their defaults where a language says nothing', () => {
    const rules = parseRules('dog', { barkMembers: ['woof'], implicitSelf: true });
    assert.deepEqual(barks.of(rules), { barkMembers: new Set(['woof']), barksTwice: false });
    assert.deepEqual(tails.of(rules), {});
    assert.equal(rules.implicitSelf, true);
    assert.equal(barks.of(rules), barks.of(rules), 'read once');
  });

  it('keeps what one language says from another', () => {
    const [dog, cat] = [parseRules('dog', { tail: 'wags' }), parseRules('cat', { tail: 'still' })];
    assert.deepEqual([tails.of(dog).tail, tails.of(cat).tail], ['wags', 'still']);
  });

  it('refuses a value of another kind, with the file and the key', () => {
    const rules = parseRules('dog', { barksTwice: 'often' });
    assert.throws(() => barks.of(rules), /languages\/dog\/resolution\.json: .*barksTwice/s);
  });

  it('refuses a key that no set owns', () => {
    const rules = parseRules('dog', { tail: 'wags', taill: 'wags' });
    assert.throws(() => refuseUnknownKeys(rules, [barks, tails]), /languages\/dog\/resolution\.json: .*taill\b/);
    refuseUnknownKeys(parseRules('dog', { tail: 'wags' }), [barks, tails]);
  });
});
