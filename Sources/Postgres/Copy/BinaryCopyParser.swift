/// Rows on their way out of a table, from the bytes of `COPY … TO STDOUT (FORMAT binary)`.
///
/// A value without I/O: bytes go in as they come, cut anywhere; whole rows come out.
struct BinaryCopyParser {
    private enum Stage {
        case header
        case rows
        case ended
    }

    private var stage = Stage.header
    private var width: Int?
    private var bytes: [UInt8] = []
    private var cells: [Table.Cell] = []
    private var readyRows = 0
    private var cursor = Cursor()

    /// The bytes are not those of such a COPY.
    struct FormatError: Error, Equatable {
        let problem: String

        static let notBinary = FormatError(problem: "it does not begin as a binary COPY does")
    }

    /// Takes in the next bytes.
    mutating func feed(_ more: [UInt8]) throws(FormatError) {
        bytes.append(contentsOf: more)
        let bytes = self.bytes
        let span = unsafe bytes.span.bytes
        while try step(span) {}
    }

    /// Gives the rows that are complete; nil when there is none.
    mutating func takeRows() -> Rows? {
        guard readyRows > 0, let width else { return nil }
        let table = Table(columns: [], width: width, rowCount: readyRows, cells: cells, bytes: bytes)
        bytes = Array(bytes[cursor.offset...])
        cells = []
        readyRows = 0
        cursor = Cursor()
        return Rows(table)
    }

    /// Checks that the bytes ended where a COPY may end.
    func finish() throws(FormatError) {
        guard stage == .ended else { throw FormatError(problem: "it ended in the middle") }
    }

    /// Reads the header or one row; false when more bytes are needed first.
    private mutating func step(_ span: RawSpan) throws(FormatError) -> Bool {
        switch stage {
        case .header:
            return try readHeader(span)
        case .rows:
            return try readRow(span)
        case .ended:
            guard cursor.offset == span.byteCount else {
                throw FormatError(problem: "it goes on after its end")
            }
            return false
        }
    }

    private mutating func readHeader(_ span: RawSpan) throws(FormatError) -> Bool {
        var ahead = cursor
        guard let signature = ahead.next(count: 11, in: span) else { return false }
        guard bytes[signature].elementsEqual(BinaryCopyBuffer.header[signature]) else { throw .notBinary }
        guard let flags = ahead.next(UInt32.self, in: span), let extra = ahead.next(Int32.self, in: span),
            ahead.next(count: Int(extra), in: span) != nil
        else { return false }
        // Of the flags, the upper half changes the format; no server sets one.
        guard flags & 0xFFFF_0000 == 0 else { throw .notBinary }
        cursor = ahead
        stage = .rows
        return true
    }

    private mutating func readRow(_ span: RawSpan) throws(FormatError) -> Bool {
        var ahead = cursor
        guard let columns = ahead.next(Int16.self, in: span) else { return false }
        if columns == -1 {
            cursor = ahead
            stage = .ended
            return true
        }
        let cellsBefore = cells.count
        for _ in 0..<max(0, columns) {
            guard let length = ahead.next(Int32.self, in: span) else { return forget(after: cellsBefore) }
            if length == -1 {
                cells.append(nil)
            } else {
                guard let cell = ahead.next(count: Int(length), in: span) else {
                    return forget(after: cellsBefore)
                }
                cells.append(cell)
            }
        }
        guard columns >= 0, width == nil || width == Int(columns) else {
            throw FormatError(problem: "its rows differ in their number of columns")
        }
        width = Int(columns)
        readyRows += 1
        cursor = ahead
        return true
    }

    /// Drops the cells of a row that is not complete yet; it is read anew with the next bytes.
    private mutating func forget(after count: Int) -> Bool {
        cells.removeLast(cells.count - count)
        return false
    }
}
