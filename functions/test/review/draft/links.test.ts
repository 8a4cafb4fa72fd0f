import assert from 'node:assert/strict';
import { pullRequestAddress } from '../../../console/src/addresses.ts';
import { findingPage, linked, NO_LINKS, runPage } from '../../../src/review/draft/links.ts';

describe('review/links', () => {
  it('lead to the pages that the console has', () => {
    for (const owner of ['ada', 'group/sub group']) {
      const run = { owner, repo_name: 'a.b', pr_number: 7, run_number: 3 };
      assert.equal(
        runPage('https://code.example.com', run),
        `https://code.example.com${pullRequestAddress({ owner, name: 'a.b' }, 7, 3)}`,
      );
    }
  });

  it('are none where nobody has said where the console is', () => {
    assert.equal(runPage(null, { owner: 'a', repo_name: 'b', pr_number: 1, run_number: 1 }), null);
    assert.equal(findingPage(NO_LINKS, 'f'), null);
    assert.deepEqual([linked('text', null), linked('text', undefined)], ['text', 'text']);
  });

  it('end where they should, whatever stands in an address', () => {
    assert.equal(linked('`a`', 'https://h/x) [y](z'), '[`a`](https://h/x%29%20[y]%28z)');
  });
});
