/**
 * Facts that refer to themselves. Resolution walks from name to name, from type to type and from class to class, and must
 * end for whatever a repository holds: what fails there would end the ingestion of all its files.
 *
 *     mod m { pub use self::m::g; pub use self::g as m; }      type A = A['x']      class B(B)      T extends T
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { loadRegistry } from '../../src/extract/compile/registry.ts';
import type { Definition, FileFacts } from '../../src/model/facts.ts';
import { nodesOf } from '../../src/resolve/program/nodes.ts';
import { resolveGraph } from '../../src/resolve/resolve.ts';
import { graphOf } from '../support/graph-of.ts';
import { Dice } from '../support/dice.ts';
import { randomProgram } from '../support/random-facts.ts';

const MANIFESTS = [{ path: 'Cargo.toml', text: '[package]\nname = "a"' }];

const EXTENSIONS: Record<string, string> = {
  csharp: '.cs',
  haskell: '.hs',
  javascript: '.js',
  kotlin: '.kt',
  python: '.py',
  ruby: '.rb',
  rust: '.rs',
  typescript: '.ts',
};
const languages = loadRegistry().names.map((name) => ({ name, extension: EXTENSIONS[name] ?? `.${name}` }));

/** What failed in the files; empty where all were resolved. */
function faultsOf(files: FileFacts[]): string[] {
  for (const facts of files) nodesOf('o/r', facts);
  const graph = resolveGraph({ repoId: 'o/r', files, manifests: MANIFESTS });
  assert.equal(graph.files.length, files.length);
  return graph.files.flatMap(({ problems = [] }) => problems.map(({ path, message }) => `${path}: ${message}`));
}

function factsOf(language: string, path: string, definitions: Definition[]): FileFacts {
  return { language, path, lines: 1, definitions, calls: [], bindings: [], imports: [], exports: [], problems: [] };
}

describe('facts that refer to themselves', () => {
  for (const { name, extension } of languages) {
    it(`are resolved in ${name}, however they do it`, () => {
      fc.assert(
        fc.property(fc.nat(), (seed) => {
          assert.deepEqual(faultsOf(randomProgram(new Dice(seed), [{ name, extension }])), []);
        }),
        { numRuns: 120 },
      );
    });
  }

  it('are resolved in languages that stand side by side', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const dice = new Dice(seed);
        const two = [dice.of(languages), dice.of(languages)];
        const distinct = two.filter((one, at) => two.indexOf(one) === at);
        assert.deepEqual(faultsOf(randomProgram(dice, distinct)), []);
      }),
      { numRuns: 150 },
    );
  });

  it('are resolved where each leads to the next, thousands of them', () => {
    const length = 3_000;
    const next = (at: number): string => `x${(at + 1) % length}`;
    const shapes: Record<string, (at: number) => Partial<Definition>> = {
      supertypes: (at) => ({ bases: [{ type: { name: next(at) }, how: 'extends' }] }),
      aliases: (at) => ({ kind: 'type', type: { name: next(at) } }),
      unions: (at) => ({
        kind: 'type',
        type: { name: '|', args: [1, 2, 3].map((more) => ({ name: next(at + more) })) },
      }),
      variables: (at) => ({ kind: 'variable', value: { is: 'name', name: next(at) } }),
      results: (at) => ({
        kind: 'function',
        returned: [{ is: 'call', callee: { is: 'name', name: next(at) } }],
      }),
      scopes: (at) => ({ kind: at % 2 === 0 ? 'class' : 'function', parent: at - 1 }),
    };
    for (const [shape, more] of Object.entries(shapes)) {
      const definitions = Array.from({ length }, (_, at): Definition => {
        const place = { line: 1, endLine: 1, start: at, end: at + 1 };
        return { kind: 'class', name: `x${at}`, parent: -1, ...place, ...more(at) };
      });
      const facts = factsOf('typescript', 'a.ts', definitions);
      facts.calls.push({
        scope: -1,
        line: 1,
        at: 1,
        callee: { is: 'member', of: { is: 'call', callee: { is: 'name', name: 'x0' } }, name: 'x1' },
      });
      assert.deepEqual(faultsOf([facts]), [], shape);
    }
  });

  it('are resolved in time where every class of a level extends all of the one above', () => {
    const width = 3;
    const definitions = Array.from({ length: 40 * width }, (_, at): Definition => {
      const level = Math.floor(at / width);
      const above = Array.from({ length: width }, (__, place) => `x${(level - 1) * width + place}`);
      return {
        kind: 'class',
        name: `x${at}`,
        parent: -1,
        line: 1,
        endLine: 1,
        start: at,
        end: at + 1,
        bases: level === 0 ? [] : above.map((name) => ({ type: { name }, how: 'extends' })),
      };
    });
    const began = performance.now();
    assert.deepEqual(faultsOf([factsOf('python', 'a.py', definitions)]), []);
    assert.ok(performance.now() - began < 10_000);
  });

  it('are resolved from source text, where they stand in imports', async () => {
    const programs: Record<string, string>[] = [
      {
        'Cargo.toml': '[package]\nname = "x"',
        'src/lib.rs': 'mod tests {\n use rand::{self, Rng};\n pub fn f() {}\n}\n',
      },
      {
        'src/lib.rs':
          'mod m { pub use self::m::g; pub use self::g as m; }\npub use self::lib::*; use crate::crate as crate;',
      },
      { 'a.scala': 'package a\nimport a.b.*\nimport b.a.*\nobject a { import a.a; export a.*; val a = a.a }\n' },
      { 'a.py': 'from a import *\nfrom .a import a as a\nimport a.a\na = a.a\nclass a(a.a): a = a\n' },
      {
        'a.ts':
          "export * from './a'; export { a as b, b as a } from './a'; import a = a; type T = T['x'] | T; class a extends a {}",
      },
      { 'a.js': "const a = require('./a'); module.exports = a.b; exports.b = module.exports; exports = exports;" },
      { 'a.rb': 'require_relative "a"\nmodule A; include A; extend A; class A < A; A = A; end; end\n' },
      { 'a.hs': 'module A where\nimport A\nimport A as B hiding (a)\ntype A = A\na = a\nclass A a => A a\n' },
      { 'a.lua': 'local a = require("a")\na.__index = a\nsetmetatable(a, a)\nreturn a\n' },
      {
        'a.h': '#include "a.h"\n#define a a\ntypedef a a;\nstruct a { a a; };\n',
        'a.c': '#include "a.h"\na a(a a) { return a(a); }\n',
      },
      {
        'a.cpp':
          'template <class T> struct A : A<A<T>> { using A<T>::A; typedef A A; A* operator->(); }; using namespace a; namespace a = a;',
      },
      {
        'a.php':
          '<?php\nnamespace A; use A as A; class A extends A { use A; function a() { return $this->a()->a(); } }\n',
      },
      { 'a.kt': 'package a\nimport a.a\ntypealias A = A\nclass A : A by A()\nfun A.a() = a()\n' },
      { 'a.swift': 'import a\ntypealias A = A\nclass A: A { var a: A.A }\nextension A: A {}\n' },
      {
        'a.go':
          'package a\nimport . "a"\ntype A A\ntype A = A\ntype B struct { B; A }\nfunc (a A) A() A { return a.A().A() }\n',
      },
      {
        'A.java':
          'package a; import a.A; import static a.A.*; class A extends A implements A { A a = a.a; <T extends T> A a() { return a().a(); } }',
      },
      { 'a.cs': 'global using A = A; using static A; namespace A { partial class A : A { A A => A.A; } }' },
      { 'a.sh': 'source ./a.sh\na() { a; }\nalias a=a\na\n' },
    ];
    for (const files of programs) {
      const { graph } = await graphOf(files);
      const problems = graph.files.flatMap((file) => file.problems ?? []);
      assert.deepEqual(problems, [], Object.keys(files).join());
    }
  });
});

describe('facts of one file that cannot be resolved', () => {
  it('are a problem of that file, and the others have their edges', async () => {
    const { facts } = await graphOf({
      'a.py': 'def g(): pass\ndef f(): g()\n',
      'b.py': 'def k(): pass\ndef h(): k()\n',
    });
    const [broken, whole] = facts;
    assert.ok(broken !== undefined && whole !== undefined);
    // No extraction says this: a function literal that no definition stands for.
    broken.calls.unshift({ scope: 1, line: 1, at: 0, callee: { is: 'function', definition: 99 } });
    const graph = resolveGraph({ repoId: 'o/r', files: facts, manifests: [] });
    const found = graph.files.map(({ path, calls, edges, problems }) => ({
      path,
      calls,
      edges: edges.filter(({ type }) => type === 'CALLS').map(({ to }) => to),
      problems: problems?.map(({ line, message }) => ({ line, message })),
    }));
    const none = { external: 0, ambiguous: 0, unresolved: 0 };
    assert.deepEqual(found, [
      {
        path: 'a.py',
        calls: { ...none, sites: 2, resolved: 1, unresolved: 1 },
        edges: ['o/r a.py#g'],
        problems: [{ line: null, message: 'Not resolved in full: no definition 99' }],
      },
      { path: 'b.py', calls: { ...none, sites: 1, resolved: 1 }, edges: ['o/r b.py#k'], problems: undefined },
    ]);
  });
});
