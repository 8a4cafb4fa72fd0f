/** Comments and what they command: each row is a comment that somebody wrote, or may write to be run. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { commandIn, spokenText } from '../../src/review/command.ts';

const said = (body: string): string => {
  const asked = commandIn(body, 'reviewgraph');
  if (asked === undefined) return 'not addressed';
  return asked === 'unknown' ? 'unknown' : [asked.command, ...(asked.mode === undefined ? [] : [asked.mode])].join(' ');
};

function holds(rows: [body: string, expected: string][]): void {
  for (const [body, expected] of rows) assert.equal(said(body), expected, JSON.stringify(body));
}

describe('commandIn', () => {
  it('knows the commands, each alone or deep, in any case', () => {
    holds([
      ['@reviewgraph review', 'review'],
      ['@reviewgraph review deep', 'review deep'],
      ['@reviewgraph full review', 'full_review'],
      ['@ReviewGraph FULL   Review Deep\r\n', 'full_review deep'],
      ['@reviewgraph run lint', 'lint'],
      ['@reviewgraph run lint deep', 'lint deep'],
      ['@reviewgraph, review please', 'review'],
      ['@reviewgraph: review', 'review'],
      ['@reviewgraph\nreview', 'review'],
      ['@reviewgraph[bot] review', 'review'],
      ['**@reviewgraph review**', 'review'],
      ['(@reviewgraph review)', 'review'],
      ['Could you look again?\r\n\r\n@reviewgraph review', 'review'],
    ]);
  });

  it('knows what automatic reviews are told', () => {
    holds([
      ['@reviewgraph pause', 'pause'],
      ['@reviewgraph pause reviews please', 'pause'],
      ['@reviewgraph, please resume.', 'resume'],
      ['@reviewgraph RESUME automatic reviews', 'resume'],
      ['@reviewgraph ignore', 'ignore'],
      ['@reviewgraph ignore this pull request', 'ignore'],
      ["@reviewgraph don't pause", 'not addressed'],
      ['@reviewgraph pause the deployment', 'unknown'],
      ['@reviewgraph resumed?', 'unknown'],
      ['@reviewgraph ignore the tests', 'unknown'],
      ['Please ignore @reviewgraph', 'unknown'],
    ]);
  });

  it('takes other words for no command', () => {
    holds([
      ['@reviewgraph', 'unknown'],
      ['@reviewgraph thanks', 'unknown'],
      ['@reviewgraph reviews', 'unknown'],
      ['@reviewgraph review-later', 'unknown'],
      ['@reviewgraph full reviewer', 'unknown'],
      ['@reviewgraph full\nreview', 'unknown'],
      ['@reviewgraph please', 'unknown'],
      ['@reviewgraph linted', 'unknown'],
    ]);
  });

  it('takes the first command of several mentions', () => {
    holds([
      ['@reviewgraph thanks! @reviewgraph run lint, @reviewgraph full review', 'lint'],
      ['@reviewgraph review deep\n@reviewgraph run lint', 'review deep'],
    ]);
  });

  it('wants the handle as its own word', () => {
    holds([
      ['review', 'not addressed'],
      ['reviewgraph review', 'not addressed'],
      ['ada@reviewgraph review', 'not addressed'],
      ['@reviewgraph-bot review', 'not addressed'],
      ['@reviewgraphs review', 'not addressed'],
      ['@reviewgraph/team review', 'not addressed'],
      ['@reviewgraph.io review', 'not addressed'],
      ['https://host.test/@reviewgraph review', 'not addressed'],
      ['@@reviewgraph review', 'not addressed'],
    ]);
    assert.equal(commandIn('@my.bot+1 review', 'my.bot+1') === undefined, false);
    assert.equal(commandIn('@myxbot review', 'my.bot'), undefined);
  });

  it('reads no quote, code, or hidden text', () => {
    holds([
      ['> @reviewgraph full review', 'not addressed'],
      ['   > @reviewgraph full review', 'not addressed'],
      ['>@reviewgraph full review', 'not addressed'],
      ['- > @reviewgraph review', 'not addressed'],
      ['> > @reviewgraph review\n\nNo.', 'not addressed'],
      ['`@reviewgraph review`', 'not addressed'],
      ['`` ` @reviewgraph review ``', 'not addressed'],
      ['`over\nlines @reviewgraph review`', 'not addressed'],
      ['```\n@reviewgraph review\n```', 'not addressed'],
      ['```md\r\n@reviewgraph review\r\n```\r\n', 'not addressed'],
      ['````\n```\n@reviewgraph review\n````', 'not addressed'],
      ['~~~\n@reviewgraph review', 'not addressed'],
      ['1. ```\n   @reviewgraph review\n   ```', 'not addressed'],
      ['    @reviewgraph review', 'not addressed'],
      ['So:\n\n\t@reviewgraph review', 'not addressed'],
      ['<!-- @reviewgraph review -->', 'not addressed'],
      ['<!--\n\n@reviewgraph review\n-->Hello', 'not addressed'],
      ['<!-- @reviewgraph review', 'not addressed'],
      ['<pre>\n@reviewgraph review\n</pre>', 'not addressed'],
      ['<code>@reviewgraph review</code>', 'not addressed'],
      ['<BLOCKQUOTE>@reviewgraph review</BLOCKQUOTE>', 'not addressed'],
    ]);
  });

  it('reads no line that goes on with a quoted paragraph', () => {
    holds([
      ['> hello\n@reviewgraph review', 'not addressed'],
      ['> hello\r\n  and more\r\n@reviewgraph review', 'not addressed'],
      ['> > hello\n@reviewgraph review', 'not addressed'],
      ['- > hello\n@reviewgraph review', 'not addressed'],
      ['> - hello\n@reviewgraph review', 'not addressed'],
      ['> hello\n    @reviewgraph review', 'not addressed'],
      ['> hello\n<b>@reviewgraph review</b>', 'not addressed'],
      ['> hello\n2. @reviewgraph review', 'not addressed'],
    ]);
  });

  it('reads the line below a quote that is a block of its own', () => {
    holds([
      ['> hello\n>\n@reviewgraph review', 'review'],
      ['> # hello\n@reviewgraph review', 'review'],
      ['> ```\n> hello\n> ```\n@reviewgraph review', 'review'],
      ['> ```\n> hello\n@reviewgraph review', 'review'],
      ['> ***\n@reviewgraph review', 'review'],
      ['>     hello\n@reviewgraph review', 'review'],
      ['> hello\n- @reviewgraph review', 'review'],
      ['> hello\n1. @reviewgraph review', 'review'],
      ['> hello\n## @reviewgraph review', 'review'],
      ['> hello\n---\n@reviewgraph review', 'review'],
      ['> hello\n<div>@reviewgraph review</div>', 'review'],
      ['> hello\n```\ncode\n```\n@reviewgraph review', 'review'],
    ]);
  });

  it('reads what stands beside them', () => {
    holds([
      ['> Looks wrong.\n\n@reviewgraph review', 'review'],
      ['see `x` @reviewgraph review', 'review'],
      ['`unclosed @reviewgraph review', 'review'],
      ['a ` tick\n\n@reviewgraph review ` later', 'review'],
      ['`<!--` @reviewgraph review', 'review'],
      ['<!-- a --> @reviewgraph review <!-- b', 'review'],
      ['```\ncode\n```\n@reviewgraph review', 'review'],
      ['```js `x` ``` @reviewgraph review', 'review'],
      ['text\n    @reviewgraph review', 'review'],
      ['a > b, @reviewgraph review', 'review'],
    ]);
  });

  it('never fails, and takes no command out of what is wrapped in a fence or a comment', () => {
    const part = fc.constantFrom(
      '@reviewgraph review',
      '`',
      '```',
      '~~~',
      '<!--',
      '-->',
      '> ',
      '\n',
      '\n\n',
      ' ',
      'x',
      '<pre>',
      '</pre>',
    );
    const text = fc.array(part, { maxLength: 40 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (body) => {
        const inside = body.replaceAll('~', '').replaceAll('-->', '');
        assert.equal(commandIn(`~~~~\n${inside}\n~~~~`, 'reviewgraph'), undefined);
        assert.equal(commandIn(`<!--\n${inside}\n-->`, 'reviewgraph'), undefined);
        assert.ok(spokenText(body).length <= body.length + body.split('`').length + 10);
      }),
    );
  });

  it('reads a hostile comment of the longest length that platforms take', () => {
    const hostile = ['`', '`<!--`', '<!--', '<pre', '> ', '@reviewgraph ', '```\n', '[', '`'.repeat(255) + ' '];
    for (const part of hostile) commandIn(part.repeat(Math.floor(65_536 / part.length)), 'reviewgraph');
    const runs = Array.from({ length: 360 }, (_, i) => '`'.repeat(i)).join(' ');
    assert.equal(commandIn(`${runs}\n\n@reviewgraph review`, 'reviewgraph') !== undefined, true);
  });

  it('understands what people write', () => {
    const written: [text: string, command: string, mode?: 'deep'][] = [
      ['@reviewgraph lint', 'lint'],
      ['@reviewgraph run the linters, please', 'lint'],
      ['@reviewgraph run-lint', 'lint'],
      ['@reviewgraph full-review', 'full_review'],
      ['@reviewgraph deep review', 'review', 'deep'],
      ['@reviewgraph a deep full review, please', 'full_review', 'deep'],
      ['@reviewgraph full deep review', 'full_review', 'deep'],
      ['@reviewgraph fullreview', 'full_review'],
      ['@reviewgraph full review, deep', 'full_review', 'deep'],
      ['@reviewgraph review (deep)', 'review', 'deep'],
      ['@reviewgraph review this in deep mode', 'review', 'deep'],
      ['@reviewgraph review deeply', 'review', 'deep'],
      ['@reviewgraph review the deep copy', 'review'],
      ['@reviewgraph full_review deep', 'full_review', 'deep'],
      ['@reviewgraph Full Re-Review!', 'full_review'],
      ['@reviewgraph please review', 'review'],
      ['@reviewgraph, could you please do a full review?', 'full_review'],
      ['@reviewgraph can you review this again', 'review'],
      ['@reviewgraph re-review', 'review'],
      ['@reviewgraph\u00a0review', 'review'],
      ['@reviewgraph\u3000full\u3000review', 'full_review'],
      ['@reviewgraph \u200breview\u00a0deep', 'review', 'deep'],
      ['**@reviewgraph** review', 'review'],
      ['_@reviewgraph_ **full review**', 'full_review'],
      ['*@reviewgraph review*', 'review'],
      ['~~old~~ **@reviewgraph review deep**', 'review', 'deep'],
      ['Please review, @reviewgraph', 'review'],
      ['full review please @reviewgraph!', 'full_review'],
      ["I don't think so. @reviewgraph review", 'review'],
      ['@reviewgraph do a full, deep review', 'full_review', 'deep'],
      ['@reviewgraph in-depth review', 'review', 'deep'],
      ['@reviewgraph review --deep', 'review', 'deep'],
      ['@reviewgraph can I get a review?', 'review'],
      ['@reviewgraph I would like you to review', 'review'],
      ["@reviewgraph let's review this", 'review'],
      ['@reviewgraph code review', 'review'],
      ['@reviewgraph PR review please', 'review'],
      ['@reviewgraph check lint', 'lint'],
      ['@reviewgraph\n\nreview this', 'review'],
      ['@reviewgraph\u00a0review', 'review'],
      ['@reviewgraph `full review`', 'full_review'],
      ['@reviewgraph "review"', 'review'],
      ['[@reviewgraph](https://git.example/reviewgraph) review', 'review'],
    ];
    for (const [text, command, mode] of written) {
      assert.deepEqual(commandIn(text, 'reviewgraph'), { command, mode }, text);
    }
  });

  it('starts nothing by what is said of a review', () => {
    for (const words of ['your review is wrong', 'the review missed a bug', 'great review!', 'thanks for the review']) {
      assert.equal(commandIn(`@reviewgraph ${words}`, 'reviewgraph'), 'unknown', words);
    }
  });

  it('starts nothing that somebody says not to do', () => {
    for (const text of [
      "don't @reviewgraph review",
      'Please do not @reviewgraph review this yet',
      'never @reviewgraph full review on drafts',
      "@reviewgraph don't review",
      '@reviewgraph please do not review this',
      '@reviewgraph no review needed',
      'No need to @reviewgraph review',
      'You should not @reviewgraph lint',
      "I won't @reviewgraph review now",
      'We would not @reviewgraph review that',
      '~~@reviewgraph review~~ later',
    ]) {
      assert.equal(commandIn(text, 'reviewgraph'), undefined, text);
    }
    for (const text of [
      'Thanks for the review @reviewgraph',
      'The review of @reviewgraph was good',
      '@reviewgraph why did you review this?',
    ]) {
      assert.equal(commandIn(text, 'reviewgraph'), 'unknown', text);
    }
  });
});
