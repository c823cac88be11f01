import Testing
import TipCore
import TipService
import TipStore

@Suite("What became of an event is told, of one in quarantine as well")
struct EventOutcomeTests {
    private static let time = "2026-01-02T03:04:05Z"

    private func ask(_ bench: ServiceBench, _ id: String, person: String = "p") async throws
        -> ServiceBench.Answer
    {
        try await bench.ask("GET", "/v1/events/\(id)?person=\(person)&at=\(Self.time)", as: .read)
    }

    @Test("a refused event: its code, its detail and its field, the newest refusal first")
    func refused() async throws {
        try await withService { bench in
            let bad = #"{"type":"donation","person":"p","id":"a","at":"\#(Self.time)"}"#
            #expect(try await bench.post(bad).json["rejected"] == 1)
            let answer = try await ask(bench, "a")
            #expect(answer.status == 200 && answer.json["outcome"]?.stringValue == "rejected")
            #expect(answer.json["id"]?.stringValue == "a" && answer.json["person"]?.stringValue == "p")
            #expect(answer.json["code"]?.stringValue == "missing_field")
            #expect(answer.json["field"]?.stringValue == "event")
            #expect(answer.json["detail"]?.stringValue?.isEmpty == false)
            #expect(answer.json["receivedAt"] != nil && answer.json["earlier"] == nil)
            let worse = #"{"type":"jump","person":"p","id":"a","at":"\#(Self.time)"}"#
            #expect(try await bench.post(worse).json["rejected"] == 1)
            let again = try await ask(bench, "a")
            #expect(again.json["code"]?.stringValue == "unknown_type")
            #expect(again.json["earlier"]?.arrayValue?.first?["code"]?.stringValue == "missing_field")
            #expect(try await ask(bench, "a", person: "q").status == 404, "it was another person's")
        }
    }

    @Test("an event that was mended and sent again is accepted, and its refusal is told beside it")
    func mended() async throws {
        try await withService { bench in
            let bad = #"{"type":"donation","person":"p","id":"a","at":"\#(Self.time)"}"#
            let good = #"{"type":"donation","person":"p","id":"a","at":"\#(Self.time)","event":"e"}"#
            _ = try await bench.post(bad)
            _ = try await bench.post(good)
            let answer = try await ask(bench, "a")
            #expect(answer.status == 200 && answer.json["outcome"]?.stringValue == "accepted")
            #expect(answer.json["event"]?.stringValue == "e")
            #expect(answer.json["refused"]?.arrayValue?.count == 1)
        }
    }

    @Test("other content under an id: the first is in the log, the other one in quarantine")
    func conflict() async throws {
        try await withService { bench in
            for event in ["e", "f"] {
                let body =
                    #"{"type":"donation","person":"p","id":"a","at":"\#(Self.time)","event":"\#(event)"}"#
                _ = try await bench.post(body)
            }
            let answer = try await ask(bench, "a")
            #expect(answer.json["event"]?.stringValue == "e")
            #expect(answer.json["refused"]?.arrayValue?.first?["code"]?.stringValue == "id_conflict")
            #expect(try await ask(bench, "b").status == 404)
        }
    }
}
