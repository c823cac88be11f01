import Postgres
import Testing
import TipTestSupport

@Suite("Each short reader reads its type, or null where that is allowed")
struct RowReadersTests {
    private func row(_ query: Query) async throws -> Row {
        try await withDatabase { settings in
            let connection = try await Connection.open(settings)
            let row = try await connection.query(query).one()
            await connection.close()
            return row
        }
    }

    @Test("values")
    func values() async throws {
        let row = try await row(
            """
            select true, 1::int2, 2::int4, 3::int8, 4::int8, 0.5::float8, 't', '\\x07'::bytea,
              '00000000-0000-0000-0000-0000000000ff'::uuid, timestamptz '1970-01-01 00:00:01+00', '[1]'::jsonb
            """
        )

        #expect(try row.bool(0))
        #expect(try row.int16(1) == 1)
        #expect(try row.int32(2) == 2)
        #expect(try row.int64(3) == 3)
        #expect(try row.int(4) == 4)
        #expect(try row.double(5) == 0.5)
        #expect(try row.string(6) == "t")
        #expect(try row.bytes(7) == [7])
        #expect(try row.uuid(8) == 255)
        #expect(try row.timestamp(9) == 1_000_000)
        #expect(try row.json(10) == "[1]")
        #expect(try row.bool(ifPresent: 0) == true)
        #expect(try row.int16(ifPresent: 1) == 1)
        #expect(try row.int64(ifPresent: 3) == 3)
        #expect(try row.int(ifPresent: 4) == 4)
        #expect(try row.double(ifPresent: 5) == 0.5)
        #expect(try row.string(ifPresent: 6) == "t")
        #expect(try row.bytes(ifPresent: 7) == [7])
        #expect(try row.uuid(ifPresent: 8) == 255)
        #expect(try row.timestamp(ifPresent: 9) == 1_000_000)
        #expect(try row.json(ifPresent: 10) == "[1]")
    }

    @Test("nulls")
    func nulls() async throws {
        let row = try await row(
            """
            select null::bool, null::int2, null::int4, null::int8, null::float8, null::text, null::bytea,
              null::uuid, null::timestamptz, null::jsonb
            """
        )

        #expect(try row.bool(ifPresent: 0) == nil)
        #expect(try row.int16(ifPresent: 1) == nil)
        #expect(try row.int32(ifPresent: 2) == nil)
        #expect(try row.int64(ifPresent: 3) == nil)
        #expect(try row.double(ifPresent: 4) == nil)
        #expect(try row.string(ifPresent: 5) == nil)
        #expect(try row.bytes(ifPresent: 6) == nil)
        #expect(try row.uuid(ifPresent: 7) == nil)
        #expect(try row.timestamp(ifPresent: 8) == nil)
        #expect(try row.json(ifPresent: 9) == nil)
        for column in 0..<10 { #expect(try row.isNull(column)) }
        #expect(throws: RowError.self) { try row.timestamp(8) }
        #expect(throws: RowError.self) { try row.json(9) }
    }
}
