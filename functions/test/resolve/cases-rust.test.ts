/** Rust source → edges: fields that patterns take, generic types, and traits for types from elsewhere. */
import { runCases } from './cases.ts';

const N = 'struct N;\nimpl N { fn go(&self) {} }\n';

/** Each function of the file calls what it names, and nothing else is called. */
function callsOf(calls: string[]): string[] {
  return calls.map((call) => call.replace(/(\S+) -> (\S+)/, 'a.rs#$1 -> a.rs#$2'));
}

runCases('Rust', [
  {
    it: 'gives names in patterns the fields of the struct or of the variant',
    files: {
      'a.rs':
        `${N}struct S { n: N, m: N }\nstruct W(N);\npub struct P(pub i32, pub N);\nenum E { A(N), B { n: N }, C }\nuse E::*;\n` +
        'fn a(s: S) { let S { n, m: q } = s; n.go(); q.go(); }\nfn b(S { n, .. }: S) { n.go(); }\nfn c(W(n): W) { n.go(); }\nfn d(w: W, p: P) { w.0.go(); p.1.go(); }\n' +
        'fn e(e: E) { match e { E::A(n) => n.go(), _ => {} } }\nfn f(e: &E) { if let E::B { n } = e { n.go(); } }\nfn g(e: Option<E>) { if let Some(A(n)) = e { n.go(); } }\n' +
        'impl E { fn k(&self) { match self { Self::A(n) => n.go(), Self::B { n: q } => q.go(), E::C => {} } } }\nfn h(o: Other) { if let Other::A(n) = o { n.go(); } }\n',
    },
    calls: callsOf([
      'E.k -> N.go',
      'a -> N.go',
      'b -> N.go',
      'c -> N.go',
      'd -> N.go',
      'e -> N.go',
      'f -> N.go',
      'g -> N.go',
    ]),
    only: true,
  },
  {
    it: 'knows what a type parameter stands for in fields, and in methods of an impl that calls it otherwise',
    files: {
      'a.rs': `${N}struct Cage<T> { t: T }\nimpl<U> Cage<U> { fn get(&self) -> &U { &self.t } }\nfn f(c: Cage<N>) { c.t.go(); }\nfn g(c: Cage<N>) { c.get().go(); }\n`,
    },
    calls: callsOf(['f -> N.go', 'g -> Cage.get', 'g -> N.go']),
    only: true,
  },
  {
    it: 'calls functions of a type parameter’s bounds',
    files: {
      'a.rs':
        'trait T { fn make() -> Self; fn m(&self); }\nfn f<X: T>() { X::make().m(); }\nstruct S<X>(X);\nimpl<X> S<X> where X: T { fn k() { X::make(); } }\nfn g<X>() { X::make(); }\n',
    },
    calls: callsOf(['S.k -> T.make', 'f -> T.m', 'f -> T.make']),
    only: true,
  },
  {
    it: 'finds what a trait gives types from elsewhere, any type, or all that implement another trait',
    files: {
      'a.rs':
        'trait Shout { fn shout(&self); fn loud(&self) {} }\nimpl Shout for str { fn shout(&self) { self.loud(); self.len(); } }\nimpl Shout for String { fn shout(&self) {} }\n' +
        'trait Any { fn any(&self) {} }\nimpl<T> Any for T {}\ntrait Talk { fn talk(&self); }\nstruct B;\nimpl Talk for B { fn talk(&self) {} }\n' +
        'trait Ext { fn ext(&self) {} }\nimpl<T: Talk> Ext for T {}\nimpl<T: Talk> Talk for &T { fn talk(&self) {} }\n' +
        'fn f(s: String) { s.shout(); "a".shout(); }\nfn g(b: B, s: String) { b.any(); s.any(); }\nfn h(b: B) { b.ext(); }\nfn i(s: String) { s.ext(); s.talk(); s.len(); }\n',
    },
    calls: callsOf(['f -> String.shout', 'f -> str.shout', 'g -> Any.any', 'h -> Ext.ext', 'str.shout -> Shout.loud']),
    edges: ['INHERITS a.rs#Talk -> a.rs#Ext'],
    only: true,
  },
]);
