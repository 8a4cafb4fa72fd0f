package com.acme
package zoo

import scala.collection.mutable
import com.acme.base.{Animal, Shape => S, Util as U, *}
import com.acme.other._
import com.acme.third.*
import com.acme.ext.given
import a.B, c.D

/** A shape. */
sealed trait Shape extends Product with Serializable { self: Named =>
  def area: Double
  def draw(depth: Int = 1): Unit
  val name: String
  type Elem <: AnyRef
  private[zoo] lazy val cache: mutable.Map[String, Shape] = mutable.Map.empty
}

@deprecated("x", "1")
final case class Circle[T <: Shape : Ordering](radius: Double, var tag: String = "c")(implicit ctx: Ctx) extends Base[T](radius) with Shape {
  def this(r: Int) = this(r.toDouble, "z")
  override def area: Double = math.Pi * radius * radius
  def +(o: Circle[T]): Circle[T] = new Circle(radius + o.radius)
  var count, total = 0
  tag = "y"
  this.count = 1
}

object Circle extends Maker {
  val Max = 10
  def apply(r: Double): Circle[Shape] = new Circle(r)
  def unapply(c: Circle[Shape]): Option[Double] = Some(c.radius)
  implicit class RichInt(val n: Int) extends AnyVal { def times(f: => Unit): Unit = (1 to n).foreach(_ => f) }
  implicit def conv(s: String): Circle[Shape] = apply(s.length)
}

abstract class Base[T](protected val seed: Double) { def todo(x: T, rest: Int*): T }

object Main extends App {
  def use(o: Any, xs: List[Shape], cb: Int => Unit)(implicit ec: Ec): Int = {
    val c = new Circle(1.0)
    val (a, b) = pair()
    val Some(z) = find()
    var d: Shape = c
    for (x <- xs; y = x.area if y > 1; Circle(r, _) <- more) yield x.draw()
    for { x <- xs } { x.draw() }
    o match {
      case Circle(r, t) if r > 1 && t != "" => r.foo()
      case s: Shape => s.draw()
      case n @ Some(_) => n.get
      case 1 | 2 => two()
      case _ => other()
    }
    xs.map(_.area).filter(a => a > 0).foreach { case (k, v) => cb(1) }
    val f = (n: Int) => n * 2
    val g: PartialFunction[Int, Int] = { case 1 => 2 }
    val r = new Runnable with Closer { def run(): Unit = go() }
    try risky() catch { case e: IOException => e.log() case _: Exception => b() } finally done()
    if (c == null || d == null) 1 else if (z > 1) 2 else 3
    while (true) { step() }
    do { step() } while (x < 3)
    def local(y: Int) = y + 1
    xs foreach println
    c + d
    c.radius.max(2)
    s"a ${c.area()} b"
    Foo.bar[Int](1)(2)
    super.toString()
    super[Base].todo(1)
    x.asInstanceOf[Circle[Shape]].area
    arr(0).draw()
    c.tag = "q"
    throw new IllegalStateException("x")
    return local(2)
  }
}

class Opened private[zoo] (val path: String) extends Base
protected final class Kept protected (val path: String)
