nonisolated(unsafe) private let key = make()

struct Reader {
    @Wrapped() var name: String
    #if os(macOS)
    private let view: MacView
    #else
    private let view: Int
    #endif

    func read(from: consuming sending Source) throws(ReadError) -> Int {
        #warning("slow")
        let size = unsafe from.measure(())
        #if DEBUG
        log(size)
        #endif
        done(value: (), count: size)
        return try unsafe decode(size)
    }

    func each(_ body: (Int) throws(ReadError) -> Void) throws(ReadError) {
        body(())
    }
}
