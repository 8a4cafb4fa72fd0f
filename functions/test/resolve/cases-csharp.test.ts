/** C# source → edges: namespaces and usings, partial classes, extension methods, interfaces and overloads. */
import { runCases } from './cases.ts';

runCases('C# calls', [
  {
    it: "binds to the class's own method, not to another class's namesake",
    files: { 'a.cs': 'class A { void T() {} void M() { T(); } }\n', 'b.cs': 'class B { void T() {} }\n' },
    calls: ['a.cs#A.M -> a.cs#A.T'],
    only: true,
  },
  {
    it: 'never binds a member of a foreign or unknown receiver to a namesake',
    files: {
      'a.cs':
        'using System.Collections.Generic;\nclass S { public void Get(string k) {} public void Add(int x) {} public void Select() {} }\n' +
        'class F { void M(Dictionary<string, int> d, List<int> xs, Unknown u, dynamic y) { d.Get("a"); xs.Add(1); u.Get("b"); y.Get("c"); xs.Select(x => x); Console.WriteLine("d"); } }\n',
    },
    only: true,
  },
  {
    it: 'never takes an argument for the callee',
    files: {
      'a.cs': 'using System;\nclass A { void F(Action<int> cb, int x) { var r = x; cb(r); } }\n',
      'b.cs': 'static class B { static void cb(int x) {} static void r() {} }\n',
    },
    only: true,
  },
  {
    it: 'gives calls in lambdas and local functions to what stands around them',
    files: {
      'a.cs':
        'class A { void Z() {} void O() { Run(() => Z()); Run(delegate { Z(); }); void Local() { Z(); } Local(); } void Run(System.Action a) { a(); } }\n',
    },
    calls: [
      'a.cs#A.O -> a.cs#A.Z',
      'a.cs#A.O -> a.cs#A.Run',
      'a.cs#A.O -> a.cs#A.O.Local',
      'a.cs#A.O.Local -> a.cs#A.Z',
    ],
    only: true,
  },
  {
    it: 'gives top-level statements to the file',
    files: {
      'Program.cs': 'using App;\nHelper.Go();\nvar h = new Helper();\nh.Run();\n',
      'Helper.cs': 'namespace App;\npublic class Helper { public static void Go() {} public void Run() {} }\n',
    },
    calls: [
      'Program.cs -> Helper.cs#Helper.Go',
      'Program.cs -> Helper.cs#Helper.Run',
      'Program.cs -> Helper.cs#Helper',
    ],
    only: true,
  },
  {
    it: 'finds inherited methods through implicit this, base and instances, and constructors through base and this',
    files: {
      'a.cs':
        'class A { public A(int x) {} public virtual void M() {} }\nclass B : A { public B() : base(1) {} public B(int y) : this() {} public override void M() { base.M(); } void N() { M(); this.M(); } }\n' +
        'class C : A { public C() : base(2) {} void K() { M(); } }\nclass F { void Go(C c) { new B().M(); c.M(); } }\n',
    },
    calls: [
      'a.cs#B.M -> a.cs#A.M',
      'a.cs#B.N -> a.cs#B.M',
      'a.cs#C.K -> a.cs#A.M',
      'a.cs#F.Go -> a.cs#B',
      'a.cs#F.Go -> a.cs#B.M',
      'a.cs#F.Go -> a.cs#A.M',
    ],
    edges: ['INHERITS a.cs#B -> a.cs#A'],
    not: [/C\.K -> a\.cs#B\.M/],
  },
  {
    it: 'joins partial classes of one namespace, and keeps classes of other namespaces apart',
    files: {
      'a.cs': 'namespace N { public partial class P { void One() { Two(); } } }\n',
      'b.cs': 'namespace N { public partial class P { void Two() { One(); } } }\n',
      'c.cs': 'namespace M { public partial class P { void Two() {} void Three() { Two(); } } }\n',
    },
    calls: ['a.cs#N.P.One -> b.cs#N.P.Two', 'b.cs#N.P.Two -> a.cs#N.P.One', 'c.cs#M.P.Three -> c.cs#M.P.Two'],
    only: true,
  },
  {
    it: 'sees usings, aliases, static and global usings, enclosing namespaces and full names',
    files: {
      'lib.cs':
        'namespace Lib.Core { public class Engine { public static void Boot() {} public void Run() {} } public static class Tools { public static void Help() {} } }\n',
      'other.cs': 'namespace Other { public class Engine { public void Run() {} } }\n',
      'global.cs': 'global using Lib.Extra;\n',
      'extra.cs': 'namespace Lib.Extra;\npublic class More { public void Do() {} }\n',
      'a.cs':
        'using Lib.Core;\nusing static Lib.Core.Tools;\nusing E2 = Other.Engine;\nnamespace App { class A { void M(Engine e, E2 f, More m) { e.Run(); f.Run(); Help(); Engine.Boot(); Lib.Core.Tools.Help(); m.Do(); } } }\n',
      'b.cs': 'namespace Lib.Core.Inner { class B { void M(Engine e) { e.Run(); } } }\n',
    },
    calls: [
      'a.cs#App.A.M -> lib.cs#Lib.Core.Engine.Run',
      'a.cs#App.A.M -> other.cs#Other.Engine.Run',
      'a.cs#App.A.M -> lib.cs#Lib.Core.Tools.Help',
      'a.cs#App.A.M -> lib.cs#Lib.Core.Engine.Boot',
      'a.cs#App.A.M -> extra.cs#More.Do',
      'b.cs#Lib.Core.Inner.B.M -> lib.cs#Lib.Core.Engine.Run',
    ],
    only: true,
  },
  {
    it: 'lets global usings count for their own project only',
    files: {
      'src/A/GlobalUsings.cs': 'global using A.Support;\n',
      'src/A/Support/Some.cs': 'namespace A.Support;\nstatic class Some { public static void Make() {} }\n',
      'src/A/Deep/Use.cs': 'namespace A.Deep;\nclass Use { void M() { Some.Make(); } }\n',
      'src/B/GlobalUsings.cs': 'global using B.Support;\n',
      'src/B/Support/Some.cs': 'namespace B.Support;\nstatic class Some { public static void Make() {} }\n',
      'src/B/Deep/Use.cs': 'namespace B.Deep;\nclass Use { void M() { Some.Make(); } }\n',
      'src/C/Use.cs': 'namespace C;\nclass Use { void M() { Some.Make(); } }\n',
    },
    calls: [
      'src/A/Deep/Use.cs#Use.M -> src/A/Support/Some.cs#Some.Make',
      'src/B/Deep/Use.cs#Use.M -> src/B/Support/Some.cs#Some.Make',
    ],
    only: true,
  },
  {
    it: 'calls through an interface reach the interface’s method',
    files: {
      'a.cs':
        'interface ILog { void Log(string s); }\nclass Log1 : ILog { public void Log(string s) {} }\nclass K { readonly ILog _log; public K(ILog log) { _log = log; } void M() { _log.Log("a"); } void N<T>(T t) where T : ILog { t.Log("b"); } }\n',
    },
    calls: ['a.cs#K.M -> a.cs#ILog.Log', 'a.cs#K.N -> a.cs#ILog.Log'],
    edges: ['INHERITS a.cs#Log1 -> a.cs#ILog'],
    only: true,
  },
  {
    it: 'types var, properties, fields, results, generics, awaits, conditional access and patterns',
    files: {
      'a.cs':
        'using System.Collections.Generic;\nusing System.Threading.Tasks;\nclass Dog { public void Bark() {} }\nclass Box<T> { public T Value { get; set; } public T Take() => Value; }\n' +
        'class K {\n  public Dog Own { get; } = new Dog();\n  Dog? field;\n  List<Dog> all = new();\n  Dog Make() => new();\n  Task<Dog> Later() => null;\n' +
        '  void A() { Own.Bark(); }\n  void B() { field?.Bark(); field!.Bark(); }\n  void C() { foreach (var d in all) d.Bark(); }\n  void D() { var d = Make(); d.Bark(); }\n' +
        '  async void E() { var d = await Later(); d.Bark(); }\n  void F(Box<Dog> b) { b.Value.Bark(); b.Take().Bark(); }\n  void G(object o) { if (o is Dog d) d.Bark(); }\n  void H() { all[0].Bark(); all.ForEach(d => d.Bark()); }\n  void I(object o) { ((Dog)o).Bark(); (o as Dog).Bark(); }\n  void J() { using var d = Make(); d.Bark(); }\n}\n',
    },
    calls: ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J'].map((from) => `a.cs#K.${from} -> a.cs#Dog.Bark`),
  },
  {
    it: 'extends types of the repository and from elsewhere',
    files: {
      'a.cs':
        'using Ext;\nclass Dog {}\nclass A { void M(Dog d, string s) { d.Pet(); s.Shout(); "x".Shout(); } void Pet() {} void Shout() {} }\n',
      'b.cs':
        'namespace Ext { static class X { public static void Pet(this Dog d) {} public static void Shout(this string s) {} } }\n',
    },
    calls: ['a.cs#A.M -> b.cs#Ext.X.Pet', 'a.cs#A.M -> b.cs#Ext.X.Shout'],
    only: true,
  },
  {
    it: 'tells overloads apart by number and types of arguments',
    files: {
      'a.cs':
        'class A { void F() {} void F(int a) {} void F(string a) {} void F(int a, int b) {} void M() { F(); } void N() { F(1); } void O() { F("x"); } void P() { F(1, 2); } }\n',
    },
    calls: [
      'a.cs#A.M -> a.cs#A.F()',
      'a.cs#A.N -> a.cs#A.F(int)',
      'a.cs#A.O -> a.cs#A.F(string)',
      'a.cs#A.P -> a.cs#A.F(int,int)',
    ],
    only: true,
  },
  {
    it: 'runs the constructor that an object is built with, of records and nested classes too',
    files: {
      'a.cs':
        'record R(int X) { public void Go() {} }\nclass A { public A() {} public class In { public In(int x) {} public void Go() {} } void M() { new A(); new In(1).Go(); new A.In(2); new R(1).Go(); } }\n',
    },
    calls: [
      'a.cs#A.M -> a.cs#A',
      'a.cs#A.M -> a.cs#A.A',
      'a.cs#A.M -> a.cs#A.In',
      'a.cs#A.M -> a.cs#A.In.In',
      'a.cs#A.M -> a.cs#A.In.Go',
      'a.cs#A.M -> a.cs#R',
      'a.cs#A.M -> a.cs#R.Go',
    ],
    only: true,
  },
  {
    it: 'takes the members of extension blocks for functions of the class around, called on what the block names',
    files: {
      'Ext.cs':
        'namespace N;\npublic static class Ext {\n  extension(Dog dog) {\n    public int Bark(int n) { return dog.Age() + Help(n); }\n' +
        '    public bool IsOld => dog.Age() > 9;\n    public static Dog Find() => null;\n  }\n' +
        '  extension<T>(List<T> source)\n      where T : class {\n    public T Second() { return source[Help(1)]; }\n  }\n' +
        '  extension(Dog) {\n    public static Dog Make() { return new Dog(); }\n  }\n' +
        '  static int extension(int x) { return x; }\n  public static int Help(int x) => extension(x);\n}\n',
      'Use.cs':
        'namespace N;\npublic class Dog { public int Age() => 1; }\npublic class Use {\n  void Run(Dog d, List<Dog> l) { d.Bark(2); l.Second(); Dog.Make(); Dog.Find(); }\n}\n',
    },
    calls: [
      'Ext.cs#Ext.Bark -> Ext.cs#Ext.Help',
      'Ext.cs#Ext.Bark -> Use.cs#Dog.Age',
      'Ext.cs#Ext.Help -> Ext.cs#Ext.extension',
      'Ext.cs#Ext.IsOld.get -> Use.cs#Dog.Age',
      'Ext.cs#Ext.Make -> Use.cs#Dog',
      'Ext.cs#Ext.Second -> Ext.cs#Ext.Help',
      ...['Bark', 'Find', 'Make', 'Second'].map((name) => `Use.cs#Use.Run -> Ext.cs#Ext.${name}`),
    ],
    only: true,
  },
  {
    it: 'takes what is implemented explicitly for a member of its class, and for no extension of others',
    files: {
      'a.cs':
        'interface IPlain { void Check(Context c); }\ninterface ITyped<T> : IPlain { void Check(T x); }\n' +
        'class Context {}\nclass Person {}\n' +
        'abstract class Base<T> : ITyped<T> { void IPlain.Check(Context c) { Own(); } public void Check(T x) {} void Own() {} }\n' +
        'class Of : Base<Person> {}\nclass Use { readonly Of of = new Of(); void Run() { of.Check(new Person()); } }\n',
    },
    calls: [
      'a.cs#Base.Check(Context) -> a.cs#Base.Own',
      'a.cs#Use.Run -> a.cs#Base.Check(T)',
      'a.cs#Use.Run -> a.cs#Person',
      'a.cs -> a.cs#Of',
    ],
    only: true,
  },
  {
    it: 'tells a function that gives its last type from one that takes it and gives nothing',
    files: {
      'a.cs':
        'using System;\nclass Cat { public void Meow() {} }\nclass Dog {}\n' +
        'class Kennel { void Start(Action<Dog, Cat> give, Func<Dog, Cat> swap, Dog dog, Cat cat) { give(dog, cat); swap(dog).Meow(); } }\n',
    },
    calls: ['a.cs#Kennel.Start -> a.cs#Cat.Meow'],
    only: true,
  },
]);
