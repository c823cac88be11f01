/// A JSON value as it stood in the text: members in their order, integers apart from other numbers.
package enum JSONValue: Hashable, Sendable {
    /// The literal `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number written without fraction and exponent that fits 64 bits.
    case integer(Int64)
    /// Any other number, rounded to the nearest double; `-0` is one, as an integer has no such value.
    case number(Double)
    /// Text, unescaped.
    case string(String)
    /// Elements in order.
    case array([JSONValue])
    /// Members in order; no two have the same name.
    case object([JSONMember])

    /// The value of an object's member; nil where there is none or this is no object.
    ///
    /// Names are compared byte by byte, as JSON does, not by Unicode equivalence.
    package subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.isNamed(name) }?.value
    }

    /// The text of a string; nil for any other kind.
    package var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }
}

/// A name and its value in an object.
package struct JSONMember: Hashable, Sendable {
    /// The name, unescaped.
    package let name: String

    /// What stands under the name.
    package let value: JSONValue

    /// Joins a name and a value.
    package init(_ name: String, _ value: JSONValue) {
        self.name = name
        self.value = value
    }

    /// Whether the name has exactly these bytes.
    ///
    /// `==` of strings would also accept canonically equivalent text, such as a Kelvin sign for a K.
    package func isNamed(_ other: String) -> Bool {
        ExactName(text: name) == ExactName(text: other)
    }
}
