/** C# and PHP source → edges: names by namespace, wherever the files lie. */
import { runCases } from './cases.ts';

runCases('C# calls', [
  {
    it: 'sees enclosing namespaces, usings, partial classes and extension methods',
    files: {
      'a.cs':
        'using Q;\nnamespace P.X {\n  public partial class A {\n    void M(B b) { b.Go(); b.Hello(); N(); E.T(); P.Y.D.S(); }\n  }\n}\nnamespace P { public class E { public static void T() {} } }\nnamespace P.Y { public class D { public static void S() {} } }\n',
      'b.cs':
        'namespace Q { public class B { public void Go() {} } public static class Ext { public static void Hello(this B b) {} } }\nnamespace P.X { public partial class A { void N() { M(null); } } }\n',
    },
    calls: [
      'a.cs#P.X.A.M -> b.cs#Q.B.Go',
      'a.cs#P.X.A.M -> b.cs#Q.Ext.Hello',
      'a.cs#P.X.A.M -> b.cs#P.X.A.N',
      'a.cs#P.X.A.M -> a.cs#P.E.T',
      'a.cs#P.X.A.M -> a.cs#P.Y.D.S',
      'b.cs#P.X.A.N -> a.cs#P.X.A.M',
    ],
    only: true,
  },
]);

runCases('PHP calls', [
  {
    it: 'finds a trait’s methods in the class that uses it',
    files: { 'a.php': '<?php\ntrait T { function l() {} }\nclass C { use T; function r() { $this->l(); } }\n' },
    calls: ['a.php#C.r -> a.php#T.l'],
    edges: ['INHERITS a.php#C -> a.php#T'],
    only: true,
  },
  {
    it: 'follows use, typed properties, static calls, self and parent',
    files: {
      'src/C.php':
        '<?php\nnamespace App;\nuse App\\Model\\User as U;\nuse function App\\h\\fmt;\nclass C extends Base {\n  private U $u;\n  function r() { $this->u->save(); U::make()->save(); fmt(1); parent::pp(); self::st(); }\n  static function st() {}\n}\n',
      'src/Base.php': '<?php\nnamespace App;\nclass Base { function pp() {} }\n',
      'lib/User.php':
        '<?php\nnamespace App\\Model;\nclass User { function save() {} static function make(): self { return new self(); } }\n',
      'lib/h.php': '<?php\nnamespace App\\h;\nfunction fmt($x) {}\n',
    },
    calls: [
      'src/C.php#C.r -> lib/User.php#User.save',
      'src/C.php#C.r -> lib/User.php#User.make',
      'src/C.php#C.r -> lib/h.php#fmt',
      'src/C.php#C.r -> src/Base.php#Base.pp',
      'src/C.php#C.r -> src/C.php#C.st',
    ],
    edges: ['INHERITS src/C.php#C -> src/Base.php#Base'],
  },
]);
