/**
 * Faults of nodes, in every language that can have them: a function in a function is lost or its decisions are counted
 * for the outer one, a decorated definition begins with its decorators or loses them, methods of an anonymous class
 * are given to the class around it.
 */
import assert from 'node:assert/strict';
import { graphOf } from '../support/graph-of.ts';

interface Inner {
  text: string;
  /** Names with their complexity; a function without a name of its own has no node, and adds nothing to the outer one. */
  are: string[];
}

/** `o` decides nothing, `i`, which stands in it, once. */
const INNER: Record<string, Inner> = {
  py: { text: 'def o():\n    def i(x):\n        if x: pass\n    i(1)\n', are: ['o 1', 'o.i 2'] },
  ts: { text: 'function o() { function i(x: any) { if (x) {} } i(1); }\n', are: ['o 1', 'o.i 2'] },
  js: { text: 'function o() { const i = (x) => { if (x) {} }; i(1); }\n', are: ['o 1', 'o.i 2'] },
  go: { text: 'package a\nfunc o() { i := func(x bool) { if x {} }; i(true) }\n', are: ['o 1'] },
  rs: { text: 'fn o() { fn i(x: bool) { if x {} } i(true); }\n', are: ['o 1', 'o.i 2'] },
  java: {
    text: 'class A { void o() { class L { void i(boolean x) { if (x) {} } } new L().i(true); } }\n',
    are: ['A.o 1', 'A.o.L.i 2'],
  },
  kt: { text: 'fun o() { fun i(x: Boolean) { if (x) {} }\n i(true) }\n', are: ['o 1', 'o.i 2'] },
  scala: {
    text: 'object A { def o() = { def i(x: Boolean) = if (x) 1 else 2; i(true) } }\n',
    are: ['A.o 1', 'A.o.i 2'],
  },
  cs: { text: 'class A { void o() { void i(bool x) { if (x) {} } i(true); } }\n', are: ['A.o 1', 'A.o.i 2'] },
  cpp: { text: 'void o() { auto i = [](bool x) { if (x) {} }; i(true); }\n', are: ['o 1', 'o.i 2'] },
  rb: { text: 'def o\n  i = ->(x) { 1 if x }\n  i.call(1)\nend\n', are: ['o 1', 'o.i 2'] },
  php: { text: '<?php\nfunction o() { function i($x) { if ($x) {} } i(1); }\n', are: ['o 1', 'o.i 2'] },
  swift: { text: 'func o() { func i(_ x: Bool) { if x {} }\n i(true) }\n', are: ['o 1', 'o.i 2'] },
  hs: { text: 'module A where\no y = i y where\n  i x = if x then 1 else 2\n', are: ['o 1', 'o.i 2'] },
  lua: { text: 'function o() local function i(x) if x then end end i(1) end\n', are: ['o 1', 'o.i 2'] },
  sh: { text: 'o() {\n  i() { if x; then y; fi; }\n  i\n}\n', are: ['o 1', 'o.i 2'] },
};

interface Decorated {
  text: string;
  name: string;
  /** As they are written. */
  decorators: string[];
  /** Where the definition itself begins. */
  line: number;
}

const DECORATED: Record<string, Decorated> = {
  py: { text: '@d(1)\n@e\ndef f(): pass\n', name: 'f', decorators: ['@d(1)', '@e'], line: 3 },
  ts: { text: '@d(1)\n@e\nclass F {}\n', name: 'F', decorators: ['@d(1)', '@e'], line: 3 },
  js: { text: '@d(1)\nclass F {}\n', name: 'F', decorators: ['@d(1)'], line: 2 },
  java: { text: 'class A {\n@D(1)\n@E\nvoid f() {} }\n', name: 'f', decorators: ['@D(1)', '@E'], line: 4 },
  kt: { text: '@D(1)\n@E\nfun f() {}\n', name: 'f', decorators: ['@D(1)', '@E'], line: 3 },
  scala: { text: '@D(1)\n@E\nclass F\n', name: 'F', decorators: ['@D(1)', '@E'], line: 3 },
  cs: { text: 'class A {\n[D(1)]\n[E]\nvoid F() {} }\n', name: 'F', decorators: ['[D(1)]', '[E]'], line: 4 },
  php: { text: '<?php\n#[D(1)]\n#[E]\nfunction f() {}\n', name: 'f', decorators: ['#[D(1)]', '#[E]'], line: 4 },
  rs: { text: '#[d(1)]\n#[e]\nfn f() {}\n', name: 'f', decorators: ['#[d(1)]', '#[e]'], line: 3 },
  swift: { text: '@d(1)\n@e\nfunc f() {}\n', name: 'f', decorators: ['@d(1)', '@e'], line: 3 },
  cpp: { text: '[[nodiscard]]\nint f() { return 1; }\n', name: 'f', decorators: ['[[nodiscard]]'], line: 2 },
  c: { text: '[[nodiscard]]\nint f(void) { return 1; }\n', name: 'f', decorators: ['[[nodiscard]]'], line: 2 },
};

/** `A.u` makes an object of a class without a name, whose method `run` calls `A.g`. */
const ANONYMOUS: Record<string, string> = {
  java: 'class A { void g() {} void u() { Runnable r = new Runnable() { public void run() { g(); } }; } }\n',
  kt: 'class A { fun g() {}\n fun u() { val r = object : Runnable { override fun run() { g() } } } }\n',
  scala: 'class A { def g() = 1\n def u() = { val r = new Runnable { def run() = g() } } }\n',
  php: '<?php\nclass A { static function g() {} function u() { $r = new class { function run() { A::g(); } }; } }\n',
  ts: 'class A { static g() {} u() { return new (class { run() { A.g(); } })(); } }\n',
  js: 'class A { static g() {} u() { return new (class { run() { A.g(); } })(); } }\n',
  rb: 'class A\n  def self.g; end\n  def u\n    Class.new { def run; A.g; end }\n  end\nend\n',
};

describe('nodes in every language', () => {
  for (const [of, { text, are }] of Object.entries(INNER)) {
    it(`${of}: a function in a function has its own name and complexity, and is called`, async () => {
      const { nodes, calls } = await graphOf({ [`a.${of}`]: text });
      const found = nodes.flatMap((node) =>
        node.label === 'Function' ? [`${node.qualified_name} ${node.complexity}`] : [],
      );
      assert.deepEqual(found.sort(), [...are].sort());
      const [outer, inner] = are.map((one) => one.slice(0, one.indexOf(' ')));
      if (inner !== undefined) assert.ok(calls.includes(`a.${of}#${outer} -> a.${of}#${inner}`), calls.join('\n'));
    });
  }
  for (const [of, { text, name, decorators, line }] of Object.entries(DECORATED)) {
    it(`${of}: a decorated definition keeps its line and its decorators`, async () => {
      const { nodes } = await graphOf({ [`a.${of}`]: text });
      const found = nodes.find((node) => node.name === name && node.label !== 'File');
      assert.ok(found?.label === 'Function' || found?.label === 'Class', 'there is a node');
      assert.deepEqual([found.decorators, found.line_number], [decorators, line]);
    });
  }
  for (const [of, text] of Object.entries(ANONYMOUS)) {
    it(`${of}: a method of an anonymous class is that class’s`, async () => {
      const { calls, all } = await graphOf({ [`a.${of}`]: text });
      const call = calls.find((one) => one.endsWith(`run -> a.${of}#A.g`));
      assert.ok(call !== undefined, calls.join('\n'));
      assert.notEqual(call, `a.${of}#A.run -> a.${of}#A.g`);
      assert.ok(!all.includes(`CONTAINS a.${of}#A -> a.${of}#A.run`));
    });
  }
});
