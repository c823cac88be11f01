import Postgres
import Testing
import TipCore
import TipStore

@testable import TipService

@Suite("With ?strict=1 one unfit event fails its request, in every dialect's words")
struct StrictRequestTests {
    /// A request with a fit and an unfit event, only the fit one, and where the client reads the reason.
    static let requests: [(path: String, mixed: String, fit: String, code: [String])] = [
        (
            "/v1/events", #"[{"type":"session","person":"p","id":"1"},{"type":"session"}]"#,
            #"[{"type":"session","person":"p","id":"1"}]"#, ["code"]
        ),
        (
            "/v1/batch",
            #"{"batch":[{"type":"track","event":"x","userId":"p","messageId":"1"},{"type":"track"}]}"#,
            #"{"batch":[{"type":"track","event":"x","userId":"p","messageId":"1"}]}"#, ["code"]
        ),
        (
            "/v1/b",
            #"{"batch":[{"type":"track","event":"x","userId":"p","messageId":"1"},{"type":"track"}]}"#,
            #"{"batch":[{"type":"track","event":"x","userId":"p","messageId":"1"}]}"#, ["code"]
        ),
        (
            "/batch", #"{"batch":[{"event":"x","distinct_id":"p","uuid":"1"},{"event":"x"}]}"#,
            #"{"batch":[{"event":"x","distinct_id":"p","uuid":"1"}]}"#, ["code"]
        ),
        (
            "/i/v1/analytics/events",
            #"{"batch":[{"event":"x","distinct_id":"p","uuid":"1"},{"event":"x"}]}"#,
            #"{"batch":[{"event":"x","distinct_id":"p","uuid":"1"}]}"#, ["error"]
        ),
    ]

    @Test("nothing of it is stored or set aside, and the same without it is", arguments: requests.indices)
    func refused(row: Int) async throws {
        let (path, mixed, fit, code) = Self.requests[row]
        try await withService { bench in
            let refused = try await bench.ask("POST", path + "?strict=1", as: .write, mixed)
            #expect(refused.status == 400, "\(path)")
            #expect(code.contains { refused.json[$0] == "events_refused" }, "\(path): \(refused.json.text())")
            #expect(try await bench.count("select count(*) from event") == 0)
            #expect(try await bench.count("select count(*) from quarantine") == 0)
            #expect(try await bench.ask("POST", path + "?strict=1", as: .write, fit).status == 200, "\(path)")
            #expect(try await bench.count("select count(*) from event") == 1)
            #expect(try await bench.ask("POST", path, as: .write, mixed).status == 200, "\(path)")
            #expect(try await bench.count("select count(*) from quarantine") == 1)
        }
    }

    @Test("what only the log can tell fails it too, and the native answer lists each reason")
    func conflict() async throws {
        try await withService { bench in
            _ = try await bench.post(#"{"type":"session","person":"p","id":"1"}"#)
            let other =
                #"[{"type":"session","person":"p","id":"2"},{"type":"donation","event":"x","person":"p","id":"1"}]"#
            let answer = try await bench.ask("POST", "/v1/events?strict=1", as: .write, other)
            #expect(answer.status == 400)
            #expect(answer.json["errors"]?.arrayValue?.first?["index"] == 1)
            #expect(answer.json["errors"]?.arrayValue?.first?["code"] == "id_conflict")
            let odd = try await bench.ask("POST", "/v1/events?strict=maybe", as: .write, "[]")
            #expect(odd.status == 400 && odd.json["code"] == "bad_field")
        }
    }
}
