package acme

class Helper(private val next: Helper?) {
    fun help(): Helper = next ?: this
}

fun String.fmt() = this
fun fmt(x: Int) = x
fun f(s: String) = s.fmt()

val String.loud: String get() = uppercase()

suspend fun Helper?.orNew(): Helper {
    val self = this ?: Helper(null)
    return self.help().help()
}

class Box<T : Comparable<T>>(val item: T) where T : Any {
    private val helper = Helper(null)
    var size: Int = 0
        get() = if (field > 0 && item != null) field else helper.help().count()
    fun map(change: (T) -> T): Box<T> = Box(change(item))
    operator fun get(index: Int): T = item
    companion object {
        @JvmStatic
        fun of(text: String) = Box(text)
    }
}

fun use(boxes: Map<String, Box<Int>>) {
    for ((name, box) in boxes) {
        box.map { it + 1 }.map { x -> x * 2 }
        println(name)
    }
    Box.of("a").item.fmt()
    boxes["a"]?.item
    val total = boxes.values.sumOf { b ->
        if (b.size > 1) b.size else 0
    }
}
