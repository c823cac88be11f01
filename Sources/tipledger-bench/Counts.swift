import Foundation
import Reports
import TipCore
import TipService
import TipStore

extension Benchmark {
    /// All past tests of a file of counts, through the log: loaded, reported, loaded again, rebuilt.
    static let counts = Benchmark(
        name: "counts",
        summary: "a file of counts through the log, each figure compared with analyze"
    ) { options in
        guard let path = options.file else {
            TipledgerBench.note("counts is left out: it needs --file FILE.csv")
            return []
        }
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw BenchFailure("\(path) cannot be read")
        }
        let file = try CountsFile([UInt8](bytes))
        let expected = try AnalysisRequest().document(of: file)
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "tipledger-bench-\(UUID().uuidString)"
        )
        defer { try? FileManager.default.removeItem(at: folder) }
        let workspace = try await Workspace.open(url: nil, environment: ["TIPLEDGER_HOME": folder.path])
        do {
            let results = try await CountsRun(workspace: workspace, file: file, expected: expected).results()
            await workspace.close()
            return results
        } catch {
            await workspace.close()
            throw error
        }
    }
}

/// One pass of the counts benchmark.
private struct CountsRun {
    let workspace: Workspace
    let file: CountsFile
    let expected: AnalysisDocument

    func results() async throws -> [BenchResult] {
        let clock = ContinuousClock()
        var loaded = CountsLoader.Result()
        let loading = try await clock.measure {
            loaded = try await CountsLoader(workspace).load(file) { _, _ in }
        }
        let events = Double(loaded.accepted)
        let folding = try await clock.measure { try await workspace.store.projector.catchUp() }
        var first: [ExperimentReport] = []
        let reporting = try await clock.measure { first = try await reports() }
        try compare(first, "after the load")
        TipledgerBench.note("\(loaded.accepted) events loaded, every figure equals analyze; loading again")
        let again = try await CountsLoader(workspace).load(file) { _, _ in }
        guard again.accepted == 0, again.duplicates == loaded.accepted else {
            throw BenchFailure("the second load accepted \(again.accepted) events")
        }
        let rebuilding = try await clock.measure { try await workspace.store.projector.rebuild() }
        try compare(try await reports(), "after a second load and a rebuild")
        return [
            BenchResult(name: "counts load", value: events / (loading / .seconds(1)), unit: "events/s"),
            BenchResult(name: "counts fold", value: events / (folding / .seconds(1)), unit: "events/s"),
            BenchResult(name: "counts rebuild", value: events / (rebuilding / .seconds(1)), unit: "events/s"),
            BenchResult(name: "counts report --all", value: reporting / .milliseconds(1), unit: "ms"),
        ]
    }

    private func reports() async throws -> [ExperimentReport] {
        try await ReportService(workspace).snapshots().map { try ExperimentReport($0) }
    }

    /// Every figure that `analyze` prints must stand in the report, to the last digit.
    private func compare(_ reports: [ExperimentReport], _ when: String) throws {
        let byName = Dictionary(reports.map { ($0.snapshot.experiment, $0.json()) }) { first, _ in first }
        for analysis in expected.experiments {
            guard let report = byName[analysis.experiment], report.holds(analysis.json) else {
                throw BenchFailure("\(analysis.experiment) differs \(when)")
            }
        }
    }
}

extension JSON {
    /// Whether everything another value says stands here too.
    fileprivate func holds(_ other: JSON) -> Bool {
        switch (self, other) {
        case (.object, .object(let members)):
            members.allSatisfy { member in self[member.key]?.holds(member.value) ?? false }
        case (.array(let mine), .array(let theirs)):
            mine.count == theirs.count && zip(mine, theirs).allSatisfy { $0.holds($1) }
        default: self == other
        }
    }
}
