import Foundation
import HTTPServer
import Postgres
import Testing
import TipCore
import TipStore

@testable import TipService

@Suite("Segment's calls become native events, and its SDKs hear what makes them happy")
struct SegmentTests {
    /// One call a row, and the events it becomes as type, person and what it is about.
    static let calls: [(why: String, path: String, body: String, log: [String])] = [
        (
            "a tip's display by its known name", "track",
            #"{"userId":"p","event":"Tip Displayed","messageId":"m","properties":{"tip_id":"T","variant":"b"}}"#,
            ["impression p T b"]
        ),
        (
            "names are the same however they are written", "track",
            #"{"userId":"p","event":"tip_action","messageId":"m","properties":{"tipId":"T","action_id":"go"}}"#,
            ["action_tap p T go"]
        ),
        (
            "an unknown name is a donation of that name", "track",
            #"{"anonymousId":"a","event":"Order Completed","messageId":"m","properties":{"total":3}}"#,
            ["donation a Order Completed -"]
        ),
        (
            "each trait is a parameter", "identify",
            #"{"userId":"p","messageId":"m","traits":{"plan":"free","address":{"city":"Kyoto"},"tags":["x"]}}"#,
            ["parameter p plan -", "parameter p address.city -"]
        ),
        (
            "traits may stand in the context", "identify",
            #"{"userId":"p","messageId":"m","context":{"traits":{"plan":"free"}}}"#, ["parameter p plan -"]
        ),
        (
            "an identify without traits is kept as a donation", "identify",
            #"{"userId":"p","messageId":"m"}"#, ["donation p identify -"]
        ),
        (
            "screens are donations", "screen", #"{"userId":"p","name":"Albums","messageId":"m"}"#,
            ["donation p screen -"]
        ),
        (
            "a group is a parameter, its traits too", "group",
            #"{"userId":"p","groupId":"team","messageId":"m","traits":{"size":4}}"#,
            ["parameter p group -", "parameter p group.size -"]
        ),
        (
            "an alias joins two persons, in both histories", "alias",
            #"{"userId":"p","previousId":"a","messageId":"m"}"#, ["identify p - -", "identified a - -"]
        ),
        (
            "an id that is a number", "track", #"{"userId":42,"event":"x","messageId":"m"}"#,
            ["donation 42 x -"]
        ),
        (
            "parameters beside a tip's event follow it", "track",
            #"{"userId":"p","event":"Tip Invalidated","messageId":"m","properties":{"tip_id":"T","reason":"tipClosed","parameters":{"plan":"pro"}}}"#,
            ["invalidation p T tipClosed", "parameter p plan -"]
        ),
    ]

    @Test("a call, sent twice, becomes its events once", arguments: calls.indices)
    func call(row: Int) async throws {
        let (why, path, body, log) = Self.calls[row]
        try await withService { bench in
            for _ in 1...2 {
                let answer = try await bench.ask("POST", "/v1/\(path)", as: .write, body)
                #expect(
                    answer.status == 200 && answer.json == ["success": true],
                    "\(why): \(answer.json.text())"
                )
            }
            #expect(try await bench.story() == log.sorted(), "\(why)")
        }
    }

    @Test("a batch: the bad ones go to quarantine, the others into the log, and the answer is 200")
    func batch() async throws {
        try await withService { bench in
            let body = """
                {"batch":[{"type":"track","userId":"p","event":"a","messageId":"1"},
                {"type":"track","event":"nobody","messageId":"2"},{"type":"dance","userId":"p","messageId":"3"},
                {"type":"track","userId":"p","event":"Tip Displayed","messageId":"4"}],"sentAt":"2026-01-01T00:00:00Z"}
                """
            let answer = try await bench.ask("POST", "/v1/batch/", as: .write, body)
            #expect(answer.status == 200 && answer.json == ["success": true, "rejected": 3])
            #expect(try await bench.story() == ["donation p a -"])
            let kept = try await bench.rows(
                "select q.dialect, q.code, q.event_id from quarantine q order by q.event_id"
            )
            let refused = try kept.map { try [$0.string(0), $0.string(1), $0.string(2)] }
            #expect(
                refused == [
                    ["segment", "missing_field", "2"], ["segment", "unknown_type", "3"],
                    ["segment", "missing_field", "4"],
                ]
            )
        }
    }

    @Test("the key may stand in Basic, Bearer, X-API-Key or the body, and nowhere else")
    func keys() async throws {
        try await withService { bench in
            let key = try #require(bench.keys[.write])
            let call = #""userId":"p","event":"a""#
            let basic = "Basic " + Data("\(key):".utf8).base64EncodedString()
            let headers: [[(String, String)]] = [
                [("Authorization", basic)], [("Authorization", "Bearer \(key)")], [("X-API-Key", key)],
            ]
            for (index, fields) in headers.enumerated() {
                let body = "{\(call),\"messageId\":\"h\(index)\"}"
                let answer = try await bench.ask("POST", "/v1/track", as: nil, body, headers: fields)
                #expect(answer.status == 200, "\(fields)")
            }
            let single = try await bench.ask(
                "POST",
                "/v1/t",
                as: nil,
                #"{\#(call),"messageId":"b1","writeKey":"\#(key)"}"#
            )
            #expect(single.status == 200)
            let batch = #"{"batch":[{"type":"track",\#(call),"messageId":"b2"}],"writeKey":"\#(key)"}"#
            let answer1 = try await bench.ask("POST", "/v1/b", as: nil, batch)
            #expect(answer1.status == 200)
            #expect(try await bench.count("select count(*) from event") == 5)
            let admin = try #require(bench.keys[.admin])
            let wrong = #"{"batch":[],"writeKey":"\#(admin)"}"#
            let answer2 = try await bench.ask("POST", "/v1/batch", as: nil, wrong)
            #expect(answer2.status == 403)
            let query = try await bench.ask("POST", "/v1/batch?writeKey=\(key)", as: nil, #"{"batch":[]}"#)
            #expect(query.status == 401)
        }
    }

    static let refusals: [(why: String, body: String, key: KeyStore.Scope?, status: Int, code: String)] = [
        ("no JSON", "{", .write, 400, "malformed"),
        ("no key", "{\"batch\":[]}", nil, 401, "key_missing"),
        ("another scope", "{\"batch\":[]}", .read, 403, "wrong_scope"),
        (
            "too many events", "[" + Array(repeating: "1", count: 2501).joined(separator: ",") + "]", .write,
            413,
            "too_large"
        ),
    ]

    @Test("a refusal has code and message; on /v1/b it is 400", arguments: refusals.indices)
    func refusal(row: Int) async throws {
        let (why, body, key, status, code) = Self.refusals[row]
        try await withService { bench in
            for (path, expected) in [("/v1/batch", status), ("/v1/b", 400), ("/v1/b/", 400)] {
                let answer = try await bench.ask("POST", path, as: key, body)
                #expect(answer.status == expected && answer.code == code, "\(why) on \(path)")
                #expect(answer.json["message"]?.stringValue?.isEmpty == false, "\(why)")
            }
        }
    }

    @Test("what the server refuses before it reads is phrased the same way")
    func early() async throws {
        try await withService { bench in
            let large = Problem(413, "body_too_large", "The body is too large.", hint: "Send less.")
            let file = ServiceBench.Answer(bench.server.refuse(large, path: "/v1/b"))
            #expect(file.status == 400 && file.json["code"] == "body_too_large")
            let batch = ServiceBench.Answer(bench.server.refuse(large, path: "/v1/batch"))
            #expect(batch.status == 413 && batch.json["message"] == "The body is too large. Send less.")
            let busy = Problem(503, "overloaded", "Busy.", retryAfterSeconds: 2)
            let later = ServiceBench.Answer(bench.server.refuse(busy, path: "/v1/b"))
            #expect(later.status == 503 && later.headers["Retry-After"] == "2")
            let method = try await bench.ask("GET", "/v1/b", as: .write)
            #expect(method.status == 405 && method.code == "method_not_allowed")
        }
    }

    @Test("the settings point the SDK here")
    func settings() async throws {
        try await withService { bench in
            for path in ["/v1/projects/wk/settings", "/projects/wk/settings"] {
                let answer = try await bench.ask("GET", path, as: nil, headers: [("Host", "tips.example")])
                let segment = answer.json["integrations"]?["Segment.io"]
                #expect(segment == ["apiKey": "wk", "apiHost": "tips.example/v1", "httpConfig": [:]])
            }
        }
    }
}

extension ServiceBench {
    /// The events of the log as words: type, person, what it is about and its detail; in the order of the words.
    func story() async throws -> [String] {
        let rows = try await rows(
            """
            select e.kind, p.name, coalesce(s.text, '-'), coalesce(d.text, '-') from event e
            join person p on p.stream = e.stream and p.person = e.person
            left join word s on s.id = e.subject left join word d on d.id = e.detail
            """
        )
        return try rows.map { row in
            let kind = EventKind(rawValue: Int16(try row.int32(0))).map { "\($0)" } ?? "?"
            let name = kind.reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
            return "\(name) \(try row.string(1)) \(try row.string(2)) \(try row.string(3))"
        }.sorted()
    }
}
