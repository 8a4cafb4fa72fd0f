/**
 * Inherited methods, in every language that has them: found through the own object, through the word for the class above
 * (or its name), and on instances.
 */
import { casesOf, runCases, type Sample } from './cases.ts';

/** `B` is an `A`, `n` calls what it inherits and what it overrides. */
const INHERITED: Record<string, Sample> = {
  python: {
    files: {
      'a.py':
        'class A:\n    def m(self): pass\nclass B(A):\n    def n(self): self.m()\n    def m(self): super().m()\ndef f(): B().n()\n',
    },
    calls: ['a.py#B.n -> a.py#B.m', 'a.py#B.m -> a.py#A.m', 'a.py#f -> a.py#B.n'],
  },
  typescript: {
    files: {
      'a.ts': 'export class A { m() {} k() {} }\n',
      'b.ts':
        "import { A } from './a';\nclass B extends A { n() { this.k(); } m() { super.m(); } }\nfunction f() { new B().n(); new B().k(); }\n",
    },
    calls: ['b.ts#B.m -> a.ts#A.m', 'b.ts#B.n -> a.ts#A.k', 'b.ts#f -> b.ts#B.n', 'b.ts#f -> a.ts#A.k'],
  },
  javascript: {
    files: {
      'a.js': 'class A { m() {} k() {} }\nmodule.exports = A;\n',
      'b.js':
        "const A = require('./a');\nclass B extends A { n() { this.k(); } m() { super.m(); } }\nfunction f() { new B().n(); new B().k(); }\n",
    },
    calls: ['b.js#B.m -> a.js#A.m', 'b.js#B.n -> a.js#A.k', 'b.js#f -> b.js#B.n', 'b.js#f -> a.js#A.k'],
  },
  go: {
    files: {
      'a.go': 'package a\ntype A struct{}\nfunc (a *A) M() {}\nfunc (a *A) K() {}\n',
      'b.go':
        'package a\ntype B struct{ *A }\nfunc (b *B) N() { b.K() }\nfunc (b *B) M() { b.A.M() }\nfunc f() { b := &B{}; b.N(); b.K() }\n',
    },
    calls: ['b.go#B.M -> a.go#A.M', 'b.go#B.N -> a.go#A.K', 'b.go#f -> b.go#B.N', 'b.go#f -> a.go#A.K'],
  },
  rust: {
    files: {
      'a.rs':
        'trait A { fn m(&self) {} fn k(&self) { self.m() } }\nstruct B;\nimpl A for B { fn m(&self) {} }\nfn f(b: B) { b.k(); b.m(); }\n',
    },
    calls: ['a.rs#A.k -> a.rs#A.m', 'a.rs#f -> a.rs#A.k', 'a.rs#f -> a.rs#B.m'],
  },
  java: {
    files: {
      'A.java': 'class A { void m() {} void k() {} }\n',
      'B.java':
        'class B extends A { void n() { k(); } void m() { super.m(); } static void f() { new B().n(); new B().k(); } }\n',
    },
    calls: [
      'B.java#B.m -> A.java#A.m',
      'B.java#B.n -> A.java#A.k',
      'B.java#B.f -> B.java#B.n',
      'B.java#B.f -> A.java#A.k',
    ],
  },
  kotlin: {
    files: {
      'A.kt': 'open class A { open fun m() {}\n fun k() {} }\n',
      'B.kt': 'class B : A() { fun n() { k() }\n override fun m() { super.m() } }\nfun f() { B().n(); B().k() }\n',
    },
    calls: ['B.kt#B.m -> A.kt#A.m', 'B.kt#B.n -> A.kt#A.k', 'B.kt#f -> B.kt#B.n', 'B.kt#f -> A.kt#A.k'],
  },
  scala: {
    files: {
      'A.scala': 'class A { def m() = 1\n def k() = 1 }\n',
      'B.scala':
        'class B extends A { def n() = k()\n override def m() = super.m() }\nobject O { def f() = { new B().n(); new B().k() } }\n',
    },
    calls: [
      'B.scala#B.m -> A.scala#A.m',
      'B.scala#B.n -> A.scala#A.k',
      'B.scala#O.f -> B.scala#B.n',
      'B.scala#O.f -> A.scala#A.k',
    ],
  },
  csharp: {
    files: {
      'A.cs': 'class A { public virtual void M() {} public void K() {} }\n',
      'B.cs':
        'class B : A { public void N() { K(); } public override void M() { base.M(); } static void F() { new B().N(); new B().K(); } }\n',
    },
    calls: ['B.cs#B.M -> A.cs#A.M', 'B.cs#B.N -> A.cs#A.K', 'B.cs#B.F -> B.cs#B.N', 'B.cs#B.F -> A.cs#A.K'],
  },
  'c++': {
    files: {
      'a.hpp': 'struct A { virtual void m() {} void k() {} };\n',
      'b.cpp':
        '#include "a.hpp"\nstruct B : A { void n() { k(); } void m() override { A::m(); } };\nvoid f() { B b; b.n(); b.k(); }\n',
    },
    calls: ['b.cpp#B.m -> a.hpp#A.m', 'b.cpp#B.n -> a.hpp#A.k', 'b.cpp#f -> b.cpp#B.n', 'b.cpp#f -> a.hpp#A.k'],
  },
  ruby: {
    files: {
      'a.rb':
        'class A\n  def m; end\n  def k; end\nend\nclass B < A\n  def n; k; end\n  def m; super; end\nend\ndef f; B.new.n; B.new.k; end\n',
    },
    calls: ['a.rb#B.m -> a.rb#A.m', 'a.rb#B.n -> a.rb#A.k', 'a.rb#f -> a.rb#B.n', 'a.rb#f -> a.rb#A.k'],
  },
  php: {
    files: {
      'a.php':
        '<?php\nclass A { function m() {} function k() {} }\nclass B extends A { function n() { $this->k(); } function m() { parent::m(); } }\nfunction f() { (new B())->n(); (new B())->k(); }\n',
    },
    calls: ['a.php#B.m -> a.php#A.m', 'a.php#B.n -> a.php#A.k', 'a.php#f -> a.php#B.n', 'a.php#f -> a.php#A.k'],
  },
  swift: {
    files: {
      'a.swift': 'class A { func m() {}\n func k() {} }\n',
      'b.swift': 'class B: A { func n() { k() }\n override func m() { super.m() } }\nfunc f() { B().n(); B().k() }\n',
    },
    calls: [
      'b.swift#B.m -> a.swift#A.m',
      'b.swift#B.n -> a.swift#A.k',
      'b.swift#f -> b.swift#B.n',
      'b.swift#f -> a.swift#A.k',
    ],
  },
  lua: {
    files: {
      'a.lua':
        'local A = {}\nA.__index = A\nfunction A:m() end\nfunction A:k() end\nlocal B = setmetatable({}, { __index = A })\nB.__index = B\nfunction B:n() self:k() end\nfunction B:m() A.m(self) end\nlocal function f() B:n() B:k() end\n',
    },
    calls: ['a.lua#B.m -> a.lua#A.m', 'a.lua#B.n -> a.lua#A.k', 'a.lua#f -> a.lua#B.n', 'a.lua#f -> a.lua#A.k'],
  },
  haskell: {
    files: {
      'A.hs':
        'module A where\nclass A a where\n  m :: a -> Int\n  k :: a -> Int\n  k x = m x\nf :: A b => b -> Int\nf b = k b\n',
    },
    calls: ['A.hs#A.k -> A.hs#A.m', 'A.hs#f -> A.hs#A.k'],
  },
};

runCases('inherited methods in every language', casesOf('what is inherited and what is overridden', INHERITED));
