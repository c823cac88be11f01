import Postgres
import Testing
import TipTestSupport

@Suite("A header is held against what the server says")
struct EmbeddedStatementTests {
    private func differences(_ statement: EmbeddedStatement) async throws -> [String] {
        var found: [String] = []
        try await withConnections { connection, _ in
            found = statement.differences(from: try await connection.describe(statement.unbound))
        }
        return found
    }

    private func statement(_ text: String, _ parameters: [DataType], _ columns: [Column]) -> EmbeddedStatement
    {
        EmbeddedStatement(file: "queries/a.sql", text: text, parameters: parameters, columns: columns)
    }

    @Test("a true one differs in nothing")
    func agreement() async throws {
        let found = try await differences(
            statement(
                "select $1 + 1 as a, $2 as b",
                [.int4, .textArray],
                [Column(name: "a", type: .int4), Column(name: "b", type: .textArray)]
            )
        )
        #expect(found == [])
    }

    @Test("wrong types and names of columns are told")
    func differences() async throws {
        let types = try await differences(
            statement("select $1 + 1 as a", [.int8], [Column(name: "a", type: .int4)])
        )
        #expect(types == ["queries/a.sql: result [a: int4] is [a: int8] to the server"])
        let names = try await differences(
            statement("select 1 as a", [], [Column(name: "b", type: .int4)])
        )
        #expect(names == ["queries/a.sql: result [\"b\"] is named [\"a\"]"])
    }

    @Test("a migration's checksum is that of its text")
    func checksum() {
        let migration = Migration(number: 1, name: "a", text: "abc")
        #expect(
            migration.checksum.hex == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        )
    }
}
