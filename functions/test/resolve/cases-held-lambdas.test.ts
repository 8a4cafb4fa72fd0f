/**
 * A function without a name of its own is the function of what holds it, a constant, a field or a local variable: the
 * calls in it are its own, and a call by that name, or by the member that runs it, is a call of it.
 */
import assert from 'node:assert/strict';
import { graphOf } from '../support/graph-of.ts';
import { casesOf, runCases, type Sample } from './cases.ts';

const HELD: Record<string, Sample> = {
  Python: {
    files: {
      'a.py': 'def g(): pass\nclass C:\n    m = lambda self: self.n()\n    def n(self): g()\ndef u(c: C): c.m()\n',
    },
    calls: ['a.py#C.m -> a.py#C.n', 'a.py#C.n -> a.py#g', 'a.py#u -> a.py#C.m'],
    only: true,
  },
  Kotlin: {
    files: {
      'a.kt':
        'fun g() = 1\nval f = { g() }\nval t: (Int) -> Int = { x -> g() }\nval n = fun(x: Int): Int { return g() }\n' +
        'class C { val m = { g() } }\n' +
        'fun u(c: C) {\n val h: () -> Int = { g() }\n h()\n f()\n t(1)\n n(1)\n c.m.invoke()\n}\n',
    },
    calls: [
      'a.kt#f -> a.kt#g',
      'a.kt#t -> a.kt#g',
      'a.kt#n -> a.kt#g',
      'a.kt#C.m -> a.kt#g',
      'a.kt#u.h -> a.kt#g',
      'a.kt#u -> a.kt#u.h',
      'a.kt#u -> a.kt#f',
      'a.kt#u -> a.kt#t',
      'a.kt#u -> a.kt#n',
      'a.kt#u -> a.kt#C.m',
    ],
    only: true,
  },
  Scala: {
    files: {
      'a.scala':
        'object O {\n  def g(): Int = 1\n  val f = () => g()\n  var t: Int => Int = x => g()\n' +
        '  val p: PartialFunction[Int, Int] = { case 1 => g() }\n  def run(k: () => Int): Unit = ()\n' +
        '  def u(): Unit = {\n    val h = () => g()\n    h()\n    t(1)\n    p(1)\n    f.apply()\n  }\n  def v(): Unit = run(f)\n}\n',
    },
    calls: [
      'a.scala#O.f -> a.scala#O.g',
      'a.scala#O.t -> a.scala#O.g',
      'a.scala#O.p -> a.scala#O.g',
      'a.scala#O.u.h -> a.scala#O.g',
      'a.scala#O.u -> a.scala#O.u.h',
      'a.scala#O.u -> a.scala#O.t',
      'a.scala#O.u -> a.scala#O.p',
      'a.scala#O.u -> a.scala#O.f',
      // `f` without parentheses is the function, where a method without parameters would be run.
      'a.scala#O.v -> a.scala#O.run',
    ],
    only: true,
  },
  'C#': {
    files: {
      'a.cs':
        'class C {\n  static int G() { return 1; }\n  static Func<int> f = () => G();\n' +
        '  Func<int, int> s = x => G(), t = delegate(int x) { return G(); };\n  Func<int> P { get; } = () => G();\n' +
        '  void U() { Func<int> h = () => G(); var k = (int x) => { return G(); }; h(); k(1); f(); s(1); this.t(1); P(); }\n' +
        '  void I() { f.Invoke(); }\n}\n',
    },
    calls: [
      ...['f', 's', 't', 'P', 'U.h', 'U.k'].map((name) => `a.cs#C.${name} -> a.cs#C.G`),
      ...['f', 's', 't', 'P', 'U.h', 'U.k'].map((name) => `a.cs#C.U -> a.cs#C.${name}`),
      'a.cs#C.I -> a.cs#C.f',
    ],
    only: true,
  },
  Java: {
    files: {
      'A.java':
        'class A {\n  static void g() {}\n  static Runnable r = () -> g();\n  final IntUnaryOperator s = x -> { g(); return x; }, t = x -> x;\n' +
        '  void u() { Runnable h = () -> g(); h.run(); r.run(); this.s.applyAsInt(1); t.applyAsInt(2); K.R.run(); }\n}\n' +
        'interface K { Runnable R = () -> A.g(); }\n',
    },
    calls: [
      ...['A.r', 'A.s', 'A.u.h', 'K.R'].map((name) => `A.java#${name} -> A.java#A.g`),
      ...['A.u.h', 'A.r', 'A.s', 'A.t', 'K.R'].map((name) => `A.java#A.u -> A.java#${name}`),
    ],
    only: true,
  },
  PHP: {
    files: {
      'a.php':
        '<?php\nfunction g() {}\n$f = function () { g(); };\n$t = static fn ($x) => g();\n' +
        'function u() { $h = fn () => g(); $h(); }\n$f();\n$t(1);\n',
    },
    calls: [
      ...['$f', '$t', 'u.$h'].map((name) => `a.php#${name} -> a.php#g`),
      'a.php#u -> a.php#u.$h',
      'a.php -> a.php#$f',
      'a.php -> a.php#$t',
    ],
    only: true,
  },
  Rust: {
    files: {
      'a.rs':
        'fn g() -> i32 { 1 }\nfn u() {\n    let h = || g();\n    let t: fn(i32) -> i32 = |x| g();\n    h();\n    t(1);\n}\n',
    },
    calls: [
      ...['u.h', 'u.t'].map((name) => `a.rs#${name} -> a.rs#g`),
      ...['u.h', 'u.t'].map((name) => `a.rs#u -> a.rs#${name}`),
    ],
    only: true,
  },
};

runCases('functions by the name of what holds them', casesOf('a lambda that is held', HELD));

runCases('variables beside methods of their name', [
  {
    it: 'Java: calls the method, though a field or a variable has its name',
    files: {
      'A.java':
        'class A {\n  Runnable close = () -> {};\n  void close() {}\n  void u() { close(); }\n  void v() { Runnable w = () -> {}; w.run(); }\n' +
        '  void w() {}\n}\nclass B { void m() { Runnable n = () -> {}; n(); } }\n',
    },
    calls: ['A.java#A.u -> A.java#A.close~2', 'A.java#A.v -> A.java#A.v.w'],
    only: true,
  },
  {
    it: 'Java: calls what the interface declares that a lambda stands for',
    files: {
      'A.java':
        'interface Shape { double area(); }\nclass A {\n  Shape unit = () -> 1.0;\n' +
        '  void u() { unit.area(); }\n  void v() { Shape s = () -> 2.0; s.area(); }\n}\n',
    },
    calls: ['A.java#A.u -> A.java#Shape.area', 'A.java#A.v -> A.java#Shape.area'],
    only: true,
  },
]);

describe('nodes of methods and lambdas of one name', () => {
  for (const [path, text] of [
    ['A.java', 'class A {\n  Runnable close = () -> {};\n  void close() {}\n  void u() { close(); }\n}\n'],
    ['a.kt', 'class A {\n  val close = { 1 }\n  fun close() = 2\n  fun u() { close() }\n}\n'],
  ] as const) {
    it(`${path}: the call reaches the method, in the line below the field`, async () => {
      const graph = await graphOf({ [path]: text });
      const called = graph.nodes.filter(({ id }) => graph.edges.some(({ type, to }) => type === 'CALLS' && to === id));
      assert.deepEqual(
        called.map((node) => ('line_number' in node ? node.line_number : undefined)),
        [3],
      );
    });
  }
});
