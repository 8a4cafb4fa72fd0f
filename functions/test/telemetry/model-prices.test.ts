import assert from 'node:assert/strict';
import { costOf, modelPrices } from '../../src/telemetry/model-prices.ts';

describe('prices of models', () => {
  const prices = modelPrices(' gpt-5-mini=0.25/2, openai/embed-3=0.02,, broken, x=one/2, y=-1/2');

  it('are read entry by entry; what cannot be read is left out', () => {
    assert.deepEqual(
      [...prices],
      [
        ['gpt-5-mini', { read: 0.25, written: 2 }],
        ['openai/embed-3', { read: 0.02, written: 0 }],
      ],
    );
    assert.equal(modelPrices('').size, 0);
  });

  it('are per million tokens, and nothing is said of models without one', () => {
    assert.equal(costOf(prices, 'gpt-5-mini', { prompt: 2_000_000, completion: 500_000 }), 1.5);
    assert.equal(costOf(prices, 'other', { prompt: 1, completion: 1 }), undefined);
  });
});
