import HTTPServer
import Postgres
import Testing
import TipCore
import TipStore

@testable import TipService

@Suite("GrowthBook's payload says what its SDKs need to decide as we do")
struct GrowthBookPayloadTests {
    private func features(_ bench: ServiceBench) async throws -> ServiceBench.Answer {
        try await bench.ask("GET", "/api/features/\(bench.keys[.evaluate] ?? "")", as: nil)
    }

    @Test("weights become ranges, namespace and inclusion filters, each with our seed")
    func rule() async throws {
        try await withService { bench in
            let more = #","inclusion":0.5,"namespace":{"id":"line","from":0.25,"to":0.75}"#
            try await bench.startExperiment(more: more)
            let answer = try await features(bench)
            #expect(answer.status == 200 && answer.json["status"] == 200)
            let rule = answer.json["features"]?["tip.favorites.title"]?["rules"]?.arrayValue?.first
            #expect(rule?["seed"] == "copy:variant" && rule?["hashVersion"] == 2 && rule?["key"] == "copy")
            #expect(rule?["ranges"] == [[0, 0.5], [0.5, 1]])
            #expect(rule?["variations"] == ["Save for later", "Keep it"])
            let filters = rule?["filters"]?.arrayValue ?? []
            #expect(filters.map { $0["seed"] } == ["line:namespace", "copy:inclusion"])
            #expect(filters.map { $0["ranges"] } == [[[0.25, 0.75]], [[0, 0.5]]])
        }
    }

    @Test("an audience becomes a condition; one that asks the log is left out with a note")
    func audience() async throws {
        try await withService { bench in
            try await bench.startExperiment(audience: #"["param(\"platform\") == \"iOS\""]"#)
            let rule = try await features(bench).json["features"]?["experiment.copy"]?["rules"]?.arrayValue?
                .first
            #expect(rule?["condition"] == ["platform": ["$type": "string", "$eq": "iOS"]])
        }
        try await withService { bench in
            try await bench.startExperiment(audience: #"["event(\"opened\").donations.count >= 3"]"#)
            let answer = try await features(bench)
            #expect(answer.json["features"]?["experiment.copy"]?["rules"] == nil)
            let notes = answer.json["notes"]?.arrayValue?.compactMap(\.stringValue) ?? []
            #expect(notes.contains { $0.contains("copy is not given out here") })
        }
    }

    @Test("the tag is that of the flags; a wrong key gets 401 and an error")
    func tags() async throws {
        try await withService { bench in
            try await bench.startExperiment()
            let first = try await features(bench)
            let tag = try #require(first.headers["ETag"])
            let path = "/api/features/\(bench.keys[.evaluate] ?? "")"
            let same = try await bench.ask("GET", path, as: nil, headers: [("If-None-Match", tag)])
            #expect(same.status == 304 && same.headers["Cache-Control"]?.contains("max-age=30") == true)
            _ = try await bench.ask("POST", "/v1/experiments/copy/ramp", as: .admin, #"{"inclusion":0.5}"#)
            let other = try await bench.ask("GET", path, as: nil, headers: [("If-None-Match", tag)])
            #expect(other.status == 200 && other.headers["ETag"] != tag)
            let wrong = try await bench.ask("GET", "/api/features/nope", as: nil)
            #expect(wrong.status == 401 && wrong.json["error"]?.stringValue?.isEmpty == false)
        }
    }

    @Test("the plug-in's view of an experiment is one exposure, however often it is sent")
    func tracking() async throws {
        try await withService { bench in
            try await bench.startExperiment()
            let path = "/track?client_key=\(bench.keys[.evaluate] ?? "")"
            let view = """
                [{"event_name":"$$experiment_viewed","properties_json":{"experiment_id":"copy","variation_id":1,
                "variation_key":"benefit","hash_value":"p"},"user_id":null,"device_id":"p"}]
                """
            for _ in 1...2 {
                let answer = try await bench.ask("POST", path, as: nil, view, type: "text/plain")
                #expect(answer.status == 200 && answer.json == ["success": true])
            }
            let own =
                #"[{"event_name":"Tip Action","properties_json":{"tip_id":"favorites"},"device_id":"p"}]"#
            _ = try await bench.ask("POST", path, as: nil, own, type: "text/plain")
            let story = try await bench.story().filter { $0.contains(" p ") }
            #expect(story == ["action_tap p favorites 0", "exposure p favorites benefit"])
        }
    }
}
