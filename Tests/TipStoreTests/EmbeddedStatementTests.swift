import Postgres
import Testing
import TipStore
import TipTestSupport

@Suite("Each file of sql/ says of its statement what the server says")
struct EmbeddedStatementTests {
    @Test("the types and names in every header are those that the server prepares")
    func headers() async throws {
        #expect(SQL.statements.count > 30)
        try await withDatabase(.migrated) { settings in
            let connection = try await Connection.open(settings)
            // The statements that compare a rebuild with the live tables need its tables.
            try await connection.query(SQL.makeShadowTables(purpose: "a look at the statements"))
            var differences: [String] = []
            for statement in SQL.statements {
                differences += statement.differences(from: try await connection.describe(statement.unbound))
            }
            await connection.close()
            #expect(differences == [])
        }
    }

    @Test("a migrated database says of each table what it is for")
    func comments() async throws {
        try await withDatabase(.migrated) { settings in
            let connection = try await Connection.open(settings)
            let mute = try await connection.query(
                """
                select c.relname from pg_class c
                where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
                  and not c.relispartition and c.relname <> 'migration'
                  and obj_description(c.oid, 'pg_class') is null
                order by c.relname
                """
            )
            let names = try mute.map { try $0.string(0) }
            await connection.close()
            #expect(names == [])
        }
    }
}
