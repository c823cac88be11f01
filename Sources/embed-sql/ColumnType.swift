/// A type as a header writes it: `int4`, `text?` (may be null), `uuid[]`, `int8?[]` (elements may be
/// null), `int8[]?`.
struct ColumnType: Equatable {
    private let base: Base
    private let isArray: Bool
    private let hasNullElements: Bool
    private let isOptional: Bool

    /// How a type of PostgreSQL is written in Swift.
    private struct Base: Equatable {
        let name: String
        let swift: String
        /// The type that carries the value to the server, and the property that holds the value, where
        /// the Swift type itself does not say which type of PostgreSQL it is.
        var carrier: String?
        var property: String?
    }

    private static let bases: [Base] = [
        Base(name: "bool", swift: "Bool"),
        Base(name: "int2", swift: "Int16"),
        Base(name: "int4", swift: "Int32"),
        Base(name: "int8", swift: "Int64"),
        Base(name: "float8", swift: "Double"),
        Base(name: "text", swift: "String"),
        Base(name: "bytea", swift: "[UInt8]"),
        Base(name: "uuid", swift: "UInt128"),
        Base(name: "timestamptz", swift: "Int64", carrier: "Timestamptz", property: "microseconds"),
        Base(name: "jsonb", swift: "String", carrier: "JSONB", property: "text"),
    ]

    /// The names that a header may use.
    static var names: String { bases.map(\.name).joined(separator: ", ") }

    /// Reads a type; nil when it is none.
    init?(_ text: some StringProtocol) {
        var rest = Substring(text)
        isOptional = rest.drop(suffix: "?")
        isArray = rest.drop(suffix: "[]")
        hasNullElements = isArray && rest.drop(suffix: "?")
        guard let base = Self.bases.first(where: { $0.name == rest }) else { return nil }
        self.base = base
    }

    /// The type in Swift.
    var swiftType: String {
        let element = hasNullElements ? base.swift + "?" : base.swift
        return (isArray ? "[\(element)]" : element) + (isOptional ? "?" : "")
    }

    /// The type as a constant of `DataType`.
    var dataType: String { ".\(base.name)\(isArray ? "Array" : "")" }

    /// The expression that makes a value ready to be bound.
    func binding(_ value: String) -> String {
        guard let carrier = base.carrier else { return value }
        switch (isArray, hasNullElements, isOptional) {
        case (false, _, false): return "\(carrier)(\(value))"
        case (false, _, true), (true, false, false): return "\(value).map(\(carrier).init(_:))"
        case (true, false, true): return "\(value)?.map(\(carrier).init(_:))"
        case (true, true, false): return "\(value).map { $0.map(\(carrier).init(_:)) }"
        case (true, true, true): return "\(value)?.map { $0.map(\(carrier).init(_:)) }"
        }
    }

    /// The expression that reads the value at a position of a row.
    func reading(_ position: Int) -> String {
        let method = !isArray ? "value" : hasNullElements ? "nullables" : "array"
        let label = isOptional ? "ifPresent: " : ""
        let type = "\(isArray ? "of" : "as"): \(base.carrier ?? base.swift).self"
        let call = "try row.\(method)(\(label)\(position), \(type))"
        guard let property = base.property else { return call }
        let chain = isOptional ? "?" : ""
        switch (isArray, hasNullElements) {
        case (false, _): return "\(call)\(chain).\(property)"
        case (true, false): return "\(call)\(chain).map(\\.\(property))"
        case (true, true): return "\(call)\(chain).map { $0?.\(property) }"
        }
    }
}

extension Substring {
    /// Drops an ending and says whether it was there.
    fileprivate mutating func drop(suffix: String) -> Bool {
        guard hasSuffix(suffix) else { return false }
        removeLast(suffix.count)
        return true
    }
}
