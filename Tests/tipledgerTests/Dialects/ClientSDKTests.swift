import Foundation
import Testing
import TipCore
import TipTestSupport

/// One server for all of them, since starting one costs more than they do.
@Suite("The SDKs that apps have work against the server as they are", .serialized)
struct ClientSDKTests {
    /// A driver with its arguments, and how many events of person-1 its calls become.
    static let senders: [(driver: String, arguments: [String], events: Int)] = [
        ("segment", [], 8), ("segment", ["--gzip"], 8), ("rudder", [], 3), ("posthog", ["--gzip"], 4),
        ("posthog", ["--mode", "v1", "--compression", "deflate"], 4), ("cloudevents", [], 4),
    ]

    @Test(
        "what an SDK sends is in the log, and its caller sees no error",
        .enabled(
            if: ClientSDKs.areThere,
            "the SDKs could not be installed from PyPI, or their drivers are missing"
        ),
        .timeLimit(.minutes(30))
    )
    func senders() async throws {
        for (driver, arguments, events) in Self.senders {
            try await withFolder { folder in
                let ledger = try await ServedLedger.start(in: folder)
                let key = try #require(ledger.keys["write"])
                let saw = try #require(
                    await ClientSDKs.drive(driver, ["http://\(ledger.address)", key] + arguments)
                )
                #expect(saw["errors"]?.arrayValue?.isEmpty ?? true, "\(driver) \(arguments): \(saw.text())")
                // Who sends again waits seconds for it.
                #expect(saw["seconds"]?.doubleValue ?? 0 < 4, "\(driver): \(saw.text())")
                let history = try await ledger.ask("GET", "/v1/people/person-1/events", as: "read")
                let types = history.json["events"]?.arrayValue?.compactMap { $0["type"]?.stringValue } ?? []
                #expect(types.count == events, "\(driver) \(arguments): \(types)")
                #expect(try await ledger.stop() == 0)
            }
        }
    }

    @Test(
        "flags: the provider of OpenFeature sees values, variants and errors as it should",
        .enabled(
            if: ClientSDKs.areThere,
            "the SDKs could not be installed from PyPI, or their drivers are missing"
        ),
        .timeLimit(.minutes(30))
    )
    func openFeature() async throws {
        try await withFolder { folder in
            let ledger = try await ServedLedger.start(in: folder)
            let catalog = """
                {"parameters":{"tip.favorites.weight":{"default":1.5}},
                "tips":[{"id":"favorites","title":"Save","options":{"maxDisplayCount":3}}],
                "experiments":[{"id":"x","tip":"favorites","variants":[{"id":"a"},{"id":"b","title":"Keep"}],
                "primary":{"metric":"tap"}}]}
                """
            let put = try await ledger.ask("PUT", "/v1/catalog", as: "admin", catalog)
            try #require(put.status == 200, "\(put.json.text())")
            _ = try await ledger.ask("POST", "/v1/experiments/x/start", as: "admin")
            let key = try #require(ledger.keys["evaluate"])
            let saw = try #require(await ClientSDKs.drive("ofrep", ["http://\(ledger.address)", key]))
            let results = saw["results"]?.arrayValue ?? []
            func result(_ call: String) -> JSON? { results.first { $0["call"]?.stringValue == call } }
            #expect(result("string title")?["reason"] == "SPLIT", "\(saw.text())")
            #expect(result("bool enabled")?["value"] == true)
            #expect(result("int limit")?["value"] == 3)
            #expect(result("float weight")?["value"] == 1.5)
            #expect(result("object copy")?["value"]?["title"] == result("string title")?["value"])
            for call in ["string title", "bool enabled", "int limit", "float weight", "object copy"] {
                #expect(result(call)?["error_code"] == .null, "\(call): \(result(call)?.text() ?? "")")
                #expect(result(call)?["variant"]?.stringValue?.isEmpty == false)
            }
            #expect(result("missing")?["error_code"] == "FLAG_NOT_FOUND")
            #expect(result("no targeting key")?["error_code"] == "TARGETING_KEY_MISSING")
            #expect(result("no context")?["value"] == "Save for later")
            #expect(try await ledger.stop() == 0)
        }
    }

    @Test(
        "GrowthBook's SDK buckets by our payload, and its tracking is counted once a person",
        .enabled(
            if: ClientSDKs.areThere,
            "the SDKs could not be installed from PyPI, or their drivers are missing"
        ),
        .timeLimit(.minutes(30))
    )
    func growthBook() async throws {
        try await withFolder { folder in
            let ledger = try await ServedLedger.start(in: folder)
            let catalog = """
                {"tips":[{"id":"favorites","title":"Save"}],"experiments":[{"id":"x","tip":"favorites",
                "variants":[{"id":"a"},{"id":"b","title":"Keep"}],"primary":{"metric":"tap"}}]}
                """
            _ = try await ledger.ask("PUT", "/v1/catalog", as: "admin", catalog)
            _ = try await ledger.ask("POST", "/v1/experiments/x/start", as: "admin")
            let key = try #require(ledger.keys["evaluate"])
            for round in 1...2 {
                let arguments = ["http://\(ledger.address)", key, "--track", "--people", "3"]
                let saw = try #require(await ClientSDKs.drive("growthbook", arguments))
                #expect(saw["exposures"]?.arrayValue?.count == 3, "\(round): \(saw.text())")
                for person in ["person-0", "person-1", "person-2"] {
                    let decided = try await ledger.ask(
                        "POST",
                        "/v1/decisions",
                        as: "evaluate",
                        #"{"person":"\#(person)"}"#
                    ).json
                    let title = decided["tips"]?.arrayValue?.first?["copy"]?["title"]
                    #expect(saw["assignments"]?[person]?["value"] == title, "\(person): \(saw.text())")
                    let history = try await ledger.ask("GET", "/v1/people/\(person)/events", as: "read").json
                    let types = history["events"]?.arrayValue?.compactMap { $0["type"]?.stringValue } ?? []
                    #expect(types.count { $0 == "exposure" } == 1, "\(round): \(types)")
                    #expect(types.count { $0 == "action_tap" } == round, "\(round): \(types)")
                }
            }
            #expect(try await ledger.stop() == 0)
        }
    }

    /// Ten thousand in the long form, which `scripts/soak` runs: three questions a person, each over the network.
    private static let people = Soak.isOn ? 10_000 : 1000

    private static let comparison = """
        import json, logging, sys
        logging.disable(logging.CRITICAL)
        import requests
        from growthbook import GrowthBook
        from openfeature import api
        from openfeature.contrib.provider.ofrep import OFREPProvider
        from openfeature.evaluation_context import EvaluationContext
        target, key, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
        features = requests.get(target + "/api/features/" + key).json()["features"]
        api.set_provider(OFREPProvider(target, headers_factory=lambda: {"X-API-Key": key}, timeout=10))
        client, session, wrong, seen = api.get_client(), requests.Session(), [], {}
        for n in range(count):
            person = "person-%d" % n
            asked = {"person": person, "tips": ["favorites"], "parameters": {"platform": "iOS" if n % 3 else "web"}}
            answer = session.post(target + "/v1/decisions", json=asked, headers={"X-API-Key": key}).json()
            ours = answer["tips"][0].get("variant")
            book = GrowthBook(attributes={"id": person, "platform": asked["parameters"]["platform"]}, features=features)
            theirs = book.eval_feature("experiment.x").value
            context = EvaluationContext(person, {"platform": asked["parameters"]["platform"]})
            flag = client.get_string_details("experiment.x", "none", context)
            remote = None if flag.value == "none" else flag.value
            seen[str(ours)] = seen.get(str(ours), 0) + 1
            if not (ours == theirs == remote):
                wrong.append([person, ours, theirs, remote])
        print(json.dumps({"wrong": wrong[:5], "count": len(wrong), "seen": seen}))
        """

    @Test(
        "the variant is the same decided, evaluated remotely and bucketed on the device",
        .enabled(
            if: ClientSDKs.areThere,
            "the SDKs could not be installed from PyPI, or their drivers are missing"
        ),
        .timeLimit(.minutes(30))
    )
    func sameVariant() async throws {
        try await withFolder { folder in
            let ledger = try await ServedLedger.start(in: folder)
            let catalog = """
                {"parameters":{"platform":{"type":"string","default":null}},"tips":[{"id":"favorites","title":"Save"}],
                "experiments":[{"id":"x","tip":"favorites","inclusion":0.8,"namespace":{"id":"n","from":0.1,"to":0.9},
                "audience":["param(\\"platform\\") == \\"iOS\\""],"primary":{"metric":"tap"},
                "variants":[{"id":"a","weight":2},{"id":"b","title":"Keep"},{"id":"c","title":"Hold"}]}]}
                """
            let put = try await ledger.ask("PUT", "/v1/catalog", as: "admin", catalog)
            try #require(put.status == 200, "\(put.json.text())")
            _ = try await ledger.ask("POST", "/v1/experiments/x/start", as: "admin")
            let (python, key) = (try #require(ClientSDKs.python), try #require(ledger.keys["evaluate"]))
            let output = await Programs.output(
                of:
                    python,
                ["-c", Self.comparison, "http://\(ledger.address)", key, "\(Self.people)"]
            )
            let found = try #require(
                output.flatMap { JSON(parsing: $0.trimmingCharacters(in: .whitespacesAndNewlines)) }
            )
            #expect(found["count"] == 0, "\(found.text())")
            // All outcomes are among them, or equality would say little.
            for outcome in ["a", "b", "c", "None"] {
                #expect(found["seen"]?[outcome]?.integerValue ?? 0 > 20)
            }
            #expect(try await ledger.stop() == 0)
        }
    }
}
