import Testing
import TipTestSupport

@testable import Postgres

@Suite("A type is called what the server calls it")
struct DataTypeTests {
    static let types: [DataType] = [
        .bool, .bytea, .name, .int8, .int2, .int4, .text, .json, .float4, .float8, .bpchar, .varchar, .date,
        .timestamp, .timestamptz, .numeric, .uuid, .jsonb, .boolArray, .byteaArray, .int2Array, .int4Array,
        .textArray, .int8Array, .float8Array, .timestamptzArray, .uuidArray, .jsonbArray,
    ]

    @Test("number and name agree with the server's catalog")
    func catalog() async throws {
        try await withConnections { connection, _ in
            for type in Self.types {
                let number = Int64(type.rawValue)
                let query: Query = """
                    select case when typelem <> 0 and typcategory = 'A'
                      then (select typname from pg_type e where e.oid = t.typelem) || '[]' else typname::text end
                    from pg_type t where oid = \(number)::oid
                    """
                let name = try await connection.query(query).one().string(0)
                #expect(name == type.description)
            }
        }
    }

    @Test("a type that this does not know is called by its number")
    func unknown() {
        #expect(DataType(rawValue: 600).description == "type 600")
        #expect(DataType.unknown.description == "unknown")
    }

    @Test("a value's own type can be read as it, and its array is of it")
    func consistency() {
        func check<Value: PostgresValue>(_: Value.Type) {
            #expect(Value.reads(Value.dataType))
            #expect(!Value.reads(Value.arrayType))
            #expect(Value.arrayType.description == Value.dataType.description + "[]")
        }
        check(Bool.self)
        check(Int16.self)
        check(Int32.self)
        check(Int64.self)
        check(Int.self)
        check(Double.self)
        check(String.self)
        check([UInt8].self)
        check(UInt128.self)
        check(Timestamptz.self)
        check(JSONB.self)
    }
}
