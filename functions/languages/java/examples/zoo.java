package com.acme.zoo;

import java.util.List;
import java.util.*;
import static java.util.stream.Collectors.toList;
import static java.lang.Math.*;
import com.acme.base.Animal;

/** A shape. */
public sealed interface Shape permits Circle, Square {
    /** Area of it. */
    double area();
    default String label() { return "shape"; }
    static Shape unit() { return new Circle(1); }
    int MAX = 10;
}

/**
 * A circle.
 * @param radius its radius
 */
@Deprecated
@Info(name = "circle", tags = {"a", "b"})
public record Circle(@NonNull double radius, String... names) implements Shape {
    static final Map<String, Circle> CACHE = new HashMap<>();
    Circle {
        if (radius < 0 || radius > 100) throw new IllegalArgumentException("r");
    }
    Circle(int r) { this((double) r); }
    @Override public double area() { return PI * radius * radius; }
}

final class Square<T extends Comparable<T> & Cloneable> extends Animal implements Shape, java.io.Serializable {
    private final T side, other;
    protected int[] counts = {1, 2};
    static { init(); }
    { count(); }

    public Square(T side) throws IOException {
        super(side.toString());
        this.side = side;
    }

    @Override
    public double area() {
        var total = 0.0;
        for (Item item : this.items()) {
            total += item.price();
        }
        for (int i = 0, n = size(); i < n; i++) { counts[i] = i; }
        return switch (kind) {
            case 1, 2 -> compute();
            case 3 -> { yield other(); }
            default -> 0;
        };
    }

    Object use(Object o, List<? extends Shape> shapes) {
        if (o instanceof String s && !s.isEmpty()) return s.trim();
        if (o instanceof Circle(double r, var names)) return r;
        String text = o == null ? null : o.toString();
        Runnable run = () -> g();
        Function<String, Integer> f = String::length;
        Supplier<Square> sup = Square::new;
        shapes.stream().map(x -> x.area()).filter((a) -> { return a > 0; }).forEach(System.out::println);
        Runnable r = new Runnable() {
            int state = 0;
            public void run() { g(); }
        };
        try (var in = open(); Reader rd = new Reader(in)) {
            in.read();
        } catch (IOException | RuntimeException e) {
            e.printStackTrace();
        } finally { close(); }
        switch (o) {
            case Circle c when c.radius() > 1: c.area(); break;
            case Square q: q.area(); break;
            case null, default: break;
        }
        do { x++; } while (x < 3);
        ((Circle) o).area();
        int[] arr = new int[]{1, 2}; arr[0] = 1;
        Outer.Inner in2 = outer.new Inner(1);
        List<String>[] ls = null;
        synchronized (this) { super.area(); Shape.super.label(); }
        this.<String>gen("x");
        class Local { void m() { g(); } }
        String tb = """
            text block
            """;
        return a && b || c ? 1 : 2;
    }
    void g() {}
    abstract static class Inner { abstract void todo(String a, int... rest); native int nat(); }
    class Deep extends Outer.Inner {}
}

enum Op implements IntBinaryOperator {
    /** Plus. */
    PLUS("+") { public int apply(int a, int b) { return a + b; } },
    MINUS("-") { @Override public int apply(int a, int b) { return a - b; } },
    @Deprecated NONE;
    private final String sym;
    Op(String sym) { this.sym = sym; }
    public abstract int apply(int a, int b);
}

@interface Info { String name() default "x"; String[] tags(); int K = 1; }
