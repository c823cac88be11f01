import HTTPServer
import Postgres
import Testing
import TipCore
import TipService
import TipStore
import TipTestSupport

@Suite("A hundred events, some of them hard: answer, log and quarantine agree to the event")
struct HardBatchTests {
    /// What is to become of an event.
    private enum Fate: Equatable {
        case accepted
        case duplicate
        case rejected(String)
    }

    private static let hard: [(place: Int, text: String, fate: Fate)] = [
        (5, #"{"type":"donation","person":"h1","id":"nul","event":"a\u0000b"}"#, .rejected("bad_text")),
        (17, #"{"type":"donation","person":"h2","id":"half","event":"\ud800"}"#, .rejected("bad_text")),
        (
            23, #"{"type":"parameter","person":"h3","id":"big","name":"n","value":1e400}"#,
            .rejected("bad_number")
        ),
        (
            31,
            #"{"type":"session","person":"h4","id":"deep","x":"#
                + String(repeating: "[", count: 1000) + String(repeating: "]", count: 1000) + "}",
            .rejected("too_deep")
        ),
        (47, event(12), .duplicate),
        (
            52,
            #"{"type":"session","person":"h5","id":"long","x":""# + String(repeating: "x", count: 70_000)
                + #""}"#,
            .rejected("too_large")
        ),
        (66, #"{"type":"purchase","person":"h6","id":"what"}"#, .rejected("unknown_type")),
        (
            78, #"{"type":"session","person":"h7","id":"old","at":"1969-12-31T23:59:59Z"}"#,
            .rejected("bad_time")
        ),
        (99, #"{"type":"session","person":"h8","id":"new","at":"2099-01-01T00:00:00Z"}"#, .accepted),
    ]

    private static func event(_ number: Int) -> String {
        #"{"type":"donation","person":"p\#(number % 7)","id":"e\#(number)","event":"seen","at":"2026-01-02T03:04:05.\#(100 + number)Z"}"#
    }

    private static func batch() -> (texts: [String], fates: [Fate]) {
        var texts = (0..<100).map { event($0) }
        var fates = Array(repeating: Fate.accepted, count: 100)
        for (place, text, fate) in hard {
            texts[place] = text
            fates[place] = fate
        }
        return (texts, fates)
    }

    private func check(_ bench: ServiceBench, _ answer: ServiceBench.Answer, again: Bool) throws {
        let (_, fates) = Self.batch()
        let expected = fates.map { again && $0 == .accepted ? .duplicate : $0 }
        #expect(answer.status == 200)
        let words = try #require(answer.json["results"]?.arrayValue).map(\.stringValue)
        #expect(
            words
                == expected.map { fate in
                    switch fate {
                    case .accepted: "accepted"
                    case .duplicate: "duplicate"
                    case .rejected: "rejected"
                    }
                }
        )
        #expect(answer.json["accepted"]?.integerValue == Int64(expected.count { $0 == .accepted }))
        #expect(answer.json["duplicates"]?.integerValue == Int64(expected.count { $0 == .duplicate }))
        #expect(answer.json["rejected"]?.integerValue == 7)
        let errors = try #require(answer.json["errors"]?.arrayValue)
        let found = errors.map { Pair($0["index"]?.integerValue, $0["code"]?.stringValue) }
        let refused = expected.enumerated().compactMap { index, fate in
            if case .rejected(let code) = fate { Pair(Int64(index), code) } else { nil }
        }
        #expect(found == refused)
        let ids = errors.map { $0["id"]?.stringValue }
        #expect(
            ids == ["nul", "half", "big", "deep", "long", "what", "old"],
            "named even where no JSON could be read"
        )
    }

    private struct Pair: Equatable {
        let index: Int64?
        let code: String?

        init(_ index: Int64?, _ code: String?) {
            self.index = index
            self.code = code
        }
    }

    private func checkStored(_ bench: ServiceBench) async throws {
        let (texts, fates) = Self.batch()
        #expect(try await bench.count("select count(*) from event where stream <> 0") == 92)
        #expect(try await bench.workspace.store.log.count() == 92)
        let kept = try await bench.rows("select q.code, q.body from quarantine q").map { row in
            "\(try row.string(0)) \(String(decoding: try row.bytes(1), as: UTF8.self))"
        }
        let refused = zip(texts, fates).compactMap { text, fate in
            if case .rejected(let code) = fate { "\(code) \(text)" } else { nil }
        }
        #expect(kept.sorted() == refused.sorted(), "with the bytes as they were sent")
        #expect(try await bench.count("select count(*) from quarantine where person is null") == 0)
        for (person, count) in [("h8", 1), ("h1", 0), ("p5", 12)] {
            let history = try await bench.workspace.store.log.history(of: person)
            #expect(history.count == count, "\(person)")
        }
        let future = try #require(try await bench.workspace.store.log.history(of: "h8").first)
        #expect(future.at == future.receivedAt || future.at < future.receivedAt)
        #expect(future.extra["statedAt"]?.stringValue == "2099-01-01T00:00:00Z")
    }

    @Test("as an array, and again", arguments: ["array", "envelope"])
    func asArray(form: String) async throws {
        try await withService { bench in
            let list = "[" + Self.batch().texts.joined(separator: ",") + "]"
            let body = form == "array" ? list : #"{"events":\#(list),"sentAt":"2026-01-02T03:05:00Z"}"#
            for again in [false, true] {
                try check(bench, try await bench.post(body, query: "?results=1"), again: again)
                try await checkStored(bench)
            }
        }
    }

    @Test("as lines, where each stands alone")
    func asLines() async throws {
        try await withService { bench in
            let body = Self.batch().texts.joined(separator: "\n") + "\n"
            for again in [false, true] {
                let answer = try await bench.post(body, type: "application/x-ndjson", query: "?results=1")
                try check(bench, answer, again: again)
                try await checkStored(bench)
            }
        }
    }

    @Test("a context that only escapes make long is refused alone, and the database never sees it")
    func longContext() async throws {
        try await withService { bench in
            // Characters that JSON writes as six bytes, in an order that nothing can make shorter.
            var random = SeededGenerator(seed: 8)
            func noise() -> String {
                (0..<256).map { _ in
                    "\\u00\(Int.random(in: 0...1, using: &random))\(Int.random(in: 1...7, using: &random))"
                }.joined()
            }
            let context = ["app", "appVersion", "os", "osVersion", "locale", "sdk"]
                .map { "\"\($0)\":\"\(noise())\"" }.joined(separator: ",")
            let body = """
                [{"type":"session","person":"p","id":"a","context":{\(context)}},{"type":"session","person":"p","id":"b"}]
                """
            let answer = try await bench.post(body)
            #expect(answer.status == 200)
            #expect(answer.json["accepted"]?.integerValue == 1)
            #expect(answer.json["errors"]?.arrayValue?.first?["code"]?.stringValue == "bad_field")
        }
    }
}
