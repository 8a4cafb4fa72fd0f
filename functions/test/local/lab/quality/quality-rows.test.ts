import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { folderGraph } from '../../../../local/lab/quality/folder-graph.ts';
import { qualityRows } from '../../../../local/lab/quality/quality-rows.ts';
import { typescriptCalls } from '../../../../local/lab/quality/typescript-calls.ts';
import { makeFolder, writeFiles } from '../../../support/repositories.ts';

const FILES = {
  'dog.ts': 'export class Dog {\n  constructor(public name: string) {}\n  bark(): number {\n    return 1;\n  }\n}\n',
  'run.ts': [
    "import { Dog } from './dog.js';",
    'export const helper = (xs: number[]): number => (xs.length > 0 && xs[0] === 1 ? 2 : 3);',
    'export function run(xs: number[], anything: any, callback: () => number, also = 1): number {',
    '  anything.bark();',
    '  if (callback() > 1) return helper(xs);',
    '  return xs.concat(1).length + new Dog("rex").bark();',
    '}',
    '',
  ].join('\n'),
};

describe('local/quality', function () {
  this.timeout(120_000);
  let folder: string;

  before(() => {
    folder = makeFolder();
    writeFiles(folder, FILES);
  });
  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('takes from the checker the calls that it pins, and says where it knows none', () => {
    const { judged, pinned } = typescriptCalls(folder, Object.keys(FILES));
    assert.deepEqual(
      pinned.map(({ path, line, toPath, toLine, to }) => `${path}:${line} ${to} ${toPath}:${toLine}`).sort(),
      ['run.ts:5 helper run.ts:2', 'run.ts:6 Dog dog.ts:1', 'run.ts:6 bark dog.ts:3'],
    );
    // In line 5 it does not know what the callback runs.
    assert.deepEqual([...judged], ['run.ts:6']);
  });

  it('takes a method of each class of a union', () => {
    const text = [
      'class Cat { sound() { return 1; } }',
      'class Cow { sound() { return 2; } }',
      'export const loud = (one: Cat | Cow, twice: Cat) => one.sound() +',
      '  twice.sound();',
      'class Calf extends Cow {}',
      'const farm = { Calf };',
      'new farm.Calf();',
      'Cow.prototype.sound.call(null);',
    ].join('\n');
    writeFiles(folder, { 'union.ts': text });
    const { judged, pinned } = typescriptCalls(folder, ['union.ts']);
    rmSync(join(folder, 'union.ts'));
    assert.deepEqual(
      pinned.map(({ line, toLine }) => [line, toLine]),
      [
        [3, 1],
        [3, 2],
        [4, 1],
        [7, 5],
      ],
    );
    assert.deepEqual([...judged], ['union.ts:3', 'union.ts:4', 'union.ts:7']);
  });

  it('finds our graph of the same sources equal, in calls and in complexity', async () => {
    const rows = await qualityRows(await folderGraph(folder));
    const row = (name: string) => rows.find((one) => one.name === name);
    assert.deepEqual(
      { ...row('calls') },
      {
        name: 'calls',
        reference: 'typescript',
        expected: 3,
        matched: 3,
        misses: [],
        extras: [],
      },
    );
    const complexity = row('complexity typescript');
    // The rule counts default values, and so says 3 of `run`.
    assert.deepEqual(
      [complexity?.reference, complexity?.expected, complexity?.matched, complexity?.misses],
      ['eslint', 4, 3, []],
    );
    assert.deepEqual(
      complexity?.explained?.reasons.map(({ reason, shown }) => [reason.kind, reason.right, shown]),
      [['default value', 'ours', ['run.ts:3 run we say 2, eslint 3']]],
    );
  });
});
