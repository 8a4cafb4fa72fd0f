/** JavaScript and TypeScript source → edges. */
import { runCases } from './cases.ts';

runCases('JavaScript and TypeScript calls', [
  {
    it: 'never binds Map.get to a project’s get',
    files: { 'a.ts': 'class S { get() {} }\nfunction f(m: Map<string, number>) { m.get("a"); }\n' },
    only: true,
  },
  {
    it: 'never takes an argument for the callee',
    files: {
      'a.ts': 'function r() {}\nfunction f(cb: () => void, x: number) { const r2 = x; cb(); use(r2); }\n',
      'b.ts': 'export const r = () => 1;\n',
    },
    only: true,
  },
  {
    it: 'follows default and renamed exports',
    files: {
      'p.ts': 'function impl() {}\nexport { impl as pub };\nexport default impl;\n',
      'c.ts': "import d, { pub } from './p';\nexport function f() { d(); pub(); }\n",
    },
    calls: ['c.ts#f -> p.ts#impl'],
    only: true,
  },
  {
    it: 'follows barrels, star re-exports and namespaces',
    files: {
      'lib/a.ts': 'export function a() {}\n',
      'lib/b.ts': 'export default function b() {}\n',
      'lib/index.ts':
        "export * from './a.js';\nexport { default as b } from './b.js';\nexport * as all from './a.js';\n",
      'm.ts':
        "import { a, b, all } from './lib';\nimport * as lib from './lib/index';\nexport function f() { a(); b(); all.a(); lib.a(); }\n",
    },
    calls: ['m.ts#f -> lib/a.ts#a', 'm.ts#f -> lib/b.ts#b'],
    only: true,
  },
  {
    it: 'maps names by tsconfig paths, through extends, comments and trailing commas',
    files: {
      'tsconfig.base.json': '{ "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["src/*"], }, }, // shared\n}',
      'tsconfig.json': '{ "extends": "./tsconfig.base.json" }',
      'src/u.ts': 'export function u() {}\n',
      'src/a.ts': "import { u } from '@/u';\nexport function f() { u(); }\n",
    },
    calls: ['src/a.ts#f -> src/u.ts#u'],
    edges: ['IMPORTS src/a.ts -> src/u.ts'],
    only: true,
  },
  {
    it: 'finds packages of the workspace by name, and leaves the others outside',
    files: {
      'packages/core/package.json':
        '{ "name": "@acme/core", "exports": { ".": "./dist/index.js", "./util": "./dist/util.js" } }',
      'packages/core/src/index.ts': 'export function core() {}\n',
      'packages/core/src/util.ts': 'export function util() {}\n',
      'packages/app/package.json': '{ "name": "app" }',
      'packages/app/main.ts':
        "import { core } from '@acme/core';\nimport { util } from '@acme/core/util';\nimport React from 'react';\nexport function f() { core(); util(); React.memo(); }\n",
    },
    calls: [
      'packages/app/main.ts#f -> packages/core/src/index.ts#core',
      'packages/app/main.ts#f -> packages/core/src/util.ts#util',
    ],
    edges: ['IMPORTS packages/app/main.ts -> module typescript:react'],
    only: true,
  },
  {
    it: 'gives calls inside anonymous callbacks to the function around them',
    files: { 'a.js': 'export function o() { setTimeout(() => { z(); }, 1); }\nfunction z() {}\n' },
    calls: ['a.js#o -> a.js#z'],
    only: true,
  },
  {
    it: 'knows functions by the names they are given',
    files: {
      'a.js':
        'export const a = () => {};\nexports.b = function () {};\nclass C { c = () => {}; static d = async () => {}; }\nfunction F() {}\nF.prototype.e = function () {};\n' +
        'function use() { a(); new C().c(); C.d(); new F().e(); }\n',
    },
    calls: ['a.js#use -> a.js#a', 'a.js#use -> a.js#C.c', 'a.js#use -> a.js#C.d', 'a.js#use -> a.js#F.e'],
    edges: ['DEFINES a.js -> a.js#b'],
  },
  {
    it: 'types receivers by annotations, constructors, fields and generics',
    files: {
      'a.ts':
        'class Dog { bark() {} }\nclass Box<T> { constructor(private item: T) {} get(): T { return this.item; } }\n' +
        'class Kennel { dogs: Dog[] = []; first = new Dog(); all() { this.dogs.forEach((d) => d.bark()); for (const d of this.dogs) d.bark(); } one() { this.first.bark(); } }\n' +
        'function f(b: Box<Dog>, m: Map<string, Dog>) { b.get().bark(); }\nfunction g(m: Map<string, Dog>) { m.get("a")!.bark(); }\n',
    },
    calls: ['a.ts#Kennel.all', 'a.ts#Kennel.one', 'a.ts#f', 'a.ts#g'].map((from) => `${from} -> a.ts#Dog.bark`),
  },
  {
    it: 'types callbacks by the types declared around them',
    files: {
      'a.ts':
        'class Ctx { text() {} }\ntype Handler = (c: Ctx) => void;\nfunction on(h: Handler) {}\n' +
        'export const named: Handler = (c) => c.text();\nexport function made(): Handler { return (c) => { c.text(); }; }\nexport function f() { on((c) => c.text()); }\n',
    },
    calls: [
      'a.ts#named -> a.ts#Ctx.text',
      'a.ts#made -> a.ts#Ctx.text',
      'a.ts#f -> a.ts#Ctx.text',
      'a.ts#f -> a.ts#on',
    ],
    only: true,
  },
  {
    it: 'reaches an interface’s method, and its implementations by inheritance',
    files: {
      'a.ts':
        'interface Store { get(): void }\nclass Mem implements Store { get() {} }\nfunction f(s: Store) { s.get(); }\n',
    },
    calls: ['a.ts#f -> a.ts#Store.get'],
    edges: ['INHERITS a.ts#Mem -> a.ts#Store'],
    only: true,
  },
  {
    it: 'keeps methods of object literals apart from the functions they call by the same name',
    files: {
      'a.ts': "import { save } from './b';\nexport const api = { save() { save(); } };\n",
      'b.ts': 'export function save() {}\n',
    },
    calls: ['a.ts#api.save -> b.ts#save'],
    only: true,
  },
  {
    it: 'keeps methods of a returned object no names of the function around',
    files: {
      'a.ts': 'export function make() { return { opt() { return opt(); }, arrow: () => opt() }; }\nfunction opt() {}\n',
    },
    calls: ['a.ts#make.opt -> a.ts#opt', 'a.ts#make.arrow -> a.ts#opt'],
    only: true,
  },
  {
    it: 'declines when a function may be the caller’s or its own',
    files: {
      'a.ts':
        'function own() {}\nexport function f(o: { match?: () => void }, g: () => void) { g(); }\nexport function h(cb: () => void) { cb = own; cb(); }\n',
    },
    not: [/CALLS .*#own$/],
  },
  {
    it: 'takes members out of what a module exports one by one, out of instances and by literal keys',
    files: {
      'many.js':
        'function two() {}\nexports.two = two;\nexports.C = class C { static make() { return new C(); } run() {} };\n',
      'm.js':
        "const { two, C } = require('./many');\nfunction f() { two(); const { run } = C.make(); run(); require('./many')['two'](); }\n",
    },
    calls: [
      'm.js#f -> many.js#C.make',
      'm.js#f -> many.js#C.run',
      'm.js#f -> many.js#two',
      'many.js#C.make -> many.js#C',
    ],
    only: true,
  },
  {
    it: 'lets TypeScript call JavaScript and nothing call another language',
    files: {
      'a.ts': "import { j } from './j.js';\nexport function f() { j(); py(); }\n",
      'j.js': 'export function j() {}\n',
      'py.py': 'def py(): pass\n',
    },
    calls: ['a.ts#f -> j.js#j'],
    only: true,
  },
  {
    it: 'gives a literal its parameters where an interface that can be called takes it',
    files: {
      'a.ts': `class Context { text() {} }
type Handler = (c: Context) => void;
type Either<T> = Handler | T;
interface Route {
  (handler: Either<null>): App

  // with a path; a line break is a semicolon, even before <
  <Path extends string>(path: Path, ...handlers: Either<null>[]): App
}
type On = { (name: string, then: [Handler, Handler]): App } & { off(): void };
class App { get!: Route; on!: On; done() {} }
function f(app: App) {
  app.get('/', (c) => c.text(), (d) => d.text()).done();
}
function g(app: App) { app.get((c) => { c.text(); }).done(); }
function h(app: App) { app.on('x', [(c) => 1, (c) => c.text()]); }
`,
    },
    calls: [
      'a.ts#f -> a.ts#App.done',
      'a.ts#f -> a.ts#Context.text',
      'a.ts#g -> a.ts#App.done',
      'a.ts#g -> a.ts#Context.text',
      'a.ts#h -> a.ts#Context.text',
    ],
    only: true,
  },
  {
    it: 'reads the rest of the arguments, the receiver’s type arguments and the call’s own into a literal',
    files: {
      'a.ts': `class Dog { bark() {} }
class Box<T> { each(run: (item: T) => void) {} }
function all<T>(items: T[], run: (item: T) => void) {}
function many(...runs: ((dog: Dog) => void)[]) {}
function make<T>(build: () => T): T { return build(); }
function f(box: Box<Dog>) { box.each((d) => d.bark()); }
function g() { all([new Dog()], (d) => d.bark()); }
function h() { many((d) => {}, (d) => d.bark()); }
function i() { make(() => new Dog()).bark(); }
`,
    },
    calls: [
      'a.ts#f -> a.ts#Box.each',
      'a.ts#f -> a.ts#Dog.bark',
      'a.ts#g -> a.ts#Dog',
      'a.ts#g -> a.ts#Dog.bark',
      'a.ts#g -> a.ts#all',
      'a.ts#h -> a.ts#Dog.bark',
      'a.ts#h -> a.ts#many',
      'a.ts#i -> a.ts#Dog',
      'a.ts#i -> a.ts#Dog.bark',
      'a.ts#i -> a.ts#make',
    ],
    not: [],
  },
  {
    it: 'reads types that list their members where they are used',
    files: {
      'a.ts': `class Dog { bark() {} run() {} }
type Shape = { kind: 'dog'; dog: Dog } | { kind: 'none' };
type Load = { (then: (dog: Dog) => void): void };
const load: Load = (then) => {};
function f({ dog, get }: { dog: Dog; get: () => Dog }) { dog.bark(); get().run(); }
function g(options: { dog?: Dog; make(): Dog }) { options.dog?.bark(); options.make().run(); }
function h(shape: Shape) { if (shape.kind === 'dog') shape.dog.bark(); }
function on(options: { done: (dog: Dog) => void }) {}
function i() { on({ done: (d) => d.bark() }); }
function j() { load((d) => d.run()); }
`,
    },
    calls: [
      'a.ts#f -> a.ts#Dog.bark',
      'a.ts#f -> a.ts#Dog.run',
      'a.ts#g -> a.ts#Dog.bark',
      'a.ts#g -> a.ts#Dog.run',
      'a.ts#h -> a.ts#Dog.bark',
      'a.ts#i.done -> a.ts#Dog.bark',
      'a.ts#i -> a.ts#on',
      'a.ts#j -> a.ts#Dog.run',
      'a.ts#j -> a.ts#load',
    ],
    not: [],
  },
  {
    it: 'calls the first of a method’s signatures in an interface',
    files: {
      'a.ts': `interface Stream {
  pipe(): Stream;
  pipe(a: number): Stream;
}
function f(s: Stream) { s.pipe(1); }
`,
    },
    calls: ['a.ts#f -> a.ts#Stream.pipe()'],
    only: true,
  },
  {
    it: 'finds members that an object type adds in an intersection',
    files: {
      'a.ts': `class Dog { bark() {} }
interface Base { run(): void }
type Api = Base & { dog: Dog; stop(): void };
function f(api: Api) { api.run(); api.stop(); api.dog.bark(); }
`,
    },
    calls: ['a.ts#f -> a.ts#Api.stop', 'a.ts#f -> a.ts#Base.run', 'a.ts#f -> a.ts#Dog.bark'],
    only: true,
  },
]);
