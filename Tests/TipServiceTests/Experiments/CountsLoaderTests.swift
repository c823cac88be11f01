import Foundation
import HTTPServer
import Postgres
import Reports
import Testing
import TipCore
import TipStore
import TipTestSupport

@testable import TipService

@Suite("Past tests known by their counts are reported as they are analysed")
struct CountsLoaderTests {
    /// The sample of real headline tests beside the repository; absent in a plain clone.
    static let sample = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "shared/data/upworthy-sample.csv")

    static let hasSample = FileManager.default.isReadableFile(atPath: sample.path(percentEncoded: false))

    private static let small = """
        experiment,variant,people,conversions,copy
        plain,a,40,7,First
        plain,b,41,12,Second
        plain,c,39,0,Third
        few,control,3,3,
        few,other,1,0,
        one,only,5,2,
        empty,a,0,0,
        empty,b,2,1,
        """

    /// The figures of a report that `analyze` gives too.
    private static let shared = ["people", "conversions", "rate", "interval"]

    private func load(_ text: String, _ bench: ServiceBench) async throws -> CountsLoader.Result {
        try await CountsLoader(bench.workspace).load(try CountsFile(Array(text.utf8))) { _, _ in }
    }

    /// Compares every member of an analysis with that of the report, to the last bit.
    private func compare(_ bench: ServiceBench, _ file: CountsFile) async throws {
        let analysed = try #require(try AnalysisRequest().document(of: file).json["experiments"]?.arrayValue)
        for analysis in analysed {
            let id = try #require(analysis["experiment"]?.stringValue)
            let report = try ExperimentReport(try await ReportService(bench.workspace).snapshot(id)).json()
            #expect(report["status"] == "stopped")
            #expect(report["method"]?["test"] == "fixed-horizon")
            for list in ["variants", "comparisons"] {
                let expected = analysis[list]?.arrayValue ?? []
                let found = report[list]?.arrayValue ?? []
                #expect(found.count == expected.count, "\(id) \(list)")
                for (expected, found) in zip(expected, found) { contains(found, expected, "\(id) \(list)") }
            }
            if let srm = analysis["health"]?["srm"] { #expect(report["health"]?["srm"] == srm, "\(id)") }
        }
    }

    private func contains(_ found: JSON, _ expected: JSON, _ place: String) {
        guard case .object(let members) = expected else {
            Issue.record("\(place) is no object")
            return
        }
        for member in members where member.key != "copy" {
            #expect(found[member.key] == member.value, "\(place) \(member.key)")
        }
    }

    private func loadTwice(_ text: String) async throws {
        let file = try CountsFile(Array(text.utf8))
        let total = file.experiments.flatMap(\.variants).reduce(0) { $0 + $1.people + $1.conversions }
        try await withService { bench in
            let first = try await load(text, bench)
            #expect(first.accepted == total && first.duplicates == 0)
            try await compare(bench, file)
            let again = try await load(text, bench)
            #expect(again.accepted == 0 && again.duplicates == total)
            let before = try await bench.rows("select t::text from tally t order by 1").map {
                try $0.string(0)
            }
            try await bench.workspace.store.projector.rebuild()
            let after = try await bench.rows("select t::text from tally t order by 1").map {
                try $0.string(0)
            }
            #expect(before == after && !before.isEmpty)
            #expect(try await bench.workspace.store.projector.verify().isEmpty)
            try await compare(bench, file)
        }
    }

    @Test("every figure of a few small tests equals their analysis; loading again adds nothing")
    func smallFile() async throws {
        try await loadTwice(Self.small)
    }

    @Test(
        "the 25 smallest of the real headline tests, likewise",
        .enabled(if: hasSample, "needs shared/data/upworthy-sample.csv beside the repository")
    )
    func realFile() async throws {
        let all = try CountsFile([UInt8](try Data(contentsOf: Self.sample)))
        let size = { (counts: ExperimentCounts) in counts.variants.reduce(0) { $0 + $1.people } }
        let smallest = Set(all.experiments.sorted { size($0) < size($1) }.prefix(25).map(\.experiment))
        let lines = String(decoding: try Data(contentsOf: Self.sample), as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: true)
        let kept = lines.dropFirst().filter { line in smallest.contains(String(line.prefix { $0 != "," })) }
        try await loadTwice(([lines[0]] + kept).joined(separator: "\n"))
    }

    @Test("a file that says more of a test adds the rest")
    func more() async throws {
        try await withService { bench in
            _ = try await load(Self.small, bench)
            let more = Self.small.replacing("plain,a,40,7", with: "plain,a,50,9")
            let result = try await load(more, bench)
            #expect(result.accepted == 12)
            try await compare(bench, try CountsFile(Array(more.utf8)))
        }
    }

    @Test("no decision ever offers what was tested years ago, and the catalog stays as it was")
    func neverDecided() async throws {
        try await withService { bench in
            let catalog = #"{"tips":[{"id":"ours","title":"Ours"}]}"#
            #expect(try await bench.ask("PUT", "/v1/catalog", as: .admin, catalog).status == 200)
            _ = try await load(Self.small, bench)
            for person in ["ann", "counts:plain:a:1"] {
                let body = #"{"person":"\#(person)"}"#
                let answer = try await bench.ask("POST", "/v1/decisions", as: .evaluate, body)
                let tips = answer.json["tips"]?.arrayValue?.compactMap { $0["tip"]?.stringValue }
                #expect(tips == ["ours"], "\(answer.json.text())")
            }
            #expect(try CatalogService(bench.workspace).current().number == 1)
            let ids = try ExperimentService(bench.workspace).list().map(\.id)
            #expect(ids == ["empty", "few", "one", "plain"], "they are listed and reported all the same")
        }
    }

    @Test("copy is that of the file, and where a cell is empty there is none")
    func copy() async throws {
        try await withService { bench in
            _ = try await load(Self.small, bench)
            func titles(_ id: String) async throws -> [String?] {
                let report = try await ReportService(bench.workspace).report(id).json()
                return (report["variants"]?.arrayValue ?? []).map { $0["copy"]?["title"]?.stringValue }
            }
            #expect(try await titles("plain") == ["First", "Second", "Third"])
            #expect(try await titles("few") == [nil, nil])
        }
    }

    @Test("a draft of the same name and shape is nobody's past test")
    func draft() async throws {
        try await withService { bench in
            let catalog = """
                {"tips":[{"id":"few"}],
                 "experiments":[{"id":"few","tip":"few","variants":[{"id":"control"},{"id":"other"}],
                   "primary":{"metric":"tap"}}]}
                """
            let put = try await bench.ask("PUT", "/v1/catalog", as: .admin, catalog)
            #expect(put.status == 200)
            let mismatch = CountsMismatch(experiment: "few", problem: .notLoadedFromCounts, line: 5)
            await #expect(throws: mismatch) { _ = try await load(Self.small, bench) }
            let events = try await bench.count("select count(*) from event")
            #expect(events == 1, "nothing but the catalog")
        }
    }

    @Test("a bad name is told with the line it stands in")
    func lineOfName() async throws {
        try await withService { bench in
            let text = "experiment,variant,people,conversions\ngood,a,1,0\ngood,b,1,0\ne,a,3,1\ne,b\u{7},3,1"
            let error = await #expect(throws: CountsMismatch.self) { _ = try await load(text, bench) }
            #expect(error?.line == 5 && error?.description.hasPrefix("Line 5: A name cannot") == true)
        }
    }

    static let unfitNames: [(why: String, text: String)] = [
        ("a variant without a name", "e,,3,1\ne,b,3,1"), ("an experiment without a name", ",a,3,1\n,b,3,1"),
        ("a name with a control character", "e,a\u{7},3,1\ne,b,3,1"),
        ("braces in the name, as a reusable tip has", "e{x,a,3,1\ne{x,b,3,1"),
        ("a name of 300 bytes", "\(String(repeating: "e", count: 300)),a,3,1"),
    ]

    @Test("a name that no catalog can hold is refused before anything is written", arguments: unfitNames)
    func unfit(why: String, text: String) async throws {
        try await withService { bench in
            await #expect(throws: (any Error).self, "\(why)") {
                _ = try await load("experiment,variant,people,conversions\n\(text)", bench)
            }
            #expect(try await bench.count("select count(*) from event") == 0)
            // The project goes on.
            let next = try await load(Self.small, bench)
            #expect(next.accepted > 0)
        }
    }

    @Test("a tip of the project is never taken over")
    func tipOfTheProject() async throws {
        try await withService { bench in
            let catalog = #"{"tips":[{"id":"plain","title":"Ours"}]}"#
            let applied = try await bench.ask("PUT", "/v1/catalog", as: .admin, catalog)
            #expect(applied.status == 200)
            await #expect(throws: CountsMismatch(experiment: "plain", problem: .tipOfTheProject, line: 2)) {
                _ = try await load(Self.small, bench)
            }
            let tips = try CatalogService(bench.workspace).current().catalog.tips
            #expect(tips.map(\.id) == ["plain"])
        }
    }

    typealias Contradiction = (
        why: String, from: String, to: String, problem: CountsMismatch.Problem, line: Int
    )

    static let contradictions: [Contradiction] = [
        ("fewer people", "plain,a,40,7", "plain,a,39,7", .fewerThanBefore(variant: "a"), 2),
        ("fewer conversions", "plain,b,41,12", "plain,b,41,11", .fewerThanBefore(variant: "b"), 3),
        ("another variant", "plain,c,39,0", "plain,d,39,0", .otherVariants, 2),
        ("another copy", "12,Second", "12,Zweite", .otherCopy(variant: "b"), 3),
        ("no copy any more", "0,Third", "0,", .otherCopy(variant: "c"), 4),
    ]

    @Test("a file that contradicts the log is refused, and nothing is added", arguments: contradictions)
    func contradicts(_ row: Contradiction) async throws {
        try await withService { bench in
            _ = try await load(Self.small, bench)
            let before = try await bench.count("select count(*) from event")
            let mismatch = CountsMismatch(experiment: "plain", problem: row.problem, line: row.line)
            await #expect(throws: mismatch, "\(row.why)") {
                try await load(Self.small.replacing(row.from, with: row.to), bench)
            }
            #expect(try await bench.count("select count(*) from event") == before)
        }
    }

    @Test(
        "an experiment of the project is not taken for a past test, started or not",
        arguments: [true, false]
    )
    func foreign(isStarted: Bool) async throws {
        try await withService { bench in
            let catalog = CatalogRouteTests.catalog.replacing("\"id\":\"x\"", with: "\"id\":\"plain\"")
            let put = try await bench.ask("PUT", "/v1/catalog", as: .admin, catalog)
            #expect(put.status == 200)
            if isStarted {
                #expect(try await bench.ask("POST", "/v1/experiments/plain/start", as: .admin).status == 200)
            }
            await #expect(throws: CountsMismatch(experiment: "plain", problem: .notLoadedFromCounts, line: 2))
            {
                try await load(Self.small, bench)
            }
            #expect(try await bench.count("select count(*) from event where stream <> 0") == 0)
        }
    }
}
