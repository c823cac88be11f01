import Foundation
import Testing
import TipTestSupport

@Suite("A new database begins with an owner and a reader, each with its password from a file")
struct RolesTests {
    private static let program = Shipped.tool("psql")

    @Test(
        "the owner can migrate; the reader can only read, and not for long",
        .enabled(if: program != nil, "psql is not installed"),
        .timeLimit(.minutes(10))
    )
    func roles() async throws {
        try await withFolder { folder in
            let ledger = try await ServedLedger.start(in: folder)
            // A quote and a colon must not end the text.
            let files = [
                "DB_PASSWORD_FILE": try folder.write("db", "it's:one\n"),
                "READER_PASSWORD_FILE": try folder.write("reader", "an:other\\"),
            ]
            func psql(_ words: [String], as user: String? = nil, of database: String = "tipledger") throws
                -> Shipped.Ending
            {
                let host = folder.path("home/run")
                let place =
                    "host=\(host) dbname=\(database)" + (user.map { " user=\($0)" } ?? " user=tipledger")
                return try Shipped.run(
                    [try #require(Self.program), "-X", "-At", place] + words,
                    environment: files
                )
            }
            // The private cluster has an account of the owner's name already; here it goes by another.
            let script = try Shipped.text("sql/make-roles.sql")
                .replacingOccurrences(of: "role tipledger ", with: "role ledger_owner ")
                .replacingOccurrences(
                    of: "database tipledger owner tipledger",
                    with: "database made owner ledger_owner"
                )
                .replacingOccurrences(of: "on database tipledger", with: "on database made")
            let made = try psql(["-f", try folder.write("roles.sql", script)])
            #expect(made.code == 0 && made.messages.isEmpty, "\(made.messages)")
            let accounts =
                "select rolname, rolsuper, rolcreaterole, rolpassword like 'SCRAM%' from pg_authid "
                + "where rolname in ('ledger_owner', 'tipledger_reader') order by 1"
            #expect(try psql(["-c", accounts]).output == "ledger_owner|f|f|t\ntipledger_reader|f|f|t\n")
            let url = "postgresql://ledger_owner@/made?host=\(folder.path("home/run"))"
            let migrated = try await Program.run(
                ["migrate", "up"],
                in: folder,
                environment: [
                    "DATABASE_URL": url, "TIPLEDGER_DB_PASSWORD_FILE": try folder.write("pw", "it's:one\n"),
                ]
            )
            #expect(migrated.code == 0 && migrated.messages.contains("applied "), "\(migrated.messages)")
            let reads = try psql(
                ["-c", "show statement_timeout", "-c", "create table t ()"],
                as: "tipledger_reader",
                of: "made"
            )
            #expect(reads.output == "30s\n" && reads.code != 0)
            let keys = try psql(["-c", "select * from api_key"], as: "tipledger_reader", of: "made")
            #expect(keys.code != 0 && keys.messages.contains("permission denied"), "\(keys.messages)")
            #expect(try await ledger.stop() == 0)
        }
    }
}
