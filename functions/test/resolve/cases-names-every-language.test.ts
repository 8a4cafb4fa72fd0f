/**
 * Names that are given to functions, in every language that can give them: what is imported or exported under another
 * name keeps its callers, a call outside of all functions is the file's, a function that is a value has a node and calls.
 */
import { casesOf, runCases, type Sample } from './cases.ts';

/** `impl` is called by `f` under another name. */
const RENAMED: Record<string, Sample> = {
  python: {
    files: {
      'p.py': 'def impl(): pass\npub = impl\n',
      'c.py': 'from p import impl as d, pub\nimport p as q\ndef f():\n    d(); pub()\n    q.impl()\n',
    },
    calls: ['c.py#f -> p.py#impl'],
    only: true,
  },
  typescript: {
    files: {
      'p.ts': 'function impl() {}\nexport { impl as pub };\nexport default impl;\n',
      'c.ts': "import d, { pub } from './p';\nexport function f() { d(); pub(); }\n",
    },
    calls: ['c.ts#f -> p.ts#impl'],
    only: true,
  },
  javascript: {
    files: {
      'p.js': 'function impl() {}\nmodule.exports = { pub: impl };\n',
      'c.js': "const { pub: d } = require('./p');\nconst p = require('./p');\nfunction f() { d(); p.pub(); }\n",
    },
    calls: ['c.js#f -> p.js#impl'],
    only: true,
  },
  go: {
    files: {
      'go.mod': 'module x.org/a\n',
      'p/p.go': 'package p\nfunc impl() {}\nvar Pub = impl\n',
      'c.go': 'package a\nimport q "x.org/a/p"\nfunc f() { q.Pub() }\n',
    },
    calls: ['c.go#f -> p/p.go#impl'],
    only: true,
  },
  rust: {
    files: {
      'src/lib.rs': 'mod p;\npub use p::impl_it as outer;\nuse crate::outer as d;\nfn f() { d(); p::pub_name(); }\n',
      'src/p.rs': 'pub fn impl_it() {}\npub use self::impl_it as pub_name;\n',
    },
    calls: ['src/lib.rs#f -> src/p.rs#impl_it'],
    only: true,
  },
  java: {
    files: {
      'p/P.java': 'package p;\npublic class P { public static void impl() {} }\n',
      'q/C.java': 'package q;\nimport static p.P.impl;\nclass C { void f() { impl(); } }\n',
    },
    calls: ['q/C.java#C.f -> p/P.java#P.impl'],
    only: true,
  },
  kotlin: {
    files: {
      'P.kt': 'package p\nfun impl() {}\n',
      'C.kt': 'package q\nimport p.impl as d\nfun f() { d() }\n',
    },
    calls: ['C.kt#f -> P.kt#impl'],
    only: true,
  },
  scala: {
    files: {
      'P.scala': 'package p\nobject P { def impl() = 1 }\n',
      'C.scala': 'package q\nimport p.P.{impl => d}\nimport p.{P => R}\nobject C { def f() = { d(); R.impl() } }\n',
    },
    calls: ['C.scala#C.f -> P.scala#P.impl'],
    only: true,
  },
  csharp: {
    files: {
      'P.cs': 'namespace P; public static class T { public static void Impl() {} }\n',
      'C.cs': 'using static P.T;\nusing D = P.T;\nclass C { void F() { Impl(); D.Impl(); } }\n',
    },
    calls: ['C.cs#C.F -> P.cs#T.Impl'],
    only: true,
  },
  'c++': {
    files: {
      'p.hpp': 'namespace p { inline void impl() {} }\n',
      'c.cpp': '#include "p.hpp"\nnamespace q = p;\nusing p::impl;\nvoid f() { q::impl(); impl(); }\n',
    },
    calls: ['c.cpp#f -> p.hpp#p.impl'],
    only: true,
  },
  c: {
    files: {
      'p.h': 'void impl(void);\n#define pub() impl()\n',
      'p.c': '#include "p.h"\nvoid impl(void) {}\n',
      'c.c': '#include "p.h"\nvoid f(void) { pub(); }\n',
    },
    calls: ['c.c#f -> p.h#pub', 'p.h#pub -> p.c#impl'],
    only: true,
  },
  ruby: {
    files: {
      'p.rb': 'class P\n  def impl; end\n  alias pub impl\nend\n',
      'c.rb': "require_relative 'p'\ndef f(x = P.new) = x.pub\n",
    },
    calls: ['p.rb#P.pub -> p.rb#P.impl', 'c.rb#f -> p.rb#P.pub', 'c.rb#f -> p.rb#P'],
  },
  php: {
    files: {
      'p.php': '<?php\nnamespace P;\nfunction impl() {}\nclass T { static function s() {} }\n',
      'c.php': '<?php\nnamespace Q;\nuse function P\\impl as d;\nuse P\\T as U;\nfunction f() { d(); U::s(); }\n',
    },
    calls: ['c.php#f -> p.php#impl', 'c.php#f -> p.php#T.s'],
    only: true,
  },
  swift: {
    files: {
      'p.swift': 'struct P { static func make() {} }\ntypealias R = P\nfunc impl() {}\nlet pub = impl\n',
      'c.swift': 'func f() { R.make(); pub() }\n',
    },
    calls: ['c.swift#f -> p.swift#P.make', 'c.swift#f -> p.swift#impl'],
    only: true,
  },
  haskell: {
    files: {
      'P.hs': 'module P (impl) where\nimpl x = x\n',
      'Q.hs': 'module Q (module P) where\nimport P\n',
      'C.hs': 'module C where\nimport qualified Q as R\nf x = R.impl x\n',
    },
    calls: ['C.hs#f -> P.hs#impl'],
    only: true,
  },
  lua: {
    files: {
      'p.lua': 'local function impl() end\nreturn { pub = impl }\n',
      'c.lua': "local d = require('p').pub\nlocal q = require 'p'\nlocal function f() d() q.pub() end\n",
    },
    calls: ['c.lua#f -> p.lua#impl'],
    only: true,
  },
};

/** `h` is called outside of all functions, in another file where that can be. */
const OUTSIDE: Record<string, Sample> = {
  python: {
    files: { 'h.py': 'def h(): pass\n', '__main__.py': 'from h import h\nh()\nclass C:\n    x = h()\n' },
    calls: ['__main__.py -> h.py#h'],
  },
  typescript: {
    files: { 'h.ts': 'export function h() {}\n', 'm.ts': "import { h } from './h';\nh();\nexport const x = h();\n" },
    calls: ['m.ts -> h.ts#h'],
  },
  javascript: {
    files: { 'h.js': 'exports.h = () => {};\n', 'm.js': "require('./h').h();\n" },
    calls: ['m.js -> h.js#h'],
  },
  go: {
    files: { 'h.go': 'package a\nfunc h() int { return 1 }\n', 'm.go': 'package a\nvar x = h()\n' },
    calls: ['m.go -> h.go#h'],
  },
  rust: {
    files: { 'src/lib.rs': 'mod h;\nstatic X: i32 = h::h();\n', 'src/h.rs': 'pub const fn h() -> i32 { 1 }\n' },
    calls: ['src/lib.rs -> src/h.rs#h'],
  },
  java: {
    files: { 'A.java': 'class A { static int h() { return 1; }\n static int x = h();\n static { h(); } }\n' },
    calls: ['A.java -> A.java#A.h'],
  },
  kotlin: {
    files: { 'h.kt': 'fun h() = 1\n', 'm.kt': 'val x = h()\nclass C { init { h() } }\n' },
    calls: ['m.kt -> h.kt#h'],
  },
  scala: {
    files: { 'a.scala': 'object H { def h() = 1 }\nobject M extends App { H.h() }\n' },
    calls: ['a.scala -> a.scala#H.h'],
  },
  csharp: {
    files: { 'H.cs': 'static class S { public static void H() {} }\n', 'Program.cs': 'S.H();\n' },
    calls: ['Program.cs -> H.cs#S.H'],
  },
  'c++': { files: { 'a.cpp': 'int h() { return 1; }\nstatic int x = h();\n' }, calls: ['a.cpp -> a.cpp#h'] },
  ruby: {
    files: { 'h.rb': 'def h; end\n', 'm.rb': "require_relative 'h'\nh\nclass C\n  h\nend\n" },
    calls: ['m.rb -> h.rb#h'],
  },
  php: {
    files: { 'h.php': '<?php\nfunction h() {}\n', 'm.php': "<?php\nrequire 'h.php';\nh();\n" },
    calls: ['m.php -> h.php#h'],
  },
  swift: {
    files: { 'h.swift': 'func h() -> Int { 1 }\n', 'main.swift': 'h()\nlet x = h()\n' },
    calls: ['main.swift -> h.swift#h'],
  },
  haskell: {
    files: { 'H.hs': 'module H where\nh x = x\n', 'M.hs': 'module M where\nimport H\nmain = print (h 1)\n' },
    calls: ['M.hs#main -> H.hs#h'],
  },
  lua: {
    files: { 'h.lua': 'return { h = function() end }\n', 'm.lua': "require('h').h()\n" },
    calls: ['m.lua -> h.lua#h'],
  },
  bash: { files: { 'h.sh': 'h() { :; }\n', 'm.sh': '. ./h.sh\nh\n' }, calls: ['m.sh -> h.sh#h'] },
};

/**
 * `a` names a function that is a value; it calls `z`, and `f` calls it. Python's lambda has a name in classes only: what
 * others call is called by what stands around them.
 */
const VALUES: Record<string, Sample> = {
  python: {
    files: { 'a.py': 'def z(): pass\na = lambda: z()\ndef f(): a()\n' },
    calls: ['a.py -> a.py#z'],
  },
  typescript: {
    files: {
      'a.ts':
        'function z() {}\nexport const a = () => { z(); };\nclass C { c = () => { a(); }; static d = async () => { this.e(); }; static e() {} }\nfunction f() { a(); new C().c(); C.d(); }\n',
    },
    calls: [
      'a.ts#a -> a.ts#z',
      'a.ts#f -> a.ts#a',
      'a.ts#C.c -> a.ts#a',
      'a.ts#f -> a.ts#C.c',
      'a.ts#f -> a.ts#C.d',
      'a.ts#C.d -> a.ts#C.e',
    ],
  },
  javascript: {
    files: {
      'a.js':
        'function z() {}\nexports.b = function () { z(); };\nfunction F() { this.x = () => { z(); }; }\nF.prototype.e = function () { this.x(); };\nfunction f() { new F().e(); }\n',
      'b.js': "const { b } = require('./a');\nfunction g() { b(); }\n",
    },
    calls: ['a.js#b -> a.js#z', 'b.js#g -> a.js#b', 'a.js#f -> a.js#F.e', 'a.js#F.e -> a.js#F.x', 'a.js#F.x -> a.js#z'],
  },
  go: {
    files: { 'a.go': 'package a\nfunc z() {}\nvar a = func() { z() }\nfunc f() { a() }\n' },
    calls: ['a.go#a -> a.go#z', 'a.go#f -> a.go#a'],
  },
  rust: {
    files: { 'a.rs': 'fn z() {}\nfn f() { let a = || z(); a(); }\n' },
    calls: ['a.rs#f.a -> a.rs#z', 'a.rs#f -> a.rs#f.a'],
  },
  java: {
    files: { 'A.java': 'class A { static void z() {}\n static Runnable a = () -> z();\n void f() { a.run(); } }\n' },
    calls: ['A.java#A.a -> A.java#A.z', 'A.java#A.f -> A.java#A.a'],
  },
  kotlin: {
    files: { 'a.kt': 'fun z() {}\nval a = { z() }\nfun f() { a() }\n' },
    calls: ['a.kt#a -> a.kt#z', 'a.kt#f -> a.kt#a'],
  },
  scala: {
    files: { 'a.scala': 'object A { def z() = 1\n val a = () => z()\n def f() = a() }\n' },
    calls: ['a.scala#A.a -> a.scala#A.z', 'a.scala#A.f -> a.scala#A.a'],
  },
  csharp: {
    files: { 'A.cs': 'class A { static void Z() {}\n static System.Action a = () => Z();\n void F() { a(); } }\n' },
    calls: ['A.cs#A.a -> A.cs#A.Z', 'A.cs#A.F -> A.cs#A.a'],
  },
  'c++': {
    files: { 'a.cpp': 'void z() {}\nauto a = [] { z(); };\nvoid f() { a(); }\n' },
    calls: ['a.cpp#a -> a.cpp#z', 'a.cpp#f -> a.cpp#a'],
  },
  ruby: {
    files: {
      'a.rb': 'def z; end\nA = -> { z }\nclass C\n  define_method(:b) { z }\nend\ndef f\n  A.call\n  C.new.b\nend\n',
    },
    calls: ['a.rb#A -> a.rb#z', 'a.rb#f -> a.rb#A', 'a.rb#C.b -> a.rb#z', 'a.rb#f -> a.rb#C.b'],
  },
  php: {
    files: { 'a.php': '<?php\nfunction z() {}\nfunction f() { $a = fn () => z(); $a(); }\n' },
    calls: ['a.php#f.$a -> a.php#z', 'a.php#f -> a.php#f.$a'],
  },
  swift: {
    files: { 'a.swift': 'func z() {}\nlet a = { z() }\nfunc f() { a() }\n' },
    calls: ['a.swift#a -> a.swift#z', 'a.swift#f -> a.swift#a'],
  },
  haskell: {
    files: { 'A.hs': 'module A where\nz x = x\na = \\x -> z x\nf y = a y\n' },
    calls: ['A.hs#a -> A.hs#z', 'A.hs#f -> A.hs#a'],
  },
  lua: {
    files: {
      'a.lua':
        'local function z() end\nlocal M = { b = function() z() end }\nM.a = function() z() end\nlocal function f() M.a() M.b() end\n',
    },
    calls: ['a.lua#M.a -> a.lua#z', 'a.lua#f -> a.lua#M.a', 'a.lua#f -> a.lua#M.b', 'a.lua#M.b -> a.lua#z'],
  },
};

runCases('names of functions in every language', [
  ...casesOf('a function keeps its callers under another name', RENAMED),
  ...casesOf('a call outside of functions is the file’s', OUTSIDE),
  ...casesOf('a function that is a value', VALUES),
]);
