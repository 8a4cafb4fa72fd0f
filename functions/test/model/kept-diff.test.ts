import assert from 'node:assert/strict';
import fc from 'fast-check';
import { diffPage, linesOf, type KeptDiff } from '../../src/model/kept-diff.ts';

const row = fc.oneof(
  fc.constantFrom('@1 1', ' same', '-old', '+new'),
  fc.string({ maxLength: 40, unit: 'grapheme' }).map((text) => `+${text}`),
  fc.constant(`+${'長'.repeat(2_000)}`),
);
const file = fc.record({
  path: fc.constantFrom('a.py', 'src/文件.py'),
  old_path: fc.constant(null),
  status: fc.constant('modified' as const),
  additions: fc.nat(9),
  deletions: fc.nat(9),
  reason: fc.constant(null),
  rows: fc.array(row, { maxLength: 120 }),
});
const diff: fc.Arbitrary<KeptDiff> = fc.record({ files: fc.array(file, { maxLength: 12 }), omitted: fc.nat(3) });

describe('model/kept-diff', () => {
  it('numbers the lines of each side', () => {
    const lines = linesOf(['@3 7', ' a', '-b', '+c', '+d', ' e', '@20 25', '-f']);
    assert.deepEqual(
      lines.map(({ kind, old, new: now, text }) => `${kind} ${old ?? ''},${now ?? ''} ${text}`.trim()),
      [
        'hunk 3,7',
        'context 3,7 a',
        'removed 4, b',
        'added ,8 c',
        'added ,9 d',
        'context 5,10 e',
        'hunk 20,25',
        'removed 20, f',
      ],
    );
  });

  it('is whole when its pages are put together, and no page is over 300 KB', () => {
    fc.assert(
      fc.property(diff, fc.integer({ min: 1, max: 200 }), (kept, limit) => {
        const seen = kept.files.map(() => 0);
        let cursor: string | null = '0.0';
        let at = -1;
        for (let pages = 0; cursor !== null; pages++) {
          assert.ok(pages < 3_000);
          const page = diffPage(kept, cursor, limit);
          assert.ok(page !== undefined);
          assert.ok(Buffer.byteLength(JSON.stringify(page)) < 300_000);
          assert.ok(page.files.reduce((sum, { lines }) => sum + lines.length, 0) <= limit);
          for (const { rows_before, total_rows, lines } of page.files) {
            if (rows_before === 0) at += 1;
            assert.equal(rows_before, seen[at]);
            assert.equal(total_rows, kept.files[at]?.rows.length);
            seen[at] = rows_before + lines.length;
          }
          cursor = page.next_cursor;
        }
        assert.deepEqual(
          seen,
          kept.files.map(({ rows }) => rows.length),
        );
      }),
    );
  });
});
