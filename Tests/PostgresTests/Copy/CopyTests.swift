import Testing
import TipTestSupport

@testable import Postgres

@Suite("A COPY moves all its rows or none, and leaves the connection usable")
struct CopyTests {
    struct Refusal: Error, Equatable {}

    private static let columns = "t (i, x, b)"

    private func withTable(
        _ body: (_ connection: Connection, _ other: Connection) async throws -> Void
    ) async throws {
        try await withConnections { connection, other in
            try await connection.execute("create table t (i int8 primary key, x text, b bytea)")
            try await body(connection, other)
        }
    }

    private func expectRows(
        _ expected: Int,
        _ connection: Connection,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let found = try await connection.query("select count(*) from t").one().int(0)
        #expect(found == expected, sourceLocation: sourceLocation)
    }

    @Test("many chunks in, and the same rows out")
    func roundTrip() async throws {
        try await withTable { connection, _ in
            let buffer = BinaryCopyTests.buffer(rows: 20_000)
            #expect(buffer.byteCount > 5 * 65_536)
            let taken = try await connection.copyIn("copy t (i, x, b) from stdin (format binary)", buffer)
            let (sum, batches, given) = try await connection.run { connection in
                var sum: Int64 = 0
                var batches = 0
                let given = try connection.copyOut("copy t to stdout (format binary)") { rows in
                    batches += 1
                    for row in rows { sum += try row.int64(0) }
                }
                return (sum, batches, given)
            }
            #expect(taken == 20_000)
            #expect(given == 20_000)
            #expect(sum == 3 * 19_999 * 10_000)
            #expect((2...20).contains(batches))
        }
    }

    @Test("rows made piece by piece, and none at all")
    func pieces() async throws {
        try await withTable { connection, _ in
            let taken = try await connection.run { connection in
                var made: Int64 = 0
                return try connection.copyIn("copy t (i) from stdin (format binary)") {
                    guard made < 5 else { return nil }
                    made += 1
                    var buffer = BinaryCopyBuffer()
                    buffer.startRow(columns: 1)
                    buffer.int8(made)
                    return buffer
                }
            }
            let none = try await connection.copyIn("copy t (i) from stdin (format binary)") { nil }
            #expect([taken, none] == [5, 0])
            try await expectRows(5, connection)
        }
    }

    @Test("bytes out in a text format")
    func text() async throws {
        try await withTable { connection, _ in
            let text = try await connection.run { connection in
                var bytes: [UInt8] = []
                try connection.copyOut(bytesOf: "copy (values (1, 'a'), (2, null)) to stdout (format csv)") {
                    bytes += $0
                }
                return String(decoding: bytes, as: UTF8.self)
            }
            #expect(text == "1,a\n2,\n")
        }
    }

    @Test("a row that the table refuses undoes them all")
    func refused() async throws {
        try await withTable { connection, _ in
            try await connection.execute("insert into t values (27)")
            let error = await #expect(throws: PostgresError.self) {
                try await connection.copyIn(
                    "copy t (i, x, b) from stdin (format binary)",
                    BinaryCopyTests.buffer(rows: 20_000)
                )
            }
            #expect(error?.sqlState == .uniqueViolation)
            #expect(error?.query == "copy t (i, x, b) from stdin (format binary)")
            try await expectRows(1, connection)
        }
    }

    @Test("values of another type are refused, not converted")
    func wrongType() async throws {
        try await withTable { connection, _ in
            var buffer = BinaryCopyBuffer()
            buffer.startRow(columns: 1)
            buffer.int4(1)
            let rows = buffer
            let error = await #expect(throws: PostgresError.self) {
                try await connection.copyIn("copy t (i) from stdin (format binary)", rows)
            }
            #expect(error?.sqlState == .protocolViolation)
            try await expectRows(0, connection)
        }
    }

    @Test("a body that throws gives up the whole COPY")
    func givenUp() async throws {
        try await withTable { connection, _ in
            let buffer = BinaryCopyTests.buffer(rows: 10_000)
            await #expect(throws: Refusal()) {
                try await connection.run { connection in
                    var pieces = [buffer]
                    try connection.copyIn("copy t (i, x, b) from stdin (format binary)") {
                        guard let piece = pieces.popLast() else { throw Refusal() }
                        return piece
                    }
                }
            }
            try await expectRows(0, connection)
        }
    }

    @Test("a reader that has seen enough stops the server")
    func stopReading() async throws {
        try await withTable { connection, _ in
            let elapsed = await ContinuousClock().measure {
                await #expect(throws: Refusal()) {
                    // Whole, it would be gigabytes.
                    try await connection.copyOut(
                        "copy (select generate_series(1, 1000000000)) to stdout (format binary)"
                    ) { _ in throw Refusal() }
                }
            }
            #expect(elapsed < .seconds(20))
            try await expectRows(0, connection)
        }
    }

    @Test("a server that fails halfway fails the reading, after what came before")
    func failsHalfway() async throws {
        try await withTable { connection, _ in
            let error = await #expect(throws: PostgresError.self) {
                try await connection.copyOut(
                    "copy (select 10 / (50000 - g) from generate_series(1, 60000) g) to stdout (format binary)"
                ) { _ in }
            }
            #expect(error?.sqlState?.rawValue == "22012")
            try await expectRows(0, connection)
        }
    }

    static let misuse: [(query: Query, isIn: Bool, message: String)] = [
        ("select 1", true, "the statement is not such a COPY"),
        ("copy t to stdout (format binary)", true, "the statement is not such a COPY"),
        ("copy t from stdin (format binary)", false, "the statement is not such a COPY"),
        ("copy t (i) from stdin \(1)", true, "a COPY takes no values"),
        (
            "copy (values ('a')) to stdout (format text)", false,
            "the COPY cannot be read: it ended in the middle"
        ),
        (
            "copy (values ('a long enough text')) to stdout (format text)", false,
            "the COPY cannot be read: it does not begin as a binary COPY does"
        ),
    ]

    @Test("what is no such COPY is refused", arguments: 0..<misuse.count)
    func refuses(index: Int) async throws {
        let (query, isIn, message) = Self.misuse[index]
        try await withTable { connection, _ in
            let error = await #expect(throws: PostgresError.self) {
                if isIn {
                    try await connection.copyIn(query, BinaryCopyBuffer())
                } else {
                    try await connection.copyOut(query) { _ in }
                }
            }
            #expect(error?.kind == .misuse)
            #expect(error?.message == message)
            try await expectRows(0, connection)
        }
    }

    @Test("a COPY run as a plain query is refused, and the connection goes on")
    func plainQuery() async throws {
        try await withTable { connection, _ in
            try await connection.execute("insert into t select generate_series(1, 10000)")
            for query: Query in ["copy t from stdin", "copy t to stdout"] {
                let error = await #expect(throws: PostgresError.self) { try await connection.query(query) }
                #expect(error?.message == "a COPY is run by copyIn or copyOut")
                let other = await #expect(throws: PostgresError.self) {
                    try await connection.execute(script: query)
                }
                #expect(other?.kind == .misuse)
            }
            try await expectRows(10_000, connection)
        }
    }

    @Test("a connection that is cut in the middle leaves no row")
    func cut() async throws {
        try await withTable { connection, other in
            let process = try await connection.backendProcess()
            let buffer = BinaryCopyTests.buffer(rows: 1000)
            let error = await #expect(throws: PostgresError.self) {
                try await connection.run { connection in
                    var piece = 0
                    try connection.copyIn("copy t (i, x, b) from stdin (format binary)") {
                        piece += 1
                        // The server takes the end of its process for what it is, whoever sent it.
                        if piece == 3 { Signal.terminate(process) }
                        return piece < 2000 ? buffer : nil
                    }
                }
            }
            #expect(error?.kind == .connectionLost)
            try await expectRows(0, other)
        }
    }
}
