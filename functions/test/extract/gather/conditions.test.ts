import assert from 'node:assert/strict';
import { firstBranches } from '../../../src/extract/gather/conditions.ts';
import { createInlineExtractor } from '../../../src/extract/pool/inline-extractor.ts';
import { loadRegistry } from '../../../src/extract/compile/registry.ts';

const CONDITIONS = {
  begin: /^\s*#\s*if/u,
  otherwise: /^\s*#\s*el/u,
  end: /^\s*#\s*endif/u,
  never: /^\s*#\s*if\s+0\b/u,
};

describe('extract/conditions', () => {
  it('keeps the first branch of each condition, of one that never holds the second, and every offset', () => {
    const text = [
      '#if A \\',
      ' || B',
      'a',
      '#elif C',
      'b',
      '#else',
      'c',
      '#endif',
      '#if 0',
      'd',
      '#else',
      'e',
      '#endif',
    ];
    const chosen = firstBranches(text.join('\n'), CONDITIONS);
    assert.deepEqual(
      chosen?.split('\n').map((line) => line.trim()),
      ['', '', 'a', '', '', '', '', '', '', '', '', 'e', ''],
    );
    assert.equal(chosen?.length, text.join('\n').length);
    assert.equal(firstBranches('a\nb', CONDITIONS), undefined);
  });

  it('leaves out what stands in a branch that is left out', () => {
    const text = '#if 0\n#if A\na\n#endif\n#else\n#if B\nb\n#else\nc\n#endif\n#endif';
    assert.equal(firstBranches(text, CONDITIONS)?.replace(/\s/g, ''), 'b');
  });

  it('chooses only among the conditions that are cut, and leaves the others as they are', () => {
    const text = '#if A\na\n#else\nb\n#endif\n#if B\nc\n#else\nd\n#endif';
    assert.equal(
      firstBranches(text, CONDITIONS, (line) => line === 7)?.replace(/\s+/g, ' '),
      '#if A a #else b #endif c ',
    );
    assert.equal(
      firstBranches(text, CONDITIONS, () => false),
      undefined,
    );
  });

  it('keeps what other branches define where errors adjoin only one condition', async () => {
    const cut = 'class Limiter {\n Limiter(int max)\n :\n#if A\n max_(max),\n#endif\n left_(max) { check(); }\n};\n';
    const text = `${cut}\nint zero() {\n return 0;\n}\n\n#if B\nint one() { return 1; }\n#else\nint two() { return 2; }\n#endif\n`;
    const extractor = createInlineExtractor(loadRegistry());
    const { definitions } = await extractor.extract({ path: 'a.cc', language: 'cpp', text });
    assert.deepEqual(
      definitions.map(({ line, name }) => `${name} ${line}`),
      ['Limiter 1', 'Limiter 2', 'zero 10', 'one 15', 'two 17'],
    );
  });

  it('finds the functions of a file that branches within statements make unreadable', async () => {
    const body =
      '  int total = 0;\n  for (int i = 0; i < 9; i++) total += values[i] * weights[i];\n  return total;\n}\n';
    const functions = Array.from({ length: 9 }, (_, i) => `int number_${i}(int *values, int *weights) {\n${body}`);
    const text = `value make(double x) {\n  value j = {\n#ifdef BIG\n    KIND_BIG,\n#else\n    KIND_SMALL,\n#endif\n    0, 0, { .number = x }\n  };\n  return j;\n}\n${functions.join('\n')}`;
    const extractor = createInlineExtractor(loadRegistry());
    const { definitions } = await extractor.extract({ path: 'a.c', language: 'c', text });
    assert.deepEqual(
      definitions.map(({ line, name }) => `${name} ${line}`),
      ['make 1', ...functions.map((_, i) => `number_${i} ${12 + i * 6}`)],
    );
  });
});
