import assert from 'node:assert/strict';
import { selectFiles } from '../../../src/review/diff/changed-files.ts';
import { changedSince } from '../../../src/review/diff/incremental.ts';
import { diffOfTexts } from '../../support/findings.ts';

type Files = Record<string, string>;

const lines = (count: number, change: Record<number, string> = {}) =>
  Array.from({ length: count }, (_, at) => `${change[at + 1] ?? `line ${at + 1}`}\n`).join('');

/** `path RIGHT 1,2 LEFT 3`, by file. */
async function freshOf(reviewed: [base: Files, head: Files], now: [base: Files, head: Files]): Promise<string[]> {
  const fresh = changedSince(await diffOfTexts(...reviewed), await diffOfTexts(...now));
  return fresh.map(({ diff, fresh: { RIGHT, LEFT } }) => `${diff.path} RIGHT ${RIGHT.join()} LEFT ${LEFT.join()}`);
}

describe('review/incremental', () => {
  const base = { 'a.py': lines(40), 'b.py': lines(40) };
  const head = { ...base, 'a.py': lines(40, { 20: 'mine' }) };

  it('sees only what was pushed since', async () => {
    const now = { ...head, 'a.py': lines(40, { 20: 'mine', 30: 'new' }), 'c.py': 'x\ny\n' };
    assert.deepEqual(await freshOf([base, head], [base, now]), ['a.py RIGHT 30 LEFT 30', 'c.py RIGHT 1,2 LEFT ']);
  });

  it('sees nothing after a rebase onto a busy branch, whatever that changed', async () => {
    const busy = { 'a.py': `new\nlines\nabove\n${lines(40, { 35: 'theirs' })}`, 'b.py': lines(90), 'd.py': lines(300) };
    const rebased = { ...busy, 'a.py': `new\nlines\nabove\n${lines(40, { 20: 'mine', 35: 'theirs' })}` };
    assert.deepEqual(await freshOf([base, head], [busy, rebased]), []);
    const more = { ...rebased, 'b.py': `${lines(90)}appended\n` };
    assert.deepEqual(await freshOf([base, head], [busy, more]), ['b.py RIGHT 91 LEFT ']);
  });

  it('sees an amended line, and one that is taken back as gone', async () => {
    assert.deepEqual(await freshOf([base, head], [base, { ...base, 'a.py': lines(40, { 20: 'amended' }) }]), [
      'a.py RIGHT 20 LEFT ',
    ]);
    assert.deepEqual(await freshOf([base, head], [base, base]), []);
  });

  it('follows a file that was renamed since', async () => {
    const { 'a.py': text, ...rest } = head;
    const moved = { ...rest, 'moved.py': text.replace('line 30\n', 'later\n') };
    assert.deepEqual(await freshOf([base, head], [base, moved]), ['moved.py RIGHT 30 LEFT 30']);
  });

  it('narrows what is looked at to hunks with something new, and leaves the other files out unsaid', async () => {
    const now = { ...head, 'a.py': lines(40, { 2: 'new', 20: 'mine' }), 'go.sum': 'x\n' };
    const after = await diffOfTexts(base, now);
    const fresh = changedSince(await diffOfTexts(base, head), after);
    const { reviewed, skipped } = selectFiles(after, new Map(fresh.map(({ diff, hunks }) => [diff.path, hunks])));
    assert.deepEqual(reviewed.map(({ diff, hunks }) => [diff.path, hunks.map(({ newStart }) => newStart), diff.hunks.length]), [['a.py', [1], 2]]); // prettier-ignore
    assert.deepEqual(skipped, [{ path: 'go.sum', reason: 'lockfile' }]);
  });
});
