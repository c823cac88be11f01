import Testing
import TipCore

@testable import Reports

@Suite("What the catalog changed in the middle of a phase stands beside its figures")
struct ShownChangeTests {
    private static let at = Snapshots.start.adding(seconds: 5 * 86_400)

    private static func report(
        _ changes: [ShownCopy.Change],
        _ edit: (inout ExperimentSnapshot) -> Void = { _ in }
    ) throws -> ExperimentReport {
        var snapshot = Snapshots((100, 5000), (300, 5000)).snapshot
        snapshot.shownChanges = changes.map { ShownChange(at: at, revision: 4, $0) }
        edit(&snapshot)
        return try ExperimentReport(snapshot)
    }

    static let words: [(change: ShownCopy.Change, text: String)] = [
        (
            .copy(variant: "benefit"),
            "In the middle of the phase, the copy of \"benefit\" changed at 2026-11-21T00:00:00Z (revision 4): the"
        ),
        (
            .rules,
            "In the middle of the phase, the rules or limits of the tip changed at 2026-11-21T00:00:00Z (revision 4): the"
        ),
        (
            .takenOut,
            "In the middle of the phase, the experiment was taken out of the catalog, so everybody read the tip's own copy, at 2026-11-21"
        ),
        (
            .putBack,
            "In the middle of the phase, the experiment was put back into the catalog at 2026-11-21T00:00:00Z (revision 4): the"
        ),
    ]

    @Test("each change is said with its time and revision, and warned of", arguments: words)
    func said(change: ShownCopy.Change, text: String) throws {
        let report = try Self.report([change])
        let finding = try #require(report.health.findings.first { $0.check == .shown })
        #expect(finding.state == .warning && Words.plain(finding.sentence.english).hasPrefix(text))
        #expect(finding.action?.english.contains("--new-phase favorites-copy") == true)
        #expect(report.json()["health"]?["changes"]?.arrayValue?.first?["revision"] == 4)
        #expect(report.text().contains("the figures mix what was before and after"))
    }

    @Test("a winner whose copy changed is shipped with that said, another winner without")
    func shipping() throws {
        let changed = try Self.report([.copy(variant: "benefit")]).recommendation
        #expect(changed.decision == .ship && changed.because.english.contains("Its copy changed on the way"))
        let other = try Self.report([.copy(variant: "control")]).recommendation
        #expect(other.decision == .ship && !other.because.english.contains("Its copy changed"))
    }

    @Test("without a change nothing is said, and what is over begins no phase")
    func quiet() throws {
        let report = try Self.report([])
        #expect(!report.health.findings.contains { $0.check == .shown })
        #expect(report.json()["health"]?["changes"] == nil)
        let over = try Self.report([.rules]) { $0.phase?.endedAt = Snapshots.now }
        let finding = try #require(over.health.findings.first { $0.check == .shown })
        #expect(finding.action?.english.contains("--new-phase") == false)
    }
}
