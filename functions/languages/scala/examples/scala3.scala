package com.acme.three

import scala.util.Try

enum Color(val rgb: Int) extends Enum[Color]:
  case Red extends Color(0xFF0000)
  case Green, Blue
  case Mix(mix: Int, name: String)
  def hex = rgb.toString

trait Show[A]:
  extension (a: A) def show: String
  def combine(x: A)(using Ctx): A

given intShow: Show[Int] with
  extension (a: Int) def show: String = a.toString

given Ordering[Color] = Ordering.by(_.rgb)

extension (s: String)
  def fmt(pad: Int = 0): String = s.padTo(pad)
  def shout = s.toUpperCase

def top(x: Int)(using ctx: Ctx, ord: Ordering[Int]): Int =
  val y = x + 1
  if y > 1 then helper(y)
  else if y < 0 && x > 2 then 2
  else 3

inline def helper(x: Int): Int = x match
  case 1 => one()
  case n if n > 2 => two()
  case _ => summon[Ctx].run()

type Id = Int
opaque type Name = String
val answer: Int = 42
lazy val (p, q) = pair()
@main def run(args: String*): Unit =
  for
    x <- List(1)
    y <- opt(x)
    if y > 0
  do println(x)
  Circle(1.0).draw()
  val z = new Foo(1) with Bar
  "a".fmt(2)
  xs.map: x =>
    x.go()
  while y > 0 do step()
  try risky()
  catch case e: Exception => e.log()

class Dog(name: String) extends Animal(name), Named derives Show:
  private val age = 1
  def bark(): String = name.bark()
end Dog

object Dog:
  def apply(n: String): Dog = new Dog(n)

export Dog.apply as mk
package inner {
  class Deep
}

class Copier(printer: Printer):
  export printer.{status as _, print as emit, *}
  export desk.scanner.scan

case class Point(x: Int) derives Show, Eq
