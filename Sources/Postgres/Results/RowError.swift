/// A value of a row that cannot be read as what the program wants.
///
/// It is an error of the program or its SQL, never of the data: it names the column and the types,
/// and never holds the value.
package struct RowError: Error, Hashable, Sendable {
    /// The position of the column, counted from zero.
    package let column: Int

    /// The name of the column, where the result has names.
    package let name: String?

    /// What is wrong.
    package let problem: Problem

    /// The ways in which a value does not suit.
    package enum Problem: Hashable, Sendable {
        /// The row has fewer columns.
        case noSuchColumn(count: Int)
        /// The value is null and must not be.
        case unexpectedNull(wanted: DataType)
        /// An element of the array is null and must not be.
        case nullElement(wanted: DataType)
        /// The column has a type that cannot be read as the wanted one without loss.
        case typeMismatch(found: DataType, wanted: DataType)
        /// The type suits, but these are not the bytes of such a value.
        case unreadable(wanted: DataType, bytes: Int)
    }
}

extension RowError: CustomStringConvertible {
    /// One line that says which column, what, and what to do about it.
    package var description: String {
        let place = name.map { "Column \(column) (\($0))" } ?? "Column \(column)"
        return switch problem {
        case .noSuchColumn(let count):
            "\(place) was asked for, but the row has \(count)."
        case .unexpectedNull(let wanted):
            "\(place) is null and was read as \(wanted). Read it with `ifPresent:`, or make it not null."
        case .nullElement(let wanted):
            "\(place) holds a null and was read as \(wanted). Read it with `nullables`."
        case .typeMismatch(let found, let wanted):
            "\(place) is \(found) and was read as \(wanted). Cast it in the SQL: ::\(wanted)."
        case .unreadable(let wanted, let bytes):
            "\(place) has \(bytes) bytes that cannot be read as \(wanted)."
        }
    }
}

/// A result with more or fewer rows than its statement can have by the program's belief.
package struct RowCountError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was expected, in words.
    package let expected: String

    /// How many rows came.
    package let found: Int

    package var description: String { "The statement gave \(found) rows where \(expected) was expected." }
}
