import assert from 'node:assert/strict';
import { whyByTitle, whyLeftAlone } from '../../../../src/jobs/reviews/automatic/why-left-alone.ts';

const PULL = { authorIsBot: false, draft: false, headSha: 'b', labels: ['ui'], state: 'open', title: 'Fix' } as const;
const RECORD = { auto_head: 'a', auto_state: null, last_reviewed_head: 'a' };
const SETTINGS = { ignoreLabel: 'reviewgraph:ignore', paused: false };

describe('jobs/reviews/automatic/why-left-alone', () => {
  it('names the first of many reasons, and none for what is to be reviewed', () => {
    const why = (pull: object = {}, record: object = {}, settings: object = {}) =>
      whyLeftAlone(
        { ...PULL, labels: [...PULL.labels], ...pull },
        { ...RECORD, ...record },
        { ...SETTINGS, ...settings },
      );
    assert.equal(why(), undefined);
    assert.equal(why({ draft: true }, {}, { paused: true }), 'Automatic work is paused on this deployment');
    assert.equal(why({ state: 'merged' }), 'It is merged');
    assert.equal(why({ draft: true }), 'It is a draft');
    assert.equal(why({ authorIsBot: true }), 'Its author is a bot');
    for (const title of ['[SKIP REVIEW] Fix', 'Fix [ skip  review ]', 'Fix [skip_review]'])
      assert.equal(why({ title }), 'Its title says [skip review]');
    assert.equal(why({ labels: ['ui', 'REVIEWGRAPH:ignore'] }), 'It has the label REVIEWGRAPH:ignore');
    assert.equal(why({ labels: [''] }, {}, { ignoreLabel: '' }), undefined);
    assert.match(why({}, { auto_state: 'paused' }) ?? '', /pause/);
    assert.match(why({}, { auto_state: 'ignored' }) ?? '', /ignore/);
    assert.equal(why({ headSha: 'a' }), 'Its head was reviewed before');
    assert.equal(why({}, { last_reviewed_head: 'b' }), 'Its head was reviewed before');
  });

  it('reads a draft in a title only where there is no other word for it', () => {
    assert.equal(whyByTitle('WIP: Fix', false), undefined);
    assert.equal(whyByTitle('WIP: Fix', true), 'It is a draft');
    assert.equal(whyByTitle('[wip] Fix', true), 'It is a draft');
    assert.equal(whyByTitle('Wipe the disk', true), undefined);
    assert.equal(whyByTitle('Skip review of totals', true), undefined);
  });
});
