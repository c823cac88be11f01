/// Header fields in their order; names are compared without regard to case.
package struct HTTPHeaders: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// One field.
    package struct Field: Hashable, Sendable {
        /// The name as it was written.
        package let name: String

        /// The value, without white space around it.
        package let value: String
    }

    /// All fields, repeated ones included.
    package private(set) var fields: [Field] = []

    /// No fields.
    package init() {}

    /// Fields in the order of the literal.
    package init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { add(name, value) }
    }

    /// Adds a field behind the others, also where the name is already there.
    package mutating func add(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// The value of the first field with this name.
    package subscript(name: String) -> String? {
        fields.first { Self.areSame($0.name, name) }?.value
    }

    /// The values of all fields with this name, in order.
    package func values(_ name: String) -> [String] {
        fields.filter { Self.areSame($0.name, name) }.map(\.value)
    }

    /// Whether two names are the same field: ASCII letters differ only by case.
    private static func areSame(_ one: String, _ other: String) -> Bool {
        guard one.utf8.count == other.utf8.count else { return false }
        return zip(one.utf8, other.utf8).allSatisfy { $0 == $1 || lowercased($0) == lowercased($1) }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
