import Postgres
import Testing
import TipTestSupport

@Suite("An error tells what failed and not whom it concerns")
struct PostgresErrorTests {
    private func failure(of query: Query) async throws -> PostgresError? {
        var error: PostgresError?
        try await withConnections { connection, _ in
            try await connection.execute(
                script: """
                    create table person (
                      name text constraint person_key primary key, age int4 not null check (age > 0))
                    """
            )
            try await connection.execute("insert into person values ('Ada', 36)")
            error = await #expect(throws: PostgresError.self) { try await connection.query(query) }
            #expect(try await connection.query("select 1").one().int(0) == 1, "the connection goes on")
        }
        return error
    }

    @Test("the server's fields are there by name")
    func fields() async throws {
        let error = try await failure(of: "insert into person values (\("Ada"), 7)")

        #expect(error?.kind == .server)
        #expect(error?.sqlState == .uniqueViolation)
        #expect(error?.constraint == "person_key")
        #expect(error?.table == "person")
        #expect(error?.detail == "Key (name)=(Ada) already exists.")
        #expect(error?.query == "insert into person values ($1, 7)")
    }

    static let lines: [(query: Query, line: String)] = [
        (
            "insert into person values (\("Ada"), 7)",
            "duplicate key value violates unique constraint \"person_key\" [23505] "
                + "(constraint person_key, table person) in: insert into person values ($1, 7)"
        ),
        (
            "insert into person values (\("Bob"), \(Int32?.none))",
            "null value in column \"age\" of relation \"person\" violates not-null constraint [23502] "
                + "(table person, column age) in: insert into person values ($1, $2)"
        ),
        (
            "select (\("geheim"))::int4",
            "a value does not suit its type [22P02] in: select ($1)::int4"
        ),
        (
            "select nam from person",
            "column \"nam\" does not exist [42703] in: select nam from person. "
                + "Perhaps you meant to reference the column \"person.name\"."
        ),
        (
            """
            select
              1 +
            """,
            "syntax error at end of input [42601] in: select 1 +"
        ),
        ("", "the statement is empty"),
        (
            "select 1; select 2",
            "cannot insert multiple commands into a prepared statement [42601] in: select 1; select 2"
        ),
        ("select '\0'", "a statement must not contain a zero byte"),
    ]

    @Test("one line says it without values", arguments: lines)
    func line(query: Query, line: String) async throws {
        #expect(try await failure(of: query)?.description == line)
    }

    @Test("the developer's text has everything the server said")
    func everything() async throws {
        let error = try await failure(of: "insert into person values (\("Ada"), 7)")

        #expect(
            error?.debugDescription == """
                PostgresError(
                  kind: server
                  sqlState: 23505
                  message: duplicate key value violates unique constraint "person_key"
                  detail: Key (name)=(Ada) already exists.
                  constraint: person_key
                  table: person
                  query: insert into person values ($1, 7)
                )
                """
        )
    }

    @Test("a long statement is cut in the one line")
    func longStatement() {
        let error = PostgresError(
            .server,
            sqlState: .syntaxError,
            message: "no",
            query: String(repeating: "word ", count: 100)
        )
        #expect(error.description.count < 200)
        #expect(error.description.hasSuffix("…"))
    }

    @Test("a failure is matched as a pattern")
    func pattern() async throws {
        try await withConnections { connection, _ in
            do {
                try await connection.query("select * from nothing_like_it")
                Issue.record("the table is there")
            } catch let error as PostgresError where error.sqlState == .undefinedTable {
                #expect(error.sqlState?.family == "42")
            }
        }
    }
}
