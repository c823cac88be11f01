public import TipCore

/// A JSON value that knows where it stands in its file, so that a problem with it can be pointed at.
public struct LocatedJSON: Hashable, Sendable {
    /// What it is.
    public let value: Value
    /// Where its first byte stands in the text.
    public let offset: Int

    /// The kinds of value.
    public enum Value: Hashable, Sendable {
        /// `null`.
        case null
        /// `true` or `false`.
        case boolean(Bool)
        /// A number written without fraction and exponent that fits in 64 bits.
        case integer(Int64)
        /// Any other number; it is finite.
        case number(Double)
        /// Text.
        case string(String)
        /// A list.
        case array([LocatedJSON])
        /// Members in file order; no key stands twice.
        case object([Member])
    }

    /// A key, where it stands, and its value.
    public struct Member: Hashable, Sendable {
        /// The key.
        public let key: String
        /// Where the key's first byte stands in the text.
        public let keyOffset: Int
        /// The value.
        public let value: LocatedJSON

        /// Creates a member.
        public init(key: String, keyOffset: Int, value: LocatedJSON) {
            self.key = key
            self.keyOffset = keyOffset
            self.value = value
        }
    }

    /// Creates a value that stands somewhere.
    public init(_ value: Value, at offset: Int) {
        self.value = value
        self.offset = offset
    }

    /// The same value without places.
    public var json: JSON {
        switch value {
        case .null: .null
        case .boolean(let flag): .boolean(flag)
        case .integer(let number): .integer(number)
        case .number(let number): .number(number)
        case .string(let text): .string(text)
        case .array(let elements): .array(elements.map(\.json))
        case .object(let members): .object(members.map { JSON.Member($0.key, $0.value.json) })
        }
    }

    /// The value of a member, where this is an object that has it.
    public subscript(key: String) -> LocatedJSON? {
        guard case .object(let members) = value else { return nil }
        return members.first { $0.key.hasSameBytes(as: key) }?.value
    }
}
