/// One row of a result: values by position, counted from zero.
///
/// ```swift
/// let row = try await connection.query("select seq, tip from event limit 1").one()
/// let seq = try row.int64(0)
/// let tip = try row.string(ifPresent: 1)
/// ```
///
/// Reading null where a value is wanted, or a type as another that could lose something, throws a
/// `RowError` that names the column.
package struct Row: Sendable {
    private let table: Table
    private let index: Int

    /// Points at a row of a table.
    init(_ table: Table, at index: Int) {
        self.table = table
        self.index = index
    }

    /// How many columns the row has.
    package var count: Int { table.columnCount }

    /// Reads a value that must not be null.
    package func value<Value: PostgresValue>(_ column: Int, as _: Value.Type) throws(RowError) -> Value {
        guard let value = try value(ifPresent: column, as: Value.self) else {
            throw error(column, .unexpectedNull(wanted: Value.dataType))
        }
        return value
    }

    /// Reads a value or null.
    package func value<Value: PostgresValue>(
        ifPresent column: Int,
        as _: Value.Type
    ) throws(RowError) -> Value? {
        try table.value(row: index, column: column) { bytes, type throws(RowError) in
            guard type == .unknown || Value.reads(type) else {
                throw error(column, .typeMismatch(found: type, wanted: Value.dataType))
            }
            guard let value = Value.decode(bytes, type: type) else {
                throw error(column, .unreadable(wanted: Value.dataType, bytes: bytes.byteCount))
            }
            return value
        }
    }

    /// Reads an array that may hold nulls, or is null itself.
    package func nullables<Element: PostgresValue>(
        ifPresent column: Int,
        of _: Element.Type
    ) throws(RowError) -> [Element?]? {
        try table.value(row: index, column: column) { bytes, type throws(RowError) in
            guard let elements = ArrayFormat.decode(bytes, of: Element.self) else {
                if type == .unknown || type == Element.arrayType {
                    throw error(column, .unreadable(wanted: Element.arrayType, bytes: bytes.byteCount))
                }
                throw error(column, .typeMismatch(found: type, wanted: Element.arrayType))
            }
            return elements
        }
    }

    /// Reads an array that may hold nulls.
    package func nullables<Element: PostgresValue>(
        _ column: Int,
        of _: Element.Type
    ) throws(RowError) -> [Element?] {
        guard let elements = try nullables(ifPresent: column, of: Element.self) else {
            throw error(column, .unexpectedNull(wanted: Element.arrayType))
        }
        return elements
    }

    /// Reads an array without nulls.
    package func array<Element: PostgresValue>(
        _ column: Int,
        of _: Element.Type
    ) throws(RowError) -> [Element] {
        guard let elements = try array(ifPresent: column, of: Element.self) else {
            throw error(column, .unexpectedNull(wanted: Element.arrayType))
        }
        return elements
    }

    /// Reads an array without nulls, or null.
    package func array<Element: PostgresValue>(
        ifPresent column: Int,
        of _: Element.Type
    ) throws(RowError) -> [Element]? {
        guard let nullables = try nullables(ifPresent: column, of: Element.self) else { return nil }
        let elements = nullables.compactMap(\.self)
        guard elements.count == nullables.count else {
            throw error(column, .nullElement(wanted: Element.arrayType))
        }
        return elements
    }

    /// Says whether a value is null.
    package func isNull(_ column: Int) throws(RowError) -> Bool {
        try table.value(row: index, column: column) { _, _ throws(RowError) in true } == nil
    }

    private func error(_ column: Int, _ problem: RowError.Problem) -> RowError {
        let name = table.columns.indices.contains(column) ? table.columns[column].name : nil
        return RowError(column: column, name: name, problem: problem)
    }
}
