/** Elements of containers, taken apart in each language's way: pairs of loops, slices, spread items, comprehensions. */
import { casesOf, runCases } from './cases.ts';

runCases(
  'pairs of a loop',
  casesOf('give each part what its container holds', {
    Python: {
      files: {
        'a.py':
          'class Dog:\n    def bark(self): pass\nclass Cat:\n    def meow(self): pass\n' +
          'def items(d: dict[str, Dog]):\n    for k, v in d.items(): v.bark()\n' +
          'def keys(d: dict[Cat, Dog]):\n    for k, v in sorted(d.items()): k.meow()\n' +
          'def nested(d: dict[str, list[Dog]]):\n    for k, vs in d.items():\n        for v in vs: v.bark()\n' +
          'def counted(l: list[Dog]):\n    for i, d in enumerate(l): d.bark(); i.bark()\n' +
          'def zipped(l: list[Dog], m: list[Cat]):\n    for a, b in zip(l, m): b.meow(); b.bark()\n' +
          'def both(l: dict[str, Dog]):\n    for i, (k, v) in enumerate(l.items()): v.bark()\n' +
          'class Kennel:\n    def __init__(self): self.dogs = {}\n    def add(self, n): self.dogs[n] = Dog()\n' +
          '    def run(self):\n        for n, d in self.dogs.items(): d.bark(); n.bark()\n',
      },
      calls: [
        'a.py#items -> a.py#Dog.bark',
        'a.py#keys -> a.py#Cat.meow',
        'a.py#nested -> a.py#Dog.bark',
        'a.py#counted -> a.py#Dog.bark',
        'a.py#zipped -> a.py#Cat.meow',
        'a.py#both -> a.py#Dog.bark',
        'a.py#Kennel.add -> a.py#Dog',
        'a.py#Kennel.run -> a.py#Dog.bark',
      ],
      only: true,
    },
    TypeScript: {
      files: {
        'a.ts':
          'class Dog { bark() {} }\nclass Cat { meow() {} }\n' +
          'function map(m: Map<Cat, Dog>) { for (const [k, d] of m) { d.bark(); k.meow(); } }\n' +
          'function entries(m: Map<string, Dog>) { for (const [, d] of m.entries()) d.bark(); }\n' +
          'function each(m: Map<Cat, Dog>) { m.forEach((d) => d.bark()); }\n' +
          'function places(l: Dog[]) { for (const [i, d] of l.entries()) d.bark(); }\n' +
          'function table(o: Record<string, Dog>) { for (const [k, d] of Object.entries(o)) d.bark(); }\n' +
          'function values(o: Record<string, Dog>) { Object.values(o).forEach((d) => d.bark()); }\n' +
          'function mapped(o: Record<string, Dog>) { Object.entries(o).map(([k, d]) => d.bark()); }\n' +
          'function copied(l: Dog[]) { [...l][0].bark(); Array.from(l).map((d) => d.bark()); }\n',
      },
      calls: [
        'a.ts#map -> a.ts#Dog.bark',
        'a.ts#map -> a.ts#Cat.meow',
        'a.ts#entries -> a.ts#Dog.bark',
        'a.ts#each -> a.ts#Dog.bark',
        'a.ts#places -> a.ts#Dog.bark',
        'a.ts#table -> a.ts#Dog.bark',
        'a.ts#values -> a.ts#Dog.bark',
        'a.ts#mapped -> a.ts#Dog.bark',
        'a.ts#copied -> a.ts#Dog.bark',
      ],
      only: true,
    },
    Rust: {
      files: {
        'src/lib.rs':
          'use std::collections::HashMap;\nstruct Dog; impl Dog { fn bark(&self) {} }\nstruct Cat; impl Cat { fn meow(&self) {} }\n' +
          'fn direct(m: &HashMap<Cat, Dog>) { for (c, d) in m { d.bark(); c.meow(); } }\n' +
          'fn iter(m: &HashMap<String, Dog>) { for (_, d) in m.iter() { d.bark(); } }\n' +
          'fn counted(m: &[Dog]) { for (i, d) in m.iter().enumerate() { d.bark(); i.bark(); } }\n' +
          'fn zipped(m: &[Cat], n: &[Dog]) { for (a, d) in m.iter().zip(n) { d.bark(); a.bark(); } }\n' +
          'fn closure(m: Vec<Dog>) { m.into_iter().enumerate().map(|(i, d)| d.bark()); }\n' +
          'fn values(m: HashMap<String, Dog>) { for d in m.values() { d.bark(); } }\n' +
          'fn found(m: &HashMap<String, Dog>) { if let Some(d) = m.get("a") { d.bark(); } }\n',
      },
      calls: [
        'src/lib.rs#direct -> src/lib.rs#Dog.bark',
        'src/lib.rs#direct -> src/lib.rs#Cat.meow',
        'src/lib.rs#iter -> src/lib.rs#Dog.bark',
        'src/lib.rs#counted -> src/lib.rs#Dog.bark',
        'src/lib.rs#zipped -> src/lib.rs#Dog.bark',
        'src/lib.rs#closure -> src/lib.rs#Dog.bark',
        'src/lib.rs#values -> src/lib.rs#Dog.bark',
        'src/lib.rs#found -> src/lib.rs#Dog.bark',
      ],
      only: true,
    },
    Ruby: {
      files: {
        'a.rb':
          'class Dog; def bark; end; end\nclass Kennel\n  def initialize; @dogs = []; @names = {}; end\n' +
          '  def add(n); @dogs << Dog.new; @names[n] = Dog.new; end\n' +
          '  def each; @dogs.each { |d| d.bark }; end\n' +
          '  def pairs; @names.each { |k, d| d.bark }; end\n' +
          '  def names; @names.each { |k, d| k.bark }; end\n' +
          '  def values; @names.values.each { |d| d.bark }; end\n' +
          '  def later; @dogs[1..].each { |d| d.bark }; end\nend\n',
      },
      calls: [
        'a.rb#Kennel.add -> a.rb#Dog',
        'a.rb#Kennel.each -> a.rb#Dog.bark',
        'a.rb#Kennel.pairs -> a.rb#Dog.bark',
        'a.rb#Kennel.values -> a.rb#Dog.bark',
        'a.rb#Kennel.later -> a.rb#Dog.bark',
      ],
      only: true,
    },
    Go: {
      files: {
        'a.go':
          'package a\ntype Dog struct{}\nfunc (d *Dog) Bark() {}\n' +
          'func received(ch chan *Dog) { for d := range ch { d.Bark() } }\n' +
          'func keys(m map[*Dog]bool) { for d := range m { d.Bark() } }\n' +
          'func places(l []*Dog) { for i := range l { i.Bark() } }\n' +
          'func appended(l []*Dog) { x := append(l[:1], l[2:]...); x[0].Bark() }\n',
      },
      calls: ['a.go#received -> a.go#Dog.Bark', 'a.go#keys -> a.go#Dog.Bark', 'a.go#appended -> a.go#Dog.Bark'],
      only: true,
    },
    PHP: {
      files: {
        'a.php':
          '<?php\nclass Dog { function bark() {} }\nclass Kennel {\n  /** @var Dog[] */ private array $dogs = [];\n' +
          '  function some() { foreach (array_filter($this->dogs) as $d) $d->bark(); }\n}\n',
      },
      calls: ['a.php#Kennel.some -> a.php#Dog.bark'],
      only: true,
    },
  }),
);

runCases(
  'slices',
  casesOf('have the elements of what they are cut from, and are no element', {
    Python: {
      files: {
        'a.py':
          'def f(): pass\ndef g(): pass\ndef h(): pass\nl = [f, g, h]\n' +
          'def third(): l[1:3][1]()\ndef first(): l[:2][0]()\ndef whole(): l[:][1]()\n' +
          'def loop():\n    for x in l[1:]: x()\n' +
          'class Dog:\n    def bark(self): pass\n    def copy(self): pass\n' +
          'def typed(d: list[Dog]):\n    d[1:][0].bark()\n    d[1:].copy()\n',
      },
      calls: [
        'a.py#third -> a.py#h',
        'a.py#first -> a.py#f',
        'a.py#whole -> a.py#g',
        'a.py#loop -> a.py#f',
        'a.py#loop -> a.py#g',
        'a.py#loop -> a.py#h',
        'a.py#typed -> a.py#Dog.bark',
      ],
      only: true,
    },
    Rust: {
      files: {
        'src/lib.rs':
          'struct Dog; impl Dog { fn bark(&self) {} fn len(&self) {} }\n' +
          'fn rest(d: &[Dog]) { let r = &d[1..]; r.len(); for x in r { x.bark(); } }\n',
      },
      calls: ['src/lib.rs#rest -> src/lib.rs#Dog.bark'],
      only: true,
    },
  }),
);

runCases('collections made of others', [
  {
    it: 'Python: spread lists and dictionaries, |, + and dict() keep what is in them',
    files: {
      'a.py':
        'def f(): pass\ndef g(): pass\nbase = {"x": f}\nnamed = dict(a=f)\nfilled = {**base, "y": g}\nmerged = base | {"z": g}\nover = {**base, "x": g}\n' +
        'l = [f]\ndef c1(): named["a"]()\ndef c2(): filled["x"]()\ndef c3(): merged["z"]()\ndef c4(): merged["x"]()\ndef c5(): over["x"]()\n' +
        'def c6(): [*l, g][-1]()\ndef c7(): (l + [g])[0]()\ndef c8(): dict(base, k=g)["x"]()\n',
    },
    calls: [
      'a.py#c1 -> a.py#f',
      'a.py#c2 -> a.py#f',
      'a.py#c3 -> a.py#g',
      'a.py#c4 -> a.py#f',
      'a.py#c5 -> a.py#g',
      'a.py#c6 -> a.py#g',
      'a.py#c7 -> a.py#f',
      'a.py#c7 -> a.py#g',
      'a.py#c8 -> a.py#f',
    ],
    only: true,
  },
  {
    it: 'Python: a comprehension has its item at every place and under every key',
    files: {
      'a.py':
        'class Dog:\n    def bark(self): pass\ndef f(xs):\n    [Dog() for x in xs][1].bark()\n' +
        'def g(xs):\n    {x: Dog() for x in xs}["a"].bark()\n',
    },
    calls: ['a.py#f -> a.py#Dog.bark', 'a.py#g -> a.py#Dog.bark'],
  },
  {
    it: 'JavaScript: a computed key is nothing spread',
    files: {
      'a.js':
        'const KEY = Symbol();\nfunction f() {}\nf.inner = function inner() {};\nconst base = { run() {} };\n' +
        'const o = { ...base, [KEY]: f };\nfunction a() { o.run(); o.inner(); }\n',
    },
    calls: ['a.js#a -> a.js#base.run'],
    not: [/a.js#a -> a.js#.*inner/],
  },
]);

runCases(
  'cases of an enum',
  casesOf('are what its own members give that nobody writes', {
    Java: {
      files: {
        'A.java':
          'import java.util.Arrays;\nenum Color {\n  RED;\n  void label() {}\n  static Color[] all() { return values(); }\n}\nclass Plain { static void is() {} }\n' +
          'class Use {\n  void every() { for (var c : Color.values()) c.label(); }\n  void one() { Color.valueOf("RED").label(); }\n' +
          '  void streamed() { Arrays.stream(Color.values()).forEach(c -> c.label()); }\n' +
          '  void none() { for (var p : Plain.values()) p.is(); }\n}\n',
      },
      calls: ['every', 'one', 'streamed'].map((name) => `A.java#Use.${name} -> A.java#Color.label`),
    },
    Kotlin: {
      files: {
        'a.kt':
          'enum class Color { RED; fun label() = 1 }\nfun every() { for (c in Color.values()) c.label() }\nfun read() { Color.entries.forEach { it.label() } }\nfun one() { Color.valueOf("RED").label() }\n',
      },
      calls: ['every', 'read', 'one'].map((name) => `a.kt#${name} -> a.kt#Color.label`),
    },
    Scala: {
      files: {
        'a.scala':
          'enum Color { case Red; def label(): Int = 1 }\nobject Use {\n  def every() = for (c <- Color.values) c.label()\n  def one() = Color.valueOf("Red").label()\n}\n',
      },
      calls: ['every', 'one'].map((name) => `a.scala#Use.${name} -> a.scala#Color.label`),
    },
    Swift: {
      files: {
        'a.swift':
          'enum Color: CaseIterable { case red; func label() {} }\nfunc every() { for c in Color.allCases { c.label() } }\nfunc each() { Color.allCases.forEach { $0.label() } }\n',
      },
      calls: ['every', 'each'].map((name) => `a.swift#${name} -> a.swift#Color.label`),
    },
    PHP: {
      files: {
        'a.php':
          "<?php\nenum Color: string { case Red = 'r'; public function label() {} }\nfunction every() { foreach (Color::cases() as $c) { $c->label(); } }\nfunction one() { Color::from('r')->label(); Color::tryFrom('r')?->label(); }\n",
      },
      calls: ['every', 'one'].map((name) => `a.php#${name} -> a.php#Color.label`),
    },
  }),
);
