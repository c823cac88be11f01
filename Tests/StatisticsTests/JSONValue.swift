/// A piece of JSON; the words "inf", "-inf" and "nan" stand for the numbers that JSON lacks.
enum JSONValue: Decodable, Sendable, Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = Self.infinities[value].map { .number($0) } ?? .string(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    private static let infinities = ["inf": Double.infinity, "-inf": -Double.infinity]

    /// The member of an object; null where there is none.
    subscript(_ key: String) -> JSONValue {
        guard case .object(let fields) = self else { return .null }
        return fields[key] ?? .null
    }

    /// Whether a member is a finite number.
    func isNumber(_ key: String) -> Bool { self[key].double.isFinite }

    /// The number, or NaN, which no formula lets pass.
    var double: Double {
        if case .number(let value) = self { value } else { .nan }
    }

    /// The number as a count.
    var count: Int64 { Int64(exactly: double) ?? -1 }

    var text: String {
        if case .string(let value) = self { value } else { "" }
    }

    var list: [JSONValue] {
        if case .array(let values) = self { values } else { [] }
    }

    var doubles: [Double] { list.map(\.double) }
}

extension JSONValue: ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByBooleanLiteral {
    init(floatLiteral value: Double) { self = .number(value) }
    init(stringLiteral value: String) { self = .string(value) }
    init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue {
    static func numbers(_ values: [Double]) -> JSONValue { .array(values.map { .number($0) }) }
}
