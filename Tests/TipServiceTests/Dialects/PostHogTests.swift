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
