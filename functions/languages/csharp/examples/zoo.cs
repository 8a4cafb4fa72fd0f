using System;
using System.Collections.Generic;
using static System.Math;
using Json = Newtonsoft.Json.JsonConvert;
global using System.Linq;
using Pair = (int, string);

namespace Acme.Zoo;

/// <summary>A shape.</summary>
/// <remarks>More.</remarks>
public interface IShape : IDisposable, IEnumerable<int>
{
    double Area { get; }
    void Draw(int depth = 1);
    string Label() => "shape";
    static abstract IShape Create();
}

[Serializable, Obsolete("x")]
public partial record Circle(double Radius, string Tag = "c") : Base<int>(1), IShape
{
    private readonly Dictionary<string, List<IShape>> _cache = new();
    public const int Max = 10, Min = 1;
    public static Circle Unit { get; } = new Circle(1);
    public event EventHandler? Changed;
    public double Area => Math.PI * Radius * Radius;
    public int Count
    {
        get { return _count; }
        private set { _count = value; Notify(); }
    }
    public IShape this[int i] => _items[i];
    static Circle() { Init(); }
    public Circle(int r) : this((double)r) { _count = r; this.Tag = "z"; }
    ~Circle() { Dispose(); }
    public static Circle operator +(Circle a, Circle b) => new(a.Radius + b.Radius);
    public static implicit operator double(Circle c) => c.Radius;
    void IShape.Draw(int depth) { base.Draw(depth); }
    public override async Task<int> LoadAsync<T>(params string[] names) where T : class, IShape, new()
    {
        var x = await client.GetAsync(names[0]);
        foreach (var (k, v) in map) { v.Draw(); }
        foreach (IShape s in list) s.Draw();
        for (int i = 0; i < 3 && i > 0; i++) { }
        if (x is Circle c && c.Radius > 1) c.Draw();
        if (x is not null or { Length: > 3 }) { }
        var r = x switch
        {
            Circle { Radius: > 1 } big => big.Draw(),
            Square q when q.Side > 2 => q.Area(),
            _ => null,
        };
        switch (x)
        {
            case Circle cc when cc.Ok(): cc.Draw(); break;
            case 1:
            case 2: Two(); break;
            default: Other(); break;
        }
        var query = from p in people where p.Age > 3 orderby p.Name select p.Name.Trim();
        int Local(int y) => y + 1;
        Func<int, int> f = n => n * 2;
        Action<string> g = (string s) => { Console.WriteLine(s); };
        Action d = delegate { Fire(); };
        var anon = new { Name = "x", Local(1).Value };
        var obj = new Foo { Bar = 1, Baz = Make() };
        obj?.Run()?.Next[0].Stop();
        names ??= Default();
        var t = flag ? a.One() : b.Two();
        var y2 = x ?? Fallback();
        (int aa, var bb) = Split();
        (this as IShape).Draw(2);
        ((IShape)this).Draw(depth: 2);
        using var stream = File.Open("a");
        using (var w = new Writer(stream)) { w.Write(); }
        try { Risky(); } catch (IOException e) when (e.Code == 1) { e.Log(); } finally { Done(); }
        list.Where(i => i.Ok).Select(Convert).ToList();
        Generic<int>(out var res); nameof(Foo); typeof(Circle).Name.ToString();
        int[] arr = [1, 2, ..rest];
        var sum = new int[] { 1, 2 };
        lock (this) { Changed?.Invoke(this, EventArgs.Empty); }
        while (true) { yield return x; }
        do { } while (false);
        x!.Go(); Outer.Inner.Go(); global::System.Console.Write(1);
        return 1;
    }
}

public static class Extensions
{
    public static string Fmt(this string s, int pad = 0) => s.PadLeft(pad);
}
public enum Op : byte { [Desc] Plus = 1, Minus }
public delegate int Handler<in T>(T a, int b);
public struct Point(int x, int y) { public int X = x; }
public readonly record struct Id(int Raw);
internal abstract class Base<T> where T : struct { protected abstract T Todo(T x); class Nested { } protected Base(T x) { } extern void Ext(); partial void Part(); }
