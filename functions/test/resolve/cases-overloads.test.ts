/** Overloads that stand apart: a class's own beside those of its supertypes, of extensions and of its companion. */
import { runCases } from './cases.ts';

runCases('overloads apart', [
  {
    it: "runs a supertype's overload where the class's own of that name takes another number of arguments (Java)",
    files: {
      'A.java': 'class A { A m(int x) { return this; } void z() {} }\n',
      'B.java': 'class B extends A { void m() {} void t() { m(1).z(); m(); } }\n',
    },
    calls: ['B.java#B.t -> A.java#A.m', 'B.java#B.t -> B.java#B.m', 'B.java#B.t -> A.java#A.z'],
    only: true,
  },
  {
    it: 'takes one that is overridden for one function (Java)',
    files: {
      'A.java': 'class A { void m(int x) {} void m(int x, int y) {} }\n',
      'B.java':
        'class B extends A { @Override void m(int x) {} void m() {} }\nclass T { void t(B b) { b.m(1); b.m(1, 2); b.m(); } }\n',
    },
    calls: ['B.java#T.t -> B.java#B.m(int)', 'B.java#T.t -> A.java#A.m(int,int)', 'B.java#T.t -> B.java#B.m()'],
    only: true,
  },
  {
    it: 'runs an extension where the method of that name takes other arguments (C#)',
    files: {
      'a.cs':
        'interface IV<T> { R Check(T t); }\nclass R { public void Z() {} }\nabstract class V<T> : IV<T> { public R Check(T t) => new R(); }\nclass P : V<int> {}\n' +
        'static class Ext { public static R Check<T>(this IV<T> v, T t, System.Action<Opts> o) => null; }\nclass Opts { public void All() {} }\n',
      'b.cs': 'class F { void Go(P p) { p.Check(1, o => o.All()).Z(); } }\n',
    },
    calls: ['b.cs#F.Go -> a.cs#Ext.Check', 'b.cs#F.Go -> a.cs#Opts.All', 'b.cs#F.Go -> a.cs#R.Z'],
    not: [/F\.Go -> a\.cs#V/],
  },
  {
    it: 'tells a function of the class from an extension that the class holds (Kotlin)',
    files: {
      'a.kt':
        'class S\nclass T {\n  fun go() { check("a", "b", "c") }\n  private fun check(k: String, a: String, b: String) {}\n  private fun S.check(i: Int, v: String) {}\n}\n',
    },
    calls: ['a.kt#T.go -> a.kt#T.check(String,String,String)'],
    only: true,
  },
  {
    it: 'lets what overrides take the default values of what it overrides (Kotlin)',
    files: {
      'a.kt':
        'abstract class A {\n  abstract fun make(p: String, must: Boolean = false)\n  fun make(n: Int, a: Int, b: Int) {}\n}\n' +
        'class B : A() {\n  override fun make(p: String, must: Boolean) {}\n}\nfun f(b: B) { b.make("x") }\n',
    },
    calls: ['a.kt#f -> a.kt#B.make'],
    not: [/a\.kt#f -> a\.kt#A/],
  },
  {
    it: "tells a class's method from its companion's of that name by their arguments (Scala)",
    files: {
      'a.scala':
        'case class Uri(p: String) { def resolve(r: Uri): Uri = Uri.resolve(this, r) }\nobject Uri { def resolve(b: Uri, r: Uri): Uri = b }\n',
    },
    calls: ['a.scala#Uri.resolve(Uri) -> a.scala#Uri.resolve(Uri,Uri)'],
    only: true,
  },
  {
    it: "hides the supertype's overloads behind the class's own (C++)",
    files: {
      'a.cpp': 'struct A { void m(int x, int y) {} };\nstruct B : A { void m(int x) {} };\nvoid f(B b) { b.m(1); }\n',
    },
    calls: ['a.cpp#f -> a.cpp#B.m'],
    only: true,
  },
]);
