import Foundation
import HTTPServer
import Postgres
import Testing
import TipCore
import TipService
import TipStore

@Suite("PostHog's captures become native events, and each event's result is told where it is asked for")
struct PostHogTests {
    static let events: [(why: String, body: String, log: [String])] = [
        (
            "a tip's display",
            #"{"event":"tip displayed","distinct_id":"p","uuid":"u","properties":{"tip_id":"T","variant":"b","$os":"iOS"}}"#,
            ["impression p T b"]
        ),
        (
            "what an app calls its own",
            #"{"event":"order","distinct_id":"p","uuid":"u","properties":{"$lib":"x"}}"#,
            ["donation p order -"]
        ),
        (
            "what is set, at the top or among the properties",
            #"{"event":"$set","distinct_id":"p","uuid":"u","$set":{"plan":"free"}}"#, ["parameter p plan -"]
        ),
        (
            "an alias joins",
            #"{"event":"$create_alias","distinct_id":"a","uuid":"u","properties":{"alias":"p"}}"#,
            ["identified a - -", "identify p - -"]
        ),
        (
            "identify joins and sets",
            #"{"event":"$identify","distinct_id":"p","uuid":"u","properties":{"$anon_distinct_id":"a","$set":{"plan":"x"}}}"#,
            ["identified a - -", "identify p - -", "parameter p plan -"]
        ),
        (
            "a call for a flag that is no experiment of ours is a donation",
            #"{"event":"$feature_flag_called","distinct_id":"p","uuid":"u","properties":{"$feature_flag":"other","$feature_flag_response":true}}"#,
            ["donation p $feature_flag_called -"]
        ),
    ]

    @Test("an event, sent twice, becomes its events once", arguments: events.indices)
    func event(row: Int) async throws {
        let (why, body, log) = Self.events[row]
        try await withService { bench in
            for path in ["/batch/", "/i/v1/analytics/events"] {
                let answer = try await bench.ask("POST", path, as: .write, "{\"batch\":[\(body)]}")
                let expected: JSON = path == "/batch/" ? ["status": 1] : ["results": ["u": ["result": "ok"]]]
                #expect(answer.status == 200 && answer.json == expected, "\(why): \(answer.json.text())")
            }
            #expect(try await bench.story() == log.sorted(), "\(why)")
        }
    }

    /// One event in the ways browsers pack it; gzip without compression, made by hand.
    static let packed: [(why: String, method: String, target: String, type: String, body: [UInt8])] = {
        let event = #"{"event":"order","distinct_id":"p","uuid":"u","properties":{"a":"1?>~"}}"#
        let base64 = Data(event.utf8).base64EncodedString()
        let safe = { (text: String) in
            text.utf8.map { byte in
                let digits = String(byte, radix: 16, uppercase: true)
                return "%" + (digits.count == 1 ? "0" : "") + digits
            }.joined()
        }
        let gzip = StoredDeflate.gzip(Array(event.utf8))
        let form = "application/x-www-form-urlencoded"
        return [
            ("a query's data", "GET", "/e/?data=\(safe(event))&ver=1", "", []),
            ("a query's data in base64", "GET", "/i/v0/e?compression=base64&data=\(safe(base64))", "", []),
            ("a form", "POST", "/e/", form, Array("data=\(safe(event))".utf8)),
            (
                "a form in base64, its plus not escaped", "POST", "/capture/", form,
                Array("compression=base64&data=\(base64)".utf8)
            ),
            (
                "a form in base64 that does not say so", "POST", "/e/", form,
                Array("data=\(safe(base64))".utf8)
            ),
            ("gzip-js", "POST", "/e/?compression=gzip-js&ip=1", "text/plain", gzip),
            (
                "gzip-js that came undone already", "POST", "/batch/?compression=gzip-js", "text/plain",
                Array(event.utf8)
            ),
        ]
    }()

    @Test("an event is the same however a browser packs it", arguments: packed.indices)
    func unpacks(row: Int) async throws {
        let (why, method, target, type, body) = Self.packed[row]
        try await withService { bench in
            let key = try #require(bench.keys[.write])
            let headers: HTTPHeaders = ["X-API-Key": key, "Content-Type": type]
            let request = try HTTPRequest(method: method, target: target, headers: headers, body: body)
            for _ in 1...2 {
                let answer = ServiceBench.Answer(await bench.server.answer(request))
                #expect(answer.status == 200 && answer.json == ["status": 1], "\(why): \(answer.json.text())")
            }
            #expect(try await bench.story() == ["donation p order -"], "\(why)")
        }
    }

    @Test("what is packed wrongly, unknown or a bomb is refused, and HEAD stores nothing")
    func badlyPacked() async throws {
        try await withService { bench in
            let key = try #require(bench.keys[.write])
            let bomb = StoredDeflate.gzip([UInt8](repeating: 32, count: 9 << 20))
            let refused: [(why: String, method: String, target: String, body: [UInt8], status: Int)] = [
                ("no data", "GET", "/e/?ver=1", [], 400), ("no base64", "GET", "/e/?data=*", [], 400),
                ("an unknown packing", "POST", "/e/?compression=lz64", [1, 2], 415),
                ("half a gzip", "POST", "/e/?compression=gzip-js", [0x1F, 0x8B, 8], 400),
                ("more than may be", "POST", "/e/?compression=gzip-js", bomb, 413),
                ("HEAD", "HEAD", "/e/?data=%7B%22event%22:%22x%22,%22distinct_id%22:%22p%22%7D", [], 405),
            ]
            for (why, method, target, body, status) in refused {
                let request = try HTTPRequest(
                    method: method,
                    target: target,
                    headers: ["X-API-Key": key],
                    body: body
                )
                let answer = await bench.server.answer(request)
                #expect(answer.status == status, "\(why): \(String(decoding: answer.body, as: UTF8.self))")
            }
            #expect(try await bench.story() == [])
        }
    }

    @Test("of some, each one's result is told by its uuid")
    func results() async throws {
        try await withService { bench in
            let body = """
                {"batch":[{"event":"a","distinct_id":"p","uuid":"1"},{"event":"b","uuid":"2"},
                {"event":"tip action","distinct_id":"p","uuid":"3","properties":{}}]}
                """
            let answer = try await bench.ask("POST", "/i/v1/analytics/events", as: .write, body)
            let results = answer.json["results"]
            #expect(results?["1"] == ["result": "ok"] && results?["2"]?["result"] == "drop")
            #expect(results?["3"]?["details"]?.stringValue?.hasPrefix("missing_field: ") == true)
            let older = try await bench.ask("POST", "/batch", as: .write, body)
            #expect(older.status == 200 && older.json == ["status": 1])
        }
    }

    @Test("a call for an experiment of ours is an exposure")
    func exposure() async throws {
        try await withService { bench in
            try await bench.startExperiment()
            let body = """
                {"event":"$feature_flag_called","distinct_id":"p","uuid":"u","properties":{
                "$feature_flag":"experiment.copy","$feature_flag_response":"benefit"}}
                """
            _ = try await bench.ask("POST", "/capture/", as: .write, body)
            #expect(try await bench.story().filter { $0.contains(" p ") } == ["exposure p favorites benefit"])
        }
    }

    @Test("the key may stand in the body; a refusal has the words that the SDKs look for")
    func keys() async throws {
        try await withService { bench in
            let key = try #require(bench.keys[.write])
            let batch = #"{"api_key":"\#(key)","batch":[{"event":"a","distinct_id":"p","uuid":"1"}]}"#
            let batchAnswer = try await bench.ask("POST", "/batch/", as: nil, batch)
            #expect(batchAnswer.status == 200)
            let single = #"{"token":"\#(key)","event":"a","distinct_id":"p","uuid":"2"}"#
            let singleAnswer = try await bench.ask("POST", "/i/v0/e/", as: nil, single)
            #expect(singleAnswer.status == 200)
            let older = try await bench.ask("POST", "/batch/", as: nil, "{\"batch\":[]}")
            #expect(
                older.status == 401 && older.json["type"] == "authentication_error"
                    && older.code == "key_missing"
            )
            let newer = try await bench.ask("POST", "/i/v1/analytics/events", as: .write, "{")
            #expect(newer.status == 400 && newer.json["error"] == "malformed")
            #expect(newer.json["error_description"]?.stringValue?.isEmpty == false)
        }
    }
}

extension ServiceBench {
    /// Puts a catalog with one experiment, `copy` on the tip `favorites`, in force and starts it.
    func startExperiment(audience: String = "[]", more: String = "") async throws {
        let catalog = """
            {"parameters":{"isLoggedIn":{"default":false},"platform":{"type":"string","default":null}},
            "tips":[{"id":"favorites","title":"Save for later"}],
            "experiments":[{"id":"copy","tip":"favorites","audience":\(audience)\(more),
            "variants":[{"id":"control"},{"id":"benefit","title":"Keep it"}],"primary":{"metric":"tap"}}]}
            """
        let put = try await ask("PUT", "/v1/catalog", as: .admin, catalog)
        try #require(put.status == 200, "\(put.json.text())")
        let start = try await ask("POST", "/v1/experiments/copy/start", as: .admin)
        try #require(start.status == 200, "\(start.json.text())")
    }
}
