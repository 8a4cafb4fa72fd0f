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
  {
    it: 'knows classes of a library by extend: what they inherit, build and call super',
    files: {
      'object.lua':
        'local Object = {}\nObject.__index = Object\nfunction Object:new() end\nfunction Object:is(T) end\n' +
        'function Object:extend()\n  local cls = {}\n  cls.__index = cls\n  cls.super = self\n  setmetatable(cls, self)\n  return cls\nend\nreturn Object\n',
      'shapes.lua':
        'local Object = require "object"\nPoint = Object:extend()\nfunction Point:new(x) self.x = x end\nfunction Point:len() self:norm() end\nfunction Point:norm() end\n' +
        'local Rect = Point:extend()\nfunction Rect:new(x) Rect.super.new(self, x) end\nfunction Rect:area() self:len() end\nlocal Square = Rect:extend()\nreturn Rect\n',
      'main.lua':
        'local Rect = require("shapes")\nlocal function f() local r = Rect(1) r:area() r:len() r:is(Rect) end\nlocal function g() Point(2):norm() end\n',
    },
    calls: [
      'main.lua#f -> object.lua#Object.is',
      'main.lua#f -> shapes.lua#Point.len',
      'main.lua#f -> shapes.lua#Rect.area',
      'main.lua#f -> shapes.lua#Rect.new',
      'main.lua#g -> shapes.lua#Point.new',
      'main.lua#g -> shapes.lua#Point.norm',
      'shapes.lua -> object.lua#Object.extend',
      'shapes.lua#Point.len -> shapes.lua#Point.norm',
      'shapes.lua#Rect.area -> shapes.lua#Point.len',
      'shapes.lua#Rect.new -> shapes.lua#Point.new',
    ],
    only: true,
  },
  {
    it: 'knows classes of a library from elsewhere, by class(name, base) and the like',
    files: {
      'a.lua':
        'local class = require "middleclass"\nlocal Animal = class("Animal")\nfunction Animal:initialize(n) end\nfunction Animal:speak() self:sound() end\nfunction Animal:sound() end\n' +
        'local Walker = {}\nfunction Walker:walk() end\nlocal Dog = class("Dog", Animal)\nDog:include(Walker)\nfunction Dog:initialize(n) Animal.initialize(self, n) end\n' +
        'function Dog:sound() self.class.super.sound(self) end\nlocal Cat = Animal:subclass("Cat")\nlocal Cow = Class { __includes = { Animal, Walker } }\n' +
        'local function f() local d = Dog:new("a") d:speak() d:walk() Cat("c"):speak() Cow():walk() end\n',
      'b.lua': 'function walk() end\nlocal M = {}\nfunction M.init() end\nfunction M.speak() end\nM(1)\nM.new(2)\n',
    },
    calls: [
      'a.lua#Animal.speak -> a.lua#Animal.sound',
      'a.lua#Dog.initialize -> a.lua#Animal.initialize',
      'a.lua#Dog.sound -> a.lua#Animal.sound',
      'a.lua#f -> a.lua#Animal.initialize',
      'a.lua#f -> a.lua#Animal.speak',
      'a.lua#f -> a.lua#Dog.initialize',
      'a.lua#f -> a.lua#Walker.walk',
    ],
    only: true,
  },
  {
    it: 'calls what the metatable of a table says that a call of it runs',
    files: {
      'a.lua':
        'local A = setmetatable({}, { __call = function(cls, x) return cls.make(x) end })\nA.__index = A\nfunction A.make(x) return setmetatable({}, A) end\nfunction A:go() end\n' +
        'local B = {}\nlocal function build(_, run) run() end\nsetmetatable(B, { __call = build })\nfunction B.init() end\nlocal function job() end\n' +
        'local function f() local a = A(1) a:go() B(job) end\n',
    },
    calls: [
      'a.lua#A.__call -> a.lua#A.make',
      'a.lua#build -> a.lua#job',
      'a.lua#f -> a.lua#A.go',
      'a.lua#f -> a.lua#A.__call',
      'a.lua#f -> a.lua#build',
    ],
    only: true,
  },
  {
    it: 'names a function that is stored under a text after it',
    files: {
      'a.lua':
        "local M = {}\nlocal function z() end\nM['run'] = function() z() end\nlocal function f() M.run() M['run']() end\n",
    },
    calls: ['a.lua#M.run -> a.lua#z', 'a.lua#f -> a.lua#M.run'],
    only: true,
  },
]);
