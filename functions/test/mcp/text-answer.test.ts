import assert from 'node:assert/strict';
import fc from 'fast-check';
import { indexedLine, sectionLines } from '../../src/mcp/text-answer.ts';
import { tokensOf } from '../../src/model/tokens.ts';

const NOW = new Date('2026-11-29T12:00:00Z');

describe('mcp/text-answer', () => {
  it('says what was asked of, how old it is, and what changed since', () => {
    const indexed = {
      repoId: 'ada/shop',
      commit: '1a2b3c4d5e6f7a8b',
      branch: 'main',
      indexedAt: '2026-11-29T11:57:00Z',
    };
    assert.equal(indexedLine(indexed, null, NOW), 'ada/shop @ 1a2b3c4d5e main, indexed 3 minutes ago');
    assert.match(indexedLine(indexed, '2 files differ', NOW), /; 2 files differ$/);
    assert.equal(indexedLine({ ...indexed, commit: '', indexedAt: null, branch: null }, null, NOW), 'ada/shop');
    assert.match(indexedLine({ ...indexed, indexedAt: '2026-11-25T12:00:00Z' }, null, NOW), /4 days ago/);
    assert.equal(indexedLine(undefined, null, NOW), 'Nothing is indexed.');
  });

  it('gives each section its share, and what one leaves to the next', () => {
    const long = Array.from({ length: 100 }, (_, at) => `line ${at} of a long section`);
    const lines = sectionLines(
      [
        { heading: '## a', lines: ['x'] },
        { heading: '## b', lines: long },
      ],
      300,
    );
    assert.deepEqual(lines.slice(0, 3), ['## a', 'x', '## b']);
    assert.match(lines.at(-1) ?? '', /^… \d+ more lines: raise budget_tokens/);
  });

  it('shows at least one line of each section, and stays near the budget', () => {
    const sections = fc.array(fc.record({ heading: fc.string({ maxLength: 40 }), lines: fc.array(fc.string({ maxLength: 40 }), { maxLength: 60 }) }), { minLength: 1, maxLength: 5 }); // prettier-ignore
    fc.assert(
      fc.property(sections, fc.integer({ min: 400, max: 3_000 }), (given, budget) => {
        const lines = sectionLines(given, budget);
        assert.ok(tokensOf(lines.join('\n')) <= budget + 40 * given.length);
        assert.ok(lines.length >= given.length);
      }),
    );
  });
});
