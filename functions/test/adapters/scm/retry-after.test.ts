/** What servers ask to wait, and what is made of it. */
import assert from 'node:assert/strict';
import { refusalOf } from '../../../src/adapters/scm/errors.ts';
import { retryAfterOf } from '../../../src/adapters/scm/retry-after.ts';

const NOW = new Date('2026-03-01T12:00:00Z');

describe('retryAfterOf', () => {
  it('reads seconds and dates, whole and never less than 0', () => {
    assert.equal(retryAfterOf('17', NOW), 17);
    assert.equal(retryAfterOf(' 1.2 ', NOW), 2);
    assert.equal(retryAfterOf('Sun, 01 Mar 2026 12:02:00 GMT', NOW), 120);
    assert.equal(retryAfterOf('Sun, 01 Mar 2026 11:00:00 GMT', NOW), 0);
    assert.equal(retryAfterOf('-5', NOW), 0);
  });

  it('believes no more than an hour: a run would wait for years', () => {
    for (const header of ['99999999999999', '1e300', 'Infinity', 'Fri, 01 Mar 2097 12:00:00 GMT']) {
      assert.equal(retryAfterOf(header, NOW), 3600, header);
    }
  });

  it('takes what is no time for nothing said', () => {
    for (const header of [undefined, null, '', '  ', 'soon', 'NaN']) assert.equal(retryAfterOf(header, NOW), undefined);
  });
});

describe('a rate limit of the platform', () => {
  const waitOf = (headers: Record<string, string>) => refusalOf(429, '', headers, NOW, 'access token').retryAfter;

  it('is waited for until its end, an hour at most, and a minute where no end is said', () => {
    const reset = String(NOW.getTime() / 1000 + 90);
    assert.equal(waitOf({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset }), 90);
    assert.equal(waitOf({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '99999999999' }), 3600);
    assert.equal(waitOf({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': 'never' }), 60);
    assert.equal(waitOf({ 'retry-after': 'Sun, 01 Mar 2026 12:05:00 GMT' }), 300);
    assert.equal(waitOf({ 'retry-after': '0' }), 1);
    assert.equal(waitOf({}), 60);
  });
});
