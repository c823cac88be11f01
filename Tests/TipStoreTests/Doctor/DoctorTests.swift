import Postgres
import Testing
import TipCore
import TipTestSupport

@testable import TipStore

@Suite("The doctor reads what it judges from a real database")
struct DoctorTests {
    private func look(_ settings: ConnectionSettings) async throws -> [DoctorFinding.Check: DoctorFinding] {
        // The clock of this machine is that of the server: both run here.
        let connection = try await Connection.open(settings)
        let now = Timestamp(
            microseconds: try await connection.query("select clock_timestamp()").one().timestamp(0)
        )
        await connection.close()
        let doctor = Doctor(
            settings,
            now: { now },
            disk: { folder in folder.hasPrefix("/") ? (free: 1 << 40, size: 1 << 41) : nil }
        )
        let findings = try await doctor.findings()
        return Dictionary(findings.map { ($0.check, $0) }) { first, _ in first }
    }

    private func tell(_ settings: ConnectionSettings, _ script: Query) async throws {
        let connection = try await Connection.open(settings)
        try await connection.execute(script: script)
        await connection.close()
    }

    @Test("of the server of these tests, which nobody will miss, all is told that would be wrong elsewhere")
    func fresh() async throws {
        try await withDatabase(.migrated) { settings in
            let found = try await look(settings)
            #expect(Set(found.keys) == Set(DoctorFinding.Check.allCases))
            let wrong = found.values.filter { $0.severity != .ok && $0.check != .clock }
            #expect(
                Set(wrong.map(\.check)) == [
                    .fsync, .fullPageWrites, .synchronousCommit, .archiving, .vacuum,
                ],
                "\(wrong.map(\.sentence))"
            )
        }
    }

    static let damages: [(script: String, check: DoctorFinding.Check, severity: DoctorFinding.Severity)] = [
        (
            "do $$ begin execute format('alter database %I set synchronous_commit = on', current_database()); end $$",
            .synchronousCommit, .ok
        ),
        ("update projection set version = '0'", .projections, .warning),
        ("update stream_head set seq = seq + 20000 where stream = 1", .lag, .warning),
        ("delete from migration where number = (select max(number) from migration)", .migrations, .error),
    ]

    @Test("what is changed is found changed", arguments: damages)
    func damaged(script: String, check: DoctorFinding.Check, severity: DoctorFinding.Severity) async throws {
        try await withDatabase(.migrated) { settings in
            try await tell(settings, Query(unescaped: script))
            let found = try await look(settings)
            let severityFound = found[check]?.severity
            #expect(severityFound == severity)
        }
    }

    @Test("an empty database lacks its form, and no more is said of the log")
    func empty() async throws {
        try await withDatabase { settings in
            let found = try await look(settings)
            #expect(found[.migrations]?.severity == .error)
            #expect(found[.lag] == nil && found[.partitions] == nil)
        }
    }

    @Test("an account that may not write, or owns nothing, is told so", arguments: [false, true])
    func permissions(mayWrite: Bool) async throws {
        try await withDatabase(.migrated) { settings in
            let name = mayWrite ? "tipledger_test_writer" : "tipledger_test_reader"
            try await tell(
                settings,
                "drop role if exists \(unescaped: name); create role \(unescaped: name) login"
            )
            let rights = mayWrite ? "select, insert, update, delete" : "select"
            try await tell(
                settings,
                "grant \(unescaped: rights) on all tables in schema public to \(unescaped: name)"
            )
            let account = ConnectionSettings(
                socketFolder: try #require(settings.host),
                user: name,
                database: try #require(settings.database)
            )
            let found = try await look(account)
            let finding = try #require(found[.permissions])
            #expect(finding.severity == .error)
            #expect(finding.sentence.contains(mayWrite ? "change" : "read and write"))
            #expect((found[.lag] == nil) == !mayWrite, "what cannot be read is not judged")
            try await tell(settings, "drop owned by \(unescaped: name); drop role \(unescaped: name)")
        }
    }
}
