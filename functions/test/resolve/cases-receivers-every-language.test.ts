/**
 * Faults of receivers, in every language with members: a foreign receiver's method is bound to a namesake of the
 * repository, and a receiver that is a field is not followed to its type's file.
 */
import { casesOf, runCases, type Sample } from './cases.ts';

/** `S.get` is the repository's; `m` is of a type, or the result of a function, from elsewhere. */
const FOREIGN: Record<string, Sample> = {
  python: {
    files: {
      'a.py':
        'import lib\nclass S:\n    def get(self, k): pass\ndef f(m: dict, o: lib.M):\n    m.get(1); o.get(1)\n    lib.make().get(1)\n',
    },
    not: [/CALLS .* -> a.py#S.get/],
  },
  typescript: {
    files: {
      'a.ts':
        "import { make } from 'lib';\nclass S { get(k: any) {} }\nfunction f(m: Map<string, number>) { m.get('a'); make().get('a'); }\n",
    },
    not: [/CALLS .* -> a.ts#S.get/],
  },
  javascript: {
    files: {
      'a.js':
        "import { make } from 'lib';\nclass S { get(k) {} }\nfunction f(m) { m.get('a'); new Map().get('a'); make().get('a'); }\n",
    },
    not: [/CALLS .* -> a.js#S.get/],
  },
  go: {
    files: {
      'a.go':
        'package a\nimport "net/url"\ntype S struct{}\nfunc (s S) Get(k string) {}\nfunc f(m url.Values) { m.Get("a"); url.New().Get("a") }\n',
    },
    not: [/CALLS .* -> a.go#S.Get/],
  },
  rust: {
    files: {
      'a.rs':
        'use std::collections::HashMap;\nstruct S;\nimpl S { fn get(&self, k: &i32) {} }\nfn f(m: HashMap<i32, i32>) { m.get(&1); HashMap::new().get(&1); }\n',
    },
    not: [/CALLS .* -> a.rs#S.get/],
  },
  java: {
    files: {
      'a.java':
        'import java.util.Map;\nclass S { Object get(String k) { return null; } }\nclass A { void f(Map<String, String> m) { m.get("a"); Map.of().get("a"); } }\n',
    },
    not: [/CALLS .* -> a.java#S.get/],
  },
  kotlin: {
    files: {
      'a.kt':
        'class S { fun get(k: String) {} }\nfun f(m: Map<String, Int>) { m.get("a"); mapOf<String, Int>().get("a") }\n',
    },
    not: [/CALLS .* -> a.kt#S.get/],
  },
  scala: {
    files: {
      'a.scala':
        'class S { def get(k: String) = 1 }\nobject A { def f(m: Map[String, Int]) = { m.get("a"); Map().get("a") } }\n',
    },
    not: [/CALLS .* -> a.scala#S.get/],
  },
  csharp: {
    files: {
      'a.cs':
        'using System.Collections.Generic;\nclass S { public void Add(string k) {} }\nclass A { void F(List<string> m) { m.Add("a"); new List<string>().Add("a"); } }\n',
    },
    not: [/CALLS .* -> a.cs#S.Add/],
  },
  'c++': {
    files: {
      'a.cpp':
        '#include <map>\nstruct S { void find(int k) {} };\nvoid f(std::map<int, int>& m) { m.find(1); std::map<int, int> n; n.find(1); }\n',
    },
    not: [/CALLS .* -> a.cpp#S.find/],
  },
  ruby: {
    files: {
      'a.rb': 'class S\n  def fetch(k); end\nend\ndef f(m)\n  m.fetch(1)\n  {}.fetch(1)\n  Hash.new.fetch(1)\nend\n',
    },
    not: [/CALLS .* -> a.rb#S.fetch/],
  },
  php: {
    files: {
      'a.php':
        '<?php\nclass S { function get($k) {} }\nfunction f(\\Lib\\Map $m, $n) { $m->get(1); $n->get(1); (new \\Lib\\Map())->get(1); }\n',
    },
    not: [/CALLS .* -> a.php#S.get/],
  },
  swift: {
    files: {
      'a.swift':
        'struct S { func append(_ k: Int) {} }\nfunc f(m: inout [Int], n: Lib) { m.append(1); n.append(1); [Int]().append(1) }\n',
    },
    not: [/CALLS .* -> a.swift#S.append/],
  },
  lua: {
    files: {
      'a.lua': "local S = {}\nfunction S:get(k) end\nlocal function f(m) m:get(1); require('lib').make():get(1) end\n",
    },
    not: [/CALLS .* -> a.lua#S.get/],
  },
};

/** `A` holds a `G` of another file in a field; its method `r` calls the field's `h`. `N` has an `h`, too. */
const FIELDS: Record<string, Sample> = {
  python: {
    files: {
      'g.py': 'class G:\n    def h(self): pass\nclass N:\n    def h(self): pass\n',
      'a.py': 'from g import G\nclass A:\n    def __init__(self): self.g = G()\n    def r(self): self.g.h()\n',
    },
    calls: ['a.py#A.r -> g.py#G.h'],
    not: [/CALLS .* -> g.py#N.h/],
  },
  typescript: {
    files: {
      'g.ts': 'export class G { h() {} }\nexport class N { h() {} }\n',
      'a.ts': "import { G } from './g';\nclass A { constructor(private g: G) {} r() { this.g.h(); } }\n",
    },
    calls: ['a.ts#A.r -> g.ts#G.h'],
    not: [/CALLS .* -> g.ts#N.h/],
  },
  javascript: {
    files: {
      'g.js': 'export class G { h() {} }\nexport class N { h() {} }\n',
      'a.js': "import { G } from './g.js';\nclass A { constructor() { this.g = new G(); } r() { this.g.h(); } }\n",
    },
    calls: ['a.js#A.r -> g.js#G.h'],
    not: [/CALLS .* -> g.js#N.h/],
  },
  go: {
    files: {
      'go.mod': 'module x.org/a\n',
      'g/g.go': 'package g\ntype G struct{}\nfunc (g *G) H() {}\ntype N struct{}\nfunc (n *N) H() {}\n',
      'a.go': 'package a\nimport "x.org/a/g"\ntype A struct{ g *g.G }\nfunc (a *A) R() { a.g.H() }\n',
    },
    calls: ['a.go#A.R -> g/g.go#G.H'],
    only: true,
  },
  rust: {
    files: {
      'src/lib.rs': 'mod g;\nuse g::G;\nstruct A { g: Box<G> }\nimpl A { fn r(&self) { self.g.h(); } }\n',
      'src/g.rs': 'pub struct G;\nimpl G { pub fn h(&self) {} }\npub struct N;\nimpl N { pub fn h(&self) {} }\n',
    },
    calls: ['src/lib.rs#A.r -> src/g.rs#G.h'],
    only: true,
  },
  java: {
    files: {
      'p/G.java': 'package p;\npublic class G { public void h() {} }\nclass N { void h() {} }\n',
      'q/A.java': 'package q;\nimport p.G;\nclass A { private final G g = null; void r() { this.g.h(); } }\n',
    },
    calls: ['q/A.java#A.r -> p/G.java#G.h'],
    only: true,
  },
  kotlin: {
    files: {
      'G.kt': 'package p\nclass G { fun h() {} }\nclass N { fun h() {} }\n',
      'A.kt': 'package q\nimport p.G\nclass A(private val g: G?) { fun r() { g?.h() } }\n',
    },
    calls: ['A.kt#A.r -> G.kt#G.h'],
    only: true,
  },
  scala: {
    files: {
      'G.scala': 'package p\nclass G { def h() = 1 }\nclass N { def h() = 1 }\n',
      'A.scala': 'package q\nimport p.G\nclass A(g: G) { def r() = g.h() }\n',
    },
    calls: ['A.scala#A.r -> G.scala#G.h'],
    only: true,
  },
  csharp: {
    files: {
      'G.cs': 'namespace P { public class G { public void H() {} } public class N { public void H() {} } }\n',
      'A.cs':
        'using P;\nnamespace Q;\nclass A { private readonly G? _g; public G Own { get; } void R() { _g?.H(); Own.H(); } }\n',
    },
    calls: ['A.cs#A.R -> G.cs#P.G.H'],
    only: true,
  },
  'c++': {
    files: {
      'g.hpp': 'struct G { void h(); };\nstruct N { void h(); };\n',
      'g.cpp': '#include "g.hpp"\nvoid G::h() {}\nvoid N::h() {}\n',
      'a.cpp':
        '#include <memory>\n#include "g.hpp"\nclass A { std::unique_ptr<G> g_; G* p_; void r() { g_->h(); p_->h(); } };\n',
    },
    calls: ['a.cpp#A.r -> g.cpp#G.h'],
    not: [/CALLS .*N.h/],
  },
  c: {
    files: {
      'g.h': 'struct g { int (*h)(int); };\n',
      'a.c':
        '#include "g.h"\nstatic int real(int x) { return x; }\nint h(int x) { return x; }\nstatic struct g one = { .h = real };\nint r(void) { return one.h(1); }\n',
    },
    calls: ['a.c#r -> a.c#real'],
    only: true,
  },
  ruby: {
    files: {
      'g.rb': 'class G\n  def h; end\nend\nclass N\n  def h; end\nend\n',
      'a.rb':
        "require_relative 'g'\nclass A\n  attr_reader :o\n  def initialize; @g = G.new; @o = G.new; end\n  def r; @g.h; end\n  def s; o.h; end\nend\n",
    },
    calls: ['a.rb#A.r -> g.rb#G.h', 'a.rb#A.s -> g.rb#G.h'],
    not: [/CALLS .* -> g.rb#N.h/],
  },
  php: {
    files: {
      'g.php': '<?php\nnamespace P;\nclass G { function h() {} }\nclass N { function h() {} }\n',
      'a.php':
        '<?php\nnamespace Q;\nuse P\\G;\nclass A { function __construct(private ?G $g) {} function r() { $this->g?->h(); } }\n',
    },
    calls: ['a.php#A.r -> g.php#G.h'],
    only: true,
  },
  swift: {
    files: {
      'g.swift': 'class G { func h() {} }\nclass N { func h() {} }\n',
      'a.swift':
        'class A { let g: G\n var o: G?\n init(g: G) { self.g = g }\n func r() { g.h(); o?.h(); self.g.h() } }\n',
    },
    calls: ['a.swift#A.r -> g.swift#G.h'],
    only: true,
  },
  lua: {
    files: {
      'g.lua':
        'local G = {}\nG.__index = G\nfunction G.new() return setmetatable({}, G) end\nfunction G:h() end\nreturn G\n',
      'a.lua':
        "local G = require('g')\nlocal A = {}\nA.__index = A\nfunction A.new() return setmetatable({ g = G.new() }, A) end\nfunction A:r() self.g:h() end\n",
    },
    calls: ['a.lua#A.r -> g.lua#G.h', 'a.lua#A.new -> g.lua#G.new'],
    only: true,
  },
};

runCases('receivers in every language', [
  ...casesOf('a foreign receiver reaches no namesake', FOREIGN),
  ...casesOf('a field’s method is found in its type’s file', FIELDS),
]);
