/** Globs against git's own: `git check-attr` says of each path which pattern marks it. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { readGitAttributes } from '../../src/extract/git-attributes.ts';
import { compileGlob } from '../../src/model/glob.ts';
import { tries } from '../support/tries.ts';

const piece = fc.constantFrom('a', 'b', 'ab', '.', '*', '**', '?', '[ab]', '[!a]', '[a-c]', 'c', '-');
const pattern = fc
  .array(
    fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join('')),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) => parts.join('/'))
  // A file of git's own cannot name these: a comment, a negation, nothing.
  .filter((text) => !/^[#!]|\/\//.test(text))
  // Of these git before 2.40 says what the addresses of its strings make of them: it compared pointers to two of them.
  .filter((text) => !/[^*/]\*{2,}\//.test(text));
const path = fc
  .array(
    fc.array(fc.constantFrom('a', 'b', 'c', '.', '-'), { minLength: 1, maxLength: 4 }).map((units) => units.join('')),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) => parts.join('/'))
  .filter((text) => !text.split('/').some((part) => /^\.+$/.test(part)));

describe('compileGlob', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'reviewgraph-glob-'));
    execFileSync('git', ['init', '--quiet', folder]);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('matches what git matches', () => {
    // One git for all of them: each pattern stands in a folder of its own, and marks the paths below it.
    const samples: [text: string, paths: string[]][] = [
      ['***/a', ['a', 'b/a', 'b/c/a', 'ba']],
      ...fc.sample(fc.tuple(pattern, fc.uniqueArray(path, { minLength: 20, maxLength: 40 })), tries(200, 2_000)),
    ];
    const asked = samples.flatMap(([text, paths], at) => {
      mkdirSync(join(folder, String(at)));
      writeFileSync(join(folder, String(at), '.gitattributes'), `${text} linguist-generated\n`);
      return paths.map((each) => `${at}/${each}`);
    });
    const told = execFileSync('git', ['-C', folder, 'check-attr', '-z', '--stdin', 'linguist-generated'], {
      input: asked.join('\0'),
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    }).split('\0');
    const marked = new Set(asked.filter((_, at) => told[3 * at + 2] === 'set'));
    for (const [at, [text, paths]] of samples.entries()) {
      const ours = readGitAttributes([{ path: '.gitattributes', text: `${text} linguist-generated\n` }]);
      for (const each of paths)
        assert.equal(ours(each) === 'generated', marked.has(`${at}/${each}`), `${text} of ${each}`);
    }
    assert.ok(marked.size > 100, `${marked.size} paths were marked`);
  });

  it('takes asterisks that are only a part of a folder’s name for one', () => {
    // gitattributes(5): "Other consecutive asterisks are considered regular asterisks".
    const matches = (text: string, paths: string[]) => paths.filter((each) => compileGlob(text)?.(each));
    assert.deepEqual(matches('a**/a', ['a/a', 'ab/a', 'aa', 'a/b/a']), ['a/a', 'ab/a']);
    assert.deepEqual(matches('b/a***/a', ['b/a/a', 'b/ac/a', 'b/aa', 'b/a/c/a']), ['b/a/a', 'b/ac/a']);
  });

  it('takes alternatives where they are asked for', () => {
    const cases: [pattern: string, path: string, matches: boolean][] = [
      ['*.{ts,tsx}', 'a.tsx', true],
      ['*.{ts,tsx}', 'a.js', false],
      ['{src,test/{a,b}}/*.py', 'test/b/x.py', true],
      ['{src,test/{a,b}}/*.py', 'test/c/x.py', false],
      ['{a,b}{c,d}', 'bd', true],
      ['{a}', '{a}', true],
      ['{a', '{a', true],
      ['{a,b', '{a,b', true],
      ['{a,{b,c}', '{a,c', true],
      ['\\{a,b\\}', '{a,b}', true],
    ];
    for (const [text, of, matches] of cases) {
      assert.equal(compileGlob(text, { braces: true })?.(of), matches, `${text} of ${of}`);
    }
    assert.equal(compileGlob('{a,b}')?.('a'), false);
    assert.equal(compileGlob('{a,b}'.repeat(7), { braces: true }), undefined);
  });

  it('ends for patterns and paths that are made to take for ever', () => {
    const long = 'a'.repeat(50_000);
    assert.equal(compileGlob(`${'*a'.repeat(500)}*b`)?.(long), false);
    assert.equal(compileGlob(`${'**/'.repeat(300)}b`)?.('a/'.repeat(20_000)), false);
    assert.equal(compileGlob('{'.repeat(50_000), { braces: true })?.(long), false);
    assert.equal(compileGlob('{a,'.repeat(50_000), { braces: true })?.(long), false);
  });
});
