import assert from 'node:assert/strict';
import { isOwnText, threadCommandIn } from '../../src/review/thread-command.ts';

const dismiss = (reason: string | null = null, rule = false) => ({ command: 'dismiss', rule, reason });
const question = { command: 'question' };

describe('review/thread-command', () => {
  it('reads commands behind the handle', () => {
    const cases: [text: string, command: object | undefined][] = [
      ['@rg dismiss', dismiss()],
      ['@rg please dismiss this: the caller checks it', dismiss('the caller checks it')],
      ['@rg dismiss because we want it so', dismiss('we want it so')],
      ['@rg dismiss rule', dismiss(null, true)],
      ['@rg dismiss rule – generated code', dismiss('generated code', true)],
      ['@rg dismiss ruler lengths are fine', dismiss('ruler lengths are fine')],
      ['**@rg** resolve', { command: 'resolve' }],
      ['@rg explain it?', { command: 'explain' }],
      ['@rg resolve this by a lock, would that do?', question],
      ['@rg dismissed or not?', question],
      ['@rg why?', question],
      ['why, @rg?', question],
      ['@rg', undefined],
      ['> @rg dismiss\n\nno', undefined],
      ['`@rg dismiss`', undefined],
    ];
    for (const [text, command] of cases) assert.deepEqual(threadCommandIn(text, 'rg', false), command, text);
  });

  it('needs no handle in a thread of its own, and takes a word for a command only when it stands alone', () => {
    const cases: [text: string, command: object | undefined][] = [
      ['dismiss', dismiss()],
      ['Dismiss: wanted.', dismiss('wanted.')],
      ['dismiss rule', dismiss(null, true)],
      ['resolve.', { command: 'resolve' }],
      ['explain', { command: 'explain' }],
      ['dismiss this and we lose money', question],
      ['resolve the names first?', question],
      ['I do not see it.', question],
      ['@grace look', undefined],
      ['<!-- other-bot:1 -->\nThis is right.', undefined],
      ['> quoted', undefined],
      ['', undefined],
    ];
    for (const [text, command] of cases) assert.deepEqual(threadCommandIn(text, 'rg', true), command, text);
    assert.equal(threadCommandIn('I do not see it.', 'rg', false), undefined);
  });

  it('never answers its own words, and keeps a reason within bounds', () => {
    assert.equal(threadCommandIn('<!-- reviewgraph:reply 7 answer -->\n@rg dismiss', 'rg', true), undefined);
    assert.ok(isOwnText('  <!-- reviewgraph:finding x -->'));
    const long = threadCommandIn(`@rg dismiss ${'x'.repeat(9_000)}`, 'rg', true);
    assert.equal(long?.command === 'dismiss' && long.reason?.length, 500);
  });
});
