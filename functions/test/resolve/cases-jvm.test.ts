/** Java, Kotlin and Scala source → edges; the three may call each other. */
import { runCases } from './cases.ts';

runCases('Java calls', [
  {
    it: 'knows what a lambda takes that stands for an interface with one method',
    files: {
      'A.java':
        'class Ev { void type() {} void name() {} }\ninterface Pub<T> { void on(Consumer<T> c); }\n' +
        'interface Consumer<T> { void take(T event); default void log() {} boolean equals(Object o); }\n' +
        'interface Two { void a(Ev e); void b(Ev e); }\n' +
        'interface Hedge extends Pub<Ev> { Hedge done(Consumer<Ev> c); void two(Two t); }\n' +
        'class T { void f(Hedge h) { h.done(e -> e.type()); h.on(e -> e.name()); } void g(Hedge h) { h.two(e -> e.type()); } }\n',
      'a.kt':
        'class Dog { fun bark() {} }\nfun interface Walk { fun go(dog: Dog) }\nfun walk(w: Walk) {}\nfun f() { walk { it.bark() } }\n',
    },
    calls: [
      'A.java#T.f -> A.java#Hedge.done',
      'A.java#T.f -> A.java#Ev.type',
      'A.java#T.f -> A.java#Pub.on',
      'A.java#T.f -> A.java#Ev.name',
      'A.java#T.g -> A.java#Hedge.two',
      'a.kt#f -> a.kt#walk',
      'a.kt#f -> a.kt#Dog.bark',
    ],
    only: true,
  },
  {
    it: 'gives methods of anonymous classes to those, and their calls to the class around',
    files: {
      'A.java':
        'class A {\n  void g() {}\n  void u() { Runnable r = new Runnable() { public void run() { g(); } }; }\n}\n',
    },
    calls: ['A.java#A.u.<anonymous>.run -> A.java#A.g'],
    not: [/A\.java#A\.run/],
    only: true,
  },
  {
    it: 'follows packages, static imports, fields and inherited members',
    files: {
      'p/A.java':
        'package p;\nimport q.B;\nimport static q.B.st;\nclass A extends Base {\n  private B b = new B();\n  void u() { b.go(); this.b.go(); st(); inh(); super.inh(); C.make(); }\n}\n',
      'p/C.java': 'package p;\nclass C { static C make() { return null; } }\nclass Base { void inh() {} }\n',
      'q/B.java': 'package q;\npublic class B { public void go() {} public static void st() {} }\n',
    },
    calls: [
      'p/A.java#A.u -> q/B.java#B.go',
      'p/A.java#A.u -> q/B.java#B.st',
      'p/A.java#A.u -> p/C.java#Base.inh',
      'p/A.java#A.u -> p/C.java#C.make',
      'p/A.java -> q/B.java#B',
    ],
    edges: ['INHERITS p/A.java#A -> p/C.java#Base', 'IMPORTS p/A.java -> q/B.java'],
    only: true,
  },
  {
    it: 'tells overloads apart by count and kind of arguments',
    files: {
      'A.java':
        'class A {\n  void g() {}\n  void g(int x) {}\n  void g(String s) {}\n  void f() { g(); }\n  void h() { g("a"); }\n}\n',
    },
    calls: ['A.java#A.f -> A.java#A.g()', 'A.java#A.h -> A.java#A.g(String)'],
    only: true,
  },
  {
    it: 'takes a type parameter from a class literal and from the type arguments of what is given (Java)',
    files: {
      'A.java':
        'class Dog { void bark() {} }\nclass Key<T> {}\ninterface Injector { <T> T getInstance(Class<T> type); <T> T byKey(Key<T> key); <T> T first(java.util.List<T> xs); }\nclass Use {\n  Injector i;\n  void a() { i.getInstance(Dog.class).bark(); }\n  void b(Class<Dog> c) { i.getInstance(c).bark(); }\n  void c(Key<Dog> k) { i.byKey(k).bark(); }\n  void d(java.util.List<Dog> xs) { i.first(xs).bark(); Dog.class.getName(); }\n}\n',
    },
    calls: ['a', 'b', 'c', 'd'].map((name) => `A.java#Use.${name} -> A.java#Dog.bark`),
  },
  {
    it: 'gives the lambda behind the list to the last parameter (Kotlin)',
    files: {
      'a.kt':
        'package a\nclass Box { fun lift() {} }\nfun run1(flag: Boolean = false, name: String = "", block: Box.() -> Unit) {\n  block(Box())\n}\nfun f1() {\n  run1 { lift() }\n}\nfun f2() {\n  run1(true) { lift() }\n}\nfun f3() {\n  run1(name = "x") { lift() }\n}\nfun f4() {\n  run1(true, "x", { lift() })\n}\n',
    },
    calls: ['f1', 'f2', 'f3', 'f4'].flatMap((name) => [`a.kt#${name} -> a.kt#Box.lift`, `a.kt#${name} -> a.kt#run1`]),
  },
]);

runCases('Kotlin and Scala calls', [
  {
    it: 'binds an extension by the receiver’s type',
    files: { 'a.kt': 'fun String.fmt() = this\nfun fmt(x: Int) = x\nfun f(s: String) = s.fmt()\n' },
    calls: ['a.kt#f -> a.kt#String.fmt'],
    only: true,
  },
  {
    it: 'knows what a lambda has as this by a function type with an annotation',
    files: {
      'a.kt': `class BoxScope { fun align() {} }
fun Box(content: @Composable BoxScope.() -> Unit) {}
fun show() { Box { align() } }
`,
    },
    calls: ['a.kt#show -> a.kt#BoxScope.align', 'a.kt#show -> a.kt#Box'],
  },
  {
    it: 'reads constructor properties and companions',
    files: {
      'a.kt':
        'package k\n\nimport k.u.Util\n\nclass P(val u: Util) {\n  fun r() {\n    u.go()\n    Util.make().go()\n  }\n}\n',
      'u.kt': 'package k.u\n\nclass Util {\n  fun go() {}\n  companion object {\n    fun make() = Util()\n  }\n}\n',
    },
    calls: [
      'a.kt#P.r -> u.kt#Util.go',
      'a.kt#P.r -> u.kt#Util.Companion.make',
      'u.kt#Util.Companion.make -> u.kt#Util',
    ],
    only: true,
  },
  {
    it: 'calls from Kotlin into Java',
    files: {
      'J.java': 'package j;\npublic class J { public void run() {} }\n',
      'a.kt': 'package j\n\nfun f(j: J) {\n  j.run()\n}\n',
    },
    calls: ['a.kt#f -> J.java#J.run'],
    only: true,
  },
  {
    it: 'mixes in Scala traits and builds case classes without new',
    files: {
      'a.scala':
        'package s\n\ntrait T { def t(): Int = h(); def h(): Int }\nclass A extends T { def h() = 1; def r() = { t(); C(1).c() } }\ncase class C(x: Int) { def c() = 2 }\n',
    },
    calls: [
      'a.scala#T.t -> a.scala#T.h',
      'a.scala#A.r -> a.scala#T.t',
      'a.scala#A.r -> a.scala#C',
      'a.scala#A.r -> a.scala#C.c',
    ],
    edges: ['INHERITS a.scala#A -> a.scala#T'],
    only: true,
  },
  {
    it: 'knows a Scala class by what its methods do with its parameters, fields or not',
    files: {
      'a.scala':
        'trait Repo { def find(): Int = 1 }\nclass Service(repo: Repo, val all: List[Repo]) {\n  def one() = repo.find()\n  def each() = all.foreach(r => r.find())\n}\n',
    },
    calls: ['a.scala#Service.each -> a.scala#Repo.find', 'a.scala#Service.one -> a.scala#Repo.find'],
    only: true,
  },
  {
    it: 'takes what Mockito gives back for what it was given, and a name that nothing else has for one of a static import',
    files: {
      'a/Dog.java':
        'package a;\npublic class Dog {\n  public void bark() {}\n  public String name() { return ""; }\n}\n',
      'a/DogTest.java':
        'package a;\nimport static org.mockito.Mockito.*;\nimport static org.mockito.BDDMockito.then;\nimport org.mockito.Mockito;\nclass DogTest {\n' +
        '  void verified(Dog dog) { verify(dog, times(1)).bark(); }\n  void named(Dog dog) { Mockito.verify(dog).bark(); }\n' +
        '  void stubbed(Dog dog) { doNothing().when(dog).bark(); }\n  void spied(Dog dog) { var spy = spy(dog); spy.name(); }\n' +
        '  void said(Dog dog) { then(dog).should(never()).bark(); }\n  void own(Dog dog) { check(dog).bark(); }\n' +
        '  Object check(Dog dog) { return null; }\n}\n',
      'a/OwnTest.java':
        'package a;\nimport static org.mockito.Mockito.*;\nclass OwnTest {\n  void run(Dog dog) { verify(dog).bark(); }\n  String verify(Dog dog) { return null; }\n}\n',
    },
    calls: [
      'a/DogTest.java#DogTest.verified -> a/Dog.java#Dog.bark',
      'a/DogTest.java#DogTest.named -> a/Dog.java#Dog.bark',
      'a/DogTest.java#DogTest.stubbed -> a/Dog.java#Dog.bark',
      'a/DogTest.java#DogTest.spied -> a/Dog.java#Dog.name',
      'a/DogTest.java#DogTest.said -> a/Dog.java#Dog.bark',
      'a/DogTest.java#DogTest.own -> a/DogTest.java#DogTest.check',
      'a/OwnTest.java#OwnTest.run -> a/OwnTest.java#OwnTest.verify',
    ],
    only: true,
  },
  {
    it: 'means the supertype that super names (Kotlin)',
    files: {
      'a.kt':
        'interface I { fun m() {} }\ninterface J { fun m() {} }\nclass B : I, J { override fun m() { super<J>.m() } }\n',
    },
    calls: ['a.kt#B.m -> a.kt#J.m'],
    only: true,
  },
]);
