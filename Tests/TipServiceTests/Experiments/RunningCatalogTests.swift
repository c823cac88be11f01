import Postgres
import Testing
import TipCore
import TipService
import TipStore
import TipTestSupport

@Suite("A catalog that changes a running experiment is applied with a warning, and the report says so")
struct RunningCatalogTests {
    private static let catalog = """
        {"tips":[{"id":"T","title":"Hi"}],
         "experiments":[{"id":"x","tip":"T","variants":[{"id":"control"},{"id":"benefit","title":"Ho"}],
           "primary":{"metric":"tap","within":"1d"}}]}
        """

    private static func seen(_ prefix: String, day: String, count: Int = 40) -> String {
        let events = (0..<count).map { number in
            #"{"type":"impression","id":"i","person":"\#(prefix)\#(number)","tip":"T","display":"d","#
                + #""at":"2026-01-\#(day)T10:00:00Z"}"#
        }
        return "[\(events.joined(separator: ","))]"
    }

    private func put(_ bench: ServiceBench, _ catalog: String, at day: String, _ query: String = "")
        async throws -> JSON
    {
        let target = "/v1/catalog?at=2026-01-\(day)T00:00:00Z\(query)"
        let answer = try await bench.ask("PUT", target, as: .admin, catalog)
        #expect(answer.status == 200, "\(answer.json.text())")
        return answer.json
    }

    private func report(_ bench: ServiceBench, _ query: String = "") async throws -> JSON {
        let answer = try await bench.ask("GET", "/v1/experiments/x/report\(query)", as: .read)
        #expect(answer.status == 200, "\(answer.json.text())")
        return answer.json
    }

    private func codes(_ answer: JSON) -> [String] {
        (answer["warnings"]?.arrayValue ?? []).compactMap { $0["code"]?.stringValue }
    }

    private func changes(_ report: JSON) -> [String] {
        (report["health"]?["changes"]?.arrayValue ?? []).map { change in
            let words = [change["what"], change["variant"], change["at"]].compactMap { $0?.stringValue }
            return words.joined(separator: " ")
        }
    }

    private func withRunning(_ body: (ServiceBench) async throws -> Void) async throws {
        try await withService { bench in
            _ = try await put(bench, Self.catalog, at: "01")
            let start = try await bench.ask(
                "POST",
                "/v1/experiments/x/start",
                as: .admin,
                #"{"at":"2026-01-02T00:00:00Z"}"#
            )
            #expect(start.status == 200)
            #expect(try await bench.post(Self.seen("a", day: "03")).status == 200)
            try await body(bench)
        }
    }

    @Test("another copy begins no phase: it is warned of at its place, and the report tells when")
    func copy() async throws {
        try await withRunning { bench in
            #expect(changes(try await report(bench)).isEmpty)
            let other = Self.catalog.replacing("Ho", with: "Hey")
            let dry = try await bench.ask("PUT", "/v1/catalog?dryRun=1", as: .admin, other)
            #expect(codes(dry.json) == ["running_copy"])
            #expect(changes(try await report(bench)).isEmpty, "a dry run changes nothing")
            let applied = try await put(bench, other, at: "05")
            #expect(codes(applied) == ["running_copy"])
            let warning = try #require(applied["warnings"]?.arrayValue?.first)
            #expect(warning["line"] == 2 && warning["hint"]?.stringValue?.contains("mix both copies") == true)
            #expect(try await bench.post(Self.seen("b", day: "06")).status == 200)
            let mixed = try await report(bench)
            #expect(mixed["phase"] == 1 && mixed["enrolled"] == 80)
            #expect(changes(mixed) == ["copy benefit 2026-01-05T00:00:00Z"])
            #expect(changes(try await report(bench, "?since=2026-01-05T00:00:00Z")).isEmpty, "one copy alone")
            #expect(changes(try await report(bench, "?until=2026-01-05T00:00:00Z")).isEmpty)
            #expect(changes(try await report(bench, "?asOf=2026-01-04T12:00:00Z")).isEmpty, "not yet")
        }
    }

    @Test("asked for a new phase, another copy begins one and mixes with nothing")
    func newPhase() async throws {
        try await withRunning { bench in
            let other = Self.catalog.replacing("Ho", with: "Hey")
            let applied = try await put(bench, other, at: "05", "&newPhase=x")
            #expect(codes(applied).isEmpty)
            #expect(try await bench.post(Self.seen("b", day: "06")).status == 200)
            let second = try await report(bench)
            #expect(second["phase"] == 2 && second["enrolled"] == 40 && changes(second).isEmpty)
            let first = try await report(bench, "?phase=1")
            #expect(first["enrolled"] == 40 && changes(first).isEmpty)
            #expect(second["provenance"]?["salt"] == "x/2")
            for (phases, status) in [("y", 409), ("x,y", 409)] {
                let target = "/v1/catalog?newPhase=\(phases)"
                #expect(try await bench.ask("PUT", target, as: .admin, other).status == status)
            }
            #expect(try await report(bench)["phase"] == 2, "what was refused began nothing")
        }
    }

    @Test("a running experiment that was left out is warned of, and reported from its frozen plan")
    func removed() async throws {
        try await withRunning { bench in
            let before = try await report(bench)
            let applied = try await put(bench, #"{"tips":[{"id":"T","title":"Hi"}]}"#, at: "05")
            #expect(codes(applied) == ["running_removed"])
            let after = try await report(bench)
            #expect(after["status"] == "running" && after["variants"] == before["variants"], "with its copy")
            #expect(after["metric"] == before["metric"] && after["method"] == before["method"])
            #expect(changes(after) == ["takenOut 2026-01-05T00:00:00Z"])
            let back = try await put(bench, Self.catalog, at: "07")
            #expect(codes(back) == ["running_put_back"])
            #expect(
                changes(try await report(bench)) == [
                    "takenOut 2026-01-05T00:00:00Z", "putBack 2026-01-07T00:00:00Z",
                ]
            )
            _ = try await put(bench, "{}", at: "08")
            let stop = try await bench.ask(
                "POST",
                "/v1/experiments/x/stop",
                as: .admin,
                #"{"decision":"keep"}"#
            )
            #expect(stop.status == 200 && stop.json["status"] == "stopped", "it can still be stopped")
            #expect(try await report(bench)["enrolled"] == 40)
        }
    }

    @Test("what a start left to defaults stands in its event, and later decides")
    func frozen() async throws {
        try await withRunning { bench in
            let show = try ExperimentService(bench.workspace).entry("x").details
            let phase = try #require(show["phases"]?.arrayValue?.first)
            #expect(phase["plan"]?["alpha"] == 0.05 && phase["plan"]?["tuning"]?.doubleValue == 5000)
            #expect(phase["metrics"]?.arrayValue?.first?["direction"] == "up")
            let stored = try await bench.rows("select extra from event where stream = 0 order by seq")
            let start = try #require(JSON(parsing: try stored[1].string(0)))
            #expect(start["type"] == "experiment_started")
            let frozen = try #require(start["payload"]?["phase"].flatMap { FrozenPhase(json: $0) })
            #expect(frozen.plan == FrozenPhase(json: phase)?.plan && frozen.plan?.alpha == 0.05)
            #expect(frozen.metrics == FrozenPhase(json: phase)?.metrics)
            #expect(start["payload"]?["phase"]?["plan"]?["tuning"]?.doubleValue == 5000)
        }
    }
}
