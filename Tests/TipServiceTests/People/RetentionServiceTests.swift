import HTTPServer
import Postgres
import Testing
import TipCore
import TipService
import TipStore
import TipTestSupport

@Suite("What a person is told stays the same when the events behind it are dropped")
struct RetentionServiceTests {
    private static let catalog = """
        {"parameters":{"isLoggedIn":{"type":"boolean","default":false}},
         "tips":[{"id":"T","title":"t","rules":["param(\\"isLoggedIn\\") == true"],"options":{"maxDisplayCount":3}},
                 {"id":"item-{item}","title":"i","options":{"maxDisplayCount":1}}]}
        """

    private static let events = """
        [{"type":"parameter","person":"ann","name":"isLoggedIn","value":true,"id":"1","at":"2026-01-02T00:00:00Z"},
         {"type":"impression","person":"ann","tip":"T","display":"d","id":"2","at":"2026-01-02T00:00:01Z"},
         {"type":"impression","person":"ann","tip":"item-a","display":"e","id":"3","at":"2026-01-03T00:00:01Z"},
         {"type":"impression","person":"ann","tip":"T","display":"f","id":"4","at":"2026-03-03T00:00:01Z"}]
        """

    @Test("decisions, explanations and what follows")
    func decisions() async throws {
        try await withService { bench in
            _ = try await bench.ask("PUT", "/v1/catalog", as: .admin, Self.catalog)
            #expect(try await bench.post(Self.events).json["accepted"] == 4)
            func decide(_ at: String) async throws -> JSON {
                let body = #"{"person":"ann","at":"\#(at)","explain":true}"#
                return try await bench.ask("POST", "/v1/decisions", as: .evaluate, body).json
            }
            func tips() async throws -> [JSON?] {
                [
                    try await decide("2026-04-01T00:00:00Z")["tips"],
                    try await decide("2026-03-02T00:00:00Z")["tips"],
                ]
            }
            let before = try await tips()
            #expect(before[0]?.arrayValue?.count == 2)
            let cut = try #require(Timestamp(rfc3339: "2026-02-15T00:00:00Z"))
            let result = try await RetentionService(bench.workspace).drop(before: cut, isDry: false)
            #expect(result.events == 3 && result.json["before"] == "2026-02-01T00:00:00Z")
            #expect(try await tips() == before)
            let history = try await bench.ask("GET", "/v1/people/ann/events", as: .read)
            #expect(history.json["events"]?.arrayValue?.count == 1, "\(history.json.text())")
            // The third display ends the tip, also where the first was dropped.
            let third = """
                [{"type":"impression","person":"ann","tip":"T","display":"g","id":"5","at":"2026-03-04T00:00:01Z"}]
                """
            #expect(try await bench.post(third).json["accepted"] == 1)
            let ended = try await decide("2026-04-01T00:00:00Z")
            let tip = ended["tips"]?.arrayValue?.first { $0["tip"] == "T" }
            #expect(
                tip?["status"] == "invalidated" && tip?["reason"] == "displayCountExceeded",
                "\(ended.text())"
            )
        }
    }
}
