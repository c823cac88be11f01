import Testing
import TipCore
import TipService
import TipStore
import TipTestSupport

/// Failures that users of other systems reported about exposures on their way into the log; the numbers are those of
/// the table in the design's section on complaints.
@Suite("What went wrong elsewhere with exposures on their way does not go wrong here")
struct ExposureComplaintTests {
    private static let catalog = """
        {"tips":[{"id":"T","title":"Hi"}],
         "experiments":[{"id":"x","tip":"T","unit":"UNIT","variants":[{"id":"a"},{"id":"b","title":"Ho"}],
           "primary":{"metric":"tap"}}]}
        """

    private func withRunning(unit: String, _ body: (ServiceBench) async throws -> Void) async throws {
        try await withService { bench in
            let catalog = Self.catalog.replacing("UNIT", with: unit)
            #expect(try await bench.ask("PUT", "/v1/catalog", as: .admin, catalog).status == 200)
            let start = #"{"at":"2026-01-01T00:00:00Z"}"#
            #expect(try await bench.ask("POST", "/v1/experiments/x/start", as: .admin, start).status == 200)
            try await body(bench)
        }
    }

    private func variant(_ bench: ServiceBench, _ question: String) async throws -> String? {
        let answer = try await bench.ask("POST", "/v1/decisions", as: .evaluate, question)
        return answer.json["tips"]?.arrayValue?.first?["variant"]?.stringValue
    }

    private func enrolled(_ bench: ServiceBench) async throws -> Int64? {
        try await bench.ask("GET", "/v1/experiments/x/report", as: .read).json["enrolled"]?.integerValue
    }

    @Test("12: an experiment by device falls back to nothing else: without a device there is no variant")
    func noFallback() async throws {
        try await withRunning(unit: "device") { bench in
            for number in 0..<12 {
                #expect(try await variant(bench, #"{"person":"p\#(number)"}"#) == nil)
                let mine = try await variant(bench, #"{"person":"p\#(number)","device":"phone\#(number)"}"#)
                let yours = try await variant(bench, #"{"person":"q\#(number)","device":"phone\#(number)"}"#)
                #expect(mine != nil && mine == yours, "the device decides, whoever holds it")
            }
        }
    }

    @Test("23: the exposure of one person suppresses nobody else's, also under the same event id")
    func sharedClient() async throws {
        try await withRunning(unit: "person") { bench in
            let events = (0..<20).map { number in
                #"{"type":"impression","id":"shown","person":"p\#(number)","tip":"T","display":"d","#
                    + #""at":"2026-01-02T00:00:00Z"}"#
            }
            let answer = try await bench.post("[\(events.joined(separator: ","))]")
            #expect(answer.json["accepted"] == 20 && answer.json["duplicates"] == 0)
            #expect(try await enrolled(bench) == 20)
        }
    }

    @Test("24: an exposure that is sent again at each refresh is the one that is there")
    func refresh() async throws {
        try await withRunning(unit: "person") { bench in
            let event =
                #"{"type":"impression","id":"shown","person":"p","tip":"T","display":"d","at":"2026-01-02T00:00:00Z"}"#
            #expect(try await bench.post(event).json["accepted"] == 1)
            for _ in 0..<5 {
                let again = try await bench.post(event)
                #expect(again.json["accepted"] == 0 && again.json["duplicates"] == 1)
            }
            let report = try await bench.ask("GET", "/v1/experiments/x/report", as: .read).json
            let impressions = (report["variants"]?.arrayValue ?? []).compactMap {
                $0["impressions"]?.integerValue
            }
            #expect(report["enrolled"] == 1 && impressions.reduce(0, +) == 1)
        }
    }
}
