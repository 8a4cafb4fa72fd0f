/** PHP source → edges: namespaces and imports, traits before parents, types of properties and parameters. */
import { runCases } from './cases.ts';

runCases('PHP calls', [
  {
    it: "binds to the file's own function, not to another file's namesake",
    files: {
      'a.php': '<?php\nfunction t() {}\nfunction m() { t(); }\n',
      'b.php': '<?php\nnamespace B;\nfunction t() {}\n',
    },
    calls: ['a.php#m -> a.php#t'],
    only: true,
  },
  {
    it: 'never binds a method of an unknown or foreign receiver to a namesake',
    files: {
      'a.php':
        '<?php\nclass S { function get($k) {} function format() {} }\nfunction f(\\DateTime $d, $x, array $m) { $d->format(); $x->get(1); $m->get(2); strlen("a"); }\n',
    },
    only: true,
  },
  {
    it: 'never takes an argument or a variable for the callee',
    files: {
      'a.php': '<?php\nfunction f($cb, $x) { $r = $x; $cb($r); }\n',
      'b.php': '<?php\nfunction r() {}\nfunction cb() {}\n',
    },
    only: true,
  },
  {
    it: 'gives calls in closures to the function around them, and file-level calls to the file',
    files: {
      'a.php':
        '<?php\nfunction z() {}\nfunction o($xs) { array_map(function ($x) { z(); }, $xs); array_map(fn($x) => z(), $xs); }\no([]);\n',
    },
    calls: ['a.php#o -> a.php#z', 'a.php -> a.php#o'],
    only: true,
  },
  {
    it: 'finds methods of traits, before those of the parent and after the own',
    files: {
      'a.php':
        '<?php\ntrait T { function l() {} function k() { $this->own(); } function own() {} }\nclass P { function l() {} }\n' +
        'class C extends P { use T; function r() { $this->l(); $this->k(); } function own() {} }\n',
    },
    calls: ['a.php#C.r -> a.php#T.l', 'a.php#C.r -> a.php#T.k', 'a.php#T.k -> a.php#T.own'],
    edges: ['INHERITS a.php#C -> a.php#T', 'INHERITS a.php#C -> a.php#P'],
    only: true,
  },
  {
    it: 'reads parent::, self::, static::, $this and class names',
    files: {
      'a.php':
        '<?php\nclass A { function m() {} static function s() {} function __construct() {} }\n' +
        'class B extends A { function __construct() { parent::__construct(); } function m() { parent::m(); } static function t() { self::s(); static::s(); A::s(); }\n' +
        ' function n() { $this->m(); (new static)->m(); (new self())->n(); } }\nfunction f() { B::t(); (new B())->m(); }\n',
    },
    calls: [
      'a.php#B.__construct -> a.php#A.__construct',
      'a.php#B.m -> a.php#A.m',
      'a.php#B.t -> a.php#A.s',
      'a.php#B.n -> a.php#B.m',
      'a.php#B.n -> a.php#B.n',
      'a.php#B.n -> a.php#B',
      'a.php#B.n -> a.php#B.__construct',
      'a.php#f -> a.php#B.t',
      'a.php#f -> a.php#B',
      'a.php#f -> a.php#B.__construct',
      'a.php#f -> a.php#B.m',
    ],
    only: true,
  },
  {
    it: 'runs an inherited constructor',
    files: {
      'a.php': '<?php\nclass A { function __construct($x) {} }\nclass B extends A {}\nfunction f() { new B(1); }\n',
    },
    calls: ['a.php#f -> a.php#A.__construct', 'a.php#f -> a.php#B'],
    only: true,
  },
  {
    it: 'follows namespaces, imports of classes and functions, groups and aliases',
    files: {
      'src/Model/User.php':
        '<?php\nnamespace App\\Model;\nclass User { function save() {} static function find() { return new self(); } }\nclass Role { function name() {} }\n',
      'src/helpers.php': '<?php\nnamespace App\\helpers;\nfunction format() {}\nconst LIMIT = 1;\n',
      'src/Http/Kernel.php':
        '<?php\nnamespace App\\Http;\nuse App\\Model\\{User as U, Role};\nuse function App\\helpers\\format;\nuse App\\Model;\n' +
        'class Kernel { function run(Role $r) { (new U())->save(); $r->name(); format(); Model\\User::find(); \\App\\Model\\User::find()->save(); (new Near())->go(); strlen("a"); } }\n',
      'src/Http/Near.php': '<?php\nnamespace App\\Http;\nclass Near { function go() {} }\n',
      'src/Other/User.php': '<?php\nnamespace App\\Other;\nclass User { function save() {} }\nfunction format() {}\n',
    },
    calls: [
      'src/Http/Kernel.php#Kernel.run -> src/Model/User.php#User',
      'src/Http/Kernel.php#Kernel.run -> src/Model/User.php#User.save',
      'src/Http/Kernel.php#Kernel.run -> src/Model/User.php#Role.name',
      'src/Http/Kernel.php#Kernel.run -> src/Model/User.php#User.find',
      'src/Http/Kernel.php#Kernel.run -> src/helpers.php#format',
      'src/Http/Kernel.php#Kernel.run -> src/Http/Near.php#Near',
      'src/Http/Kernel.php#Kernel.run -> src/Http/Near.php#Near.go',
      'src/Model/User.php#User.find -> src/Model/User.php#User',
    ],
    edges: ['IMPORTS src/Http/Kernel.php -> src/Model/User.php', 'IMPORTS src/Http/Kernel.php -> src/helpers.php'],
    only: true,
  },
  {
    it: 'types properties, promoted parameters, results and calls through interfaces',
    files: {
      'a.php':
        '<?php\ninterface Logs { function log($m); }\nclass Log implements Logs { function log($m) {} function more(): self { return $this; } }\nclass Dog { function bark() {} }\n' +
        'class Kennel {\n  private ?Dog $first;\n  private $own;\n  function __construct(private Logs $logger, private readonly Log $log) { $this->own = new Dog(); }\n' +
        '  function a() { $this->first->bark(); }\n  function b() { $this->own?->bark(); }\n  function c() { $this->logger->log(1); }\n  function d() { $this->log->more()->more()->log(1); }\n' +
        '  function e(): ?Dog { return null; }\n  function g() { $this->e()->bark(); $x = $this->e(); $x->bark(); }\n}\n' +
        'function h(Dog ...$ds) { foreach ($ds as $d) { $d->bark(); } }\n',
    },
    calls: [
      'a.php#Kennel.a -> a.php#Dog.bark',
      'a.php#Kennel.b -> a.php#Dog.bark',
      'a.php#Kennel.c -> a.php#Logs.log',
      'a.php#Kennel.d -> a.php#Log.more',
      'a.php#Kennel.d -> a.php#Log.log',
      'a.php#Kennel.g -> a.php#Dog.bark',
      'a.php#h -> a.php#Dog.bark',
    ],
    edges: ['INHERITS a.php#Log -> a.php#Logs'],
    not: ['CALLS a.php#Kennel.c -> a.php#Log.log'],
  },
  {
    it: 'includes files by path, and sees the functions they define',
    files: {
      'lib/boot.php': '<?php\nfunction boot() {}\n',
      'index.php': "<?php\nrequire_once __DIR__ . '/lib/boot.php';\nboot();\n",
    },
    calls: ['index.php -> lib/boot.php#boot'],
    edges: ['IMPORTS index.php -> lib/boot.php'],
    only: true,
  },
  {
    it: 'points imports from elsewhere at modules, and never at namesakes',
    files: {
      'a.php':
        '<?php\nnamespace App;\nuse Psr\\Log\\LoggerInterface;\nuse Acme\\Client;\nfunction f(LoggerInterface $l, Client $c) { $l->info(); $c->send(); new Client(); }\n',
      'b.php':
        '<?php\nnamespace Other;\nclass Client { function send() {} }\ninterface LoggerInterface { function info(); }\n',
    },
    edges: ['IMPORTS a.php -> module php:Psr.Log.LoggerInterface'],
    only: true,
  },
  {
    it: 'keeps anonymous classes and their methods apart',
    files: {
      'a.php':
        '<?php\nclass A { function run() { $x = new class { function run2() { $this->own(); } function own() {} }; } function own() {} }\n',
    },
    calls: ['a.php#A.run.<anonymous>.run2 -> a.php#A.run.<anonymous>.own'],
    only: true,
  },
  {
    it: 'reads enums: their methods on cases, and static constructors',
    files: {
      'a.php':
        "<?php\nenum Suit: string { case Hearts = 'h'; function label() {} static function pick(): self { return self::Hearts; } }\nfunction f() { Suit::Hearts->label(); Suit::pick()->label(); }\n",
    },
    calls: ['a.php#f -> a.php#Suit.label', 'a.php#f -> a.php#Suit.pick'],
    only: true,
  },
  {
    it: 'tells a class from the namespace of its name',
    files: {
      'Expr.php': '<?php\nnamespace App\\Node;\nabstract class Expr { public static function make() {} }\n',
      'Expr/Call.php':
        '<?php\nnamespace App\\Node\\Expr;\nuse App\\Node\\Expr;\nclass Call extends Expr { public function __construct() {} }\n',
      'Node.php': '<?php\nnamespace App;\ninterface Node {}\n',
      'Use.php':
        '<?php\nnamespace App\\Lib;\nuse App\\Node;\nuse App\\Node\\Expr;\nfunction one() { new Expr\\Call(); }\nfunction two() { new Node\\Expr\\Call(); }\nfunction three() { return \\App\\Node\\Expr\\Call::make(); }\n',
    },
    calls: [
      'Use.php#one -> Expr/Call.php#Call',
      'Use.php#one -> Expr/Call.php#Call.__construct',
      'Use.php#two -> Expr/Call.php#Call',
      'Use.php#two -> Expr/Call.php#Call.__construct',
      'Use.php#three -> Expr.php#Expr.make',
    ],
    edges: ['INHERITS Expr/Call.php#Call -> Expr.php#Expr'],
    only: true,
  },
  {
    it: 'takes what a condition says of a variable: elseif, assert, match, and each type that is caught',
    files: {
      'a.php':
        '<?php\nclass A extends \\Exception { function m() {} }\nclass B extends \\Exception { function m() {} function n() {} }\n' +
        'function f($x) { if ($x instanceof A) { $x->m(); } elseif ($x instanceof B) { $x->n(); } }\n' +
        'function g($x) { assert($x instanceof A); $x->m(); }\n' +
        'function h($x) { return match (true) { $x instanceof B => $x->n(), default => $x->m() }; }\n' +
        'function i() { try { f(1); } catch (A|B $e) { $e->m(); } }\n',
    },
    calls: [
      'a.php#f -> a.php#A.m',
      'a.php#f -> a.php#B.n',
      'a.php#g -> a.php#A.m',
      'a.php#h -> a.php#B.n',
      'a.php#i -> a.php#A.m',
      'a.php#i -> a.php#B.m',
      'a.php#i -> a.php#f',
    ],
    only: true,
  },
  {
    it: 'calls functions that are given by their names to what runs them',
    files: {
      'a.php':
        "<?php\nfunction up($x) {}\nfunction cmp($a, $b) {}\nfunction f($xs) { array_map('up', $xs); call_user_func('f', 'cmp'); }\nfunction g($xs) { usort($xs, 'cmp'); strlen('up'); array_filter($xs, 'strlen'); }\n",
    },
    calls: ['a.php#f -> a.php#f', 'a.php#f -> a.php#up', 'a.php#g -> a.php#cmp'],
    only: true,
  },
  {
    it: 'takes parent:: in a trait for what stands behind it in the classes that use it',
    files: {
      'a.php':
        '<?php\nclass A { function m() {} }\ntrait T { function m() { parent::m(); } }\nclass B extends A { use T; function n() { $this->m(); } }\nclass C { function m() {} }\n',
    },
    calls: ['a.php#B.n -> a.php#T.m', 'a.php#T.m -> a.php#A.m'],
    only: true,
  },
]);
