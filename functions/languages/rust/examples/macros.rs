fn f(d: &Dog) {
    println!("{} {}", d.bark(), format!("{}", g(1)));
    assert_eq!(top(), 1);
    let v = vec![Node::new("a"), b.c.d()];
    let w = foo(matches!(x, Some(y) if y.ok()), |z| z.go());
    if cfg!(a) && check!(q(1) || r()) {}
    tokio::select! { x = rx.recv() => { handle(x); } _ = stop() => {} }
}
lazy_static! { static ref RE: Regex = Regex::new("a").unwrap(); }
macro_rules! mac { ($e:expr) => { other($e) } }
