import assert from 'node:assert/strict';
import { graphOf } from '../../support/graph-of.ts';

describe('nodes of variables', () => {
  it('carry the initial value as it is written, on one line', async () => {
    const { nodes } = await graphOf({ 'a.py': 'LIMIT = 7\nNAMES = [\n    "a",\n    "b",\n]\nopen_later: int\n' });
    const values = nodes.flatMap((node) => (node.label === 'Variable' ? [[node.name, node.value]] : []));
    assert.deepEqual(values, [
      ['LIMIT', '7'],
      ['NAMES', '[ "a", "b", ]'],
      ['open_later', undefined],
    ]);
  });

  it('carry no more of it than 200 characters', async () => {
    const { nodes } = await graphOf({ 'a.ts': `export const long = '${'x'.repeat(5_000)}';\n` });
    const value = nodes.find((node) => node.name === 'long')?.value ?? '';
    assert.equal(value.length, 200);
    assert.ok(value.endsWith('x…'));
  });
});
