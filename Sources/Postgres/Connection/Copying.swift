import CPostgres

extension Connection {
    /// Sends rows into a table.
    ///
    /// - Parameters:
    ///   - statement: `copy TABLE (COLUMNS) from stdin (format binary)`.
    ///   - rows: The rows; each value must have exactly the type of its column.
    /// - Returns: How many rows the table took.
    /// - Throws: `PostgresError`; then the table took none of them.
    @discardableResult
    package func copyIn(_ statement: Query, _ rows: BinaryCopyBuffer) throws -> Int {
        var next: BinaryCopyBuffer? = rows
        return try copyIn(statement) {
            defer { next = nil }
            return next
        }
    }

    /// Sends rows into a table, made piece by piece while the server takes in those before.
    ///
    /// - Parameters:
    ///   - statement: `copy TABLE (COLUMNS) from stdin (format binary)`.
    ///   - next: Gives the next rows, or nil at the end. What it throws gives up the whole COPY and
    ///     is thrown on.
    /// - Returns: How many rows the table took.
    /// - Throws: `PostgresError`, or what `next` throws; then the table took none of them.
    @discardableResult
    package func copyIn(_ statement: Query, next: () throws -> BinaryCopyBuffer?) throws -> Int {
        try operate { libpq in
            try self.begin(statement, as: PGRES_COPY_IN, on: libpq)
            do {
                try self.send(next, on: libpq)
            } catch {
                libpq.endCopy(failing: "given up by the program")
                while libpq.nextResult() != nil {}
                throw error
            }
            libpq.endCopy()
            return try self.finishCopy(statement, on: libpq)
        }
    }

    /// Reads rows out of a table or query, in batches of about 64 KiB.
    ///
    /// - Parameters:
    ///   - statement: `copy (QUERY) to stdout (format binary)`.
    ///   - body: Takes a batch; the columns have no names or types, so reading a value checks only its
    ///     length. What it throws gives up the COPY, and with it a transaction around it, and is
    ///     thrown on.
    /// - Returns: How many rows there were.
    /// - Throws: `PostgresError`, or what the body throws.
    @discardableResult
    package func copyOut(_ statement: Query, _ body: (Rows) throws -> Void) throws -> Int {
        var parser = BinaryCopyParser()
        do {
            let count = try copyOut(bytesOf: statement) { piece in
                try parser.feed(piece)
                if let rows = parser.takeRows() { try body(rows) }
            }
            try parser.finish()
            return count
        } catch let error as BinaryCopyParser.FormatError {
            throw PostgresError(
                .misuse,
                message: "the COPY cannot be read: \(error.problem)",
                hint: "Write (format binary).",
                query: statement.text
            )
        }
    }

    /// Reads the bytes of a COPY in any format, in pieces of at least 64 KiB but for the last.
    ///
    /// - Parameters:
    ///   - statement: `copy (QUERY) to stdout (format csv)`, or another format.
    ///   - body: Takes a piece, which may end anywhere. What it throws gives up the COPY.
    /// - Returns: How many rows there were.
    /// - Throws: `PostgresError`, or what the body throws.
    @discardableResult
    package func copyOut(bytesOf statement: Query, _ body: ([UInt8]) throws -> Void) throws -> Int {
        try operate { libpq in
            try self.begin(statement, as: PGRES_COPY_OUT, on: libpq)
            do {
                var piece: [UInt8] = []
                while libpq.appendCopyChunk(to: &piece) {
                    guard piece.count >= Self.chunkBytes else { continue }
                    try body(piece)
                    piece.removeAll(keepingCapacity: true)
                }
                if !piece.isEmpty { try body(piece) }
            } catch {
                // The server would go on sending: it is told to stop, and what is under way is dropped.
                libpq.makeCancelHandle().cancel()
                libpq.dropCopyChunks()
                while libpq.nextResult() != nil {}
                throw error
            }
            return try self.finishCopy(statement, on: libpq)
        }
    }

    /// How many bytes go to or come from a body at a time: enough that calls cost nothing beside the
    /// bytes, little enough to stay in the processor's cache.
    private static var chunkBytes: Int { 64 * 1024 }

    private func begin(_ statement: Query, as direction: ExecStatusType, on libpq: LibpqConnection) throws {
        guard statement.values.count == 0 else {
            throw PostgresError(.misuse, message: "a COPY takes no values", query: statement.text)
        }
        let text = try sendable(statement)
        let result = libpq.run(script: text)
        if result.status == direction { return }
        leaveCopy(result.status, on: libpq)
        if result.status == PGRES_FATAL_ERROR { throw failure(of: result, on: libpq, query: text) }
        throw PostgresError(.misuse, message: "the statement is not such a COPY", query: text)
    }

    private func send(_ next: () throws -> BinaryCopyBuffer?, on libpq: LibpqConnection) throws {
        var isFirst = true
        while let rows = try next() {
            precondition(rows.isComplete, "the last row lacks values")
            try send(rows.bytes, from: isFirst ? 0 : BinaryCopyBuffer.header.count, on: libpq)
            isFirst = false
        }
        if isFirst { try send(BinaryCopyBuffer.header, from: 0, on: libpq) }
        try send(BinaryCopyBuffer.trailer, from: 0, on: libpq)
    }

    private func send(_ bytes: [UInt8], from start: Int, on libpq: LibpqConnection) throws {
        var start = start
        while start < bytes.count {
            let end = min(start + Self.chunkBytes, bytes.count)
            guard libpq.putCopy(bytes, start..<end) else {
                throw PostgresError(.connectionLost, message: libpq.lastMessage.firstLine)
            }
            start = end
        }
    }

    /// Reads how a COPY ended; all results are taken, so that the connection is free again.
    private func finishCopy(_ statement: Query, on libpq: LibpqConnection) throws -> Int {
        var count = 0
        var problem: PostgresError?
        while let result = libpq.nextResult() {
            if result.isSuccess {
                count = result.affectedRows
            } else {
                problem = problem ?? failure(of: result, on: libpq, query: statement.text)
            }
        }
        if let problem { throw problem }
        return count
    }
}
