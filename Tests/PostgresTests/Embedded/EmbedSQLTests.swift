import Foundation
import Testing
import TipTestSupport

@Suite("SQL files become typed Swift, and their mistakes errors at their lines")
struct EmbedSQLTests {
    @Test("a statement becomes a function and a row")
    func statement() async throws {
        let outcome = try await EmbedTool.run([
            "queries/take-places.sql": """
            -- Takes the next places of a stream.
            --
            -- The row stays locked until the transaction ends.
            -- param stream: int4, rows: int8
            -- result seq: int8, received_at: timestamptz?

            update stream_head set seq = seq + $2 where stream = $1
            returning seq, received_at; -- the last line

            """
        ])
        #expect(outcome.complaints == "")
        #expect(outcome.status == 0)
        #expect(
            outcome.swift == ##"""
                // Made by embed-sql from the files in sql/. Change those, not this.

                package import Postgres

                /// The SQL of this target, a name for each file in `sql/`.
                package enum SQL {
                    /// The steps of the database's structure, in order.
                    package static let migrations: [Migration] = [
                    ]

                    /// The views, by the names of their files.
                    package static let views: [ViewDefinition] = [
                    ]

                    /// Every statement, with what its header promises.
                    package static let statements: [EmbeddedStatement] = [
                        Statements.takePlaces,
                    ]

                    /// Takes the next places of a stream.
                    ///
                    /// The row stays locked until the transaction ends.
                    package static func takePlaces(stream: Int32, rows: Int64) -> Query {
                        var bindings_ = Bindings()
                        bindings_.append(stream)
                        bindings_.append(rows)
                        return Query(unescaped: Statements.takePlaces.text, values: bindings_)
                    }

                    /// What `takePlaces` gives.
                    package enum TakePlaces {
                        /// A row of it.
                        package struct Row: Equatable, Sendable {
                            package let seq: Int64
                            package let receivedAt: Int64?

                            /// Reads a row by the positions of its columns.
                            package init(_ row: Postgres.Row) throws(RowError) {
                                self.seq = try row.value(0, as: Int64.self)
                                self.receivedAt = try row.value(ifPresent: 1, as: Timestamptz.self)?.microseconds
                            }
                        }
                    }

                }

                /// The statements themselves, each made once.
                private enum Statements {
                    static let takePlaces = EmbeddedStatement(
                        file: "queries/take-places.sql",
                        text: #"""
                update stream_head set seq = seq + $2 where stream = $1
                returning seq, received_at; -- the last line
                """#,
                        parameters: [.int4, .int8],
                        columns: [Column(name: "seq", type: .int8), Column(name: "received_at", type: .timestamptz)])
                }

                """##
        )
    }

    @Test("migrations, views and scripts are kept to the byte, whatever is in them")
    func texts() async throws {
        let tricky = "create table t (x text default '\"\"\"#\\(x)##');\n\n  -- ü\n"
        let outcome = try await EmbedTool.run([
            "migrations/0001-first.sql": tricky, "migrations/0002-second-step.sql": "select 2\n",
            "views/tip_report.sql": "create view tip_report as select 1",
            "distribute.sql": "select 1;\nselect 2;\n",
            "README.md": "no SQL",
        ])
        let swift = try #require(outcome.swift)
        #expect(
            swift.contains("Migration(number: 1, name: \"first\", text: ###\"\"\"\n\(tricky)\n\"\"\"###)")
        )
        #expect(
            swift.contains("Migration(number: 2, name: \"second-step\", text: #\"\"\"\nselect 2\n\n\"\"\"#)")
        )
        #expect(swift.contains("ViewDefinition(name: \"tip_report\""))
        #expect(
            swift.contains(
                "package static let distribute = Query(unescaped: #\"\"\"\nselect 1;\nselect 2;\n\n\"\"\"#)"
            )
        )
    }

    /// Each wrong file, and what is said of it.
    static let mistakes: [(file: String, text: String, complaint: String)] = [
        (
            "queries/a.sql", "select 1",
            "sql/queries/a.sql:1: error: begin with a comment that says what the statement is for"
        ),
        ("queries/a.sql", "-- Nothing.\n", "sql/queries/a.sql:3: error: there is no statement"),
        (
            "queries/a.sql", "-- A.\n-- param x int4\nselect 1",
            "sql/queries/a.sql:2: error: \"x int4\" is not \"name: type\" with a name like received_at"
        ),
        (
            "reports/a.sql", "-- A.\n-- result x: int9\nselect 1",
            "sql/reports/a.sql:2: error: \"int9\" is no known type; there are bool, int2, int4, int8, float8, text, "
                + "bytea, uuid, timestamptz, jsonb, each also with ? when it may be null and with [] as an array"
        ),
        (
            "queries/a.sql", "-- A.\n-- param x: int4\n-- param x: int4\nselect $1, $2",
            "sql/queries/a.sql:3: error: param x is there twice"
        ),
        (
            "queries/a.sql",
            "-- A.\n-- param x: int4\n\nselect '$1', \"$1\", $$ $1 $$, $t$ $1 $t$ -- $1\n/* $1 /* */ $1 */",
            "sql/queries/a.sql:2: error: param x is $1, which the statement does not use"
        ),
        (
            "queries/a.sql", "-- A.\n\nselect $1",
            "sql/queries/a.sql:3: error: the statement uses $1, and the header has 0 param"
        ),
        (
            "queries/a.sql", "-- A.\nselect ';';\n\nselect 2",
            "sql/queries/a.sql:4: error: a second statement begins here; each has a file of its own"
        ),
        (
            "queries/a.sql", "-- A.\r\nselect 1",
            "sql/queries/a.sql:1: error: there is a carriage return or a zero byte"
        ),
        (
            "queries/2a.sql", "-- A.\nselect 1",
            "sql/queries/2a.sql:1: error: 2a.sql is no name like take-places.sql"
        ),
        (
            "queries/views.sql", "-- A.\nselect 1",
            "sql/queries/views.sql:1: error: views is the name of another statement"
        ),
        (
            "other/a.sql", "select 1",
            "sql/other/a.sql:1: error: other/ is no folder of SQL; there are migrations, queries, reports and views"
        ),
        (
            "migrations/0002-late.sql", "select 1",
            "sql/migrations/0002-late.sql:1: error: expected 0001-what-it-does.sql"
        ),
    ]

    @Test("a mistake is an error with its file and line", arguments: 0..<mistakes.count)
    func mistake(index: Int) async throws {
        let (file, text, complaint) = Self.mistakes[index]
        let outcome = try await EmbedTool.run([file: text])
        #expect(outcome.complaints == complaint + "\n")
        #expect(outcome.status == 1)
        #expect(outcome.swift == nil)
    }

    @Test("all mistakes are told at once, and two statements cannot share a name")
    func severalMistakes() async throws {
        let outcome = try await EmbedTool.run([
            "queries/take_it.sql": "-- A.\nselect 1", "reports/take-it.sql": "-- B.\nselect $1",
        ])
        #expect(
            outcome.complaints == """
                sql/reports/take-it.sql:1: error: takeIt is the name of another statement
                sql/reports/take-it.sql:2: error: the statement uses $1, and the header has 0 param

                """
        )
    }

    @Test("what looks like a second statement or a place, and is none")
    func noMistakes() async throws {
        let outcome = try await EmbedTool.run([
            "queries/a.sql":
                "-- A.\nselect e'\\';$1', 'a''b;c', \";\", $$;$$, x$1y; -- ; select\n/* ; select */ ;\n"
        ])
        #expect(outcome.complaints == "")
    }

    @Test("no folder is no SQL")
    func nothing() async throws {
        let outcome = try await EmbedTool.run([:])
        #expect(outcome.status == 0)
        #expect(
            outcome.swift?.contains("package static let statements: [EmbeddedStatement] = [\n    ]") == true
        )
    }
}
