/// A JSON value whose objects keep the order of their members, for answers and reports.
///
/// Foundation's encoders drop the order of keys and write the float `2.0` as `2`, which clients of typed
/// flags read as another type; this value is written exactly as it was built.
public enum JSON: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case boolean(Bool)
    /// A number without a fraction.
    case integer(Int64)
    /// A number; one that is whole is written without a fraction.
    case number(Double)
    /// A number that keeps its fraction, `2.0`, because its reader tells floats from integers.
    case float(Double)
    /// Text.
    case string(String)
    /// A list.
    case array([JSON])
    /// Members in the order they are written.
    case object([Member])

    /// A key and its value.
    public struct Member: Hashable, Sendable {
        /// The key.
        public let key: String
        /// The value.
        public let value: JSON

        /// Creates a member.
        public init(_ key: String, _ value: JSON) {
            self.key = key
            self.value = value
        }
    }
}

extension JSON {
    /// Whether both are the same value; text is the same where its bytes are.
    public static func == (left: JSON, right: JSON) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.boolean(let one), .boolean(let other)): one == other
        case (.integer(let one), .integer(let other)): one == other
        case (.number(let one), .number(let other)), (.float(let one), .float(let other)): one == other
        case (.string(let one), .string(let other)): one.hasSameBytes(as: other)
        case (.array(let one), .array(let other)): one == other
        case (.object(let one), .object(let other)): one == other
        default: false
        }
    }
}

extension JSON.Member {
    /// Whether both have the same key, byte by byte, and the same value.
    public static func == (left: JSON.Member, right: JSON.Member) -> Bool {
        left.key.hasSameBytes(as: right.key) && left.value == right.value
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByFloatLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
    ExpressibleByNilLiteral
{
    /// Creates a string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Creates a whole number.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// Creates a boolean.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    /// Creates a number.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// Creates a list.
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }
    /// Creates an object with its members in the written order.
    public init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(elements.map { Member($0, $1) })
    }
    /// Creates null.
    public init(nilLiteral: ()) { self = .null }
}

extension JSON {
    /// The value of the first member with a key, where this is an object that has it.
    public subscript(key: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key.hasSameBytes(as: key) }?.value
    }

    /// The text where this is a string.
    public var stringValue: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    /// The number where this is whole.
    public var integerValue: Int64? {
        switch self {
        case .integer(let value): value
        case .number(let value), .float(let value): Int64(exactly: value)
        default: nil
        }
    }

    /// The number where this is one.
    public var doubleValue: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value), .float(let value): value
        default: nil
        }
    }

    /// The elements where this is a list.
    public var arrayValue: [JSON]? {
        guard case .array(let values) = self else { return nil }
        return values
    }
}

extension JSON {
    /// The value with the members of its objects in the order of their keys and its numbers in one form, so
    /// that two values that mean the same are equal.
    public var normalized: JSON {
        switch self {
        case .null, .boolean, .string: self
        case .integer, .number, .float: integerValue.map { .integer($0) } ?? self
        case .array(let values): .array(values.map(\.normalized))
        case .object(let members):
            .object(
                members.map { Member($0.key, $0.value.normalized) }.sorted {
                    ExactText($0.key) < ExactText($1.key)
                }
            )
        }
    }
}
