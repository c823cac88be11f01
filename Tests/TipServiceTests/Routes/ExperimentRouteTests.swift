import HTTPServer
import Postgres
import Testing
import TipCore
import TipService
import TipStore
import TipTestSupport

@Suite("An experiment lives from draft to stopped, each step an event")
struct ExperimentRouteTests {
    private func step(
        _ bench: ServiceBench,
        _ step: String,
        _ body: String = "",
        of id: String = "x"
    ) async throws -> ServiceBench.Answer {
        try await bench.ask("POST", "/v1/experiments/\(id)/\(step)", as: .admin, body)
    }

    @Test("the steps in their order, and what each leaves behind")
    func life() async throws {
        try await withService { bench in
            _ = try await bench.ask("PUT", "/v1/catalog", as: .admin, CatalogRouteTests.catalog)
            let draft = try await bench.ask("GET", "/v1/experiments", as: .read)
            #expect(draft.json["experiments"]?.arrayValue?.map { $0["status"]?.stringValue } == ["draft"])
            let steps: [(step: String, body: String, status: String)] = [
                ("start", #"{"at":"2026-01-01T00:00:00Z"}"#, "running"),
                ("ramp", #"{"inclusion":0.5}"#, "running"),
                ("pause", "", "paused"), ("resume", "{}", "running"),
                ("stop", #"{"decision":"ship:benefit"}"#, "stopped"),
            ]
            for (name, body, status) in steps {
                let answer = try await step(bench, name, body)
                #expect(
                    answer.status == 200 && answer.json["status"]?.stringValue == status,
                    "\(name): \(answer.json.text())"
                )
            }
            let end = try await bench.ask("GET", "/v1/experiments", as: .read)
            let entry = try #require(end.json["experiments"]?.arrayValue?.first)
            #expect(entry["startedAt"] == "2026-01-01T00:00:00Z" && entry["decision"] == "ship:benefit")
            #expect(try await bench.count("select count(*) from event where stream = 0") == 6)
        }
    }

    static let wrong:
        [(why: String, before: [String], step: String, body: String, status: Int, code: String)] = [
            ("nobody knows it", [], "start", "", 404, "unknown_experiment"),
            ("a draft cannot stop", [], "stop", "", 409, "not_started"),
            ("started twice", ["start"], "start", "", 409, "already_started"),
            ("a pause in a pause", ["start", "pause"], "pause", "", 409, "not_running"),
            ("nothing to resume", ["start"], "resume", "", 409, "not_paused"),
            ("stopped twice", ["start", "stop"], "stop", "", 409, "already_stopped"),
            (
                "stopped before its start", ["start"], "stop", #"{"at":"2020-01-01T00:00:00Z"}"#, 409,
                "before_start"
            ),
            ("a share over one", ["start"], "ramp", #"{"inclusion":2}"#, 400, "bad_share"),
            ("no share", ["start"], "ramp", "", 400, "missing_field"),
            ("a decision that is none", ["start"], "stop", #"{"decision":"maybe"}"#, 400, "bad_field"),
            (
                "a variant it does not have", ["start"], "stop", #"{"decision":"ship:none"}"#, 409,
                "unknown_variant"
            ),
            ("a step that is none", ["start"], "finish", "", 404, "not_found"),
            ("a time that is none", [], "start", #"{"at":"soon"}"#, 400, "bad_time"),
            ("a body that is none", [], "start", "[", 400, "malformed"),
        ]

    @Test("a step that does not fit is refused with its reason, and nothing is written", arguments: wrong)
    func refused(why: String, before: [String], step name: String, body: String, status: Int, code: String)
        async throws
    {
        try await withService { bench in
            _ = try await bench.ask("PUT", "/v1/catalog", as: .admin, CatalogRouteTests.catalog)
            for name in before { #expect(try await step(bench, name).status == 200) }
            let written = try await bench.count("select count(*) from event")
            let id = code == "unknown_experiment" ? "y" : "x"
            let answer = try await step(bench, name, body, of: id)
            let found = answer.code ?? ""
            #expect(answer.status == status, "\(why): \(answer.json.text())")
            #expect(found == code || (code == "malformed" && answer.status == 400), "\(why): \(found)")
            #expect(try await bench.count("select count(*) from event") == written)
        }
    }

    @Test("the report counts what was posted, at once")
    func report() async throws {
        try await withService { bench in
            _ = try await bench.ask("PUT", "/v1/catalog", as: .admin, CatalogRouteTests.catalog)
            _ = try await step(bench, "start", #"{"at":"2026-01-01T00:00:00Z"}"#)
            let events =
                (0..<40).map { number in
                    #"{"type":"impression","person":"p\#(number)","id":"i","tip":"T","display":"d","at":"2026-01-02T00:00:00Z"}"#
                }
                + (0..<10).map { number in
                    #"{"type":"action_tap","person":"p\#(number)","id":"t","tip":"T","action":"go","at":"2026-01-03T00:00:00Z"}"#
                }
            #expect(
                try await bench.post("[\(events.joined(separator: ","))]").json["accepted"]?.integerValue
                    == 50
            )
            let report = try await bench.ask("GET", "/v1/experiments/x/report", as: .read)
            #expect(report.status == 200 && report.json["schema"] == "tipledger.report/1")
            let variants = try #require(report.json["variants"]?.arrayValue)
            #expect(variants.compactMap { $0["people"]?.integerValue }.reduce(0, +) == 40)
            #expect(variants.compactMap { $0["conversions"]?.integerValue }.reduce(0, +) == 10)
            #expect(report.json["enrolled"]?.integerValue == 40)
            let table: [(target: String, status: Int)] = [
                ("/v1/experiments/x/report?baseline=benefit", 200),
                ("/v1/experiments/x/report?baseline=none", 404),
                ("/v1/experiments/y/report", 404), ("/v1/experiments/x/report?partial=1", 200),
            ]
            for (target, status) in table {
                #expect(try await bench.ask("GET", target, as: .read).status == status, "\(target)")
            }
        }
    }
}
