import HTTPServer
import Postgres
import Testing
import TipCore
import TipService
import TipStore

@Suite("CloudEvents are taken in headers, as JSON and in lists")
struct CloudEventsTests {
    private static let mediaType = "application/cloudevents+json"

    private static let display = """
        {"specversion":"1.0","id":"1","source":"app://ios","type":"tip.displayed","subject":"p",
        "time":"2026-01-15T12:00:00Z","data":{"tip_id":"T","variant":"b"}}
        """

    @Test(
        "the three modes say the same: of one event sent in each, one is accepted",
        arguments: ["/v1/events", "/events"]
    )
    func threeModes(path: String) async throws {
        try await withService { bench in
            let headers = [
                ("ce-specversion", "1.0"), ("ce-id", "1"), ("ce-source", "app%3A//ios"),
                ("ce-type", "tip.displayed"),
                ("ce-subject", "\"p\""), ("ce-time", "2026-01-15T12:00:00Z"),
                ("ce-partitionkey", "%E3%83%81%201"),
            ]
            let data = #"{"tip_id":"T","variant":"b"}"#
            let binary = try await bench.ask("POST", path, as: .write, data, headers: headers)
            #expect(binary.status == 200 && binary.json["accepted"] == 1, "\(binary.json.text())")
            let structured = try await bench.ask("POST", path, as: .write, Self.display, type: Self.mediaType)
            #expect(structured.json["duplicates"] == 1, "\(structured.json.text())")
            let batch = try await bench.ask(
                "POST",
                path,
                as: .write,
                "[\(Self.display)]",
                type: "application/cloudevents-batch+json; charset=UTF-8"
            )
            #expect(batch.json["duplicates"] == 1, "\(batch.json.text())")
            #expect(try await bench.story() == ["impression p T b"])
        }
    }

    static let kinds: [(type: String, data: String, log: String)] = [
        ("tip.donated", #"{"event":"opened","n":1}"#, "donation p opened -"),
        ("tip.action", #"{"tip_id":"T","action_id":"go"}"#, "action_tap p T go"),
        ("tip.invalidated", #"{"tip_id":"T","reason":"tipClosed"}"#, "invalidation p T tipClosed"),
        ("impression", #"{"tip":"T","display":"d"}"#, "impression p T -"),
        ("parameter", #"{"name":"plan","value":"x"}"#, "parameter p plan -"),
        ("com.example.order.created", "{}", "donation p com.example.order.created -"),
    ]

    @Test("types are names of ours, types of the contract, or donations", arguments: kinds.indices)
    func kind(row: Int) async throws {
        let (type, data, log) = Self.kinds[row]
        try await withService { bench in
            let body =
                #"{"specversion":"1.0","id":"1","source":"s","type":"\#(type)","subject":"p","data":\#(data)}"#
            let answer = try await bench.ask("POST", "/v1/events", as: .write, body, type: Self.mediaType)
            #expect(answer.json["accepted"] == 1, "\(type): \(answer.json.text())")
            #expect(try await bench.story() == [log])
        }
    }

    static let unfit: [(why: String, body: String, code: String)] = [
        ("no source", #"{"specversion":"1.0","id":"1","type":"t","subject":"p"}"#, "missing_field"),
        ("nobody", #"{"specversion":"1.0","id":"1","source":"s","type":"t"}"#, "missing_field"),
        (
            "another version", #"{"specversion":"0.3","id":"1","source":"s","type":"t","subject":"p"}"#,
            "bad_field"
        ),
        ("no object", "[]", "malformed"),
    ]

    @Test("one that is unfit goes to quarantine with its reason", arguments: unfit.indices)
    func rejected(row: Int) async throws {
        let (why, body, code) = Self.unfit[row]
        try await withService { bench in
            let answer = try await bench.ask("POST", "/v1/events", as: .write, body, type: Self.mediaType)
            #expect(
                answer.status == 200
                    && answer.json["errors"]?.arrayValue?.first?["code"]?.stringValue == code,
                "\(why)"
            )
        }
    }

    @Test("another format is not read, a broken header neither; one id of two sources is two events")
    func borders() async throws {
        try await withService { bench in
            let avro = try await bench.ask(
                "POST",
                "/v1/events",
                as: .write,
                "x",
                type: "application/cloudevents+avro"
            )
            #expect(avro.status == 415)
            let plain = try await bench.ask("POST", "/events", as: .write, "{}")
            #expect(plain.status == 415)
            let broken = try await bench.ask(
                "POST",
                "/events",
                as: .write,
                headers: [("ce-specversion", "%FF")]
            )
            #expect(broken.status == 400 && broken.code == "bad_text")
            for source in ["a", "b"] {
                let body = #"{"specversion":"1.0","id":"1","source":"\#(source)","type":"t","subject":"p"}"#
                _ = try await bench.ask("POST", "/events", as: .write, body, type: Self.mediaType)
            }
            #expect(try await bench.count("select count(*) from event") == 2)
            let leave = try await bench.ask(
                "OPTIONS",
                "/events",
                as: nil,
                headers: [("WebHook-Request-Origin", "x.example")]
            )
            #expect(
                leave.headers["WebHook-Allowed-Origin"] == "x.example"
                    && leave.headers["WebHook-Allowed-Rate"] == "*"
            )
        }
    }
}
