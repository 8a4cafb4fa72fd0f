/** Ruby source → edges: constants are global, methods are found in Ruby's method resolution order. */
import { runCases } from './cases.ts';

runCases('Ruby calls', [
  {
    it: 'names a class of the top level by what stands behind its ::',
    files: { 'a.rb': 'class Base; end\nclass ::Parent < Base\n  def a; end\nend\ndef f; Parent.new.a; end\n' },
    calls: ['a.rb#f -> a.rb#Parent.a'],
    edges: ['INHERITS a.rb#Parent -> a.rb#Base'],
  },
  {
    it: "binds to the file's own method, not to another file's namesake",
    files: { 'a.rb': 'def t; end\ndef m; t; end\n', 'b.rb': 'def t; end\n' },
    calls: ['a.rb#m -> a.rb#t'],
    only: true,
  },
  {
    it: 'never binds a method of an unknown or builtin receiver to a namesake',
    files: {
      'a.rb': 'class S\n  def get(k); end\n  def each; end\n  def map; end\n  def call; end\nend\n',
      'b.rb': 'def f(m, xs)\n  m.get(1)\n  {}.get(2)\n  xs.each { |x| x.call }\n  [1].map { 1 }\n  "a".get\nend\n',
    },
    only: true,
  },
  {
    it: 'never takes an argument for the callee',
    files: { 'a.rb': 'def r; end\ndef f(cb, x)\n  r2 = x\n  cb.call(r2)\nend\n', 'b.rb': 'def x; end\n' },
    only: true,
  },
  {
    it: 'gives calls in blocks to the method around them',
    files: { 'a.rb': 'def z; end\ndef o(xs)\n  xs.each { |x| z }\n  xs.map do |x|\n    z\n  end\nend\n' },
    calls: ['a.rb#o -> a.rb#z'],
    only: true,
  },
  {
    it: 'gives top-level calls to the file, and follows require and require_relative',
    files: {
      'lib/h.rb': 'def h; end\n',
      'lib/acme/util.rb': 'module Acme\n  module Util\n    def self.go; end\n  end\nend\n',
      'main.rb': "require_relative 'lib/h'\nrequire 'acme/util'\nrequire 'json'\nh\nAcme::Util.go\n",
    },
    calls: ['main.rb -> lib/h.rb#h', 'main.rb -> lib/acme/util.rb#Acme.Util.go'],
    edges: [
      'IMPORTS main.rb -> lib/h.rb',
      'IMPORTS main.rb -> lib/acme/util.rb',
      'IMPORTS main.rb -> module ruby:json',
    ],
    only: true,
  },
  {
    it: 'finds inherited methods through implicit self, self, super and instances',
    files: {
      'a.rb':
        'class A\n  def m(x); end\nend\nclass B < A\n  def n\n    m(1)\n    self.m(2)\n  end\n  def m(x)\n    super\n  end\nend\n' +
        'class C < A\n  def m(x)\n    super(x)\n  end\nend\ndef f\n  B.new.n\nend\n',
    },
    calls: [
      'a.rb#B.n -> a.rb#B.m',
      'a.rb#B.m -> a.rb#A.m',
      'a.rb#C.m -> a.rb#A.m',
      'a.rb#f -> a.rb#B',
      'a.rb#f -> a.rb#B.n',
    ],
    edges: ['INHERITS a.rb#B -> a.rb#A'],
    only: true,
  },
  {
    it: 'runs initialize, own or inherited, when an object is built',
    files: {
      'a.rb':
        'class A\n  def initialize(x); end\nend\nclass B < A\nend\nclass C < A\n  def initialize\n    super(1)\n  end\n  def self.make\n    new\n  end\nend\n' +
        'def f\n  A.new(1)\n  B.new(2)\n  C.make\nend\n',
    },
    calls: [
      'a.rb#f -> a.rb#A',
      'a.rb#f -> a.rb#A.initialize',
      'a.rb#f -> a.rb#B',
      'a.rb#f -> a.rb#C.make',
      'a.rb#C.initialize -> a.rb#A.initialize',
      'a.rb#C.make -> a.rb#C',
      'a.rb#C.make -> a.rb#C.initialize',
    ],
    only: true,
  },
  {
    it: 'searches prepended modules, the class, included modules from last to first, then the superclass',
    files: {
      'a.rb':
        'module P\n  def m; super; end\nend\nmodule I1\n  def m; end\n  def k; end\nend\nmodule I2\n  def m; super; end\nend\n' +
        'class A\n  def m; end\n  def k; end\nend\nclass B < A\n  prepend P\n  include I1\n  include I2\n  def m; super; end\nend\n' +
        'class D < A\n  include I1\n  def go\n    k\n  end\nend\ndef f\n  B.new.m\nend\n',
    },
    calls: ['a.rb#f -> a.rb#B', 'a.rb#f -> a.rb#P.m', 'a.rb#B.m -> a.rb#I2.m', 'a.rb#D.go -> a.rb#I1.k'],
    edges: ['INHERITS a.rb#B -> a.rb#P', 'INHERITS a.rb#B -> a.rb#I1', 'INHERITS a.rb#B -> a.rb#A'],
    not: ['CALLS a.rb#f -> a.rb#B.m', 'CALLS a.rb#D.go -> a.rb#A.k', 'CALLS a.rb#B.m -> a.rb#I1.m'],
  },
  {
    it: 'keeps class methods apart from instance methods, and takes them from extended modules',
    files: {
      'a.rb':
        'module Finders\n  def find(id); end\nend\nclass A\n  extend Finders\n  class << self\n    def build; make; end\n    def make; end\n  end\n' +
        '  def self.all; build; end\n  def all; end\n  def use\n    self.class.all\n  end\nend\nclass B < A\nend\n' +
        'def f\n  A.find(1)\n  A.all\n  B.build\n  A.new.all\nend\n',
    },
    calls: ['a.rb#A.build -> a.rb#A.make', 'a.rb#f -> a.rb#Finders.find', 'a.rb#f -> a.rb#A.build'],
    not: [/a\.rb#A\.all -> a\.rb#A\.all/],
  },
  {
    it: 'sees any constant of the repository, by lexical nesting first',
    files: {
      'app/models/user.rb': 'class User\n  def self.find(id); new; end\n  def save; end\nend\n',
      'app/admin/user.rb': 'module Admin\n  class User\n    def self.find(id); end\n  end\nend\n',
      'app/services/a.rb':
        'module Admin\n  class Job\n    def run\n      User.find(1)\n      ::User.find(2)\n    end\n  end\nend\n',
      'app/services/b.rb': 'class Job\n  def run\n    User.find(1).save\n    Admin::User.find(3)\n  end\nend\n',
    },
    calls: [
      'app/services/a.rb#Admin.Job.run -> app/admin/user.rb#Admin.User.find',
      'app/services/a.rb#Admin.Job.run -> app/models/user.rb#User.find',
      'app/services/b.rb#Job.run -> app/models/user.rb#User.find',
      'app/services/b.rb#Job.run -> app/models/user.rb#User.save',
      'app/services/b.rb#Job.run -> app/admin/user.rb#Admin.User.find',
    ],
  },
  {
    it: 'adds up a module or class that several files open',
    files: {
      'lib/a.rb': 'module Acme\n  class One\n    def go; end\n  end\nend\nclass Open\n  def first; second; end\nend\n',
      'lib/b.rb':
        'module Acme\n  class Two\n    def run\n      One.new.go\n    end\n  end\nend\nclass Open\n  def second; end\nend\n',
      'lib/c.rb': 'class Acme::Three\n  def run\n    Acme::One.new.go\n  end\nend\nOpen.new.second\nOpen.new.first\n',
    },
    calls: [
      'lib/b.rb#Acme.Two.run -> lib/a.rb#Acme.One.go',
      'lib/c.rb#Acme.Three.run -> lib/a.rb#Acme.One.go',
      'lib/a.rb#Open.first -> lib/b.rb#Open.second',
      'lib/c.rb -> lib/b.rb#Open.second',
      'lib/c.rb -> lib/a.rb#Open.first',
    ],
  },
  {
    it: 'types instance variables, attributes, memoized methods and results',
    files: {
      'a.rb':
        'class Dog\n  def bark; end\nend\nclass Kennel\n  attr_reader :dog\n  def initialize\n    @dog = Dog.new\n  end\n  def a\n    @dog.bark\n  end\n' +
        '  def b\n    other.bark\n  end\n  def other\n    @other ||= Dog.new\n  end\n  def c\n    dog.bark\n  end\nend\n' +
        'def f\n  Kennel.new.dog.bark\nend\ndef g\n  x = Dog.new\n  x.bark\n  x&.bark\nend\n',
    },
    calls: ['#Kennel.a', '#Kennel.b', '#Kennel.c', '#f', '#g'].map((from) => `a.rb${from} -> a.rb#Dog.bark`),
    not: [/Kennel\.dog$/],
  },
  {
    it: 'respects local variables that shadow methods',
    files: {
      'a.rb':
        'class A\n  def t; end\n  def f\n    t = 1\n    t\n  end\n  def g(t)\n    t\n  end\n  def h\n    t\n  end\nend\n',
    },
    calls: ['a.rb#A.h -> a.rb#A.t'],
    only: true,
  },
  {
    it: 'reads module functions and singleton methods written apart',
    files: {
      'a.rb':
        'module Tools\n  module_function\n  def help; end\nend\nclass A; end\ndef A.late; end\ndef f\n  Tools.help\n  A.late\nend\nmodule Self\n  extend self\n  def go; end\nend\nSelf.go\n',
    },
    calls: ['a.rb#f -> a.rb#Tools.help', 'a.rb#f -> a.rb#A.late', 'a.rb -> a.rb#Self.go'],
    only: true,
  },
  {
    it: 'tells two methods on one line apart',
    files: { 'a.rb': 'def a; x if y; end; def b; a; end\n' },
    calls: ['a.rb#b -> a.rb#a'],
    only: true,
  },
  {
    it: 'makes methods of delegate and alias_method, which call what they stand for',
    files: {
      'a.rb':
        'class Engine\n  def run; end\n  def stop; end\n  def size; end\nend\nclass Car\n  delegate :run, :stop, to: :engine, allow_nil: true\n  delegate :size, to: :engine, prefix: true\n  def_delegators :@engine, :size\n  alias_method :go, :run\n  def initialize; @engine = Engine.new; end\n  def engine; @engine; end\n  def trip; run; go; size; end\nend\n',
    },
    calls: [
      'a.rb#Car.run -> a.rb#Engine.run',
      'a.rb#Car.stop -> a.rb#Engine.stop',
      'a.rb#Car.size -> a.rb#Engine.size',
      'a.rb#Car.go -> a.rb#Car.run',
      'a.rb#Car.trip -> a.rb#Car.run',
      'a.rb#Car.trip -> a.rb#Car.go',
      'a.rb#Car.trip -> a.rb#Car.size',
      'a.rb#Car.initialize -> a.rb#Engine',
    ],
    only: true,
  },
  {
    it: 'calls the method whose name is sent',
    files: {
      'a.rb':
        'class A\n  def run; end\n  def go(other, name)\n    send(:run)\n    A.new.public_send(:go, 1)\n    send(name, :run)\n  end\nend\n',
    },
    calls: ['a.rb#A.go -> a.rb#A.run', 'a.rb#A.go -> a.rb#A.go', 'a.rb#A.go -> a.rb#A'],
    only: true,
  },
  {
    it: 'adds to a class by class_eval, and makes one by Class.new',
    files: {
      'a.rb':
        'class A\n  def x; end\n  def self.conf; end\nend\nB = Class.new(A) do\n  def k; x; end\nend\nE = Class.new(B)\n',
      'b.rb':
        'A.class_eval do\n  conf\n  def y; x; end\nend\nclass C < E\n  def r; k; end\nend\ndef f(a)\n  a = A.new\n  a.y\nend\n',
    },
    calls: [
      'a.rb#B.k -> a.rb#A.x',
      'b.rb -> a.rb#A.conf',
      'b.rb#A.y -> a.rb#A.x',
      'b.rb#C.r -> a.rb#B.k',
      'b.rb#f -> a.rb#A',
      'b.rb#f -> b.rb#A.y',
    ],
    edges: ['INHERITS a.rb#B -> a.rb#A', 'INHERITS a.rb#E -> a.rb#B'],
    only: true,
  },
  {
    it: 'gives classes that include a concern what its blocks and its ClassMethods define',
    files: {
      'c.rb':
        'module C\n  extend ActiveSupport::Concern\n  included do\n    before :x\n    def inst; other; end\n  end\n  def other; end\n  class_methods do\n    def make; build; end\n    def build; end\n  end\n' +
        '  module ClassMethods\n    def cm; end\n  end\nend\n',
      'a.rb':
        'class A\n  include C\n  cm\n  def r; inst; self.class.make; end\nend\nclass B < A; end\ndef f; B.cm; A.make; C.cm; end\n',
    },
    calls: [
      'a.rb -> c.rb#C.ClassMethods.cm',
      'a.rb#A.r -> c.rb#C.inst',
      'a.rb#A.r -> c.rb#C.make',
      'a.rb#f -> c.rb#C.ClassMethods.cm',
      'a.rb#f -> c.rb#C.make',
      'c.rb#C.inst -> c.rb#C.other',
      'c.rb#C.make -> c.rb#C.build',
    ],
    not: ['INHERITS c.rb#C -> c.rb#C.ClassMethods'],
    only: true,
  },
  {
    it: 'knows the object that a block has by instance_eval, and what tap and then give it',
    files: {
      'a.rb':
        'class Builder\n  def self.build(&block)\n    made = new\n    made.instance_eval(&block)\n    made\n  end\n  def row; cell; end\n  def cell; end\nend\n' +
        'def row; end\ndef f\n  Builder.build { row }\n  Builder.new.instance_eval { cell }\n  Builder.new.tap { |b| b.cell }\nend\n',
    },
    calls: [
      'a.rb#Builder.build -> a.rb#Builder',
      'a.rb#Builder.row -> a.rb#Builder.cell',
      'a.rb#f -> a.rb#Builder',
      'a.rb#f -> a.rb#Builder.build',
      'a.rb#f -> a.rb#Builder.cell',
      'a.rb#f -> a.rb#Builder.row',
    ],
    only: true,
  },
  {
    it: 'takes what a condition says of a variable, and no method for a variable because of it',
    files: {
      'a.rb':
        'class B; def m; end; end\nclass D; def m; end; def n; end; end\nclass A\n  def peek; end\n  def a(x); return 1 if x.is_a?(B); x.m; end\n  def b(x); case x when B then x.m when D then x.n end; end\n' +
        "  def c(x); raise 'x' unless x.is_a?(B); x.m; end\n  def d(x); x.is_a?(B) && x.m; end\n  def e(x); x.m if x.kind_of?(B); end\n  def g(x); x.is_a?(D) ? x.n : x.m; end\n" +
        '  def h(x); case x\n in B => b then b.m end; end\n  def i; peek.is_a?(B) ? 1 : peek.size; end\nend\n',
    },
    calls: [
      'a.rb#A.b -> a.rb#B.m',
      'a.rb#A.b -> a.rb#D.n',
      'a.rb#A.c -> a.rb#B.m',
      'a.rb#A.d -> a.rb#B.m',
      'a.rb#A.e -> a.rb#B.m',
      'a.rb#A.g -> a.rb#D.n',
      'a.rb#A.h -> a.rb#B.m',
      'a.rb#A.i -> a.rb#A.peek',
    ],
    only: true,
  },
  {
    it: 'finds no method of a class around, but its constants',
    files: {
      'a.rb':
        'class Outer\n  def helper; end\n  def self.conf; end\n  class Inner\n    conf\n    def r; helper; K.go; LIMITS.go; end\n  end\n  class K; def self.go; end; end\n  LIMITS = K\nend\n',
    },
    calls: ['a.rb#Outer.Inner.r -> a.rb#Outer.K.go'],
    only: true,
  },
  {
    it: 'takes super in a module for what stands behind it in the classes that include it, and refined types for extended',
    files: {
      'a.rb':
        'module B\n  def m; end\nend\nmodule C\n  def m; super; end\nend\nclass D\n  include B\n  include C\n  def n; m; end\nend\n' +
        "module R\n  refine String do\n    def shout; end\n  end\nend\nusing R\ndef f; 'a'.shout; 1.shout; end\n",
    },
    calls: ['a.rb#C.m -> a.rb#B.m', 'a.rb#D.n -> a.rb#C.m', 'a.rb#f -> a.rb#R.String.shout'],
    only: true,
  },
]);
