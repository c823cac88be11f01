import Foundation
import HTTPServer
import Testing
import TipCore
import TipService
import TipStore
import TipTestSupport

@Suite("Whatever a request says in any dialect, the server answers, and never with its own failure")
struct RequestFuzzTests {
    /// How long requests are tried: a quarter of a minute in the suite, longer where `TIPLEDGER_FUZZ_SECONDS` says so.
    static let seconds =
        ProcessInfo.processInfo.environment["TIPLEDGER_FUZZ_SECONDS"].flatMap(Double.init) ?? 15

    /// Requests that are sound, from which the broken ones are made.
    static let corpus: [(target: String, type: String, body: String)] = [
        (
            "/v1/events", "application/json",
            #"{"type":"impression","person":"p","tip":"T","display":"d","id":"1"}"#
        ),
        (
            "/v1/events", "application/json",
            #"{"events":[{"type":"donation","person":"p","event":"e","info":{"a":1.5}}]}"#
        ),
        (
            "/v1/events", "application/x-ndjson",
            "{\"type\":\"session\",\"person\":\"p\"}\n{\"type\":\"session\"}\n"
        ),
        (
            "/v1/batch", "application/json",
            #"{"batch":[{"type":"track","userId":"p","event":"Tip Displayed","properties":{"tip_id":"T"},"messageId":"m","timestamp":"2026-01-15T12:00:00.000+00:00"},{"type":"identify","userId":1,"traits":{"a":{"b":[1]}}}],"sentAt":"2026-01-15T12:00:00Z"}"#
        ),
        (
            "/v1/b", "application/json",
            #"{"batch":[{"type":"alias","userId":"p","previousId":"a"}],"writeKey":"k"}"#
        ),
        ("/v1/group", "application/json", #"{"userId":"p","groupId":"g","traits":{"n":4}}"#),
        (
            "/batch/", "application/json",
            #"{"batch":[{"event":"$identify","distinct_id":"p","uuid":"u","properties":{"$anon_distinct_id":"a","$set":{"x":1}}}],"sent_at":"2026-01-15T12:00:00Z"}"#
        ),
        (
            "/i/v1/analytics/events", "application/json",
            #"{"batch":[{"event":"$feature_flag_called","uuid":"u","distinct_id":"p","properties":{"$feature_flag":"f","$feature_flag_response":"v"}}]}"#
        ),
        (
            "/v1/events", "application/cloudevents+json",
            #"{"specversion":"1.0","id":"1","source":"s","type":"tip.displayed","subject":"p","data":{"tip_id":"T"}}"#
        ),
        (
            "/events", "application/cloudevents-batch+json",
            #"[{"specversion":"1.0","id":"1","source":"s","type":"x","subject":"p"}]"#
        ),
        (
            "/track?client_key=k", "text/plain",
            #"[{"event_name":"$$experiment_viewed","properties_json":{"experiment_id":"x","variation_id":0},"device_id":"p"}]"#
        ),
        (
            "/ofrep/v1/evaluate/flags", "application/json",
            #"{"context":{"targetingKey":"p","locale":"ja","a":1}}"#
        ),
        ("/ofrep/v1/evaluate/flags/tip.T.title", "application/json", #"{"context":{"targetingKey":"p"}}"#),
        (
            "/v1/decisions", "application/json",
            #"{"person":"p","tips":["T"],"parameters":{"a":true},"explain":true}"#
        ),
        (
            "/e/", "application/x-www-form-urlencoded",
            "data=%7B%22event%22%3A%22x%22%2C%22distinct_id%22%3A%22p%22%7D&compression="
        ),
        (
            "/capture/?compression=base64", "text/plain",
            "eyJldmVudCI6IngiLCJkaXN0aW5jdF9pZCI6InAiLCJ1dWlkIjoidSJ9"
        ),
        ("/v1/events?strict=1", "application/json", #"[{"type":"session","person":"p"}]"#),
        ("/v1/quarantine/replay", "application/json", #"{"code":"bad_field"}"#),
    ]

    private static let tokens = [
        "null", "true", "-0", "1e400", "\"\\u0000\"", "\"\\ud800\"", "[", "{", "}", "]", ",", ":", "\"", "\\",
        "\"\"", "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", "99999999999999999999", "\"id\":",
        "\"2026-13-01T00:00:00Z\"",
    ].map { Array($0.utf8) }

    private func broken(_ body: [UInt8], using generator: inout SeededGenerator) -> [UInt8] {
        var bytes = body
        for _ in 0..<Int.random(in: 0...5, using: &generator) where !bytes.isEmpty {
            let place = Int.random(in: bytes.indices, using: &generator)
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
            case 1: bytes.remove(at: place)
            case 2: bytes.insert(contentsOf: Self.tokens.randomElement(using: &generator) ?? [], at: place)
            case 3: bytes.removeSubrange(place...)
            default:
                let end = min(bytes.count, place + Int.random(in: 1...60, using: &generator))
                bytes.insert(contentsOf: Array(bytes[place..<end]), at: place)
            }
        }
        return bytes
    }

    @Test("an answer of a client's fault or none, and the log keeps working", .timeLimit(.minutes(30)))
    func answers() async throws {
        try await withService { bench in
            try await bench.startExperiment()
            var generator = SeededGenerator(seed: 6)
            let end = ContinuousClock.now + .seconds(Self.seconds)
            var tries = 0
            while ContinuousClock.now < end {
                let (target, type, body) = Self.corpus[Int.random(in: Self.corpus.indices, using: &generator)]
                let scope: KeyStore.Scope =
                    target.hasPrefix("/ofrep") || target == "/v1/decisions"
                    ? .evaluate : target.hasPrefix("/v1/quarantine") ? .admin : .write
                let headers: HTTPHeaders = ["Content-Type": type, "X-API-Key": bench.keys[scope] ?? ""]
                let bytes = broken(Array(body.utf8), using: &generator)
                let request = try HTTPRequest(method: "POST", target: target, headers: headers, body: bytes)
                let response = await bench.server.answer(request)
                let said = String(decoding: response.body, as: UTF8.self)
                #expect(
                    response.status < 500,
                    "try \(tries), \(target): \(String(decoding: bytes, as: UTF8.self)): \(said)"
                )
                #expect(JSON(parsing: said) != nil, "try \(tries), \(target)")
                tries += 1
            }
            #expect(bench.told.lines.filter { $0.hasPrefix("failure") } == [], "after \(tries) tries")
            let sound = try await bench.post(#"{"type":"session","person":"sound","id":"1"}"#)
            #expect(sound.json["accepted"] == 1 && tries > 0)
        }
    }
}
