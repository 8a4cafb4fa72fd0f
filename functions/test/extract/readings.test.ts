import assert from 'node:assert/strict';
import { extractFile } from '../../src/extract/extract-file.ts';
import { grammarOf, initialiseParsing } from '../../src/extract/compile/grammars.ts';
import { loadRegistry } from '../../src/extract/compile/registry.ts';
import type { FileFacts } from '../../src/model/facts.ts';

const registry = loadRegistry();

async function extract(path: string, text: string): Promise<FileFacts> {
  const definition = registry.get(registry.languageOf(path, text) ?? '');
  assert.ok(definition, path);
  return extractFile(await grammarOf(definition, path), { path, text }, { stepMs: 20_000 });
}

/** By the name of a file, what stands before a broken line of a class or file, and behind it. */
const AROUND: Record<string, [string, string]> = {
  'a.c': ['void z(void) {}\nvoid before(void) { z(); }', 'void after(void) { z(); }'],
  'a.cpp': ['void z() {}\nclass A {\n void before() { z(); }', ' void after() { z(); }\n};'],
  'a.cs': ['class A {\n void before() { z(); }', ' void after() { z(); }\n static void z() {}\n}'],
  'a.go': ['package a\nfunc z() {}\nfunc before() { z() }', 'func after() { z() }'],
  'a.hs': ['module A where\nz x = x\nbefore x = z x', 'after x = z x'],
  'a.java': ['class A {\n void before() { z(); }', ' void after() { z(); }\n static void z() {}\n}'],
  'a.js': ['function z() {}\nclass A {\n before() { z(); }', ' after() { z(); }\n}'],
  'a.kt': ['class A {\n fun before() { z() }', ' fun after() { z() }\n}\nfun z() {}'],
  'a.lua': ['local function z() end\nlocal A = {}\nfunction A.before() z() end', 'function A.after() z() end'],
  'a.php': ['<?php\nfunction z() {}\nclass A {\n function before() { z(); }', ' function after() { z(); }\n}'],
  'a.py': ['def z(): pass\nclass A:\n    def before(self): z()', '    def after(self): z()'],
  'a.rb': ['def z; end\nclass A\n  def before; z; end', '  def after; z; end\nend'],
  'a.rs': ['fn z() {}\nstruct A;\nimpl A {\n fn before(&self) { z(); }', ' fn after(&self) { z(); }\n}'],
  'a.scala': ['def z() = 1\nclass A {\n def before() = z()', ' def after() = z()\n}'],
  'a.sh': ['z() { :; }\nbefore() { z; }', 'after() { z; }'],
  'a.swift': ['func z() {}\nclass A {\n func before() { z() }', ' func after() { z() }\n}'],
  'a.ts': ['function z() {}\nclass A {\n before() { z(); }', ' after() { z(); }\n}'],
};
const BROKEN = ['    %% foo ((( bar ]] ;', '    x = = 3 + ;', '    let val fun [ { ) ', '    <<<<<<< HEAD'];

describe('bestReading', function () {
  this.timeout(120_000);
  before(() => initialiseParsing());

  for (const [path, [before, after]] of Object.entries(AROUND)) {
    it(`loses a broken line and nothing around it: ${path}`, async () => {
      const whole = await extract(path, `${before}\n\n${after}\n`);
      for (const line of BROKEN) {
        const facts = await extract(path, `${before}\n${line}\n${after}\n`);
        const named = ({ definitions }: FileFacts): string[] =>
          definitions
            .filter(({ name }) => ['A', 'before', 'after', 'z'].includes(name))
            .map(
              ({ name, kind, parent, owner }) => `${kind} ${definitions[parent]?.name ?? owner?.name ?? ''} ${name}`,
            );
        assert.deepEqual(named(facts), named(whole), line);
        const last = facts.definitions.find(({ name }) => name === 'after');
        assert.equal(
          last?.line,
          whole.definitions.find(({ name }) => name === 'after')?.line,
          'lines are those of the file',
        );
      }
    });
  }

  it('keeps both sides of a merge that was never finished', async () => {
    const facts = await extract(
      'a.kt',
      'class A {\n<<<<<<< HEAD\n fun ours() {}\n=======\n fun theirs() {}\n>>>>>>> other\n fun after() {}\n}\n',
    );
    assert.deepEqual(
      facts.definitions.map(({ name, parent }) => [name, parent]),
      [
        ['A', -1],
        ['ours', 0],
        ['theirs', 0],
        ['after', 0],
      ],
    );
  });

  it('tells the error all the same, on its line', async () => {
    const { problems } = await extract('a.go', 'package a\nfunc before() {}\nlet val fun [ { )\nfunc after() {}\n');
    assert.ok(problems.some(({ line, message }) => line === 3 && message.startsWith('Syntax error')));
  });

  it('gives up no call of a line that can be read in part', async () => {
    const { calls } = await extract('a.js', 'function f() {\n  x = = g(1);\n  h();\n}\n');
    assert.deepEqual(
      calls.map(({ callee }) => (callee.is === 'name' ? callee.name : '')),
      ['g', 'h'],
    );
  });
});
