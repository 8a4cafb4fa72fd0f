/** Lua source → edges: tables are modules, objects and classes by use. */
import { runCases } from './cases.ts';

runCases('Lua calls', [
  {
    it: "binds to the file's own function, not to another file's namesake",
    files: { 'a.lua': 'local function t() end\nlocal function m() t() end\n', 'b.lua': 'function t() end\n' },
    calls: ['a.lua#m -> a.lua#t'],
    only: true,
  },
  {
    it: 'never binds a member of a string, a library or an unknown table to a namesake',
    files: {
      'a.lua': 'local M = {}\nfunction M.insert() end\nfunction M:rep() end\nfunction M.get() end\nreturn M\n',
      'b.lua': 'local function f(t)\n  table.insert(t, 1)\n  ("x"):rep(3)\n  t.get()\n  t:rep(2)\nend\n',
    },
    only: true,
  },
  {
    it: 'follows require through what a module returns',
    files: {
      'src/app/m.lua':
        'local M = {}\nfunction M.add() end\nM.sub = function() end\nfunction M:show() self.add() end\nreturn M\n',
      'src/app/fn.lua': 'local function only() end\nreturn only\n',
      'src/app/lit.lua': 'local function one() end\nreturn { one = one, two = function() end }\n',
      'main.lua':
        'local m = require("app.m")\nlocal fn = require "app.fn"\nlocal lit = require("app.lit")\nlocal json = require("cjson")\n' +
        'local function f()\n  m.add()\n  m.sub()\n  m:show()\n  fn()\n  lit.one()\n  json.decode("")\nend\nrequire("app.m").add()\n',
    },
    calls: [
      'main.lua#f -> src/app/m.lua#M.add',
      'main.lua#f -> src/app/m.lua#M.sub',
      'main.lua#f -> src/app/m.lua#M.show',
      'main.lua#f -> src/app/fn.lua#only',
      'main.lua#f -> src/app/lit.lua#one',
      'src/app/m.lua#M.show -> src/app/m.lua#M.add',
      'main.lua -> src/app/m.lua#M.add',
    ],
    edges: ['IMPORTS main.lua -> src/app/m.lua', 'IMPORTS main.lua -> module lua:cjson'],
  },
  {
    it: 'finds methods of instances, of their classes and of what those inherit from',
    files: {
      'animal.lua':
        'local Animal = {}\nAnimal.__index = Animal\nfunction Animal.new(name)\n  local self = setmetatable({}, Animal)\n  self.name = name\n  return self\nend\n' +
        'function Animal:speak() end\nfunction Animal:walk() self:speak() end\nreturn Animal\n',
      'dog.lua':
        'local Animal = require("animal")\nlocal Dog = setmetatable({}, { __index = Animal })\nDog.__index = Dog\n' +
        'function Dog.new()\n  local o = {}\n  setmetatable(o, Dog)\n  return o\nend\nfunction Dog:speak() self:walk() end\nreturn Dog\n',
      'main.lua':
        'local Animal = require("animal")\nlocal Dog = require("dog")\nlocal function f()\n  local d = Dog.new()\n  d:speak()\n  d:walk()\nend\n' +
        'local function g()\n  Animal.new("x"):walk()\nend\n',
    },
    calls: [
      'animal.lua#Animal.walk -> animal.lua#Animal.speak',
      'dog.lua#Dog.speak -> animal.lua#Animal.walk',
      'main.lua#f -> dog.lua#Dog.new',
      'main.lua#f -> dog.lua#Dog.speak',
      'main.lua#f -> animal.lua#Animal.walk',
      'main.lua#g -> animal.lua#Animal.new',
      'main.lua#g -> animal.lua#Animal.walk',
    ],
    only: true,
  },
  {
    it: 'inherits through a metatable that is set later',
    files: {
      'a.lua':
        'local Base = {}\nBase.__index = Base\nfunction Base:m() end\nlocal Sub = {}\nSub.__index = Sub\nsetmetatable(Sub, { __index = Base })\n' +
        'function Sub:n()\n  self:m()\n  Base.m(self)\nend\n',
    },
    calls: ['a.lua#Sub.n -> a.lua#Base.m'],
    only: true,
  },
  {
    it: 'types fields by what methods write to self',
    files: {
      'e.lua':
        'local E = {}\nE.__index = E\nfunction E.new() return setmetatable({}, E) end\nfunction E:go() end\nreturn E\n',
      'a.lua':
        'local E = require("e")\nlocal C = {}\nC.__index = C\nfunction C.new()\n  local self = setmetatable({}, C)\n  self.e = E.new()\n  return self\nend\n' +
        'function C:run() self.e:go() end\nlocal function f()\n  C.new().e:go()\nend\n',
    },
    calls: [
      'a.lua#C.run -> e.lua#E.go',
      'a.lua#f -> e.lua#E.go',
      'a.lua#f -> a.lua#C.new',
      'a.lua#C.new -> e.lua#E.new',
    ],
    only: true,
  },
  {
    it: 'sees functions written to local tables and nested ones',
    files: {
      'a.lua':
        'local M = { sub = {} }\nfunction M.sub.deep() end\nlocal function make()\n  local obj = {}\n  function obj:inner() end\n  obj.outer = function() end\n' +
        '  return obj\nend\nlocal function f()\n  M.sub.deep()\n  local o = make()\n  o:inner()\nend\n',
    },
    calls: ['a.lua#f -> a.lua#M.sub.deep', 'a.lua#f -> a.lua#make', 'a.lua#f -> a.lua#make.obj.inner'],
    only: true,
  },
  {
    it: 'sees globals of one other file, and declines when two files make them',
    files: {
      'a.lua': 'function glob() end\nfunction twice() end\nPlayer = {}\nfunction Player:jump() end\n',
      'b.lua': 'function twice() end\n',
      'c.lua': 'glob()\ntwice()\nPlayer:jump()\n',
    },
    calls: ['c.lua -> a.lua#glob', 'c.lua -> a.lua#Player.jump'],
    only: true,
  },
  {
    it: 'gives calls in anonymous callbacks to the function around them, and never takes an argument for the callee',
    files: {
      'a.lua':
        'local function z() end\nlocal function o() later(function() z() end) end\nlocal function r() end\nlocal function f(cb, x) local y = x; cb(y) end\n',
      'b.lua': 'function r() end\n',
    },
    calls: ['a.lua#o -> a.lua#z'],
    only: true,
  },
  {
    it: 'lets functions given as arguments reach the parameter that is called',
    files: { 'a.lua': 'local function run(cb) cb() end\nlocal function job() end\nlocal function f() run(job) end\n' },
    calls: ['a.lua#run -> a.lua#job', 'a.lua#f -> a.lua#run'],
    only: true,
  },
  {
    it: 'means the nearest local above',
    files: {
      'a.lua':
        'local function one() end\nlocal function two() end\nlocal function f()\n  local g = one\n  g()\n  local g = two\n  g()\nend\n',
    },
    calls: ['a.lua#f -> a.lua#one', 'a.lua#f -> a.lua#two'],
    only: true,
  },
]);
