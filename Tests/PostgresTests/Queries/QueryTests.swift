import Postgres
import Testing

@Suite("A query binds what is interpolated and never shows it")
struct QueryTests {
    @Test("values become places, in order")
    func places() {
        let query: Query = "select \(1), \("two"), \(Int32?.none), \([1.5, 2]), \([UInt8](0...3)) -- \(true)"

        #expect(query.text == "select $1, $2, $3, $4, $5 -- $6")
        #expect(query.values.types == [.int8, .text, .int4, .float8Array, .bytea, .bool])
    }

    @Test("text is pasted only where the label says so")
    func unescaped() {
        let table = "event"

        #expect(("select \(table)" as Query).text == "select $1")
        #expect(
            ("select from \(unescaped: table) where id = \(7)" as Query).text
                == "select from event where id = $1"
        )
    }

    @Test("a literal binds nothing")
    func literal() {
        let query: Query = "select '$1'"

        #expect(query.text == "select '$1'")
        #expect(query.values.count == 0)
    }

    @Test("nothing that prints, dumps or mirrors a query shows a value")
    func secrecy() {
        let query: Query = "select \("hunter2"), \([UInt8]("hunter2".utf8))"
        var dumped = ""
        dump(query, to: &dumped)
        dump(query.values, to: &dumped)

        #expect("\(query)" == "select $1, $2 [2 bound values]")
        #expect(String(reflecting: query) == "select $1, $2 [2 bound values]")
        for text in [dumped, "\(query.values)", String(reflecting: query.values), "\([query])"] {
            #expect(!text.contains("hunter2"))
            // The bytes of "hu", as a dump of an array would show them.
            #expect(!text.contains("104") && !text.contains("117"))
        }
    }

    @Test("queries with the same text and values are equal, and others not")
    func equality() {
        #expect(("select \(1)" as Query) == ("select \(1)" as Query))
        #expect(("select \(1)" as Query) != ("select \(2)" as Query))
        #expect(("select \(Int32(1))" as Query) != ("select \(Int64(1))" as Query))
    }
}
