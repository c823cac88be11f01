/// A statement and the values bound to it.
///
/// Interpolation binds: the value travels beside the text and is never part of it.
///
/// ```swift
/// let query: Query = "select seq from event where stream = \(stream) and seq > \(mark)"
/// query.text  // "select seq from event where stream = $1 and seq > $2"
/// ```
///
/// Text that cannot be bound, such as the name of a table, is pasted with `\(unescaped: name)`; it
/// must come from the program, never from a person. A `String` variable is no query: there is no way
/// to run one without writing that label.
package struct Query: Equatable, Sendable {
    /// The statement, with a place `$n` for each bound value.
    package let text: String

    /// The values for the places.
    package let values: Bindings

    /// Takes a statement as it stands, and values for the places it names.
    ///
    /// - Parameters:
    ///   - text: SQL written by the program, never by a person.
    ///   - values: A value for each place.
    package init(unescaped text: String, values: Bindings = Bindings()) {
        self.text = text
        self.values = values
    }
}

extension Query: ExpressibleByStringInterpolation {
    package init(stringLiteral text: String) {
        self.init(unescaped: text)
    }

    package init(stringInterpolation interpolation: StringInterpolation) {
        self.init(unescaped: interpolation.text, values: interpolation.values)
    }

    /// Collects the text and the values of a query literal.
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""
        fileprivate var values = Bindings()

        package init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + interpolationCount * 3)
        }

        package mutating func appendLiteral(_ literal: String) {
            text += literal
        }

        /// Binds a value or null.
        package mutating func appendInterpolation<Value: PostgresValue>(_ value: Value?) {
            values.append(value)
            text += "$\(values.count)"
        }

        /// Binds an array or null.
        package mutating func appendInterpolation<Element: PostgresValue>(_ elements: [Element]?) {
            values.append(elements)
            text += "$\(values.count)"
        }

        /// Binds an array that may hold nulls.
        package mutating func appendInterpolation<Element: PostgresValue>(_ elements: [Element?]?) {
            values.append(elements)
            text += "$\(values.count)"
        }

        /// Pastes text that cannot be bound, written by the program and never by a person.
        package mutating func appendInterpolation(unescaped text: String) {
            self.text += text
        }
    }
}

extension Query: CustomStringConvertible, CustomDebugStringConvertible {
    /// The statement without its values.
    package var description: String {
        values.count == 0 ? text : "\(text) [\(values)]"
    }

    package var debugDescription: String { description }
}
