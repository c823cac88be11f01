import Foundation
import Postgres
import Testing
import TipStore
import TipTestSupport

@Suite(
    "The log can be spread over servers as it is",
    .enabled(if: Distribution.isThere, "the rules are not there")
)
struct DistributionTests {
    /// What the rules flag and is right all the same, by file and rule, with its reason.
    static let exceptions: [String: String] = [
        "sql/migrations/0001-log.sql L03":
            "one head is locked by its stream, held in a variable of the function",
        "sql/migrations/0006-erasure.sql L03":
            "one head is locked by its stream, held in a variable of the function",
        "sql/migrations/0008-retention.sql L03":
            "one head is locked by its stream, held in a variable of the function",
        "sql/queries/add-people.sql L21": "nobody reads how many rows it wrote",
        "sql/queries/add-person-links.sql L21": "nobody reads how many rows it wrote",
        "sql/queries/add-quarantine.sql L21": "nobody reads how many rows it wrote",
        "sql/queries/make-streams.sql L21": "nobody reads how many rows it wrote",
        "sql/queries/set-aside-events.sql L21": "nobody reads how many rows it wrote",
        "sql/queries/differing-exposures.sql L22":
            "compares two whole tables for `project verify`, and joins nothing",
        "sql/queries/differing-tallies.sql L22":
            "compares two whole tables for `project verify`, and joins nothing",
        "sql/queries/differing-person-states.sql L22":
            "compares two whole tables for `project verify`, and joins nothing",
        "sql/queries/differing-tip-states.sql L22":
            "compares two whole tables for `project verify`, and joins nothing",
        "sql/queries/differing-tip-defaults.sql L22":
            "compares two whole tables for `project verify`, and joins nothing",
        "sql/queries/differing-person-links.sql L22":
            "compares two whole tables for `project verify`, and joins nothing",
    ]

    @Test("no statement is one that a cluster refuses or answers otherwise, beyond the exceptions")
    func rules() async throws {
        let flags = try Distribution.flags()
        #expect(Set(flags).subtracting(Self.exceptions.keys).sorted() == [])
        #expect(
            Set(Self.exceptions.keys).subtracting(flags).sorted() == [],
            "an exception that is none any more"
        )
    }

    @Test("nor is one that the program's own text sends")
    func programText() throws {
        let statements = try Distribution.statementsInSources()
        #expect(statements.count > 15 && statements.contains { $0.contains("copy event") })
        let file = FileManager.default.temporaryDirectory.appending(
            path: "statements-\(UInt32.random(in: 0 ... .max)).sql"
        )
        defer { try? FileManager.default.removeItem(at: file) }
        try statements.joined(separator: ";\n").write(to: file, atomically: true, encoding: .utf8)
        #expect(try Distribution.flags(in: [file.path(percentEncoded: false)]) == [])
    }

    @Test("a migrated database passes every check that a cluster makes of tables that are spread")
    func tables() async throws {
        let strict = try #require(Distribution.text(of: "strict.sql"))
        try await withDatabase(.migrated) { settings in
            let connection = try await Connection.open(settings)
            try await connection.execute(script: Query(unescaped: strict))
            try await connection.execute(script: SQL.distribute)
            let tables = try await connection.query(
                """
                select c.relname from pg_class c
                where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
                  and not exists (select from strict.registry g where g.t = c.oid)
                order by c.relname
                """
            )
            #expect(try tables.map { try $0.string(0) } == [], "tables that sql/distribute.sql leaves out")
            // The checks run again after each change of structure: months to come must pass them too.
            try await connection.query(SQL.makeMonthsAhead(ahead: 6))
            await connection.close()
        }
    }

    @Test("the stub refuses what a cluster refuses, or its silence would mean nothing")
    func stub() async throws {
        let strict = try #require(Distribution.text(of: "strict.sql"))
        try await withDatabase(.empty) { settings in
            let connection = try await Connection.open(settings)
            try await connection.execute(script: Query(unescaped: strict))
            try await connection.execute("create table a (stream int not null, id int primary key)")
            await #expect(throws: PostgresError.self) {
                try await connection.query("select create_distributed_table('a', 'stream')")
            }
            await connection.close()
        }
    }
}

/// The rules for SQL on a cluster of servers, which stand beside the repository where they are at all.
enum Distribution {
    /// Where the repository begins.
    static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private static let folder = root.deletingLastPathComponent().appending(path: "shared/citus-check")

    /// Whether the rules are there, and python3 to run them.
    static let isThere = text(of: "rules.py") != nil && text(of: "strict.sql") != nil

    /// A file of the rules.
    static func text(of name: String) -> String? {
        try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    /// The tables that are spread.
    private static let distributed = [
        "event", "person", "quarantine", "exposure", "tally", "checkpoint", "stream_head", "person_state",
        "tip_state", "tip_default", "person_link", "erased", "projection", "rebuild_turn", "person_snapshot",
        "stream_lease",
    ].joined(separator: ",")

    /// The statements that stand in the program's own text: copies, settings, locks, transactions.
    static func statementsInSources() throws -> [String] {
        let sources = root.appending(path: "Sources").path(percentEncoded: false)
        let names = (FileManager.default.subpaths(atPath: sources) ?? []).filter { $0.hasSuffix(".swift") }
        var statements: [String] = []
        for name in names.sorted() {
            let text = try String(contentsOfFile: sources + "/" + name, encoding: .utf8)
            guard text.contains("import Postgres") || name.hasPrefix("Postgres/") else { continue }
            for match in text.matches(of: /Query = """\n([^"]*)"""/) { statements.append(String(match.1)) }
            for match in text.matches(of: /script: "([^"]*)"/) { statements.append(String(match.1)) }
        }
        return statements.map { $0.replacing("\\\n", with: " ") }
    }

    /// What the rules flag in `sql/`, as file and number of the rule.
    static func flags() throws -> [String] {
        let names =
            FileManager.default.subpaths(atPath: root.appending(path: "sql").path(percentEncoded: false))
            ?? []
        return try flags(in: names.filter { $0.hasSuffix(".sql") }.sorted().map { "sql/" + $0 })
    }

    /// What the rules flag in files, as file and number of the rule.
    static func flags(in files: [String]) throws -> [String] {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            ["python3", folder.appending(path: "rules.py").path(percentEncoded: false)] + files
        process.currentDirectoryURL = root
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["DIST": distributed, "COL": "stream"]
        ) { $1 }
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return parts[0] + " " + (parts.last?.trimmingPrefix(while: \.isWhitespace).prefix(3) ?? "")
        }
    }
}
