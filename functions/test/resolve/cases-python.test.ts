/** Python source → edges: the kinds of faults that call graphs are known for, and what must hold instead. */
import assert from 'node:assert/strict';
import { graphOf, sitesOf } from '../support/graph-of.ts';
import { runCases } from './cases.ts';

runCases('Python calls', [
  {
    it: 'keeps the variables of comprehensions apart from those of their names around',
    files: {
      'a.py':
        'class A:\n    def m(self): pass\n    def kids(self): return [B()]\nclass B:\n    def m(self): pass\ndef f():\n    x = A()\n    [x.m() for x in x.kids()]\ndef g():\n    x = A()\n    y = {x: 1 for x, y in [(B(), 1)] if x.m()}\ndef h(x: A):\n    all(x for x in [B()])\n    x.m()\ndef i():\n    ys = [x for x in [A()] for z in x.kids() if z.m()]\n    ys[0].kids()\n',
    },
    calls: [
      'a.py#A.kids -> a.py#B',
      'a.py#f -> a.py#A',
      'a.py#f -> a.py#A.kids',
      'a.py#f -> a.py#B.m',
      'a.py#g -> a.py#A',
      'a.py#g -> a.py#B',
      'a.py#g -> a.py#B.m',
      'a.py#h -> a.py#A.m',
      'a.py#h -> a.py#B',
      'a.py#i -> a.py#A',
      'a.py#i -> a.py#A.kids',
      'a.py#i -> a.py#B.m',
    ],
    only: true,
  },
  {
    it: "binds to the file's own function, not to another file's namesake",
    files: { 'a.py': 'def t():\n    1\ndef m():\n    t()\n', 'b.py': 'def t():\n    2\n' },
    calls: ['a.py#m -> a.py#t'],
    only: true,
  },
  {
    it: 'never binds a builtin container method to a namesake',
    files: {
      'a.py': 'class S:\n    def get(self): pass\ndef f(m: dict[str, int]):\n    m.get("a")\n    {}.get("b")\n',
    },
    only: true,
  },
  {
    it: 'never takes an argument for the callee',
    files: { 'a.py': 'def f(cb, x):\n    r = x\n    cb(r)\n', 'b.py': 'def r():\n    return 1\n' },
    only: true,
  },
  {
    it: 'gives calls in lambdas to the function around them',
    files: { 'a.py': 'def z(): pass\ndef o(xs):\n    return sorted(xs, key=lambda x: z())\n' },
    calls: ['a.py#o -> a.py#z'],
    only: true,
  },
  {
    it: 'gives module-level calls to the file',
    files: { 'h.py': 'def h():\n    1\n', '__main__.py': 'from h import h\nh()\n' },
    calls: ['__main__.py -> h.py#h'],
    edges: ['IMPORTS __main__.py -> h.py'],
    only: true,
  },
  {
    it: 'sees decorated functions and the call that a decorator is',
    files: { 'a.py': 'def d(n):\n    return lambda f: f\ndef g(): pass\n@d(1)\ndef f():\n    g()\n' },
    calls: ['a.py#f -> a.py#g', 'a.py -> a.py#d'],
    only: true,
  },
  {
    it: 'finds inherited methods through self, super and instances',
    files: {
      'a.py':
        'class A:\n    def m(s): 1\nclass B(A):\n    def n(s):\n        s.m(); super().m()\ndef f():\n    B().m()\n',
    },
    calls: ['a.py#B.n -> a.py#A.m', 'a.py#f -> a.py#A.m', 'a.py#f -> a.py#B'],
    edges: ['INHERITS a.py#B -> a.py#A'],
    only: true,
  },
  {
    it: 'searches a diamond in C3 order',
    files: {
      'a.py':
        'class A:\n    def m(self): pass\nclass B(A): pass\nclass C(A):\n    def m(self): pass\nclass D(B, C): pass\ndef f():\n    D().m()\n',
    },
    calls: ['a.py#f -> a.py#C.m'],
    not: ['CALLS a.py#f -> a.py#A.m'],
  },
  {
    it: 'types receivers by annotations, fields, parameters and results',
    files: {
      'm.py': 'class Dog:\n    def bark(self): pass\ndef make() -> Dog: ...\ndef build():\n    return Dog()\n',
      'a.py':
        'from typing import Optional\nfrom m import Dog, make, build\n' +
        'class Kennel:\n    def __init__(self, first: Dog):\n        self.first = first\n        self.own = Dog()\n' +
        '    def a(self):\n        self.first.bark()\n    def b(self):\n        self.own.bark()\n' +
        'def c(d: Optional[Dog]):\n    d.bark()\ndef e():\n    make().bark()\ndef g():\n    x = build()\n    x.bark()\n' +
        'def h(ds: list[Dog]):\n    for d in ds:\n        d.bark()\n',
    },
    calls: ['#Kennel.a', '#Kennel.b', '#c', '#e', '#g', '#h'].map((from) => `a.py${from} -> m.py#Dog.bark`),
  },
  {
    it: 'follows a package’s re-exports, star imports and submodules',
    files: {
      'pkg/__init__.py': 'from .impl import run as start\nfrom .extra import *\n',
      'pkg/impl.py': 'def run(): pass\n',
      'pkg/extra.py': 'def more(): pass\n',
      'pkg/sub/deep.py': 'def dive(): pass\n',
      'app/main.py':
        'import pkg\nimport pkg.sub.deep as dd\nfrom pkg import start\nfrom pkg.sub import deep\n' +
        'def f():\n    start()\n    pkg.more()\n    dd.dive()\n    deep.dive()\n',
    },
    calls: [
      'app/main.py#f -> pkg/impl.py#run',
      'app/main.py#f -> pkg/extra.py#more',
      'app/main.py#f -> pkg/sub/deep.py#dive',
    ],
    edges: ['IMPORTS app/main.py -> pkg/sub/deep.py', 'IMPORTS app/main.py -> pkg/__init__.py'],
    only: true,
  },
  {
    it: 'finds modules below a src folder and relative ones above',
    files: {
      'src/app/__init__.py': '',
      'src/app/core/__init__.py': '',
      'src/app/core/run.py':
        'from ..tools import helper\nfrom app.tools import helper as again\ndef go():\n    helper()\n    again()\n',
      'src/app/tools.py': 'def helper(): pass\n',
    },
    calls: ['src/app/core/run.py#go -> src/app/tools.py#helper'],
    only: true,
  },
  {
    it: 'points imports from elsewhere at modules, and never at namesakes',
    files: {
      'json_tools.py': 'def loads(): pass\n',
      'a.py': 'import json\nfrom os.path import join\ndef f():\n    json.loads("")\n    join("a")\n',
    },
    edges: ['IMPORTS a.py -> module python:json', 'IMPORTS a.py -> module python:os.path'],
    only: true,
  },
  {
    it: 'lets functions given as arguments reach the parameter that is called',
    files: { 'a.py': 'def run(cb):\n    cb()\ndef job(): pass\ndef f():\n    run(job)\n' },
    calls: ['a.py#run -> a.py#job', 'a.py#f -> a.py#run'],
    only: true,
  },
  {
    it: 'respects shadowing by parameters and locals',
    files: { 'a.py': 'def t(): pass\ndef f(t):\n    t()\ndef g():\n    t = other()\n    t()\n' },
    only: true,
  },
  {
    it: 'reads properties as values and static and class methods as functions',
    files: {
      'a.py':
        'class E:\n    def go(self): pass\nclass C:\n    @property\n    def e(self) -> E: ...\n    @staticmethod\n    def s(): pass\n' +
        '    @classmethod\n    def make(cls):\n        return cls()\n    def m(self): pass\n' +
        'def f():\n    C().e.go()\n    C.s()\n    C.make().m()\n',
    },
    calls: [
      'a.py#f -> a.py#E.go',
      'a.py#f -> a.py#C.s',
      'a.py#f -> a.py#C.make',
      'a.py#f -> a.py#C.m',
      'a.py#C.make -> a.py#C',
    ],
  },
  {
    it: 'keeps nested functions and local variables apart',
    files: { 'a.py': 'def f():\n    x = 1\n    def g(): pass\n    g()\ny = 2\n' },
    calls: ['a.py#f -> a.py#f.g'],
    edges: ['CONTAINS a.py#f -> a.py#f.g', 'DEFINES a.py -> a.py#f', 'DEFINES a.py -> a.py#y'],
    not: [/#f\.x/],
    only: true,
  },
]);

describe('Python call sites', () => {
  it('keeps every line of a call in one edge, and counts how calls ended', async () => {
    const graph = await graphOf({
      'a.py': 'import os\ndef t(): pass\ndef f(u):\n    t()\n    t(); os.stat()\n    u.x()\n',
    });
    assert.deepEqual(sitesOf(graph, 'a.py#f -> a.py#t'), [4, 5]);
    assert.deepEqual(graph.graph.files[0]?.calls, { sites: 4, resolved: 2, external: 1, ambiguous: 0, unresolved: 1 });
  });

  it('is the same whatever the order of files', async () => {
    const texts = {
      'a.py': 'from b import *\ndef f(): g()\n',
      'b.py': 'from a import f\ndef g(): f()\n',
      'c.py': 'import a\na.f()\n',
    };
    const forward = await graphOf(texts);
    const backward = await graphOf(Object.fromEntries(Object.entries(texts).reverse()));
    assert.deepEqual(backward.graph, forward.graph);
    assert.deepEqual(forward.calls, ['a.py#f -> b.py#g', 'b.py#g -> a.py#f', 'c.py -> a.py#f']);
  });
});
