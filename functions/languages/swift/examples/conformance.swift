protocol P { func a() }

struct S: P { func a() {} }

extension S { func b() { a() } }

/// More of S.
extension S: Equatable {
    struct Part { var n = 0 }
    var size: Int { a(); return 1 }
    init(size: Int) { self.init() }
}
