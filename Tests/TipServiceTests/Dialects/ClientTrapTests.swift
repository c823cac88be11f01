import HTTPServer
import JSONReading
import Postgres
import Testing
import TipCore
import TipStore

@testable import TipService

/// What was measured of real clients: the answers that make one lose events, send them for ever, or raise an error.
///
/// Each is a law over all paths of its dialect, and not only over those a client was seen to use.
@Suite("No answer is one that a real client trips over")
struct ClientTrapTests {
    /// The members, by dialect, whose absence makes a client stumble; on PostHog's newer wire others.
    private static func members(_ dialect: String, _ path: String) -> [String] {
        switch dialect {
        // RudderStack's client takes an answer without these for a broken network, and sends the batch again.
        case "segment": ["code", "message"]
        case "posthog":
            path == "/i/v1/analytics/events" ? ["error", "error_description"] : ["type", "code", "detail"]
        case "growthbook": ["error"]
        default: ["code", "detail", "hint"]
        }
    }

    private static let statuses = [400, 401, 403, 404, 405, 408, 413, 415, 429, 431, 500, 501, 503, 505]

    @Test("a refusal of whatever kind has the members that its dialect's clients read")
    func refusals() async throws {
        try await withService { bench in
            for dialect in Dialects.all {
                for path in Set(dialect.doors.map(\.pattern)) {
                    for status in Self.statuses {
                        let problem = Problem(status, "some_code", "What was wrong.", retryAfterSeconds: 3)
                        let answer = ServiceBench.Answer(bench.server.refuse(problem, path: path))
                        for member in Self.members(dialect.name, path) {
                            let text = answer.json[member]?.stringValue ?? ""
                            #expect(!text.isEmpty, "\(path) \(status): \(member)")
                        }
                        #expect(answer.headers["Content-Type"]?.contains("json") == true, "\(path) \(status)")
                        // A date in its place makes OpenFeature's provider call on, and others give up.
                        #expect(answer.headers["Retry-After"] == "3", "\(path) \(status)")
                        #expect(answer.status == status || path == "/v1/b", "\(path) \(status)")
                    }
                }
            }
        }
    }

    @Test(
        "where phones send files, what is refused for good is 400 and nothing else, or they send it for ever"
    )
    func files() async throws {
        try await withService { bench in
            for path in ["/v1/b", "/v1/b/"] {
                for status in Self.statuses where (400..<500).contains(status) {
                    let answer = bench.server.refuse(Problem(status, "c", "d"), path: path)
                    let mayComeAgain = [405, 408, 429].contains(status)
                    #expect(answer.status == (mayComeAgain ? status : 400), "\(path) \(status)")
                }
                for (key, body) in [(nil, "{}"), (KeyStore.Scope.read, "{}"), (.write, "{"), (.write, "1")] {
                    let answer = try await bench.ask("POST", path, as: key, body)
                    #expect(answer.status == 400, "\(path) \(body)")
                }
            }
        }
    }

    /// A request with a good event and a bad one for each way of sending several, and what is heard where all is well.
    static let batches: [(path: String, body: String, answer: [String: JSON])] = [
        (
            "/v1/batch", #"{"batch":[{"type":"track","userId":"p","event":"a","messageId":"1"},1]}"#,
            ["success": true]
        ),
        (
            "/v1/b", #"{"batch":[{"type":"track","userId":"p","event":"a","messageId":"1"},1]}"#,
            ["success": true]
        ),
        ("/batch", #"{"batch":[{"event":"a","distinct_id":"p","uuid":"1"},1]}"#, ["status": 1]),
        ("/capture/", #"[{"event":"a","distinct_id":"p","uuid":"1"},1]"#, ["status": 1]),
        (
            "/i/v1/analytics/events", #"{"batch":[{"event":"a","distinct_id":"p","uuid":"1"},1]}"#,
            ["results": ["1": ["result": "ok"]]]
        ),
        ("/track", #"[{"event_name":"a","user_id":"p","properties_json":{}},1]"#, ["success": true]),
        ("/v1/events", #"[{"type":"session","person":"p","id":"1"},1]"#, ["accepted": 1, "rejected": 1]),
    ]

    @Test(
        "an answer to what was read is exactly 200, however unfit some of it is",
        arguments: batches.indices
    )
    func success(row: Int) async throws {
        let (path, body, members) = Self.batches[row]
        try await withService { bench in
            // 202, 204 and 207 make RudderStack's client send the batch again, 204 PostHog's.
            let answer = try await bench.ask("POST", path, as: .write, body)
            #expect(answer.status == 200, "\(path)")
            for (name, value) in members {
                #expect(answer.json[name] == value, "\(path): \(answer.json.text())")
            }
            #expect(try await bench.count("select count(*) from quarantine") == 1, "\(path)")
        }
    }

    @Test("a refused evaluation has a code and details at every status, and its seconds are whole")
    func flags() async throws {
        try await withService { bench in
            for path in ["/ofrep/v1/evaluate/flags", "/ofrep/v1/evaluate/flags/x"] {
                for status in Self.statuses {
                    let problem = Problem(status, "some_code", "What was wrong.", retryAfterSeconds: 3)
                    let answer = ServiceBench.Answer(bench.server.refuse(problem, path: path))
                    #expect(answer.status == status && answer.headers["Retry-After"] == "3")
                    #expect(answer.json["errorCode"] == "GENERAL", "\(status)")
                    #expect(answer.json["errorDetails"]?.stringValue?.isEmpty == false, "\(status)")
                }
            }
            // A client that polls stops for good at 401 or 403 and lives with 404, so these must be what they say.
            let nobody = try await bench.ask("POST", "/ofrep/v1/evaluate/flags", as: nil, "{}")
            let wrong = try await bench.ask("POST", "/ofrep/v1/evaluate/flags", as: .write, "{}")
            #expect(nobody.status == 401 && wrong.status == 403)
        }
    }

    @Test("GrowthBook's clients fetch twice at once and hear of a change by its tag alone")
    func features() async throws {
        try await withService { bench in
            let path = "/api/features/\(bench.keys[.evaluate] ?? "")"
            let first = try await bench.ask("GET", path, as: nil)
            let second = try await bench.ask("GET", path, as: nil)
            #expect(first.status == 200 && first.json == second.json)
            #expect(first.headers["ETag"] == second.headers["ETag"] && first.headers["ETag"] != nil)
            // With this header they would hold a stream open that nobody serves.
            #expect(first.headers["x-sse-support"] == nil)
        }
    }
}
