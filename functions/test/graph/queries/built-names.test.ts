import assert from 'node:assert/strict';
import { deadCode } from '../../../src/graph/queries/dead-code.ts';
import { memoryReader } from '../../../src/graph/reader/memory-reader.ts';
import { memoryGraphOf } from '../../support/memory-graph.ts';

describe('graph/queries/built-names', function () {
  this.timeout(240_000);

  it('knows what is private by being unmarked, and doubts names that are put together', async () => {
    const packed = `function packed() { return 1; } ${'used();'.repeat(50)}`;
    const reader = memoryReader(
      await memoryGraphOf('ada/unmarked', {
        'app/a.go': 'package a\nfunc gone() int { return 1 }\nfunc Open() int { return 2 }\n',
        'app/a.ts': `export const used = () => 1;\nfunction left() { return 1; }\n${packed}\n`,
        'app/b.ts': [
          'export const run = (o: any, key: string) => { o["widget" + key](); o[`open${key}`](); o[key + \'Field\'](); };',
          'function widgetTable() { return 1; }',
          'function openTable() { return 1; }',
          'function checkField() { return 1; }',
          'export const both = (o: any, name: string) => o[name + "2"]() + o[`less${name.length}`]();',
          'function equals2() { return 1; }',
          'function less1() { return 1; }',
          'function more1() { return 1; }',
          'export const get = (m: any, type: string) => m[`read_text_${type}`]();',
          'function read_text_of_all() { return 1; }',
          'function widgeTable() { return 1; }',
          '',
        ].join('\n'),
      }),
    );
    const { results } = await deadCode.answer(reader, deadCode.input.parse({}));
    assert.deepEqual(Object.fromEntries(results.map(({ name, uncertain }) => [name, uncertain])), {
      gone: [],
      left: [],
      widgeTable: [],
      Open: ['may_be_public'],
      run: ['may_be_public'],
      packed: ['packed_text'],
      get: ['may_be_public'],
      read_text_of_all: ['name_may_be_built'],
      both: ['may_be_public'],
      equals2: ['name_may_be_built'],
      less1: ['name_may_be_built'],
      more1: [],
      widgetTable: ['name_may_be_built'],
      openTable: ['name_may_be_built'],
      checkField: ['name_may_be_built'],
    });
  });
});
