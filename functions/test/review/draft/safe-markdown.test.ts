import assert from 'node:assert/strict';
import { cell, codeSpan, cutMarkdown, fence, neutralise, oneLine } from '../../../src/review/draft/safe-markdown.ts';
import { hostileTexts } from '../../support/hostile-texts.ts';
import { randomNumbers } from '../../support/random-numbers.ts';
import { tries } from '../../support/tries.ts';

/** The zero-width space made visible. */
function seen(text: string): string {
  return neutralise(text).replaceAll('\u200b', '·');
}

describe('review/safe-markdown', () => {
  describe('neutralise', () => {
    const cases: [what: string, text: string, expected: string][] = [
      ['pings nobody', 'thanks @octocat and @org/team', 'thanks @·octocat and @·org/team'],
      ['calls no other bot', '@otherbot review\n/approve\n> /lgtm', '@·otherbot review\n·/approve\n> ·/lgtm'],
      ['links no issue', 'fixes #12, o/r#3, GH-4', 'fixes #·12, o/r#·3, GH·-4'],
      ['links nothing by address', 'https://h/o/r/issues/1 www.h', 'https:·//h/o/r/issues/1 www·.h'],
      ['shows HTML as text', '<script>x</script><!-- hidden -->', '&lt;script>x&lt;/script>&lt;!-- hidden -->'],
      [
        'sees through entities',
        '&#64;octocat &commat;octocat &lt;b&gt;',
        '&amp;#·64;octocat &amp;commat;octocat &amp;lt;b&amp;gt;',
      ],
      [
        'loads no image and follows no link',
        '![x](http://a) [l](http://b) [r]: http://c',
        '!·[x]·(http:·//a) [l]·(http:·//b) [r]·: http:·//c',
      ],
      ['forges no heading', '## Approved\n#12', '\\## Approved\n#·12'],
      ['forges none in quotes and lists', '> - # a\n1. ## b', '> - \\# a\n1. \\## b'],
      ['sees links behind a mark', '_GH-3_ _http://h_ 1www.h', '_GH·-3_ _http:·//h_ 1www·.h'],
      ['keeps code spans', 'call `@octocat` or ``a ` #12``', 'call `@octocat` or ``a ` #12``'],
      ['keeps fences', '```py\n@decorator  # 12\n```\n@me', '```py\n@decorator  # 12\n```\n@·me'],
      ['takes a backtick without a partner for text', 'a ` b @x', 'a \\` b @·x'],
      ['takes an escaped backtick for text', '\\`@octocat` @x', '\\`@·octocat\\` @·x'],
      ['ends a code span with its line', '- `a\n- @octocat` b', '- \\`a\n- @·octocat\\` b'],
      ['sees cells before code spans', 'a ` | @octocat ` |', 'a \\` | @·octocat \\` |'],
      ['takes fences out of lists', '- a\n  ```\n  x\n- @octocat\n  ```\n@x', '- a\n```\nx\n- @octocat\n```\n@·x'],
      ['closes what is open', '~~~\n@x', '~~~\n@x\n~~~'],
      [
        'makes no block that does something',
        '```suggestion\nrm -rf\n```\n~~~ mermaid\nx\n~~~',
        '```\nrm -rf\n```\n~~~\nx\n~~~',
      ],
      [
        'hides nothing behind the mark of a fence',
        '```js @otherbot review </b>\nx\n```\n``` c++ \ny\n```',
        '```\nx\n```\n``` c++ \ny\n```',
      ],
      ['drops what nobody sees', 'a\u200bb\u202ec\u{e0041}d\0', 'abcd'],
      [
        'drops other marks of direction, fillers and selectors',
        'a\u061cb\u180e\u3164c\ufff9\u{e0100}\ufe01d\u0085',
        'abcd',
      ],
      ['leaves an emoji what makes it one', 'a ❤\ufe0f', 'a ❤\ufe0f'],
    ];
    for (const [what, text, expected] of cases) it(what, () => assert.equal(seen(text), expected));
  });

  describe('cutMarkdown', () => {
    it('leaves what fits', () => assert.equal(cutMarkdown('abc', 3), 'abc'));

    it('counts its mark', () => assert.equal(cutMarkdown('some words that go on', 19, ' …'), 'some words that …'));

    it('cuts no code span, and closes a fence that it cuts', () => {
      assert.equal(cutMarkdown('see `one two three` there', 18, ' …'), 'see  …');
      assert.equal(cutMarkdown('```js\none\ntwo\nthree\n```\nx', 22, '…'), '```js\none\ntwo\n```\n…');
    });

    it('is never longer than asked, and never leaves a fence or span open', () => {
      const random = randomNumbers(11);
      const parts = ['word ', '`a b`', '\n```js\nx\ny\n```\n', '`', '``x`y``', '\n', '~~~\nz\n~~~\n', '😀', '@x '];
      for (let round = 0; round < tries(1_000, 3_000); round++) {
        const text = Array.from({ length: random.below(30) }, () => random.pick(parts)).join('');
        const limit = 12 + random.below(80);
        const cut = cutMarkdown(text, limit, '…');
        assert.ok(cut.length <= Math.max(limit, 0), `${cut.length} > ${limit}`);
        if (cut === text) continue;
        assert.ok(!/[\uD800-\uDBFF]$/.test(cut.slice(0, -1)), 'half a character');
        // A fence that is open would be closed, with one more line.
        assert.equal(neutralise(cut).split('\n').length, cut.split('\n').length, JSON.stringify([text, cut]));
      }
    });
  });

  it('fences with more backticks than the text has', () => {
    assert.equal(fence('a\n````\nb', 'suggestion'), '`````suggestion\na\n````\nb\n`````');
    assert.equal(fence('', 'suggestion'), '```suggestion\n```');
    assert.equal(fence('x'), '```\nx\n```');
  });

  it('makes one code span of any path', () => {
    assert.equal(codeSpan('src/a.ts'), '`src/a.ts`');
    assert.equal(codeSpan('a`b``c\n| @x'), '```a`b``c | @x```');
    assert.equal(codeSpan('`a'), '`` `a ``');
    assert.equal(cell(codeSpan('a|b\\|c')), '`a\\|b\\|c`');
  });

  it('keeps a heading on its line', () => assert.equal(oneLine('a\n## b  `c`'), 'a ## b `c`'));

  it('ends for texts that are made to take for ever', () => {
    // The longest comment that a platform takes.
    for (const text of hostileTexts(65_536)) {
      for (const made of [neutralise(text), cutMarkdown(text, 60_000), codeSpan(text), cell(text), oneLine(text)]) {
        assert.ok(made.length <= 8 * text.length);
      }
    }
  });
});
