/** Swift source → edges: a module's files share their names, extensions add to types, protocols are implemented. */
import { runCases } from './cases.ts';

runCases('Swift calls', [
  {
    it: 'reads a type in parentheses as that type: what an optional closure takes, and that it is one',
    files: {
      'a.swift':
        'class Dog { func bark() {} }\nfunc load(_ name: String, then: ((Dog) -> Void)? = nil) {}\nfunc walk(_ dog: (any Walker)) { dog.walk() }\n' +
        'protocol Walker { func walk() }\nfunc f() { load("a") { $0.bark() } }\n',
    },
    calls: ['a.swift#f -> a.swift#load', 'a.swift#f -> a.swift#Dog.bark', 'a.swift#walk -> a.swift#Walker.walk'],
    only: true,
  },
  {
    it: 'takes the folder of a target from the package that says it',
    files: {
      'Package.swift':
        'let package = Package(name: "P", targets: [\n  .target(name: "Pic", dependencies: [.target(name: "Core", condition: nil)], path: "Sources"), // all\n  .testTarget(name: "PicTests", dependencies: ["Pic"]),\n])\n',
      'Sources/Views/View.swift': 'extension Wrapper { func show() { retain(1) } }\n',
      'Sources/Wrapper.swift': 'public struct Wrapper { func hide() { retain(2) } }\n',
      'Sources/Support/Runtime.swift': 'func retain(_ n: Int) {}\n',
      'Tests/PicTests/ViewTests.swift': 'import Pic\nfunc check(w: Wrapper) { w.show() }\n',
    },
    calls: [
      'Sources/Views/View.swift#Wrapper.show -> Sources/Support/Runtime.swift#retain',
      'Sources/Wrapper.swift#Wrapper.hide -> Sources/Support/Runtime.swift#retain',
      'Tests/PicTests/ViewTests.swift#check -> Sources/Views/View.swift#Wrapper.show',
    ],
    only: true,
  },
  {
    it: 'lets an extension add to its type, and a type conform to a protocol',
    files: { 'a.swift': 'protocol P { func a() }\nstruct S: P { func a() {} }\nextension S { func b() { a() } }\n' },
    calls: ['a.swift#S.b -> a.swift#S.a'],
    edges: ['INHERITS a.swift#S -> a.swift#P', 'CONTAINS a.swift#S -> a.swift#S.b'],
    only: true,
  },
  {
    it: 'takes conformances and members from extensions in other files of the module, not of other modules',
    files: {
      'Sources/App/S.swift': 'struct S { func own() { added() } }\n',
      'Sources/App/S+P.swift': 'protocol P { func go() }\nextension S: P { func go() { own() }\n func added() {} }\n',
      'Sources/Other/T.swift': 'func helper() {}\nstruct T { func use(s: S) { s.go(); own() } }\nfunc own() {}\n',
      'Sources/App/use.swift': 'func f(p: P, s: S) { p.go(); s.go(); helper() }\n',
    },
    calls: [
      'Sources/App/S.swift#S.own -> Sources/App/S+P.swift#S.added',
      'Sources/App/S+P.swift#S.go -> Sources/App/S.swift#S.own',
      'Sources/App/use.swift#f -> Sources/App/S+P.swift#P.go',
      'Sources/App/use.swift#f -> Sources/App/S+P.swift#S.go',
      'Sources/Other/T.swift#T.use -> Sources/Other/T.swift#own',
    ],
    edges: ['INHERITS Sources/App/S.swift#S -> Sources/App/S+P.swift#P'],
    only: true,
  },
  {
    it: 'sees what an imported module of the package has',
    files: {
      'Sources/Core/c.swift':
        'public func run() {}\npublic class Engine { public init() {}\n public func start() {} }\n',
      'Sources/App/main.swift':
        'import Core\nimport Foundation\nrun()\nEngine().start()\nlet e = Engine()\ne.start()\nprint("x")\n',
    },
    calls: [
      'Sources/App/main.swift -> Sources/Core/c.swift#run',
      'Sources/App/main.swift -> Sources/Core/c.swift#Engine',
      'Sources/App/main.swift -> Sources/Core/c.swift#Engine.init',
      'Sources/App/main.swift -> Sources/Core/c.swift#Engine.start',
    ],
    only: true,
  },
  {
    it: "binds to the file's own function, and never a member of a foreign value to a namesake",
    files: {
      'a.swift':
        'private func t() {}\nfunc m(d: Data, xs: [Int], s: String, x: Unknown) { t(); d.append(1); xs.map { $0 }; s.count(); x.get() }\nclass S { func append(_ x: Int) {}\n func get() {}\n func map() {}\n func count() {} }\n',
      'b.swift': 'private func t() {}\n',
    },
    calls: ['a.swift#m -> a.swift#t'],
    only: true,
  },
  {
    it: 'never takes an argument for the callee',
    files: {
      'a.swift': 'func r() {}\nfunc f(cb: (Int) -> Void, x: Int) { let r2 = x; cb(r2) }\n',
      'b.swift': 'func cb() {}\n',
    },
    only: true,
  },
  {
    it: 'gives calls in closures to the function around them, and knows what a closure takes',
    files: {
      'a.swift':
        'func z() {}\nclass D { func bark() {} }\nfunc all(_ body: (D) -> Void) {}\nfunc o(ds: [D]) { later { z() }\n all { d in d.bark() }\n all { $0.bark() }\n ds.forEach { $0.bark() } }\nfunc later(_ f: () -> Void) { f() }\n',
    },
    calls: [
      'a.swift#o -> a.swift#z',
      'a.swift#o -> a.swift#later',
      'a.swift#o -> a.swift#all',
      'a.swift#o -> a.swift#D.bark',
    ],
    only: true,
  },
  {
    it: 'finds inherited methods through implicit self, self, super and instances',
    files: {
      'a.swift':
        'class A { func m() {}\n init(x: Int) {} }\nclass B: A { override func m() { super.m() }\n func n() { m(); self.m() }\n override init(x: Int) { super.init(x: x) } }\nclass C: A { func k() { m() } }\nfunc f(c: C) { B(x: 1).n(); c.m() }\n',
    },
    calls: [
      'a.swift#B.m -> a.swift#A.m',
      'a.swift#B.n -> a.swift#B.m',
      'a.swift#B.init -> a.swift#A.init',
      'a.swift#C.k -> a.swift#A.m',
      'a.swift#f -> a.swift#B',
      'a.swift#f -> a.swift#B.init',
      'a.swift#f -> a.swift#B.n',
      'a.swift#f -> a.swift#A.m',
    ],
    edges: ['INHERITS a.swift#B -> a.swift#A'],
    not: ['CALLS a.swift#f -> a.swift#B.m'],
  },
  {
    it: 'finds a protocol’s default methods, and members through generic bounds',
    files: {
      'a.swift':
        'protocol P { func need() }\nextension P { func extra() { need() } }\nstruct S: P { func need() {} }\nfunc f(s: S) { s.extra() }\nfunc g<T: P>(t: T, u: some P, v: any P) { t.extra(); u.need(); v.need() }\n',
    },
    calls: [
      'a.swift#P.extra -> a.swift#P.need',
      'a.swift#f -> a.swift#P.extra',
      'a.swift#g -> a.swift#P.extra',
      'a.swift#g -> a.swift#P.need',
    ],
    only: true,
  },
  {
    it: 'types optionals, properties, results, static members and enum cases',
    files: {
      'a.swift':
        'class Dog { func bark() {}\n static func make() -> Dog { Dog() }\n static let shared = Dog() }\nenum E { case a, b\n func label() {} }\n' +
        'class K { var dog: Dog?\n let own = Dog()\n lazy var late = Dog()\n func a() { dog?.bark(); own.bark() }\n func b() { if let d = dog { d.bark() }\n guard let e = self.dog else { return }\n e.bark() } }\n' +
        'func f() { Dog.make().bark(); Dog.shared.bark(); E.a.label(); let k: K = K(); k.dog!.bark() }\nfunc g() { for d in [Dog()] { d.bark() } }\n',
    },
    calls: ['#K.a', '#K.b', '#f', '#g']
      .map((from) => `a.swift${from} -> a.swift#Dog.bark`)
      .concat(['a.swift#f -> a.swift#E.label', 'a.swift#f -> a.swift#Dog.make']),
  },
  {
    it: 'tells functions of one name apart by the labels of their arguments',
    files: {
      'a.swift':
        'struct S {\n  func f(_ a: Int) {}\n  func f(_ a: Int, b: Int) {}\n  func f(c: Int = 1, then d: () -> Void) {}\n  func only(x: Int) {}\n' +
        '  func one() { f(1) }\n  func two() { f(1, b: 2) }\n  func three() { f { } }\n  func four() { f(c: 2) { } }\n  func none() { only(y: 1); f(e: 3) }\n}\n',
    },
    calls: [
      'a.swift#S.one -> a.swift#S.f(Int)',
      'a.swift#S.two -> a.swift#S.f(Int,Int)',
      'a.swift#S.three -> a.swift#S.f(Int,() -> Void)',
      'a.swift#S.four -> a.swift#S.f(Int,() -> Void)',
    ],
    only: true,
  },
  {
    it: 'extends types from elsewhere',
    files: {
      'a.swift':
        'extension String { func shout() -> String { self } }\nfunc f(s: String) { s.shout(); "x".shout() }\nclass Z { func shout() {} }\n',
    },
    calls: ['a.swift#f -> a.swift#String.shout'],
    only: true,
  },
  {
    it: 'reads a call that ends a sum as a call of its last operand',
    files: {
      'a.swift':
        'class S {\n  func a() -> Int { 1 }\n  func b() -> Int { 1 + a() }\n  func c(o: S) -> Int { 2 * o.b() }\n}\n',
    },
    calls: ['a.swift#S.b -> a.swift#S.a', 'a.swift#S.c -> a.swift#S.b'],
    only: true,
  },
]);
