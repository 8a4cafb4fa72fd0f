/** JavaScript of CommonJS modules → edges: what `exports`, `module.exports` and `require` stand for. */
import { runCases } from './cases.ts';

runCases('CommonJS', [
  {
    it: 'reads modules that are one value or many',
    files: {
      'one.js': 'module.exports = function one() {};\n',
      'many.js': 'function two() {}\nmodule.exports = { two, three: two };\n',
      'm.js':
        "const one = require('./one');\nconst { two } = require('./many');\nconst many = require('./many');\nfunction f() { one(); two(); many.three(); }\n",
    },
    calls: ['m.js#f -> one.js#one', 'm.js#f -> many.js#two'],
    only: true,
  },
  {
    it: 'inherits from the class that a module is, under its own name',
    files: {
      'a.js': 'module.exports = class Base { m() {} };\n',
      'b.js': "const Above = require('./a');\nclass B extends Above { n() { this.m(); } }\n",
    },
    calls: ['b.js#B.n -> a.js#Base.m'],
    edges: ['INHERITS b.js#B -> a.js#Base'],
    only: true,
  },
  {
    it: 'knows what a file offers by the name exports, in the file itself',
    files: {
      'a.js':
        'exports.b = function () {};\nexports.c = () => exports.b();\nmodule.exports.d = function () { module.exports.b(); };\n',
    },
    calls: ['a.js#c -> a.js#b', 'a.js#d -> a.js#b'],
    only: true,
  },
  {
    it: 'leaves a variable called exports alone',
    files: { 'a.js': 'exports.b = function () {};\nfunction f(exports) { exports.b(); }\n' },
    only: true,
  },
  {
    it: 'calls through an object that is the whole module',
    files: {
      'a.js': 'function f() {}\nfunction g() { module.exports.f(); }\nmodule.exports = { f, g };\n',
      'b.js': "const a = require('./a');\nfunction main() { a.f(); require('./a').g(); }\n",
    },
    calls: ['a.js#g -> a.js#f', 'b.js#main -> a.js#f', 'b.js#main -> a.js#g'],
    only: true,
  },
  {
    it: 'takes exports, module.exports and a variable in one assignment for one object',
    files: {
      'app.js':
        'var app = exports = module.exports = {};\napp.init = function () { this.load(); exports.load(); };\napp.load = function () {};\n',
      'm.js':
        "const { init } = require('./app');\nconst app = require('./app');\nfunction m() { init(); app.load(); }\n",
    },
    calls: ['app.js#app.init -> app.js#app.load', 'm.js#m -> app.js#app.init', 'm.js#m -> app.js#app.load'],
    only: true,
  },
  {
    it: 'finds members of a function that is the whole module',
    files: {
      'g.js':
        'exports = module.exports = create;\nfunction create() { exports.help(); }\nexports.help = function () {};\n',
      'h.js': "const create = require('./g');\nfunction m() { create(); create.help(); }\n",
    },
    calls: ['g.js#create -> g.js#help', 'h.js#m -> g.js#create', 'h.js#m -> g.js#help'],
    only: true,
  },
  {
    it: 'inherits from what require gives',
    files: {
      'a.js': 'class Base { run() {} }\nmodule.exports = Base;\n',
      'b.js': 'exports.Other = class Other { stop() {} };\n',
      'c.js':
        "class C extends require('./a') { go() { this.run(); } }\nclass D extends require('./b').Other { go() { this.stop(); } }\n",
    },
    calls: ['c.js#C.go -> a.js#Base.run', 'c.js#D.go -> b.js#Other.stop'],
    edges: ['INHERITS c.js#C -> a.js#Base', 'INHERITS c.js#D -> b.js#Other'],
    only: true,
  },
  {
    it: 'knows this in functions of an object that has no name',
    files: {
      'a.js': 'module.exports = { open() { this.check(); }, check: function () {} };\n',
      'b.js': 'function make() { return { next() { return this.peek(); }, peek() {} }; }\n',
      'c.js': 'register({ start() { this.tick(); }, tick() {} });\n',
    },
    calls: ['a.js#open -> a.js#check', 'b.js#make.next -> b.js#make.peek', 'c.js#start -> c.js#tick'],
    only: true,
  },
  {
    it: 'requires what runs where declarations stand beside it',
    files: {
      'package.json': '{ "name": "acme", "main": "acme.js", "types": "acme.d.ts" }',
      'acme.js': 'function acme() { return { run() {} }; }\nmodule.exports = acme;\n',
      'acme.d.ts': 'interface Acme { run(): void }\ndeclare function acme(): Acme;\nexport = acme;\n',
      'lib/tool.js': 'exports.tool = function () {};\n',
      'lib/tool.d.ts': 'export declare function tool(): void;\n',
      'test/a.js':
        "const acme = require('..');\nconst { tool } = require('../lib/tool');\nconst own = require('acme');\nfunction a() { acme().run(); tool(); own(); }\n",
    },
    calls: ['test/a.js#a -> acme.js#acme', 'test/a.js#a -> acme.js#acme.run', 'test/a.js#a -> lib/tool.js#tool'],
    only: true,
  },
  {
    it: 'means the function that a class declares, not those that are assigned over it',
    files: {
      'a.js':
        'class A {\n  flush = async () => {};\n  open() { this.flush = async () => {}; this.late = () => {}; }\n  run() { this.flush(); this.late(); }\n}\n',
    },
    calls: ['a.js#A.run -> a.js#A.flush', 'a.js#A.run -> a.js#A.late'],
    only: true,
  },
  {
    it: 'exports what Object.assign, getters and spread modules add',
    files: {
      'x.js': 'exports.p = function () {};\n',
      'y.js': 'module.exports = { q() {} };\n',
      'a.js':
        "Object.assign(module.exports, require('./x'), require('./y'), { r() {} });\n" +
        "Object.defineProperty(exports, 's', { enumerable: true, get() { return require('./x').p; } });\n" +
        "Object.defineProperty(exports, 't', { get: () => require('./y') });\n",
      'b.js':
        "const x = require('./x');\nmodule.exports = Object.assign({}, x, { u() {}, get v() { return require('./y').q; } });\n",
      'c.js':
        "const a = require('./a');\nconst { p } = require('./a');\nconst b = require('./b');\n" +
        'function f() { p(); a.q(); a.r(); }\nfunction g() { a.s(); }\nfunction h() { a.t.q(); }\nfunction i() { b.p(); b.u(); b.v(); }\n',
    },
    calls: [
      'c.js#f -> a.js#r',
      'c.js#f -> x.js#p',
      'c.js#f -> y.js#q',
      'c.js#g -> x.js#p',
      'c.js#h -> y.js#q',
      'c.js#i -> b.js#u',
      'c.js#i -> x.js#p',
      'c.js#i -> y.js#q',
    ],
    only: true,
  },
  ...[
    "require('util').inherits(B, A)",
    'inherits(B, A)',
    'Object.setPrototypeOf(B.prototype, A.prototype)',
    'B.prototype = Object.create(A.prototype)',
    'B.prototype = Object.create(A.prototype, { n: { value: 1 } })',
    'B.prototype = new A()',
    'B.prototype.__proto__ = A.prototype',
  ].map((statement) => ({
    it: `inherits by ${statement}`,
    files: {
      'a.js': `const A = require('./b');\nfunction B() {}\n${statement};\nB.prototype.n = function () { this.m(); };\nfunction f() { new B().m(); }\n`,
      'b.js':
        'function A() {}\nA.prototype.m = function () { this.k(); };\nA.prototype.k = function () {};\nmodule.exports = A;\n',
      'c.js': 'function m() {}\n',
    },
    calls: ['a.js#B.n -> b.js#A.m', 'a.js#f -> a.js#B', 'a.js#f -> b.js#A.m', 'b.js#A.m -> b.js#A.k'].concat(
      statement.includes('new A') ? ['a.js -> b.js#A'] : [],
    ),
    only: true as const,
  })),
  {
    it: 'adds methods to a prototype by Object.assign',
    files: {
      'a.js':
        'function A() {}\nObject.assign(A.prototype, { m() { this.k(); }, k: function () {} });\nfunction f() { new A().m(); }\n',
    },
    calls: ['a.js#A.m -> a.js#A.k', 'a.js#f -> a.js#A', 'a.js#f -> a.js#A.m'],
    edges: ['CONTAINS a.js#A -> a.js#A.m'],
    only: true,
  },
]);
