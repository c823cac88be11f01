import Testing
import TipCore
import TipService
import TipStore
import TipWire

@Suite("The golden cases come out of the endpoints and the database as they come out of the engine")
struct GoldenCaseTests {
    @Test(
        "cases under one set of settings, all in one log",
        .enabled(if: SharedCases.file != nil, "no shared cases")
    )
    func together() async throws {
        let cases = try #require(SharedCases.file).cases
        try await withService { bench in
            var checked = 0
            for golden in cases {
                let scenario = try golden.scenario.get()
                guard scenario.settings.isEmpty else { continue }
                try await Self.run(scenario, of: golden.id, on: bench)
                checked += scenario.expectations.count
            }
            #expect(checked > 200)
        }
    }

    @Test(
        "cases whose settings change, each in a log of its own",
        .enabled(if: SharedCases.file != nil, "no shared cases")
    )
    func changing() async throws {
        let cases = try #require(SharedCases.file).cases
        for golden in cases {
            let scenario = try golden.scenario.get()
            guard !scenario.settings.isEmpty else { continue }
            try await withService { bench in try await Self.run(scenario, of: golden.id, on: bench) }
        }
    }

    // MARK: Running

    private static func run(_ scenario: GoldenCase.Scenario, of id: String, on bench: ServiceBench)
        async throws
    {
        try await apply(scenario, on: bench)
        let posted = scenario.events.map { event in
            var event = event
            event.person = id
            return EventEncoder.json(event).text()
        }
        for start in stride(from: 0, to: posted.count, by: 1000) {
            let batch = posted[start..<min(start + 1000, posted.count)]
            let answer = try await bench.post("[" + batch.joined(separator: ",") + "]")
            #expect(answer.status == 200 && answer.json["rejected"] == 0, "\(id): \(answer.json.text())")
        }
        let decisions = DecisionService(bench.workspace)
        for expectation in scenario.expectations {
            let place = "\(id), line \(expectation.position.line)"
            switch expectation.check {
            case .group(let group, let currentTip):
                let answer = try await decide(id, nil, expectation.at, bench)
                let found = answer["groups"]?.arrayValue?.first { $0["group"]?.stringValue == group }
                #expect(found?["currentTip"] == (currentTip.map { .string($0) } ?? .null), "\(place)")
            case .tip(let tip, let check):
                let answer = try await decide(id, tip, expectation.at, bench)
                let told = try #require(answer["tips"]?.arrayValue?.first, "\(place)")
                #expect(told["tip"]?.stringValue == tip, "\(place)")
                let request = DecisionRequest(person: id, at: expectation.at)
                let explained = try await decisions.explain(.init(request), tip: tip)
                let seen = check.seen(in: explained.explanation.answer, explained.catalog)
                #expect(seen == check, "\(place): expected \(check.words), got \(seen.words)")
                expectSame(told, check, place)
            }
        }
    }

    /// What the endpoint says of the things that a check mentions; the others are not on the wire.
    private static func expectSame(_ told: JSON, _ check: GoldenCase.TipCheck, _ place: String) {
        if let status = check.status { #expect(told["status"]?.stringValue == status, "\(place)") }
        if let reason = check.reason { #expect(told["reason"]?.stringValue == reason, "\(place)") }
        if let because = check.because {
            #expect((told["because"]?.arrayValue ?? []).compactMap(\.stringValue) == because, "\(place)")
        }
    }

    private static func decide(
        _ person: String,
        _ tip: String?,
        _ at: Timestamp,
        _ bench: ServiceBench
    ) async throws -> JSON {
        let request = DecisionRequest(person: person, tips: tip.map { [$0] }, at: at)
        let answer = try await bench.ask("POST", "/v1/decisions", as: .evaluate, request.json.text())
        #expect(answer.status == 200 && answer.json["at"]?.stringValue == at.rfc3339)
        return answer.json
    }

    /// Puts the case's catalog in force from the beginning of time, and its later settings from theirs.
    private static func apply(_ scenario: GoldenCase.Scenario, on bench: ServiceBench) async throws {
        let catalogs = CatalogService(bench.workspace)
        _ = try await catalogs.apply(scenario.catalog, at: .epoch)
        for change in scenario.settings {
            _ = try await catalogs.apply(scenario.catalog(at: change.at), at: change.at)
        }
    }
}
