/** Facts as people read them in the walkthrough. */
import assert from 'node:assert/strict';
import type { ChangeFacts } from '../../../src/model/change-facts.ts';
import { factsSection } from '../../../src/review/draft/facts-section.ts';
import { fitSections } from '../../../src/review/draft/fit-sections.ts';

const NONE: ChangeFacts = {
  ...{ changed: [], callers: [], broken: [], tests: [], dead: [], suppressions: [], siblings: [], truncated: [] },
  public_api: { added: [], removed: [], changed: [] },
};
const caller = (of: string, path: string, line: number, distance = 1) => ({ of, path, qualified_name: `by_${line}`, line, lines: [line], confidence: 0.95, distance }); // prettier-ignore

describe('review/draft facts section', () => {
  const text = (facts: Partial<ChangeFacts>, redact = (each: string) => each) =>
    fitSections(factsSection({ ...NONE, ...facts }, redact), 65_000);

  it('is not there where there is nothing to say', () => {
    assert.deepEqual(factsSection(NONE, (each) => each), []); // prettier-ignore
    assert.deepEqual(factsSection(null, (each) => each), []); // prettier-ignore
    const small = { path: 'a.py', qualified_name: 'f', label: 'Function', how: 'modified', signature_changed: false, complexity: { before: 2, after: 4 } } as const; // prettier-ignore
    assert.equal(text({ changed: [small] }), '');
  });

  it('says what follows from a change, how sure that is, and how much more there is', () => {
    const callers = [1, 2, 3, 4, 5].map((line) => caller('total', 'shop/cart.py', line));
    const shown = text({
      callers: [...callers, caller('total', 'web.py', 6, 2)],
      broken: [{ of: 'total', path: 'shop/cart.py', qualified_name: 'by_1', line: 1, reason: 'gives 1 argument, and 2 are needed now' }], // prettier-ignore
      tests: Array.from({ length: 12 }, (_, at) => ({ path: `t${at}.py`, qualified_name: 't', reaches: [], distance: 1 })), // prettier-ignore
      dead: [
        { path: 'a.py', qualified_name: '_gone', tier: 'never_called' },
        { path: 'a.py', qualified_name: 'shown', tier: 'exported' },
      ],
      siblings: [{ of: 'total', path: 'b.py', line_start: 3, line_end: 9, similarity: 0.917 }],
      truncated: ['siblings'],
    });
    assert.match(
      shown,
      /No longer fits:\*\* `shop\/cart\.py:1` \(`total`\): gives 1 argument, and 2 are needed now, 95 % sure/,
    );
    assert.match(shown, /6 callers in 2 files/);
    assert.match(shown, /`total` by `by_1` \(`shop\/cart\.py:1`, 95 %\), .*; 2 more directly; 1 through those/);
    assert.match(shown, /`t7\.py`, and 4 more/);
    assert.match(shown, /Nothing calls it:\*\* `_gone` \(`a\.py`\)/);
    assert.doesNotMatch(shown, /`shown`/);
    assert.match(shown, /`b\.py:3-9` is like `total` \(92 % the same\), and at least 1 more/);
  });

  it('pings nobody, breaks no list and keeps secrets, whatever names say', () => {
    const name = '@everyone`\n- <b>x</b> #1';
    const shown = text(
      { callers: [{ ...caller('total', `${name}.py`, 1), qualified_name: name }], suppressions: [{ path: 'ghp_secret.py', line: 1, text: name }] }, // prettier-ignore
      (each) => each.replaceAll('ghp_secret', '[redacted]'),
    );
    assert.ok(!shown.includes('ghp_secret'));
    assert.ok(
      shown.split('\n').every((line) => line === '' || /^(###|_From| *- )/.test(line)),
      shown,
    );
  });
});
