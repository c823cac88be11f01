import Testing
import TipTestSupport

@testable import Postgres

@Suite("A row gives a value as its type, or says why not")
struct RowTests {
    private func row(_ query: Query) async throws -> Row {
        try await withDatabase { settings in
            let connection = try await Connection.open(settings)
            let row = try await connection.query(query).one()
            await connection.close()
            return row
        }
    }

    @Test("what is read by position has the type asked for")
    func reading() async throws {
        let row = try await row(
            "select 1::int2, 2::int4, 3::int8, 'x'::varchar, null::int4, '{\"a\":1}'::json, 'n'::name"
        )

        #expect(try row.int16(0) == 1)
        #expect(try row.int64(0) == 1)
        #expect(try row.int(1) == 2)
        #expect(try row.int64(2) == 3)
        #expect(try row.string(3) == "x")
        #expect(try row.int32(ifPresent: 4) == nil)
        #expect(try row.int32(ifPresent: 1) == 2)
        #expect(try row.isNull(4))
        #expect(try row.json(5) == "{\"a\":1}")
        #expect(try row.string(6) == "n")
        #expect(row.count == 7)
    }

    @Test("arrays are read with nulls only by the method that expects them")
    func arrays() async throws {
        let row = try await row("select array[1,null]::int4[], array['a'], null::int8[]")

        #expect(try row.nullables(0, of: Int32.self) == [1, nil])
        #expect(try row.array(1, of: String.self) == ["a"])
        #expect(try row.array(ifPresent: 2, of: Int64.self) == nil)
        #expect(throws: RowError(column: 0, name: "array", problem: .nullElement(wanted: .int4Array))) {
            try row.array(0, of: Int32.self)
        }
    }

    static let failures: [(read: @Sendable (Row) throws -> Any, says: String)] = [
        (
            { try $0.int64(1) },
            "Column 1 (b) is null and was read as int8. Read it with `ifPresent:`, or make it not null."
        ),
        ({ try $0.int32(0) }, "Column 0 (a) is int8 and was read as int4. Cast it in the SQL: ::int4."),
        ({ try $0.int64(2) }, "Column 2 (sum) is numeric and was read as int8. Cast it in the SQL: ::int8."),
        ({ try $0.string(0) }, "Column 0 (a) is int8 and was read as text. Cast it in the SQL: ::text."),
        ({ try $0.int64(9) }, "Column 9 was asked for, but the row has 3."),
        ({ try $0.int64(-1) }, "Column -1 was asked for, but the row has 3."),
        (
            { try $0.array(0, of: Int64.self) },
            "Column 0 (a) is int8 and was read as int8[]. Cast it in the SQL: ::int8[]."
        ),
    ]

    @Test("each failure says what to do", arguments: 0..<failures.count)
    func failing(index: Int) async throws {
        let (read, says) = Self.failures[index]
        let row = try await row("select 1::int8 as a, null::int8 as b, sum(1::int8)")

        let error = #expect(throws: RowError.self) { _ = try read(row) }
        #expect(error?.description == says)
    }

    @Test("a result that must have one row says how many it has")
    func counts() async throws {
        try await withDatabase { settings in
            let connection = try await Connection.open(settings)
            let none = try await connection.query("select 1 where false")
            let two = try await connection.query("values (1), (2)")

            #expect(try none.oneOrNone().map { try $0.int(0) } == nil)
            #expect(none.columns.map(\.type) == [.int4])
            #expect(throws: RowCountError(expected: "one row", found: 0)) { try none.one() }
            #expect(throws: RowCountError(expected: "at most one row", found: 2)) { try two.oneOrNone() }
            #expect(try two.map { try $0.int(0) } == [1, 2])
            await connection.close()
        }
    }
}
