@file:JvmName("Zoo")
package com.acme.zoo

import com.acme.base.Animal
import com.acme.base.*
import com.acme.util.fmt as format

/** Top. */
const val LIMIT = 10
val names: List<String> by lazy { listOf("a") }
var String.shout: String
    get() = this.uppercase()
    set(value) { println(value) }
private val (first, second) = pair()

typealias Handler<T> = (T, Int) -> Unit

fun interface Transform<in A, out B : Any> {
    fun apply(a: A): B
}

/**
 * A shape.
 */
sealed interface Shape {
    val area: Double
    fun draw(): Unit
    fun label() = "shape"
}

@Serializable
data class Circle(val radius: Double, var tag: String = "c", plain: Int) : Shape, Base<Int>(plain, 2), Named by tag {
    override val area: Double get() = Math.PI * radius * radius
    lateinit var cache: MutableMap<String, Shape>
    private var count = 0
        private set
    init { register(this) }
    constructor(r: Int) : this(r.toDouble(), plain = 1) { log(r) }
    override fun draw() { canvas?.circle(radius) ?: fail("none") }
    companion object Factory : Maker<Circle> {
        const val MAX = 3
        fun create(): Circle = Circle(1.0, plain = 2)
    }
    inner class In {
        fun up() = this@Circle.draw()
    }
    operator fun plus(o: Circle) = Circle(radius + o.radius, plain = 0)
}

@JvmInline
value class Id(val raw: Int)
object Registry : Base<String>("x") {
    fun register(x: Any) {
        items += x
        items[0] = x
    }
}
enum class Op(val sym: String) : Runnable {
    PLUS("+") {
        override fun run() { go() }
    },
    MINUS("-");

    abstract fun apply(a: Int): Int
}
abstract class Base<T>(protected val seed: T, vararg rest: T) where T : Comparable<T> {
    abstract fun todo(x: T)
    open suspend fun later(): T = seed
}

fun String.fmt(pad: Int = 0) = this
fun <T : Any> List<T>.second(): T = this[1]
infix fun Int.shl2(n: Int): Int = this shl n

fun use(s: String?, o: Any, list: List<Shape>, cb: (Int) -> Unit): Int {
    s?.fmt(1)
    val c = Circle(1.0, plain = 1)
    val d: Shape = c as Shape
    for ((i, sh) in list.withIndex()) { sh.draw() }
    for (x: Shape in list) x.draw()
    val r = when (o) {
        is Circle -> o.draw()
        1, 2 -> two()
        in 1..3 -> three()
        else -> 4
    }
    when {
        s == null -> a()
        o is Shape && s != "" -> b()
    }
    list.map { it.area }.filter { a -> a > 0 }.forEach { (k, v) -> cb(1) }
    val f = fun(x: Int): Int { return x }
    val h: (Int) -> Int = ::top
    val m = String::length
    run { draw() }
    with(c) { draw() }
    val obj = object : Runnable, Base<Int>(1) {
        override fun run() { go() }
    }
    try {
        risky()
    } catch (e: IOException) {
        e.printStackTrace()
    } finally { done() }
    fun local(y: Int) = y + 1
    if (s == null || o == 1) return 1 else if (s != null) { return 2 }
    val t = if (s == null) 1 else local(2)
    while (true) { break }
    do { x++ } while (x < 3)
    1 shl2 2
    c + d
    list[0].draw()
    s!!.length
    "a ${c.draw()} b $t"
    label@ for (i in 0 until 3) { continue@label }
    Outer.Nested().go<String>(1) { 2 }
    super.toString()
    super<Base>.later()
    c.tag = "z"
    this.count = 1
    val (p, q) = c
    throw IllegalStateException("x")
}
