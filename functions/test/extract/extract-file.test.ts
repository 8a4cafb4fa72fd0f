import assert from 'node:assert/strict';
import { extractFile } from '../../src/extract/extract-file.ts';
import { grammarOf, initialiseParsing } from '../../src/extract/compile/grammars.ts';
import { loadRegistry } from '../../src/extract/compile/registry.ts';
import type { FileFacts, Value } from '../../src/model/facts.ts';

const registry = loadRegistry();

async function extract(path: string, text: string, stepMs = 20_000): Promise<FileFacts> {
  const language = registry.languageOf(path, text);
  const definition = language === undefined ? undefined : registry.get(language);
  assert.ok(definition, `no language for ${path}`);
  return extractFile(await grammarOf(definition, path), { path, text }, { stepMs });
}

/** `name line complexity` of each function and method. */
function functionsOf({ definitions }: FileFacts): string[] {
  return definitions
    .filter(({ complexity }) => complexity !== undefined)
    .map(({ name, line, complexity }) => `${name} ${line} ${complexity}`);
}

/** Depth of a value, found without recursion. */
function heightOf(value: Value): number {
  let height = 0;
  let level: unknown[] = [value];
  while (level.length > 0) {
    height += 1;
    level = level.flatMap((part): unknown[] => (typeof part === 'object' && part !== null ? Object.values(part) : []));
  }
  return height;
}

describe('extractFile', function () {
  this.timeout(120_000);
  before(() => initialiseParsing());

  it('gives an empty file no lines and no facts', async () => {
    const facts = await extract('empty.py', '');
    assert.deepEqual(
      { lines: facts.lines, definitions: facts.definitions, problems: facts.problems },
      { lines: 0, definitions: [], problems: [] },
    );
  });

  it('gives a file of comments and blanks its lines', async () => {
    assert.equal((await extract('a.py', '\n# only\n\n')).lines, 3);
    assert.equal((await extract('a.py', '  \n ')).lines, 2);
  });

  it('keeps two functions on one line apart', async () => {
    const facts = await extract('a.js', 'function a(){if(x){}}function b(){}');
    assert.deepEqual(functionsOf(facts), ['a 1 2', 'b 1 1']);
  });

  it('scores nested functions for themselves', async () => {
    const facts = await extract('a.js', 'function o(){function i(){if(x){}} return y?1:2}');
    assert.deepEqual(functionsOf(facts), ['o 1 2', 'i 1 2']);
  });

  it('counts CR LF as one line break and keeps offsets', async () => {
    const text = 'def f():\r\n    """Doc.\r\n\r\n    More."""\r\n    g()\r\n';
    const facts = await extract('a.py', text);
    const [definition] = facts.definitions;
    assert.equal(facts.lines, 5);
    assert.equal(definition?.doc, 'Doc.\n\nMore.');
    assert.equal(text.slice(definition.start, definition.end).startsWith('def f()'), true);
    assert.deepEqual(
      facts.calls.map(({ line, at }) => [line, text.slice(at, at + 1)]),
      [[5, 'g']],
    );
  });

  it('counts offsets in UTF-16 units', async () => {
    const text = 'x = "😀文件"\ndef ünï(): pass\n';
    const definition = (await extract('a.py', text)).definitions.find(({ name }) => name === 'ünï');
    assert.equal(text.slice(definition?.start, definition?.end), 'def ünï(): pass');
  });

  it('extracts what stands around a syntax error, and says where it is', async () => {
    const facts = await extract('a.py', 'def a(): pass\n\nclass B(:\n    x = = 1\n\ndef c(): a()\n');
    assert.ok(facts.definitions.some(({ name }) => name === 'a'));
    assert.ok(facts.definitions.some(({ name }) => name === 'c'));
    assert.ok(facts.problems.some(({ line, message }) => line === 3 && message.startsWith('Syntax error')));
    assert.equal(facts.partial, undefined);
  });

  it('reports few of many syntax errors', async () => {
    const facts = await extract('a.py', 'x = = 1\ny = 2\n'.repeat(200));
    assert.ok(facts.problems.length <= 4);
  });

  it('says that a file is partial when its budget is spent', async () => {
    const text = 'def f(a):\n    return [g(x, y) for x in a if x]\n'.repeat(20_000);
    const facts = await extract('big.py', text, 0);
    assert.equal(facts.partial, true);
    assert.match(facts.problems[0]?.message ?? '', /more than 0 ms/);
    assert.equal((await extract('next.py', 'def f(): pass\n')).partial, undefined);
  });

  it('bounds the values of long chains and deep nesting', async () => {
    const chain = await extract('a.py', `x = a${'.f(b)'.repeat(2_000)}\n`);
    assert.equal(chain.calls.length, 2_000);
    const nested = await extract('b.py', `x = ${'f('.repeat(2_000)}${')'.repeat(2_000)}\n`);
    assert.equal(nested.calls.length, 2_000);
    for (const { callee } of [...chain.calls, ...nested.calls]) assert.ok(heightOf(callee) < 300);
    assert.ok(JSON.stringify([chain, nested]).length < 8_000_000);
  });

  it('survives functions nested a thousand deep', async () => {
    const facts = await extract('a.js', 'function f(){'.repeat(1_000) + '}'.repeat(1_000));
    assert.equal(facts.definitions.length, 1_000);
    assert.equal(facts.definitions[999]?.parent, 998);
  });

  it('keeps one item of a long list of plain data', async () => {
    const facts = await extract('a.py', `X = [${'1, '.repeat(5_000)}]\n`);
    assert.deepEqual(facts.definitions[0]?.value, {
      is: 'collection',
      of: 'list',
      items: [{ is: 'literal', type: 'int' }],
    });
  });

  it('gives the same facts whatever was parsed before', async () => {
    const text =
      'import a from "./a";\nexport class B extends a.C { m = () => this.n(1); n(x) { return x && a(x); } }\n';
    const first = await extract('a.ts', text);
    await extract('broken.ts', 'class { ((( `');
    await extract('other.ts', 'export const x = <T,>(y: T) => y;\n'.repeat(100));
    assert.deepEqual(await extract('a.ts', text), first);
  });

  it('names functions by what they are given to', async () => {
    const text =
      'export const a=()=>{}; exports.b=function(){}; class C{c=()=>{}; static d=async()=>{}} F.prototype.e=function(){}';
    const facts = await extract('a.js', text);
    const named = facts.definitions
      .filter(({ complexity }) => complexity !== undefined)
      .map(({ name, parent, owner }) => [owner?.name ?? facts.definitions[parent]?.name, name]);
    assert.deepEqual(named, [
      [undefined, 'a'],
      [undefined, 'b'],
      ['C', 'c'],
      ['C', 'd'],
      ['F', 'e'],
    ]);
  });

  it('keeps the line of a decorated definition and the calls of its decorators outside of it', async () => {
    const facts = await extract('a.py', '@d(1)\ndef f(x=e()): g()\n');
    assert.deepEqual(
      facts.definitions.map(({ name, line, decorators }) => [name, line, decorators]),
      [['f', 2, ['@d(1)']]],
    );
    assert.deepEqual(
      facts.calls.map(({ scope, decorates }) => [scope, decorates]),
      [
        [-1, 0],
        [-1, undefined],
        [-1, undefined],
        [0, undefined],
      ],
    );
  });

  it('takes decorators that are named like what every object has for decorators', async () => {
    const names = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__', '__defineGetter__'];
    const texts: Record<string, (name: string) => string> = {
      'a.py': (name) => `@${name}\ndef f(): pass\n`,
      'a.ts': (name) => `@${name} class C { @${name} m() {} }\n`,
      'A.java': (name) => `@${name} class C { @${name} void m() {} }\n`,
      'a.kt': (name) => `@${name} class C { @${name} fun m() {} }\n`,
      'A.cs': (name) => `[${name}] class C { [${name}] void M() {} }\n`,
      'a.swift': (name) => `@${name} class C { @${name} func m() {} }\n`,
      'a.scala': (name) => `@${name} class C { @${name} def m() = 1 }\n`,
      'a.rs': (name) => `#[${name}] fn f() {}\n`,
      'a.php': (name) => `<?php #[${name}] class C { #[${name}] function m() {} }\n`,
    };
    for (const [path, textOf] of Object.entries(texts)) {
      for (const name of names) {
        const facts = await extract(path, textOf(name));
        assert.deepEqual(structuredClone(facts), facts, `${path}: ${name}`);
        const words = facts.definitions.flatMap(({ modifiers = [] }) => modifiers);
        assert.ok(facts.definitions.length > 0 && words.every((word) => typeof word === 'string'), `${path}: ${name}`);
      }
    }
  });
});
