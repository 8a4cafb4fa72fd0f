import assert from 'node:assert/strict';
import { whySpent } from '../../../../src/jobs/reviews/automatic/budget.ts';
import { AUTOMATIC } from '../../../support/automatic-settings.ts';

const NOW = new Date('2026-11-29T12:00:00Z');
const settings = (tokensPerDay: number, tokensPercent = 50) => ({
  tokensPerDay,
  automatic: { ...AUTOMATIC, tokensPercent },
});
const used = (commanded: number, automatic: number, day = '2026-11-29') => ({ day, commanded, automatic, told: false });

describe('jobs/reviews/automatic/budget', () => {
  it('has no end without a limit, and a new beginning each day', () => {
    assert.equal(whySpent(used(1e9, 1e9), settings(0), true, NOW), undefined);
    assert.equal(whySpent(undefined, settings(100), true, NOW), undefined);
    assert.equal(whySpent(used(100, 100, '2026-11-28'), settings(100), true, NOW), undefined);
  });

  it('leaves commands what automatic reviews may not use', () => {
    const spent = used(0, 50);
    assert.match(
      whySpent(spent, settings(100), true, NOW) ?? '',
      /their 50 of this repository's 100 tokens of today; commands still work/,
    );
    assert.equal(whySpent(spent, settings(100), false, NOW), undefined);
    assert.equal(whySpent(used(49, 49), settings(100), true, NOW), undefined);
    assert.match(whySpent(used(60, 40), settings(100), false, NOW) ?? '', /used its 100 tokens of today/);
    // Commands may use the share of automatic reviews, and these have none then.
    assert.match(whySpent(used(100, 0), settings(100), true, NOW) ?? '', /used its 100 tokens/);
  });

  it('gives automatic reviews nothing, or all', () => {
    assert.match(whySpent(used(0, 0), settings(100, 0), true, NOW) ?? '', /their 0 of/);
    assert.equal(whySpent(used(0, 99), settings(100, 100), true, NOW), undefined);
  });
});
