/// A value that a parameter has or that a donation carries: null, a boolean, a number or a string.
///
/// TipKit lets a parameter be any `Codable` type; over the wire and in rules only these four kinds can be
/// compared, and a number is a `Double` as it is in JSON.
public enum Scalar: Hashable, Sendable {
    /// No value.
    case null
    /// True or false.
    case boolean(Bool)
    /// A finite number.
    case number(Double)
    /// Text, compared byte by byte.
    case string(String)

    /// Whether both are the same value of the same kind.
    public static func == (left: Scalar, right: Scalar) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.boolean(let one), .boolean(let other)): one == other
        case (.number(let one), .number(let other)): one == other
        case (.string(let one), .string(let other)): one.hasSameBytes(as: other)
        default: false
        }
    }

    /// Feeds the value to a hasher.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .boolean(let value): hasher.combine(value)
        case .number(let value): hasher.combine(value)
        case .string(let value): hasher.combine(StableHash.of(value))
        }
    }
}

extension Scalar {
    /// The same value as JSON.
    public var json: JSON {
        switch self {
        case .null: .null
        case .boolean(let value): .boolean(value)
        case .number(let value): .number(value)
        case .string(let value): .string(value)
        }
    }

    /// Reads a scalar; nil where the value is a list or an object.
    public init?(json: JSON) {
        switch json {
        case .null: self = .null
        case .boolean(let value): self = .boolean(value)
        case .integer(let value): self = .number(Double(value))
        case .number(let value), .float(let value): self = .number(value)
        case .string(let value): self = .string(value)
        case .array, .object: return nil
        }
    }

    /// The value as a rule writes it: `nil`, `true`, `2.5`, `"text"`.
    public var ruleText: String {
        switch self {
        case .null: "nil"
        default: json.text()
        }
    }
}
