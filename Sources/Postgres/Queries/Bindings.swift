/// The values bound to the places `$1`, `$2`, … of a statement, in binary format.
///
/// Nothing that prints, dumps or mirrors bindings shows a value: they may be what a person typed.
package struct Bindings: Equatable, Sendable {
    /// The type of each value.
    package private(set) var types: [DataType] = []

    /// The length of each value in bytes, -1 for null.
    private(set) var lengths: [Int32] = []

    /// The values one after the other; nulls take no bytes.
    private(set) var bytes: [UInt8] = []

    /// Binds nothing yet.
    package init() {}

    /// Binds a null of each type, for a statement that is described and not run.
    init(nullsOf types: [DataType]) {
        self.types = types
        lengths = types.map { _ in -1 }
    }

    /// How many values are bound.
    package var count: Int { types.count }

    /// Binds a value to the next place.
    package mutating func append<Value: PostgresValue>(_ value: Value?) {
        append(Value.dataType, isNull: value == nil) { value?.encode(into: &$0) }
    }

    /// Binds an array to the next place.
    package mutating func append<Element: PostgresValue>(_ elements: [Element]?) {
        append(Element.arrayType, isNull: elements == nil) { bytes in
            if let elements { ArrayFormat.encode(elements, into: &bytes) }
        }
    }

    /// Binds an array that may hold nulls to the next place.
    package mutating func append<Element: PostgresValue>(_ elements: [Element?]?) {
        append(Element.arrayType, isNull: elements == nil) { bytes in
            if let elements { ArrayFormat.encode(elements, into: &bytes) }
        }
    }

    private mutating func append(_ type: DataType, isNull: Bool, encode: (inout [UInt8]) -> Void) {
        let start = bytes.count
        encode(&bytes)
        types.append(type)
        lengths.append(isNull ? -1 : Int32(clamping: bytes.count - start))
    }
}

extension Bindings: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// How many values there are, and none of them.
    package var description: String {
        count == 1 ? "1 bound value" : "\(count) bound values"
    }

    package var debugDescription: String { description }

    package var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}
