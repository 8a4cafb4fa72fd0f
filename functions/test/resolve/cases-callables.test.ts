/** Functions as values in each language's way: lambdas in fields, callable pairs, method objects, what others run for us. */
import { casesOf, runCases } from './cases.ts';

runCases(
  'functions that others run',
  casesOf('are called where they are given to a function that runs them at once', {
    Python: {
      files: {
        'a.py':
          'class Dog:\n    def bark(self): pass\ndef make(x): return Dog()\ndef fits(x): x.bark()\n' +
          'def m(xs):\n    for d in map(make, xs): d.bark()\n' +
          'def f(xs: list[Dog]): return filter(fits, xs)\n' +
          'def none(x): return x.constructor(make), sorted(x, key=make)\n',
      },
      calls: [
        'a.py#make -> a.py#Dog',
        'a.py#m -> a.py#make',
        'a.py#m -> a.py#Dog.bark',
        'a.py#f -> a.py#fits',
        'a.py#fits -> a.py#Dog.bark',
      ],
      only: true,
    },
    'Python, with a map of its own': {
      files: { 'a.py': 'def map(f, xs): return xs\ndef g(x): pass\ndef m(xs): map(g, xs)\n' },
      calls: ['a.py#m -> a.py#map'],
      only: true,
    },
    PHP: {
      files: {
        'a.php':
          '<?php\nclass Dog { function bark() {} }\nclass K {\n' +
          "  function direct() { call_user_func([$this, 'run'], new Dog()); }\n" +
          "  function mapped() { array_map([$this, 'each'], [new Dog()]); }\n" +
          "  function sorted($x) { usort($x, [$this, 'cmp']); }\n" +
          "  function onClass() { call_user_func([self::class, 'stat']); call_user_func([K::class, 'other']); }\n" +
          "  function held() { $f = [$this, 'cmp']; $f(1, 2); }\n" +
          "  function list() { foreach (['a', 'run'] as $x) $x(); }\n" +
          '  function run($d) { $d->bark(); }\n  function each($d) { $d->bark(); }\n  function cmp($a, $b) {}\n' +
          '  static function stat() {}\n  static function other() {}\n}\n',
      },
      calls: [
        ...['direct -> a.php#K.run', 'mapped -> a.php#K.each', 'sorted -> a.php#K.cmp', 'held -> a.php#K.cmp'],
        ...['onClass -> a.php#K.stat', 'onClass -> a.php#K.other', 'direct -> a.php#Dog', 'mapped -> a.php#Dog'],
        ...['run -> a.php#Dog.bark', 'each -> a.php#Dog.bark'],
      ].map((call) => `a.php#K.${call}`),
      only: true,
    },
    Lua: {
      files: { 'a.lua': 'local function load(t) t.run() end\nlocal function go() pcall(load, { run = go }) end\n' },
      calls: ['a.lua#go -> a.lua#load'],
    },
  }),
);

runCases('functions that are held', [
  {
    it: 'PHP: a closure in a property is called by ($this->name)(), and never instead of a method of that name',
    files: {
      'a.php':
        '<?php\nfunction g() {}\nfunction h() {}\nclass A {\n  private $cb;\n  private $both;\n' +
        '  function __construct() { $this->cb = function () { g(); }; $this->both = fn() => h(); }\n' +
        '  function run() { ($this->cb)(); }\n  function both() {}\n  function method() { $this->both(); }\n}\n',
    },
    calls: [
      // The field has the name, so the closure's node is the second of it.
      'a.php#A.cb~2 -> a.php#g',
      'a.php#A.run -> a.php#A.cb~2',
      'a.php#A.both~2 -> a.php#h',
      'a.php#A.method -> a.php#A.both~3',
    ],
    only: true,
  },
  {
    it: 'Ruby: lambda, proc and Proc.new are what their blocks are, method(:x) is x',
    files: {
      'a.rb':
        'def g; end\nclass A\n  def y(v); end\n  def run(xs)\n    l = lambda { |a| g }\n    l.call(1)\n    l.(2)\n    pr = proc do g end\n    pr.call\n' +
        '    q = Proc.new { y(1) }\n    q.call\n  end\n  def meth; m = method(:y); m.call(1); end\n  def given(xs); xs.each(&method(:y)); end\nend\n',
    },
    calls: [
      ...['l', 'pr'].flatMap((name) => [`a.rb#A.run.${name} -> a.rb#g`, `a.rb#A.run -> a.rb#A.run.${name}`]),
      ...[
        'a.rb#A.run.q -> a.rb#A.y',
        'a.rb#A.run -> a.rb#A.run.q',
        'a.rb#A.meth -> a.rb#A.y',
        'a.rb#A.given -> a.rb#A.y',
      ],
    ],
    only: true,
  },
  {
    it: 'Ruby: &:bark calls bark of the elements',
    files: {
      'a.rb':
        'class Dog; def bark; end; end\nclass Cat; def bark; end; end\nclass K\n  def initialize; @dogs = [Dog.new]; end\n' +
        '  def run; @dogs.map(&:bark); end\n  def other(xs); xs.map(&:bark); end\nend\n',
    },
    calls: ['a.rb#K.initialize -> a.rb#Dog', 'a.rb#K.run -> a.rb#Dog.bark'],
    only: true,
  },
  {
    it: 'Lua: self in a function of a table is that table',
    files: {
      'a.lua':
        'local M = {\n  f = function(self) self:g() end,\n  g = function(self) end,\n}\n' +
        'local t = { nested = { go = function(self) self:stop() end, stop = function() end } }\nreturn M\n',
      'b.lua': 'local function g() end\nlocal m = require("a")\nm:f()\n',
    },
    calls: ['a.lua#M.f -> a.lua#M.g', 'a.lua#t.go -> a.lua#t.stop', 'b.lua -> a.lua#M.f'],
    only: true,
  },
  {
    it: 'Rust: closures in statics and constants have their names, and a raw name is the file without r#',
    files: {
      'src/lib.rs':
        'mod r#async;\nfn g() {}\nstatic F: fn() = || g();\nconst H: fn() = || g();\nfn run() { F(); H(); r#async::spawn(); }\n',
      'src/async.rs': 'pub fn spawn() {}\n',
    },
    calls: [
      ...['F', 'H'].flatMap((name) => [`src/lib.rs#${name} -> src/lib.rs#g`, `src/lib.rs#run -> src/lib.rs#${name}`]),
      'src/lib.rs#run -> src/async.rs#spawn',
    ],
    only: true,
  },
]);

runCases('names that hide others', [
  {
    it: 'Rust: a variable has the result of the function that it hides',
    files: {
      'src/lib.rs':
        'struct R; impl R { fn check(&self) {} }\nfn ranges(n: i32) -> R { R }\nfn a() { let ranges = ranges(1); ranges.check(); }\n' +
        'fn b(raw: &R) { use_it(&raw); raw.check(); }\nfn use_it(r: &R) {}\nfn after() { ranges(2); }\n',
    },
    calls: [
      'a -> src/lib.rs#ranges',
      'a -> src/lib.rs#R.check',
      'b -> src/lib.rs#use_it',
      'b -> src/lib.rs#R.check',
    ].map((call) => `src/lib.rs#${call}`),
    edges: ['CALLS src/lib.rs#after -> src/lib.rs#ranges'],
  },
  {
    it: 'Rust: super is the module around in a file of its own, too, though use super::* stands there',
    files: {
      'src/lib.rs': 'mod less;\nfn quote() {}\n',
      'src/less.rs':
        'fn quote() {}\nmod tests {\n  use super::*;\n  fn a() { super::quote(); super::super::quote(); }\n}\n',
    },
    calls: ['src/less.rs#tests.a -> src/less.rs#quote', 'src/less.rs#tests.a -> src/lib.rs#quote'],
    only: true,
  },
  {
    it: 'Go: a variable has the result of the function that it hides',
    files: {
      'a.go':
        'package a\ntype R struct{}\nfunc (r R) Check() {}\nfunc ranges(n int) R { return R{} }\nfunc a() { ranges := ranges(1); ranges.Check() }\n',
    },
    calls: ['a.go#a -> a.go#ranges', 'a.go#a -> a.go#R.Check'],
  },
]);

runCases('places and keys', [
  {
    it: 'Python: 1 and "1" are different keys, and *rest stands between first and last',
    files: {
      'a.py':
        'def f(): pass\ndef g(): pass\ndef h(): pass\nd = {1: f, "1": g}\ndef one(): d[1]()\ndef text(): d["1"]()\n' +
        'first, *rest, last = f, g, h, f\ndef r0(): rest[0]()\ndef r1(): rest[1]()\ndef end(): last()\n',
    },
    calls: [
      ...['one -> a.py#f', 'text -> a.py#g', 'r0 -> a.py#g', 'r1 -> a.py#h', 'end -> a.py#f'].map(
        (call) => `a.py#${call}`,
      ),
    ],
    only: true,
  },
  {
    it: 'Python: a constant is the key that it holds, wherever it is declared, and a parameter of its name is not',
    files: {
      'ext.py': 'key = "a"\nPLACE = 1\n',
      'a.py':
        'from ext import key, PLACE\ndef f(): pass\ndef g(): pass\nd = {"a": f, "b": g}\nl = [f, g]\nA = object()\nB = object()\ne = {A: f, B: g}\n' +
        'def text(): d[key]()\ndef place(): l[PLACE]()\ndef any(key): d[key]()\ndef name(): e[A]()\n',
    },
    calls: ['text -> a.py#f', 'place -> a.py#g', 'any -> a.py#f', 'any -> a.py#g', 'name -> a.py#f'].map(
      (call) => `a.py#${call}`,
    ),
    only: true,
  },
  {
    it: 'JavaScript: what is stored under a symbol is no member of another name',
    files: {
      's.js': "const keys = { kBoot: Symbol('boot') };\nmodule.exports = keys;\n",
      'a.js':
        "const { kBoot } = require('./s');\nfunction make() {\n  const o = { run() {} };\n  o[kBoot] = function boot() {};\n" +
        '  o[Symbol.asyncDispose] = function dispose() {};\n  return o;\n}\nfunction use() { const o = make(); o.run(); o.missing(); o[kBoot](); }\n',
    },
    calls: ['a.js#use -> a.js#make', 'a.js#use -> a.js#make.run', 'a.js#use -> a.js#make.boot'],
    only: true,
  },
  {
    it: 'Python: raise of a class makes one of it, raise of a value nothing',
    files: { 'a.py': 'class A(Exception): pass\ndef f():\n    raise A\ndef g(e):\n    raise e\ndef h(): g(A())\n' },
    calls: ['a.py#f -> a.py#A', 'a.py#h -> a.py#A', 'a.py#h -> a.py#g'],
    only: true,
  },
  {
    it: 'PHP: items without keys are counted from 0',
    files: {
      'a.php':
        '<?php\nfunction f() {}\nfunction g() {}\nfunction a() { $l = [f(...), g(...)]; $l[1](); }\nfunction b() { [$x, $y] = [f(...), g(...)]; $x(); }\n' +
        'function c() { $l = [g(...)]; foreach ([...$l] as $x) $x(); }\n',
    },
    calls: ['a.php#a -> a.php#g', 'a.php#b -> a.php#f', 'a.php#c -> a.php#g'],
    only: true,
  },
  {
    it: 'Lua: items without keys are counted from 1',
    files: {
      'a.lua': 'local function f() end\nlocal function g() end\nlocal l = { f, g }\nlocal function a() l[2]() end\n',
    },
    calls: ['a.lua#a -> a.lua#g'],
    only: true,
  },
]);
