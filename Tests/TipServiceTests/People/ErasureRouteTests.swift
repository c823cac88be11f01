import HTTPServer
import Postgres
import Testing
import TipCore
import TipService
import TipStore
import TipTestSupport

@Suite("A person is erased over HTTP, and reports say how many were")
struct ErasureRouteTests {
    private static let events = """
        [{"type":"impression","person":"ann","tip":"T","display":"d","id":"1","at":"2026-01-02T00:00:00Z"},
         {"type":"action_tap","person":"ann","tip":"T","action":"a","id":"2","at":"2026-01-02T00:00:01Z"},
         {"type":"impression","person":"bob","tip":"T","display":"d","id":"1","at":"2026-01-02T00:00:00Z"}]
        """

    private static let catalog = """
        {"tips":[{"id":"T","title":"t","actions":[{"id":"a","title":"A"}]}],
         "experiments":[{"id":"x","tip":"T","variants":[{"id":"one"}],"primary":{"metric":"tap"}}]}
        """

    private func withExperiment(_ body: (ServiceBench) async throws -> Void) async throws {
        try await withService { bench in
            _ = try await bench.ask("PUT", "/v1/catalog", as: .admin, Self.catalog)
            let start = try await bench.ask(
                "POST",
                "/v1/experiments/x/start",
                as: .admin,
                #"{"at":"2026-01-01T00:00:00Z"}"#
            )
            #expect(start.status == 200, "\(start.json.text())")
            #expect(try await bench.post(Self.events).json["accepted"] == 3)
            try await body(bench)
        }
    }

    @Test(
        "the answer says what went, a second one that it had gone, and what comes later is counted as refused"
    )
    func erase() async throws {
        try await withExperiment { bench in
            let first = try await bench.ask("DELETE", "/v1/people/ann", as: .admin)
            #expect(first.status == 200)
            #expect(
                first.json == ["names": 1, "events": 2, "quarantined": 0, "erasedBefore": false],
                "\(first.json.text())"
            )
            let again = try await bench.ask("DELETE", "/v1/people/ann", as: .admin)
            #expect(again.json["erasedBefore"] == true && again.json["events"] == 0)
            let late = try await bench.post(Self.events)
            #expect(late.status == 200)
            #expect(late.json["rejected"] == 2 && late.json["duplicates"] == 1, "\(late.json.text())")
            let codes = late.json["errors"]?.arrayValue?.compactMap { $0["code"]?.stringValue }
            #expect(codes == ["erased", "erased"])
            let broken = try await bench.post(#"[{"type":"nonsense","person":"ann"}]"#)
            #expect(broken.json["rejected"] == 1)
            #expect(try await bench.count("select count(*) from quarantine") == 0)
            let history = try await bench.ask("GET", "/v1/people/ann/events", as: .read)
            #expect(history.json["events"]?.arrayValue?.isEmpty ?? true)
        }
    }

    @Test("only an administrator may", arguments: [KeyStore.Scope.write, .evaluate, .read])
    func scopes(scope: KeyStore.Scope) async throws {
        try await withService { bench in
            let answer = try await bench.ask("DELETE", "/v1/people/ann", as: scope)
            #expect(answer.status == 403)
            #expect(try await bench.count("select count(*) from erased") == 0)
        }
    }

    @Test("running counts are lowered; the report at the stop stays, and both say how many were erased")
    func reports() async throws {
        try await withExperiment { bench in
            func report() async throws -> JSON {
                try await bench.ask("GET", "/v1/experiments/x/report", as: .read).json
            }
            #expect(try await report()["enrolled"] == 2)
            #expect(try await report()["erased"] == nil, "nobody was")
            #expect(try await bench.ask("POST", "/v1/experiments/x/stop", as: .admin).status == 200)
            _ = try await bench.ask("DELETE", "/v1/people/ann", as: .admin)
            let lowered = try await report()
            #expect(lowered["enrolled"] == 1 && lowered["erased"] == 1, "\(lowered.text())")
            #expect(lowered["variants"]?.arrayValue?.first?["conversions"] == 0)
            let details = try ExperimentService(bench.workspace).entry("x").details
            #expect(details["erased"] == 1)
            let final = try #require(details["finalReport"])
            #expect(final["schema"] == "tipledger.report/1" && final["status"] == "stopped")
            #expect(final["enrolled"] == 2)
            #expect(final["variants"]?.arrayValue?.first?["conversions"] == 1)
            #expect(try await bench.workspace.store.projector.verify().isEmpty)
        }
    }
}
