package com.acme.marks

@OptIn(Unsafe::class)
actual class Checksum {
    private var sum = zero(0u, null)

    actual fun update(content: ByteArray) {
        content.use { sum = next(sum, it) }
    }
}

/** Marks what is going. */
@Deprecated(
    message = "no longer needed",
)
@Retention(SOURCE)
annotation class Going

@Retention(RUNTIME) @Target(FUNCTION) public annotation class OnFunctions
@Qualifier annotation class Short

class Reader {
    public class Options
    private constructor(
        internal val strings: List<String>,
    ) {
        fun size() = strings.size
    }

    class Injected
    @Inject internal constructor(val token: Token) : Base() {
        fun use() = token.open()
    }
}

/** Shown beside the code. */
@Preview(name = "dark (small)", sizes = [size(1), size(2)])
@Suppress("unused")
@Composable
private suspend inline fun shown(text: String) {
    show(text)
}

@Singleton
@Component(modules = [Network::class])
interface Application {
    fun loader(): Loader
}

class Behind

@First
@Second public data object Only {
    fun one() = 1
}
