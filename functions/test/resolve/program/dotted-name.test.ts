import assert from 'node:assert/strict';
import { dottedValue, partsOfName } from '../../../src/resolve/program/dotted-name.ts';

describe('resolve/program/dotted-name', () => {
  it('takes names apart, and modules that are named where they are used', () => {
    assert.deepEqual(partsOfName('a.b.C'), ['a', 'b', 'C']);
    assert.deepEqual(partsOfName("require('./a.b').B"), ["require('./a.b')", 'B']);
  });

  it('is an expression', () => {
    const a = { is: 'name', name: 'a' };
    assert.deepEqual(dottedValue('a.b'), { is: 'member', of: a, name: 'b' });
    assert.deepEqual(dottedValue(''), { is: 'name', name: '' });
  });
});
