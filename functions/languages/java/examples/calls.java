import java.util.Map;
import com.acme.Helpers;
import static com.acme.Helpers.twice;

class A {
    private final Helper helper = new Helper();
    Map<String, Helper> helpers;

    void g() {}

    // A method of an anonymous class is a method of that class, not of A.
    void u() {
        Runnable r = new Runnable() { public void run() { g(); } };
        r.run();
    }

    int both(int a, int b) {
        if (a > 0 && b > 0) { return 1; } else if (a < 0 || b < 0) { return 2; }
        for (int i = 0; i < 9; i++) {}
        return 0;
    }

    void inner() {
        Runnable nested = () -> { if (helper != null) { helper.help(); } };
        nested.run();
        helpers.get("a").help();
        this.helper.self().help();
        Helpers.twice(1);
        twice(2);
        new Helper().help();
        A.super.toString();
        B b = (B) helper.self();
        b.toString();
    }

    class B extends A {
        B() { super(); A.this.g(); }
        void u() { super.u(); }
    }
} class C {} class D {}
