//! Crate docs.
//! More.

use std::collections::HashMap;
use std::{fmt, io::{self, Read as R, Write}};
use crate::util::*;
use super::sibling as sib;
pub use self::inner::Thing;
pub(crate) use crate::a::{b, c::d as e};
use {foo, bar::baz};
extern crate serde as srd;
mod other;
pub mod inner {
    /// A thing.
    #[derive(Debug, Clone)]
    pub struct Thing(pub u32, String);
    use super::Shape;
    fn helper() { super::top(); }
}

/// Limit.
pub const MAX: usize = 10;
static mut COUNT: u32 = 0;
type Res<T> = Result<T, Error>;

/// Node docs.
#[derive(Debug)]
pub struct Node<'a, T: Shape + 'a = i32> where T: Clone {
    pub name: String,
    next: Option<Box<Node<'a, T>>>,
    f: fn(i32) -> bool,
}
pub union U { a: u32, b: f32 }
pub struct Unit;

pub enum Event {
    Quit,
    Move { x: i32, y: i32 },
    Write(String),
    Code = 5,
}

pub trait Shape: fmt::Debug + Send {
    type Out: Clone;
    const N: usize = 0;
    fn area(&self, scale: f64) -> f64;
    fn twice(&self) -> f64 { self.area(2.0) * 2.0 }
    fn make() -> Self where Self: Sized;
}

impl<'a, T> Node<'a, T> where T: Shape + Clone {
    const K: i32 = 1;
    pub fn new(name: &str) -> Self {
        Self { name: name.to_string(), next: None, f: |x| x > 0 }
    }
    pub async fn load(&mut self, url: &str) -> Result<Vec<u8>, io::Error> {
        let body = fetch(url).await?;
        self.name = body.text().await?;
        if self.name.is_empty() && url.len() > 1 { return Err(e); }
        Ok(body.bytes)
    }
    fn by_ref(self: &Self, mut other: Node<'a, T>, (a, b): (i32, i32)) {}
}

impl<T: Shape> Shape for Box<T> {
    type Out = T::Out;
    fn area(&self, scale: f64) -> f64 { (**self).area(scale) }
    fn make() -> Self { Box::new(T::make()) }
}
impl fmt::Display for crate::Event { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { write!(f, "{}", self.name()) } }

macro_rules! square {
    ($x:expr) => { $x * $x };
}

fn generic<T: Shape, F>(x: &T, f: F, d: &dyn Shape, i: impl Shape) -> impl Iterator<Item = u32> + '_ where F: Fn(u32) -> u32 {
    let Some(v) = opt else { return std::iter::empty(); };
    let (a, mut b) = pair();
    let Node { name, next: ref n, .. } = node;
    let xs: Vec<Node<i32>> = Vec::new();
    for (i, x) in xs.iter().enumerate() { x.load("u"); }
    while let Some(top) = stack.pop() { top.run(); }
    if let Event::Write(s) = ev && s.len() > 0 { s.push('a'); }
    match ev {
        Event::Quit => quit(),
        Event::Move { x, y } if x > 0 || y > 0 => mv(x, y),
        Event::Write(text) => { text.len(); }
        n @ 1..=5 => {}
        _ => {}
    }
    loop { break; }
    let c = move |y: u32| -> u32 { y + 1 };
    c(1);
    let p = Point { x: 1, ..Default::default() };
    let e = Event::Move { x: 1, y: 2 };
    let w = Event::Write("a".into());
    let t = <T as Shape>::make();
    let z = x.iter().map(|q| q.area(1.0)).collect::<Vec<_>>();
    let arr = [f1, f2];
    let r = square!(compute(3));
    println!("{}", describe(&p));
    vec![Node::new("a"), Node::<i32>::new("b")];
    unsafe { COUNT += 1; }
    let q = x as u64;
    async move { work().await }.await;
    xs.into_iter()
}

#[test]
fn test_it() { assert_eq!(top(), 1); }
pub fn top() -> i32 { 1 }
extern "C" { fn c_abs(x: i32) -> i32; static ERR: i32; }
pub unsafe extern "C" fn exported() {}
const fn cf() -> u8 { match 1 { 1 | 2 => 3, _ => 4 } }
fn nested() { fn inside() {} struct Local { a: i32 } impl Local { fn go(&self) {} } inside(); }
impl Event { fn is(&self) -> bool { matches!(self, Event::Quit) } }
