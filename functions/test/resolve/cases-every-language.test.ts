/**
 * Faults that can occur in every language, in every language: a file's own function loses to a namesake elsewhere, an
 * argument becomes the callee, calls in a callback vanish, two functions on one line become one, decisions of an inner
 * function count for the outer.
 */
import assert from 'node:assert/strict';
import { graphOf } from '../support/graph-of.ts';

interface Sample {
  /** Extension of the files. */
  of: string;
  /** `m` calls `t`, which this file has and the other one, too. */
  own: [here: string, there: string];
  /** In `f`, `cb` is called with `r`; the other file defines `r` as a function. */
  argument: [here: string, there: string];
  /** `o` hands a function to something; that function calls `z`. Left out where functions are no values. */
  callback?: string;
  /** `a` decides once, `b` does not, on one line. */
  line: string;
  /** Qualifies the names, where functions are members: `A.` */
  within?: string;
}

const SAMPLES: Sample[] = [
  {
    of: 'py',
    own: ['def t(): return 1\ndef m(): return t()\n', 'def t(): return 2\n'],
    argument: ['def f(cb, x):\n    r = x\n    cb(r)\n', 'def r(): pass\n'],
    callback: 'def z(): pass\ndef o(xs): xs.each(lambda x: z())\n',
    line: 'class A:\n    def a(s, x): return 1 if x else 2\n    def b(s): return 1\n',
  },
  {
    of: 'ts',
    own: ['function t() {}\nfunction m() { t(); }\n', 'function t() {}\n'],
    argument: ['function f(cb: any, x: any) { const r = x; cb(r); }\n', 'export const r = () => 1;\n'],
    callback: 'function z() {}\nfunction o() { setTimeout(() => { z(); }, 1); }\n',
    line: 'function a(x: any) { if (x) {} } function b() {}\n',
  },
  {
    of: 'js',
    own: ['function t() {}\nfunction m() { t(); }\n', 'function t() {}\n'],
    argument: ['function f(cb, x) { const r = x; cb(r); }\n', 'const r = () => 1;\n'],
    callback: 'function z() {}\nfunction o() { setTimeout(function () { z(); }, 1); }\n',
    line: 'function a(x) { if (x) {} } function b() {}\n',
  },
  {
    of: 'go',
    own: ['package a\nfunc t() {}\nfunc m() { t() }\n', 'package b\nfunc t() {}\n'],
    argument: ['package a\nfunc f(cb func(int), x int) { r := x; cb(r) }\n', 'package a\nfunc r() {}\n'],
    callback: 'package a\nfunc z() {}\nfunc o() { run(func() { z() }) }\n',
    line: 'package a\nfunc a(x bool) { if x { } }; func b() { }\n',
  },
  {
    of: 'rs',
    own: ['fn t() {}\nfn m() { t(); }\n', 'fn t() {}\n'],
    argument: ['fn f(cb: fn(i32), x: i32) { let r = x; cb(r); }\n', 'pub fn r() {}\n'],
    callback: 'fn z() {}\nfn o(xs: Vec<i32>) { xs.iter().for_each(|x| { z(); }); }\n',
    line: 'fn a(x: bool) { if x {} } fn b() {}\n',
  },
  {
    of: 'java',
    within: 'A.',
    own: ['class A { static void t() {} static void m() { t(); } }\n', 'class B { static void t() {} }\n'],
    argument: [
      'class A { void f(Cb cb, int x) { int r = x; cb.run(r); } }\n',
      'class B { static int r() { return 1; } }\n',
    ],
    callback: 'class A { static void z() {} static void o(Runner q) { q.run(() -> { z(); }); } }\n',
    line: 'class A { void a(boolean x) { if (x) {} } void b() {} }\n',
  },
  {
    of: 'cpp',
    own: ['static void t() {}\nvoid m() { t(); }\n', 'static void t() {}\n'],
    argument: ['void f(void (*cb)(int), int x) { int r = x; cb(r); }\n', 'int r() { return 1; }\n'],
    callback: 'void z() {}\nvoid o(Runner& q) { q.run([] { z(); }); }\n',
    line: 'void a(bool x) { if (x) {} } void b() {}\n',
  },
  {
    of: 'c',
    own: ['static void t(void) {}\nvoid m(void) { t(); }\n', 'static void t(void) {}\n'],
    argument: ['void f(void (*cb)(int), int x) { int r = x; cb(r); }\n', 'int r(void) { return 1; }\n'],
    line: 'void a(int x) { if (x) {} } void b(void) {}\n',
  },
  {
    of: 'cs',
    within: 'A.',
    own: ['class A { static void t() {} static void m() { t(); } }\n', 'class B { static void t() {} }\n'],
    argument: [
      'class A { void f(Cb cb, int x) { var r = x; cb(r); } }\n',
      'class B { static int r() { return 1; } }\n',
    ],
    callback: 'class A { static void z() {} static void o(Runner q) { q.Run(() => { z(); }); } }\n',
    line: 'class A { void a(bool x) { if (x) {} } void b() {} }\n',
  },
  {
    of: 'rb',
    own: ['def t\n  1\nend\ndef m\n  t\nend\n', 'def t\n  2\nend\n'],
    argument: ['def f(cb, x)\n  r = x\n  cb.call(r)\nend\n', 'def r\n  1\nend\n'],
    callback: 'def z\nend\ndef o(xs)\n  xs.each { |x| z }\nend\n',
    line: 'def a(x); if x then 1 end; end; def b; end\n',
  },
  {
    of: 'php',
    own: ['<?php\nnamespace A;\nfunction t() {}\nfunction m() { t(); }\n', '<?php\nnamespace B;\nfunction t() {}\n'],
    argument: ['<?php\nfunction f($cb, $x) { $r = $x; $cb($r); }\n', '<?php\nfunction r() {}\n'],
    callback: '<?php\nfunction z() {}\nfunction o($q) { $q->run(function () { z(); }); }\n',
    line: '<?php\nfunction a($x) { if ($x) {} } function b() {}\n',
  },
  {
    of: 'swift',
    own: ['private func t() {}\nfunc m() { t() }\n', 'private func t() {}\n'],
    argument: ['func f(cb: (Int) -> Void, x: Int) { let r = x; cb(r) }\n', 'func r() {}\n'],
    callback: 'func z() {}\nfunc o(q: Runner) { q.run { z() } }\n',
    line: 'func a(x: Bool) { if x {} }; func b() {}\n',
  },
  {
    of: 'kt',
    own: ['package a\nprivate fun t() {}\nfun m() { t() }\n', 'package b\nprivate fun t() {}\n'],
    argument: ['fun f(cb: (Int) -> Unit, x: Int) { val r = x; cb(r) }\n', 'fun r() {}\n'],
    callback: 'fun z() {}\nfun o(q: Runner) { q.run { z() } }\n',
    line: 'fun a(x: Boolean) { if (x) {} }; fun b() {}\n',
  },
  {
    of: 'scala',
    within: 'A.',
    own: ['object A { def t() = 1\n def m() = t() }\n', 'object B { def t() = 2 }\n'],
    argument: ['object A { def f(cb: Int => Unit, x: Int) = { val r = x; cb(r) } }\n', 'object B { def r() = 1 }\n'],
    callback: 'object A { def z() = 1\n def o(q: Runner) = q.run(() => z()) }\n',
    line: 'object A { def a(x: Boolean) = if (x) 1 else 2; def b() = 1 }\n',
  },
  {
    of: 'hs',
    own: ['module A where\nt x = x\nm y = t y\n', 'module B where\nt x = x\n'],
    argument: ['module A where\nimport B\nf cb r = cb r\n', 'module B where\nr x = x\n'],
    callback: 'module A where\nz x = x\no xs = map (\\x -> z x) xs\n',
    line: 'module A where\na x = if x then 1 else 2; b y = y\n',
  },
  {
    of: 'lua',
    own: ['local function t() end\nlocal function m() t() end\n', 'local function t() end\n'],
    argument: ['local function f(cb, x) local r = x; cb(r) end\n', 'function r() end\n'],
    callback: 'local function z() end\nlocal function o(q) q.run(function() z() end) end\n',
    line: 'function a(x) if x then end end function b() end\n',
  },
  {
    of: 'sh',
    own: ['t() { :; }\nm() { t; }\n', 't() { :; }\n'],
    argument: ['f() { cb r; }\ncb() { :; }\n', 'r() { :; }\n'],
    line: 'a() { if x; then y; fi; }; b() { :; }\n',
  },
];

describe('faults that any language can have', () => {
  for (const { of, own, argument, callback, line, within = '' } of SAMPLES) {
    const [here, there] = [`a.${of}`, `b.${of}`];

    it(`${of}: a file's own function comes before a namesake`, async () => {
      const { calls } = await graphOf({ [here]: own[0], [there]: own[1] });
      assert.deepEqual(calls, [`${here}#${within}m -> ${here}#${within}t`]);
    });

    it(`${of}: an argument is not called`, async () => {
      const { calls } = await graphOf({ [here]: argument[0], [there]: argument[1] });
      assert.deepEqual(
        calls.filter((call) => call.endsWith('r')),
        [],
      );
    });

    if (callback !== undefined)
      it(`${of}: what a callback calls is called by the function around it`, async () => {
        const { calls } = await graphOf({ [here]: callback });
        assert.ok(calls.includes(`${here}#${within}o -> ${here}#${within}z`), calls.join('\n'));
      });

    it(`${of}: two functions on one line have their own complexity`, async () => {
      const { nodes } = await graphOf({ [here]: line });
      const scores = nodes.flatMap(({ label, name, complexity }) =>
        label === 'Function' ? [`${name} ${complexity}`] : [],
      );
      assert.deepEqual(scores, ['a 2', 'b 1']);
    });
  }
});

/** A class under another name is built as itself, and has its members. */
const ALIASES: [extension: string, text: string][] = [
  [
    'cpp',
    'struct Dog { void bark() {} };\nusing Hound = Dog;\nvoid f() { Hound h; auto p = new Hound(); p->bark(); }\n',
  ],
  ['kt', 'class Dog { fun bark() {} }\ntypealias Hound = Dog\nfun f() { Hound().bark() }\n'],
  ['swift', 'class Dog { func bark() {} }\ntypealias Hound = Dog\nfunc f() { Hound().bark() }\n'],
  ['go', 'package a\ntype Dog struct{}\nfunc (d Dog) bark() {}\ntype Hound = Dog\nfunc f() { Hound{}.bark() }\n'],
  ['rs', 'struct Dog;\nimpl Dog { fn bark(&self) {} }\ntype Hound = Dog;\nfn f() { let h = Hound {}; h.bark(); }\n'],
  ['scala', 'class Dog { def bark() = 1 }\nobject O {\n  type Hound = Dog\n  def f() = new Hound().bark()\n}\n'],
];

describe('aliases of classes in every language', () => {
  for (const [extension, text] of ALIASES) {
    it(`${extension}: what is built is the class`, async () => {
      const { calls } = await graphOf({ [`a.${extension}`]: text });
      const called = calls.map((call) => call.replace(/.* -> .*#/, ''));
      assert.deepEqual(called, ['Dog', 'Dog.bark']);
    });
  }
});
