/** C, C++, Rust, Swift and Haskell source → edges. */
import { runCases } from './cases.ts';

runCases('C and C++ calls', [
  {
    it: 'follows functions that members hold: a lambda written beside them, one assigned by a bare name, one of a constructor',
    files: {
      'a.cpp':
        '#include <functional>\nvoid first() {}\nvoid second() {}\nint count(int n) { return n; }\n' +
        'struct Kept { std::function<int(int)> cb = [](int n) { return count(n); }; int run() { return cb(1) + this->cb(2); } };\n' +
        'struct Built { Built(std::function<void()> f) : f_(std::move(f)) {} void fire() { if (f_) f_(); } std::function<void()> f_; };\n' +
        'struct Given { void set(void (*f)()) { f_ = f; } void fire() { f_(); } void (*f_)(); };\n' +
        'struct Open { std::function<void()> on; void fire() { on(); } };\n' +
        'struct Text { Text(const char *s) : data_(s) {} char at(int n) { return data_[n]; } char operator[](int n) { return at(n); } const char *data_; };\n' +
        'void wire(Text t) { auto b = new Built(first); Given g; g.set(second); Open o; o.on = first; Text copy{t}; }\n',
    },
    calls: [
      'a.cpp#Built.fire -> a.cpp#first',
      'a.cpp#Given.fire -> a.cpp#second',
      'a.cpp#Kept.cb -> a.cpp#count',
      'a.cpp#Kept.run -> a.cpp#Kept.cb',
      'a.cpp#Open.fire -> a.cpp#first',
    ],
    not: [/CALLS a\.cpp#Text\.at ->/],
  },
  {
    it: 'sees a macro in all of the file that follows, and where the file is included, wherever it is defined',
    files: {
      'a.h':
        'namespace testing {\n#define EXPECT_SAME(a, b) check(a, b)\nclass K {\n#define IN_CLASS(a) check(a, a)\n};\n}\n',
      'a.cpp': '#include "a.h"\nnamespace acme {\nvoid f() { EXPECT_SAME(1, 2); IN_CLASS(1); }\n}\n',
      'b.c': 'void one(void) {\n#define FAIL(x) stop(x)\n  FAIL(1);\n}\nvoid two(void) { FAIL(2); }\n',
    },
    calls: [
      'a.cpp#acme.f -> a.h#EXPECT_SAME',
      'a.cpp#acme.f -> a.h#IN_CLASS',
      'b.c#one -> b.c#FAIL',
      'b.c#two -> b.c#FAIL',
    ],
    only: true,
  },
  {
    it: 'finds the members of a class that a fixture is another name of',
    files: {
      'a.h': 'class Base { protected: void Parse(int n) {} };\n',
      'a.cpp': '#include "a.h"\ntypedef Base Fixture;\nTEST_F(Fixture, reads) { Parse(1); }\n',
    },
    calls: ['a.cpp#Fixture.reads -> a.h#Base.Parse'],
    only: true,
  },
  {
    it: 'knows what an overloaded operator[] gives',
    files: {
      'a.cpp':
        'class Node { public: Node operator[](int key); const Node operator[](const char* key) const; void as() {} };\n' +
        'inline Node Node::operator[](int key) { return *this; }\ninline const Node Node::operator[](const char* key) const { return *this; }\n' +
        'void f(Node doc) { doc["a"][0].as(); }\n',
    },
    calls: ['a.cpp#f -> a.cpp#Node.as'],
  },
  {
    it: 'names a partial specialisation after its template, however its arguments are written',
    files: {
      'a.cpp':
        'struct yes {};\ntemplate <typename T, typename E = void>\nstruct use {};\n' +
        'template <typename T>\nstruct use<\n    T, cond<std::is_arithmetic<R<T>>::value>>\n    : yes {};\n',
    },
    edges: ['DEFINES a.cpp -> a.cpp#use', 'DEFINES a.cpp -> a.cpp#use~2', 'INHERITS a.cpp#use~2 -> a.cpp#yes'],
  },
  {
    it: 'gives a call across files to the function that makes it, and a prototype no node',
    files: { 'a.c': 'void u(void);\nvoid f(void) { u(); }\n', 'b.c': 'void u(void) {}\n' },
    calls: ['a.c#f -> b.c#u'],
    not: [/a\.c#u/],
    only: true,
  },
  {
    it: 'keeps static functions to their file',
    files: {
      'a.c': 'static int s(void) { return 1; }\nint g(void) { return s(); }\n',
      'b.c': 'static int s(void) { return 2; }\nint h(void) { return t(); }\n',
    },
    calls: ['a.c#g -> a.c#s'],
    only: true,
  },
  {
    it: 'sees a class behind an export macro, its base and the members defined apart',
    files: {
      'w.hpp': '#pragma once\nclass Base { public: virtual void v(); };\nclass MY_API W : public Base { void t(); };\n',
      'w.cpp': '#include "w.hpp"\nvoid W::t() { v(); }\nvoid Base::v() {}\n',
    },
    calls: ['w.cpp#W.t -> w.cpp#Base.v'],
    edges: ['INHERITS w.hpp#W -> w.hpp#Base', 'IMPORTS w.cpp -> w.hpp'],
    only: true,
  },
]);

runCases('Rust calls', [
  {
    it: 'builds a struct whose fields have no names, as one with names is built, and no variant of an enum',
    files: {
      'src/lib.rs':
        'struct Meters(u32);\nstruct Place { at: Meters }\nenum Shape { Circle(u32), Empty }\nimpl Meters { fn new(n: u32) -> Self { Self(n) } }\n' +
        'fn far() -> Meters { Meters(3) }\nfn there() -> Place { Place { at: far() } }\nfn round() -> Shape { Shape::Circle(3) }\nfn taken(m: Meters) -> u32 { let Meters(n) = m; n }\n',
    },
    calls: [
      'src/lib.rs#Meters.new -> src/lib.rs#Meters',
      'src/lib.rs#far -> src/lib.rs#Meters',
      'src/lib.rs#there -> src/lib.rs#Place',
      'src/lib.rs#there -> src/lib.rs#far',
    ],
    only: true,
  },
  {
    it: 'reads the modules, re-exports and functions that a macro is wrapped around',
    files: {
      'Cargo.toml': '[package]\nname = "demo"\n',
      'src/lib.rs':
        'pub mod task;\ncfg_rt! {\n    pub use task::spawn;\n}\ncfg_rt! {\n    mod time;\n}\nfn f() { time::now(); }\n',
      'src/task/mod.rs': 'cfg_rt! {\n    mod spawn;\n    pub use spawn::spawn;\n}\n',
      'src/task/spawn.rs': 'cfg_rt! {\n    pub fn spawn() { inner() }\n}\nfn inner() {}\n',
      'src/time.rs': 'pub fn now() {}\n',
      'tests/a.rs': 'use demo::spawn;\nfn t() { spawn(); }\n',
    },
    calls: [
      'src/lib.rs#f -> src/time.rs#now',
      'src/task/spawn.rs#spawn -> src/task/spawn.rs#inner',
      'tests/a.rs#t -> src/task/spawn.rs#spawn',
    ],
    only: true,
  },
  {
    it: 'finds modules by the path that they give, and those within modules that stand in a file',
    files: {
      'src/lib.rs':
        'pub fn top() {}\n#[path = "odd/other.rs"]\n#[cfg(unix)]\nmod sys;\nmod inner {\n    #[path = "else.rs"]\n    pub mod d;\n    pub mod e;\n}\nfn f() { sys::run(); inner::d::deep(); inner::e::near(); }\n',
      'src/odd/other.rs': 'pub fn run() { super::top(); }\n',
      'src/inner/else.rs': 'pub fn deep() { super::super::top(); }\n',
      'src/inner/e.rs': 'pub fn near() {}\n',
    },
    calls: [
      'src/lib.rs#f -> src/odd/other.rs#run',
      'src/lib.rs#f -> src/inner/else.rs#deep',
      'src/lib.rs#f -> src/inner/e.rs#near',
      'src/odd/other.rs#run -> src/lib.rs#top',
      'src/inner/else.rs#deep -> src/lib.rs#top',
    ],
    only: true,
  },
  {
    it: 'finds what macros are given and what they become',
    files: {
      'src/lib.rs':
        'mod util;\nfn f() -> i32 { 1 }\nfn g(x: i32) -> i32 { x }\nmacro_rules! both {\n    ($e:expr) => { $e + f() };\n    ($($x:expr),*) => {{ $crate::util::help($($x),*) }};\n}\nfn h() { assert_eq!(g(1), 1); println!("{}", vec![f()].len()); both!(2); }\n',
      'src/util.rs': 'pub fn help(x: i32) {}\n',
    },
    calls: [
      'src/lib.rs#both -> src/lib.rs#f',
      'src/lib.rs#both -> src/util.rs#help',
      'src/lib.rs#h -> src/lib.rs#g',
      'src/lib.rs#h -> src/lib.rs#f',
      'src/lib.rs#h -> src/lib.rs#both',
    ],
    only: true,
  },
  {
    it: 'names methods of a generic impl after the type, and keeps the trait as a supertype',
    files: {
      'src/lib.rs':
        'trait S { fn r(&self); }\nstruct B<T>(T);\nimpl<T> S for B<T> { fn r(&self) {} }\nfn f(b: &B<i32>) { b.r() }\n',
    },
    calls: ['src/lib.rs#f -> src/lib.rs#B.r'],
    edges: ['INHERITS src/lib.rs#B -> src/lib.rs#S'],
    only: true,
  },
  {
    it: 'follows modules, use paths, Self and default methods',
    files: {
      'Cargo.toml': '[package]\nname = "my-app"\n',
      'src/main.rs':
        'mod util;\nuse crate::util::{go, Thing};\nfn main() { go(); Thing::new().act(); util::deep::dive(); println!("x"); }\n',
      'src/util.rs':
        'pub mod deep { pub fn dive() { super::go() } }\npub fn go() {}\npub struct Thing { n: Option<Box<Thing>> }\nimpl Thing { pub fn new() -> Self { Self::blank() } fn blank() -> Thing { todo!() } pub fn act(&self) { self.n.as_ref().unwrap().act(); } }\n',
    },
    calls: [
      'src/main.rs#main -> src/util.rs#go',
      'src/main.rs#main -> src/util.rs#Thing.new',
      'src/main.rs#main -> src/util.rs#Thing.act',
      'src/main.rs#main -> src/util.rs#deep.dive',
      'src/util.rs#deep.dive -> src/util.rs#go',
      'src/util.rs#Thing.new -> src/util.rs#Thing.blank',
      'src/util.rs#Thing.act -> src/util.rs#Thing.act',
    ],
    only: true,
  },
]);

runCases('Swift and Haskell calls', [
  {
    it: 'lets a Swift extension belong to its type and conformances to both',
    files: { 'a.swift': 'protocol P { func a() }\nstruct S: P { func a() {} }\nextension S { func b() { a() } }\n' },
    calls: ['a.swift#S.b -> a.swift#S.a'],
    edges: ['INHERITS a.swift#S -> a.swift#P', 'CONTAINS a.swift#S -> a.swift#S.a'],
    only: true,
  },
  {
    it: 'sees where-bound functions, instances and modules in Haskell',
    files: {
      'A.hs':
        'module A where\nimport B\nimport qualified B as Q\nf x = g x where g y = h y\nh z = helper z\nk = Q.other 1\ndata T = T Int\ninstance Show T where\n  show _ = "t"\n',
      'B.hs': 'module B where\nhelper x = x\nother y = helper y\n',
    },
    calls: [
      'A.hs#f -> A.hs#f.g',
      'A.hs#f.g -> A.hs#h',
      'A.hs#h -> B.hs#helper',
      'A.hs#k -> B.hs#other',
      'B.hs#other -> B.hs#helper',
    ],
    edges: ['CONTAINS A.hs#T -> A.hs#T.show'],
    only: true,
  },
]);

runCases('Sources that a preprocessor or a line break decides', [
  {
    it: 'keeps C++ fields that macros say the lock of',
    files: {
      'a.cpp': `struct Table { void add() {} };
class Store {
  int count_ GUARDED_BY(mutex_);
  Table* table_ GUARDED_BY(mutex_) = nullptr;
  Table spare_ ABSL_PT_GUARDED_BY(lock())
      ACQUIRED_AFTER(mutex_);
  void put() EXCLUSIVE_LOCKS_REQUIRED(mutex_) { table_->add(); }
};
`,
    },
    calls: ['a.cpp#Store.put -> a.cpp#Table.add'],
    edges: ['CONTAINS a.cpp#Store -> a.cpp#Store.count_', 'CONTAINS a.cpp#Store -> a.cpp#Store.spare_'],
    not: [/GUARDED|ACQUIRED/],
    only: true,
  },
  {
    it: 'reads C++ classes behind macros that stand before a template, a constructor or a namespace',
    files: {
      'a.cpp': `FMT_BEGIN_NAMESPACE
namespace fmt {
void log() {}
FMT_EXPORT template <typename T> class Box {
 public:
  FMT_CONSTEXPR Box(const T& item) : item_(item) { log(); }
  void run() { log(); }
  T item_;
};
}
FMT_END_NAMESPACE
`,
    },
    calls: ['a.cpp#fmt.Box.Box -> a.cpp#fmt.log', 'a.cpp#fmt.Box.run -> a.cpp#fmt.log'],
    edges: ['CONTAINS a.cpp#fmt.Box -> a.cpp#fmt.Box.run'],
  },
  {
    it: 'reads C# types whose attributes stand under a condition, and Kotlin constructors on a line of their own',
    files: {
      'a.cs': `namespace N {
#if !CORE
  [Serializable]
#endif
  [Contract]
  public class Pair { void Run() { Stop(); } void Stop() {} }
}
`,
      'a.kt': `actual open class Bytes
internal actual constructor(val size: Int) : Any() {
  fun run() { stop() }
  fun stop() {}
}
`,
    },
    calls: ['a.cs#N.Pair.Run -> a.cs#N.Pair.Stop', 'a.kt#Bytes.run -> a.kt#Bytes.stop'],
  },
]);
