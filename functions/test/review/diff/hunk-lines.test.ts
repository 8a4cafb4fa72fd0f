import assert from 'node:assert/strict';
import { hunkOf, shownPart, touchesChange } from '../../../src/review/diff/hunk-lines.ts';
import type { Hunk } from '../../../src/review/diff/hunks.ts';

/** Another git may show hunks that touch; ours never does. */
const TOUCHING: Hunk[] = [
  { oldStart: 1, oldLines: 3, newStart: 1, newLines: 3, lines: [{ kind: 'added', old: null, new: 2, text: 'x' }] },
  { oldStart: 4, oldLines: 3, newStart: 4, newLines: 4, lines: [{ kind: 'removed', old: 5, new: null, text: 'y' }] },
  { oldStart: 20, oldLines: 2, newStart: 21, newLines: 0, lines: [] },
];

describe('review/hunk-lines', () => {
  it('decides by the hunk and not by neighbouring numbers', () => {
    assert.deepEqual([3, 4, 7, 8].map((line) => hunkOf(TOUCHING, 'RIGHT', line)), [0, 1, 1, undefined]); // prettier-ignore
    assert.equal(hunkOf(TOUCHING, 'LEFT', 7), undefined);
    assert.deepEqual(shownPart(TOUCHING, 'RIGHT', { start: 2, end: 6 }), {
      hunk: 1,
      part: { start: 4, end: 6 },
      whole: false,
    });
    assert.deepEqual(shownPart(TOUCHING, 'RIGHT', { start: 4, end: 6 }), {
      hunk: 1,
      part: { start: 4, end: 6 },
      whole: true,
    });
    assert.equal(shownPart(TOUCHING, 'RIGHT', { start: 21, end: 22 }), undefined);
  });

  it('knows which lines changed on a side', () => {
    assert.equal(touchesChange(TOUCHING, 'RIGHT', { start: 1, end: 2 }), true);
    assert.equal(touchesChange(TOUCHING, 'LEFT', { start: 1, end: 4 }), false);
    assert.equal(touchesChange(TOUCHING, 'LEFT', { start: 5, end: 5 }), true);
    assert.equal(touchesChange(TOUCHING, 'RIGHT', { start: 5, end: 5 }), false);
  });
});
