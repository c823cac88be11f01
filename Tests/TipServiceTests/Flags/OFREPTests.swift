import HTTPServer
import Postgres
import Testing
import TipCore
import TipStore

@testable import TipService

@Suite("Flags over OFREP: parameters, variants and copy, in the words that SDKs know")
struct OFREPTests {
    private static let catalog = """
        {"parameters":{"isLoggedIn":{"default":false},"limit":{"default":3},"weight":{"default":1.5},
          "platform":{"type":"string","default":null}},
        "tips":[{"id":"favorites","title":{"en":"Save for later","ja":"あとで"},"options":{"maxDisplayCount":3},
          "rules":["param(\\"isLoggedIn\\") == true"]},
          {"id":"plain","title":"Plain"},{"id":"trail-{item}","title":"Trail"}],
        "experiments":[{"id":"copy","tip":"favorites","variants":[{"id":"control"},{"id":"benefit","title":"Keep it"}],
          "primary":{"metric":"tap"}}]}
        """

    private func withFlags(_ body: (ServiceBench) async throws -> Void) async throws {
        try await withService { bench in
            let put = try await bench.ask("PUT", "/v1/catalog", as: .admin, Self.catalog)
            try #require(put.status == 200, "\(put.json.text())")
            let start = try await bench.ask("POST", "/v1/experiments/copy/start", as: .admin)
            try #require(start.status == 200, "\(start.json.text())")
            try await body(bench)
        }
    }

    private func flag(
        _ bench: ServiceBench,
        _ key: String,
        _ context: String = #""targetingKey":"ann""#
    ) async throws -> ServiceBench.Answer {
        try await bench.ask(
            "POST",
            "/ofrep/v1/evaluate/flags/\(key)",
            as: .evaluate,
            #"{"context":{\#(context)}}"#
        )
    }

    /// A flag, the context, and what is answered under `value`, `variant` and `reason`, as text.
    static let flags: [(why: String, key: String, context: String, answer: String)] = [
        ("a parameter by its default", "isLoggedIn", "", "false default DEFAULT"),
        (
            "what the app says about the person", "isLoggedIn", #","isLoggedIn":true"#,
            "true given TARGETING_MATCH"
        ),
        ("a whole number", "limit", "", "3 default DEFAULT"),
        ("a number with a fraction", "weight", "", "1.5 default DEFAULT"),
        ("a fraction is kept where it is zero", "weight", #","weight":2"#, "2.0 given TARGETING_MATCH"),
        ("no value: the app's default", "platform", "", "absent default DEFAULT"),
        ("whether a tip may be shown", "tip.favorites.enabled", "", "false off TARGETING_MATCH"),
        ("and for whom it may", "tip.favorites.enabled", #","isLoggedIn":true"#, "true on TARGETING_MATCH"),
        ("a tip's status", "tip.favorites.status", "", "\"pending\" pending TARGETING_MATCH"),
        ("an option of a tip", "tip.favorites.max_displays", "", "3 default STATIC"),
        ("copy that is the same for everybody", "tip.plain.title", "", "\"Plain\" default STATIC"),
        ("an item of a reusable tip", "tip.trail-7.title", "", "\"Trail\" default STATIC"),
    ]

    @Test("a flag has value, variant and reason", arguments: flags.indices)
    func flag(row: Int) async throws {
        let (why, key, context, expected) = Self.flags[row]
        try await withFlags { bench in
            let body = #"{"context":{"targetingKey":"ann"\#(context)}}"#
            let request = try HTTPRequest(
                method: "POST",
                target: "/ofrep/v1/evaluate/flags/\(key)",
                headers: ["X-API-Key": bench.keys[.evaluate] ?? ""],
                body: Array(body.utf8)
            )
            let response = await bench.server.answer(request)
            let text = String(decoding: response.body, as: UTF8.self)
            let answer = ServiceBench.Answer(response)
            #expect(answer.status == 200, "\(why): \(text)")
            // The text, since a reader of JSON would hide whether the fraction is there.
            let value = text.firstMatch(of: /"value":([^,]*),/).map { String($0.1) } ?? "absent"
            let words = [value, answer.json["variant"]?.stringValue, answer.json["reason"]?.stringValue]
            #expect(words.map { $0 ?? "none" }.joined(separator: " ") == expected, "\(why)")
        }
    }

    @Test("the variant is that of a decision, for a flag of the experiment and for the copy")
    func variants() async throws {
        try await withFlags { bench in
            for number in 0..<40 {
                let person = "person-\(number)"
                let decision = try await bench.ask(
                    "POST",
                    "/v1/decisions",
                    as: .evaluate,
                    #"{"person":"\#(person)","tips":["favorites"]}"#
                )
                let tip = try #require(decision.json["tips"]?.arrayValue?.first)
                let context = #""targetingKey":"\#(person)","locale":"ja-JP""#
                let experiment = try await flag(bench, "experiment.copy", context)
                #expect(experiment.json["value"] == tip["variant"] && experiment.json["reason"] == "SPLIT")
                let title = try await flag(bench, "tip.favorites.title", context)
                #expect(
                    title.json["variant"] == tip["variant"] && title.json["metadata"]?["experiment"] == "copy"
                )
                let benefit = tip["variant"] == "benefit"
                #expect(title.json["value"] == (benefit ? "Keep it" : "あとで"))
            }
            // An evaluation is no exposure, and leaves nothing in the log.
            #expect(try await bench.count("select count(*) from event e where e.stream <> 0") == 0)
        }
    }

    static let refusals: [(why: String, key: String, body: String, status: Int, code: String)] = [
        ("no such flag", "nope", #"{"context":{"targetingKey":"a"}}"#, 404, "FLAG_NOT_FOUND"),
        ("no such flag, and nobody", "nope", "{}", 404, "FLAG_NOT_FOUND"),
        ("nobody, and the answer depends", "tip.favorites.title", "{}", 400, "TARGETING_KEY_MISSING"),
        ("an empty key", "isLoggedIn", #"{"context":{"targetingKey":""}}"#, 400, "TARGETING_KEY_MISSING"),
        ("a context that is none", "isLoggedIn", #"{"context":1}"#, 400, "INVALID_CONTEXT"),
        ("a key that is no text", "isLoggedIn", #"{"context":{"targetingKey":[]}}"#, 400, "INVALID_CONTEXT"),
        ("no JSON", "isLoggedIn", "{", 400, "PARSE_ERROR"),
    ]

    @Test("a refusal has key, errorCode and errorDetails", arguments: refusals.indices)
    func refusal(row: Int) async throws {
        let (why, key, body, status, code) = Self.refusals[row]
        try await withFlags { bench in
            let path = "/ofrep/v1/evaluate/flags/\(key)"
            let answer = try await bench.ask("POST", path, as: .evaluate, body)
            #expect(answer.status == status && answer.json["errorCode"]?.stringValue == code, "\(why)")
            #expect(answer.json["key"]?.stringValue == key, "\(why)")
            #expect(answer.json["errorDetails"]?.stringValue?.isEmpty == false, "\(why)")
            let nobody = try await bench.ask("POST", path, as: nil, body)
            #expect(nobody.status == 401 && nobody.json["errorDetails"]?.stringValue?.isEmpty == false)
        }
    }

    @Test("static flags need nobody")
    func statics() async throws {
        try await withFlags { bench in
            let answer = try await flag(bench, "tip.plain.title", "")
            #expect(answer.status == 200 && answer.json["reason"] == "STATIC")
        }
    }

    @Test("all flags at once carry a tag that changes with the person's result only")
    func bulk() async throws {
        try await withFlags { bench in
            let body = #"{"context":{"targetingKey":"ann"}}"#
            let path = "/ofrep/v1/evaluate/flags"
            let first = try await bench.ask("POST", path, as: .evaluate, body)
            let keys = first.json["flags"]?.arrayValue?.compactMap { $0["key"]?.stringValue } ?? []
            #expect(Set(keys).isSuperset(of: ["isLoggedIn", "experiment.copy", "tip.plain.copy", "weight"]))
            #expect(Set(keys).count == keys.count)
            let tag = try #require(first.headers["ETag"])
            let same = try await bench.ask(
                "POST",
                path,
                as: .evaluate,
                body,
                headers: [("If-None-Match", tag)]
            )
            #expect(same.status == 304 && same.json == .null && same.headers["ETag"] == tag)
            #expect(same.headers["Access-Control-Expose-Headers"]?.contains("ETag") == true)
            let event = #"{"type":"parameter","person":"ann","name":"isLoggedIn","value":true}"#
            #expect(try await bench.post(event).status == 200)
            let other = try await bench.ask(
                "POST",
                path,
                as: .evaluate,
                body,
                headers: [("If-None-Match", tag)]
            )
            #expect(other.status == 200 && other.headers["ETag"] != tag)
            let nobody = try await bench.ask("POST", path, as: .evaluate, "{}")
            #expect(nobody.status == 400 && nobody.json["errorCode"] == "TARGETING_KEY_MISSING")
        }
    }

    @Test("a browser is let in before it sends")
    func preflight() async throws {
        try await withFlags { bench in
            for path in ["/ofrep/v1/evaluate/flags", "/v1/batch", "/v1/events"] {
                let answer = try await bench.ask("OPTIONS", path, as: nil)
                #expect(answer.status == 204 && answer.headers["Access-Control-Allow-Origin"] == "*")
                #expect(answer.headers["Access-Control-Allow-Headers"]?.contains("X-API-Key") == true)
            }
            let admin = try await bench.ask("OPTIONS", "/v1/experiments", as: nil)
            #expect(admin.status == 204 && admin.headers["Access-Control-Allow-Origin"] == nil)
        }
    }
}
