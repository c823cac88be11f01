/// A column of a result.
package struct Column: Hashable, Sendable {
    /// The name that the statement gives it; empty in the rows of a COPY, which have none.
    package let name: String

    /// Its type; unknown in the rows of a COPY.
    package let type: DataType

    /// Describes a column.
    package init(name: String, type: DataType) {
        self.name = name
        self.type = type
    }
}

/// The rows that a statement answered with, in the server's order.
///
/// They are a copy: they stay valid after the connection has gone on or is closed.
package struct Rows: RandomAccessCollection, Sendable {
    private let table: Table

    /// Takes a finished table.
    init(_ table: Table) {
        self.table = table
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { table.rowCount }

    /// The columns, which are there even when no row is.
    package var columns: [Column] { table.columns }

    package subscript(position: Int) -> Row {
        precondition(indices.contains(position), "row \(position) of \(count)")
        return Row(table, at: position)
    }

    /// The only row of a result that must have exactly one.
    package func one() throws -> Row {
        guard count == 1 else { throw RowCountError(expected: "one row", found: count) }
        return self[0]
    }

    /// The row of a result that may have one; nil when there is none.
    package func oneOrNone() throws -> Row? {
        guard count <= 1 else { throw RowCountError(expected: "at most one row", found: count) }
        return first
    }
}

/// The cells of a result, one buffer for all: shared by its rows and never changed.
final class Table: Sendable {
    let columns: [Column]
    let rowCount: Int
    private let width: Int
    private let cells: [Cell]
    private let bytes: [UInt8]

    /// Where a value stands in the buffer; nil for null.
    typealias Cell = Range<Int>?

    /// Takes the cells of all rows, row after row.
    init(columns: [Column], width: Int, rowCount: Int, cells: [Cell], bytes: [UInt8]) {
        precondition(cells.count == width * rowCount, "a table has a cell for each row and column")
        self.columns = columns
        self.width = width
        self.rowCount = rowCount
        self.cells = cells
        self.bytes = bytes
    }

    /// Reads one value; nil for null.
    func value<Value>(
        row: Int,
        column: Int,
        read: (RawSpan, DataType) throws(RowError) -> Value
    ) throws(RowError) -> Value? {
        guard (0..<width).contains(column) else {
            throw RowError(column: column, name: nil, problem: .noSuchColumn(count: width))
        }
        guard let cell = cells[row * width + column] else { return nil }
        let bytes = self.bytes
        // Safe: bytes have no padding that could be read uninitialised.
        return try unsafe read(bytes.span.bytes.extracting(cell), type(of: column))
    }

    /// The type of a column, unknown where the result does not say it.
    func type(of column: Int) -> DataType {
        columns.indices.contains(column) ? columns[column].type : .unknown
    }

    /// How many columns there are.
    var columnCount: Int { width }
}
