import Foundation
import struct Models.User
@testable import App

/// A shape.
public protocol Shape: AnyObject, Drawable {
    associatedtype Out: Codable
    var name: String { get set }
    func area(scale: Double) -> Double
    init(name: String)
    static func make() -> Self
}

@MainActor
public final class Node<T: Shape>: Base, Shape where T: Equatable {
    public static let shared = Node()
    let id = 3, other: Int
    @Published private(set) var items: [T] = []
    var computed: Int { return items.count }
    var both: Int {
        get { helper() }
        set { store(newValue) }
    }
    lazy var view: UIView = { let v = UIView(); return v }()
    weak var delegate: NodeDelegate?
    var observed: Int = 0 { didSet { refresh() } willSet { } }
    init(name: String, count: Int = 0) { self.name = name; super.init() }
    convenience init?(raw: String) { self.init(name: raw) }
    deinit { cleanup() }
    subscript(index: Int) -> T { items[index] }
    override func run(_ x: Int, with y: inout String, rest: Int...) async throws -> [String: Int] {
        guard let v = x, y.count > 0 else { return [:] }
        if let z = self.items.first { z.area(scale: 1) } else if x > 0 && y.isEmpty || v { }
        for item in items where item.ok { item.area(scale: 2) }
        for (i, x) in items.enumerated() { }
        while let top = stack.pop() { top.go() }
        repeat { } while x < 3
        switch event {
        case .quit: quit()
        case let .move(x, y) where x > 0: mv(x, y)
        case .a, .b: break
        case is Foo: break
        case let n as Node<T>: n.run(1)
        default: break
        }
        do { try risky() } catch let e as MyError { e.show() } catch { print(error) }
        let a = x > 0 ? f1() : f2()
        let b = opt ?? g()
        let c = try? await fetch(url: u)
        items.map { $0.area(scale: 1) }.filter({ (n: Node) -> Bool in n.ok }).forEach { n in n.go() }
        UIView.animate(withDuration: 1) { done() } completion: { _ in after() }
        let (p, q) = pair()
        let n: Node<Int> = .init(name: "a")
        let m = Node<Int>(name: "b")
        self.delegate?.nodeDidRun(self)
        handler!(3)
        let cb: (Int) -> String = { String($0) }
        arr[0].go()
        defer { close() }
        async let w = work()
        let any: any Shape = m
        let t = Foo.self
        let casted = obj as? Node<T>
        return ["a": 1]
    }
    class func make() -> Self { fatalError() }
    struct Inner { var z = 0 }
    enum Kind: String, CaseIterable { case one, two = "2"; case three(Int, label: String); indirect case four(Kind)
        var desc: String { switch self { case .one: return "a" default: return "b" } } }
    typealias Out = Int
    static func == (lhs: Node, rhs: Node) -> Bool { lhs.id == rhs.id }
}

struct Point: Hashable { var x, y: Int; let closure: (Int) -> Void
  mutating func move(by d: Int) { x += d } }
actor Store { private var cache: [String: Node<Int>] = [:]
  func get(_ k: String) async -> Node<Int>? { cache[k] } 
  nonisolated func n() {} }

extension Node: CustomStringConvertible where T: Hashable {
    var description: String { "x" }
    func b() { area(scale: 1) }
    static func helper2() {}
}
extension Array where Element == Int { func total() -> Int { reduce(0, +) } }
extension S { func b() { a() } }

let top = Node<Int>(name: "t")
var counter: Int = 0, second = 1
func free<T>(_ x: T, block: @escaping (T) throws -> Void) rethrows where T: Shape { try block(x) }
@discardableResult func deco() -> some View { VStack { Text("a"); if x { Text("b") } } }
free(1) { x in print(x) }
infix operator +++: AdditionPrecedence
@propertyWrapper struct Wrapped<V> { var wrappedValue: V }
@resultBuilder struct Builder { static func buildBlock(_ parts: String...) -> String { parts.joined() } }
#Preview { ContentView() }
let s = #selector(Node.run)
@Observable class M { @State var q = 1 }
macro stringify<T>(_ value: T) -> (T, String) = #externalMacro(module: "M", type: "S")
let v = #stringify(compute(1))
struct P: S { func a() {} }

// A macro without arguments, as a default.
func expect(_ given: Int, at place: Place = #_sourceLocation
) {
    check(given, line: #line)
}
