import assert from 'node:assert/strict';
import { codeTokens } from '../../src/graph/code-tokens.ts';

describe('graph/code-tokens', () => {
  it('sees through blanks, comments and names', () => {
    const first = codeTokens('if (a > 10) { // why\n  return b + "x"; /* how */\n}');
    const second = codeTokens('if(total>7){return rest+"other";}');
    assert.equal(first.tokens.join(' '), 'if ( a > 10 ) { return b + "x" ; }');
    assert.equal(first.shapes.join(' '), 'if ( x > 0 ) { return x + " ; }');
    assert.deepEqual(second.shapes, first.shapes);
  });

  it('takes comments of other languages for comments, and what only looks like one for code', () => {
    assert.deepEqual(codeTokens('x = 1 # note\n# more\ny = 2').tokens, ['x', '=', '1', 'y', '=', '2']);
    assert.deepEqual(codeTokens('f x = y -- note\ng = 1').tokens, ['f', 'x', '=', 'y', 'g', '=', '1']);
    assert.deepEqual(codeTokens('"a # b" + "http://c"').tokens, ['"a # b"', '+', '"http://c"']);
    assert.ok(codeTokens('i--; #[test]').tokens.includes('test'));
    assert.equal(codeTokens('`a\n${b}`').tokens.length, 1);
  });

  it('ends for texts that are made to take for ever', () => {
    for (const text of [
      '"'.repeat(20_000),
      '/*'.repeat(10_000),
      "'".repeat(20_001),
      '`'.repeat(20_001),
      '`\\'.repeat(9_000),
      '"\\'.repeat(9_000),
      `${'"""'.repeat(7_001)}x`,
      '\\"'.repeat(8_000),
    ]) {
      const started = performance.now();
      codeTokens(text);
      assert.ok(performance.now() - started < 5_000, text.slice(0, 4));
    }
  });
});
