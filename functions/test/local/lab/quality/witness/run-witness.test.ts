import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { confidenceRows, confidenceText } from '../../../../../local/lab/quality/witness/confidence-report.ts';
import { judgeEdges } from '../../../../../local/lab/quality/witness/edge-judgements.ts';
import { NoWitness, runWitness, type Witness } from '../../../../../local/lab/quality/witness/run-witness.ts';
import { witnessText } from '../../../../../local/lab/quality/witness/witness-report.ts';
import { observedPairs as pairs } from '../../../../support/observed-pairs.ts';
import { makeFolder, writeFiles } from '../../../../support/repositories.ts';

const NODE = {
  'package.json': '{ "type": "module" }\n',
  'src/queue.ts': [
    'export interface Job { run(): number }',
    'class Base implements Job {',
    '  run(): number { return this.weight; }',
    '  get weight(): number { return one(); }',
    '}',
    'class Heavy extends Base { override get weight(): number { return twice(one()); } }',
    'export const one = (): number => 1;',
    'export function twice(n: number, by = factor()): number { return n * by; }',
    'function factor(): number { return 2; }',
    'export function work(jobs: Job[]): number[] { return jobs.map((job) => job.run()).sort(compare); }',
    'function compare(a: number, b: number): number { return a - b; }',
    'export function make(heavy: boolean): Job { return heavy ? new Heavy() : new Base; }',
    'const table: Record<string, () => number> = { one };',
    'export async function later(name: string): Promise<number> { await null; return table[name]?.() ?? twice(1); }',
    'export function* count(n: number): Generator<number> { yield* Array(n).fill(one()); }',
    '',
  ].join('\n'),
  'src/old.cjs':
    "'use strict'\nmodule.exports.old = function old() { 'use strict'\n return helper.call(null, 3); };\nfunction helper(n) { return n; }\n",
  'test/run.mjs': [
    "import { count, later, make, work } from '../src/queue.ts';",
    "import old from '../src/old.cjs';",
    'function all() {',
    '  const sums = work([make(true), make(false)]);',
    '  for (const n of count(2)) sums.push(n);',
    '  return sums.length + old.old();',
    '}',
    'async function main() { if (all() !== 7 || (await later("one")) !== 1) process.exitCode = 1; }',
    'await main();',
    '',
  ].join('\n'),
};

describe('local/quality: a witness', function () {
  this.timeout(180_000);
  let folder: string;

  beforeEach(() => {
    folder = makeFolder();
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const witness = (files: Record<string, string>, command: string, seconds = 120): Promise<Witness> => {
    writeFiles(folder, files);
    return runWitness(folder, { command, seconds, quiet: true });
  };

  it('sees the calls of modules, CommonJS and TypeScript, and what no call is written for', async () => {
    const seen = await witness(NODE, `"${process.execPath}" test/run.mjs`);
    assert.deepEqual(seen.warnings, []);
    assert.deepEqual(pairs(seen), [
      'Base.run → Base.weight implicit',
      'Base.run → Heavy.weight implicit',
      'Base.weight → one direct',
      'Heavy.weight → one direct',
      'Heavy.weight → twice direct',
      'all → count direct',
      'all → make direct',
      'all → old direct',
      'all → work direct',
      'count → one direct',
      'later → one direct',
      'main → all direct',
      'main → later direct',
      'make → Base direct',
      'old → helper direct',
      'test/run.mjs → main direct',
      'twice → factor direct',
      'work → Base.run direct',
    ]);
    // The callback of `map` has no name; `sort` calls the other.
    assert.deepEqual([seen.observed.apart.outside, seen.observed.apart.anonymous], [1, 1]);
  });

  it('says which the graph lacks, of which kind, and what its edges are worth', async () => {
    const seen = await witness(NODE, `"${process.execPath}" test/run.mjs`);
    const [row] = seen.report.rows;
    assert.equal(row?.language, 'javascript/typescript');
    assert.equal(row.observed, row.found + row.misses.length);
    const kinds = new Map(row.misses.map(({ kind, shown }) => [shown.replace(/^\S+ | \(.*$/g, ''), kind]));
    assert.equal(kinds.get('Base.run → Heavy.weight'), 'through an interface, a base or a sibling');
    const text = witnessText(seen.report, 1);
    assert.match(text, /^javascript\/typescript +18 /m);
    assert.match(text, /1 pairs that code outside the repository calls/);

    const judged = judgeEdges(seen.graph, seen.observed, undefined);
    const verdict = (name: string) => judged.filter(({ shown }) => shown.includes(name)).map((one) => one.witness);
    assert.deepEqual([verdict('work → Job.run'), verdict('all → work')], [['overridden'], ['seen']]);
    const rows = confidenceRows(judged);
    assert.equal(
      rows.reduce((sum, one) => sum + one.seen + one.overridden + one.otherTarget + one.notSeen + one.neverRan, 0),
      seen.graph.calls.length,
    );
    assert.match(confidenceText(judged, 3), /^typescript +local +1 /m);
  });

  it('tells edges whose site never ran from those whose site went elsewhere', async () => {
    const files = {
      'a.mjs': [
        'class Left { go() { return 1; } }',
        'class Right { go() { return 2; } }',
        'function pick(left) { const one = left ? new Left() : new Right(); return one.go(); }',
        'export function never() { return pick(false); }',
        'pick(true);',
        '',
      ].join('\n'),
    };
    const seen = await witness(files, `"${process.execPath}" a.mjs`);
    const judged = judgeEdges(seen.graph, seen.observed, undefined);
    const verdicts = judged.map(({ shown, witness: verdict }) => `${shown.replace(/^\S+ | \(.*$/g, '')}: ${verdict}`);
    assert.deepEqual(verdicts.filter((text) => /go|never/.test(text)).sort(), [
      'never → pick: never ran',
      'pick → Left.go: seen',
      'pick → Right.go: other target',
    ]);
  });

  it('leaves the folder as it is, and what code means', async () => {
    const text = [
      "'use strict';",
      'const log = [];',
      'function rest(...all) { return [all.length, arguments.length]; }',
      'class A { #x = 1; static of(...a) { return new A(...a); } constructor(n = pick()) { this.n = n; } get [Symbol.toStringTag]() { return "A"; } }',
      'class B extends A { }',
      'function pick() { return 5; }',
      'async function* ticks(n) { for (let i = 0; i < n; i++) yield await i; }',
      'const o = { f() { return this === o; }, g: null, default: (a, b = a, { c } = { c: pick() }) => [a, b, c] };',
      'function tag(strings, ...values) { return strings.raw.join("|") + values; }',
      'log.push(rest(), rest(1), rest(1, ...[2, 3]), rest(...[],), o.f(), o?.f(), o.g?.(), o?.["f"]());',
      'log.push(new B().n, A.of(2).n, String(new A()), tag`a${1}b`, o.default(1), o.default.length, rest.name, (() => {}).name);',
      'log.push([3, 1, 2].sort((a, b) => a - b), Math.max(...[1, 2]), new Date(0).getTime(), typeof new class {}, (0, o.f)());',
      'async function main() { for await (const t of ticks(2)) log.push(t); try { null.x(); } catch { log.push("caught"); } }',
      'main().then(() => process.stdout.write(JSON.stringify(log)));',
      '',
    ].join('\n');
    writeFiles(folder, {
      'a.cjs': text,
      'keep.mjs': `import { spawnSync } from 'node:child_process';\nimport { writeFileSync } from 'node:fs';\nwriteFileSync('out.txt', spawnSync(process.execPath, ['a.cjs']).stdout);\n`,
    });
    const plain = execFileSync(process.execPath, ['a.cjs'], { cwd: folder, encoding: 'utf8' });
    const seen = await runWitness(folder, { command: `"${process.execPath}" keep.mjs`, seconds: 60, quiet: true });
    assert.deepEqual(seen.warnings, []);
    assert.equal(execFileSync('cat', ['out.txt'], { cwd: folder, encoding: 'utf8' }), plain);
    assert.ok(pairs(seen).includes('A.constructor → pick direct'));
    assert.deepEqual(readdirSync(folder).sort(), ['a.cjs', 'keep.mjs', 'out.txt']);
  });

  it('says what is wrong with a command that fails, runs too long, or runs nothing of the folder', async () => {
    const node = `"${process.execPath}"`;
    const files = {
      'a.mjs': 'function f() {}\nfunction g() { f(); }\ng();\n',
      'wait.mjs': 'setInterval(() => {}, 1000);\n',
    };
    assert.deepEqual((await witness(files, `${node} a.mjs && exit 3`)).warnings, [
      `"${node} a.mjs && exit 3" ended with status 3: what ran until then is compared.`,
    ]);
    const slow = await witness(files, `${node} a.mjs && ${node} wait.mjs`, 4);
    assert.match(slow.warnings.join(), /ran longer than 4 s and was ended: give it more with --timeout/);
    assert.deepEqual(pairs(slow), ['a.mjs → g direct', 'g → f direct']);
    await assert.rejects(witness(files, 'true'), (error) => {
      assert.ok(error instanceof NoWitness);
      assert.match(error.message, /^No call between functions of this folder was seen\. The tests must run its files/);
      return true;
    });
    rmSync(join(folder, 'a.mjs'));
    rmSync(join(folder, 'wait.mjs'));
    await assert.rejects(witness({ 'a.go': 'package a\n' }, 'true'), /No tracer for this folder: it has go; Python,/);
  });
});
