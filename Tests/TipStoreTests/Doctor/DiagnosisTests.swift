import Testing
import TipCore

@testable import TipStore

@Suite("Each condition of a database is judged, and what is wrong says what to do")
struct DiagnosisTests {
    /// A database with nothing wrong.
    private static var well: Condition {
        var condition = Condition()
        condition.version = 150_018
        condition.settings = [
            "fsync": "on", "full_page_writes": "on", "synchronous_commit": "on", "archive_mode": "on",
            "autovacuum": "on",
        ]
        condition.serverClock = second(1000)
        condition.askedAt = second(1000)
        condition.answeredAt = second(1000)
        condition.disk = .init(free: 50 << 30, size: 100 << 30)
        condition.log = .init(lastMonth: second(90 * 86_400), lag: 3, incompatible: [])
        return condition
    }

    struct Case: Sendable {
        let why: String
        let check: DoctorFinding.Check
        let severity: DoctorFinding.Severity
        let change: @Sendable (inout Condition) -> Void
    }

    static let cases: [Case] = [
        .init(why: "a major version that is too old", check: .version, severity: .error) {
            $0.version = 130_021
        },
        .init(why: "a table of somebody else", check: .permissions, severity: .error) {
            $0.forbidden = [.init(table: "event", missing: "own")]
        },
        .init(why: "an old form", check: .migrations, severity: .error) { $0.missingMigrations = 2 },
        .init(why: "fsync off", check: .fsync, severity: .error) { $0.settings["fsync"] = "off" },
        .init(why: "half pages", check: .fullPageWrites, severity: .error) {
            $0.settings["full_page_writes"] = "off"
        },
        .init(why: "no wait for the disk", check: .synchronousCommit, severity: .error) {
            $0.settings["synchronous_commit"] = "off"
        },
        .init(why: "a local wait is enough", check: .synchronousCommit, severity: .ok) {
            $0.settings["synchronous_commit"] = "local"
        },
        .init(why: "no archive and no copy", check: .archiving, severity: .warning) {
            $0.settings["archive_mode"] = "off"
        },
        .init(why: "no archive, but a copy", check: .archiving, severity: .ok) {
            $0.settings["archive_mode"] = "off"
            $0.standbys = 1
        },
        .init(why: "an archive that fails", check: .archiving, severity: .error) {
            $0.archivedAt = second(1)
            $0.archiveFailedAt = second(2)
        },
        .init(why: "an archive that works again", check: .archiving, severity: .ok) {
            $0.archivedAt = second(3)
            $0.archiveFailedAt = second(2)
        },
        .init(why: "no autovacuum", check: .vacuum, severity: .warning) { $0.settings["autovacuum"] = "off" },
        .init(why: "transactions run out", check: .vacuum, severity: .error) {
            $0.transactionAge = 1_900_000_000
        },
        .init(why: "forgotten transactions", check: .preparedTransactions, severity: .warning) {
            $0.oldPrepared = 1
        },
        .init(why: "a disk elsewhere", check: .disk, severity: .unknown) { $0.disk = nil },
        .init(why: "a disk that fills", check: .disk, severity: .warning) {
            $0.disk = .init(free: 9 << 30, size: 100 << 30)
        },
        .init(why: "a full disk", check: .disk, severity: .error) {
            $0.disk = .init(free: 1 << 28, size: 100 << 30)
        },
        .init(why: "no month to come", check: .partitions, severity: .warning) { $0.log?.lastMonth = .epoch }
            .dated(at: second(0), month: second(0)),
        .init(why: "not even this month", check: .partitions, severity: .error) {
            $0.log?.lastMonth = second(-40 * 86_400)
        },
        .init(why: "an older fold", check: .projections, severity: .warning) {
            $0.log?.incompatible = ["eligibility"]
        },
        .init(why: "far behind", check: .lag, severity: .warning) { $0.log?.lag = 10_001 },
        .init(why: "the database's clock ahead", check: .clock, severity: .warning) {
            $0.serverClock = second(1002)
        },
        .init(why: "and far behind", check: .clock, severity: .error) { $0.serverClock = second(900) },
        .init(why: "a slow answer is no skew", check: .clock, severity: .ok) {
            $0.answeredAt = second(1020)
            $0.serverClock = second(1010)
        },
    ]

    @Test("one thing is wrong: one finding says so, and the others are as they were", arguments: cases)
    func judged(_ one: Case) throws {
        var condition = Self.well
        one.change(&condition)
        let findings = Diagnosis(condition).findings
        let finding = try #require(findings.first { $0.check == one.check })
        #expect(finding.severity == one.severity, "\(one.why): \(finding.sentence)")
        #expect(
            (finding.action == nil) == (one.severity == .ok),
            "what is not as it should be says what to do, and nothing else does"
        )
        let others = findings.filter { $0.check != one.check && $0.severity != .ok }
        #expect(others.isEmpty, "\(others.map(\.sentence))")
    }

    @Test("with nothing wrong, each check is listed once, in order, and is well")
    func allWell() {
        let findings = Diagnosis(Self.well).findings
        #expect(findings.map(\.check) == DoctorFinding.Check.allCases)
        #expect(findings.worst == .ok && findings.allSatisfy { $0.action == nil })
        #expect(findings.json["severity"] == "ok" && findings.json["schema"] == "tipledger.doctor/1")
    }
}

extension DiagnosisTests.Case {
    /// The case with the server's clock and this machine's at an instant, and the last month's beginning.
    fileprivate func dated(at now: Timestamp, month: Timestamp) -> Self {
        .init(why: why, check: check, severity: severity) { condition in
            condition.serverClock = now
            condition.askedAt = now
            condition.answeredAt = now
            condition.log?.lastMonth = month
        }
    }
}
