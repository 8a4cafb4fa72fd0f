import assert from 'node:assert/strict';
import fc from 'fast-check';
import { holdsMask, joined, masked, spansOfValues } from '../../../src/review/secrets/mask.ts';

describe('review/secrets/mask', () => {
  it('keeps length, lines and quotes, and none of the letters', () => {
    assert.equal(masked('a = "0123456789abc"', [{ start: 5, end: 18 }]), 'a = "REDACTEDxxxxx"');
    assert.equal(masked('k = "ab"', [{ start: 5, end: 7 }]), 'k = "RE"');
    const key = '-----BEGIN KEY-----\nab/+\r\n"cd" \\\n+ \'ef\\n\'';
    const out = masked(key, [{ start: 0, end: key.length }]);
    assert.equal(out.length, key.length);
    assert.equal(out.replace(/[A-Zx]/g, ''), ' \n\r\n"" \\\n \'\\n\'');
  });

  it('leaves all else as it is, whatever the spans', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.array(fc.tuple(fc.nat(80), fc.nat(80)), { maxLength: 6 }),
        (text, pairs) => {
          const spans = pairs.map(([a, b]) => ({
            start: Math.min(a, b, text.length),
            end: Math.min(Math.max(a, b), text.length),
          }));
          const out = masked(text, spans);
          assert.equal(out.length, text.length);
          assert.equal(out.split('\n').length, text.split('\n').length);
          const covered = (at: number) => spans.some(({ start, end }) => at >= start && at < end);
          for (let at = 0; at < text.length; at++) {
            if (!covered(at)) assert.equal(out[at], text[at]);
            else if (/[0-9]/.test(text[at] ?? '')) assert.match(out[at] ?? '', /[A-Zx]/);
          }
        },
      ),
    );
  });

  it('joins spans that overlap', () => {
    const spans = [
      { start: 5, end: 9 },
      { start: 0, end: 2 },
      { start: 8, end: 12 },
    ];
    assert.deepEqual(joined(spans), [
      { start: 0, end: 2 },
      { start: 5, end: 12 },
    ]);
  });

  it('finds values as words of their own, plain and in Base64', () => {
    const value = 'k3y-0f-s0me-length';
    const encoded = Buffer.from(value).toString('base64');
    const text = `${value} x${value} "${value}" ${encoded} ${value}x`;
    assert.deepEqual(
      spansOfValues(text, [value]).map(({ start, end }) => text.slice(start, end)),
      [value, value, encoded],
    );
    assert.deepEqual(spansOfValues('short short', ['short']), []);
  });

  it('knows a mask again', () => {
    assert.ok(holdsMask(masked('0123456789', [{ start: 0, end: 10 }])));
    assert.ok(!holdsMask('redacted'));
  });
});
