import Postgres
import Testing
import TipTestSupport

@Suite("The server understands each value as what it is, and gives it back")
struct ValuesOnServerTests {
    static let written: [(query: Query, text: String)] = [
        ("select (\(Int16(-2)))::text", "-2"),
        ("select (\(Int32.min))::text", "-2147483648"),
        ("select (\(Int64.max))::text", "9223372036854775807"),
        ("select (\(true))::text", "true"),
        ("select (\(0.1))::text", "0.1"),
        ("select (\(-Double.infinity))::text", "-Infinity"),
        ("select (\("Ünïcode '\"\\ 🐈‍⬛"))::text", "Ünïcode '\"\\ 🐈‍⬛"),
        ("select (\("")) || 'empty'", "empty"),
        ("select (\([UInt8]([0, 255])))::text", "\\x00ff"),
        ("select (\(JSONB(#"{"b":1,  "a":"ü"}"#)))::text", #"{"a": "ü", "b": 1}"#),
        (
            "select (\(UInt128(0x0123_4567_89AB_CDEF_0123_4567_89AB_CDEF)))::text",
            "01234567-89ab-cdef-0123-456789abcdef"
        ),
        ("select (\(Timestamptz(1_600_000_000_123_456)))::text", "2020-09-13 12:26:40.123456+00"),
        ("select (\(Timestamptz(-1)))::text", "1969-12-31 23:59:59.999999+00"),
        ("select (\(Timestamptz(.max)))::text || \(Timestamptz(.min))::text", "infinity-infinity"),
        ("select (\([Int32?](arrayLiteral: 1, nil, 3)))::text", "{1,NULL,3}"),
        ("select (\(["a", "b c"]))::text", "{a,\"b c\"}"),
        ("select (\([Int64]()))::text", "{}"),
        ("select coalesce((\(Int32?.none))::text, 'null')", "null"),
        ("select coalesce((\([String]?.none))::text, 'null')", "null"),
    ]

    @Test("as the server writes it", arguments: written)
    func asText(query: Query, text: String) async throws {
        try await withDatabase { settings in
            let connection = try await Connection.open(settings)
            #expect(try await connection.query(query).one().string(0) == text)
            await connection.close()
        }
    }

    @Test("through a table of all types, by COPY and by query alike")
    func table() async throws {
        try await withDatabase { settings in
            let connection = try await Connection.open(settings)
            try await connection.execute(
                """
                create table every (s int2, i int4, l int8, f float8, t bool, x text, b bytea, u uuid,
                  at timestamptz, j jsonb, a text[])
                """
            )
            var rows = BinaryCopyBuffer()
            Self.append(to: &rows)
            #expect(try await connection.copyIn("copy every from stdin (format binary)", rows) == 2)

            let table = try TextTable(try await connection.query("select * from every order by s"))
            #expect(
                table.description == """
                    s    | i          | l                | f    | t    | x    | b    | u                                | at                   | j        | a
                    -----+------------+------------------+------+------+------+------+----------------------------------+----------------------+----------+---------
                    -1   | 2147483647 | 9007199254740993 | 0.25 | true | é    | 07   | 0000000000000000000000000000002a | 2026-11-30T15:00:00Z | {"k": 1} | {x,null}
                    null | null       | null             | null | null | null | null | null                             | null                 | null     | null
                    """
            )
            await connection.close()
        }
    }

    private static func append(to rows: inout BinaryCopyBuffer) {
        rows.startRow(columns: 11)
        rows.int2(-1)
        rows.int4(.max)
        rows.int8(9_007_199_254_740_993)
        rows.float8(0.25)
        rows.bool(true)
        rows.text("é")
        rows.bytea([7])
        rows.uuid(42)
        rows.timestamptz(1_796_050_800_000_000)
        rows.jsonb(#"{"k":1}"#)
        rows.array(["x", nil])
        rows.startRow(columns: 11)
        for _ in 0..<11 { rows.null() }
    }
}
