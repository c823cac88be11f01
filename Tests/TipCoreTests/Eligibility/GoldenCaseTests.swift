import Testing

@testable import TipCore

@Suite("Eligibility is what the shared cases say")
struct GoldenCaseTests {
    private struct File: Decodable {
        let cases: [GoldenCase]
    }

    static let cases = SharedCases.decode(File.self, from: "tipkit-cases.json")?.cases ?? []

    @Test(
        "the file has cases",
        .enabled(if: SharedCases.has("tipkit-cases.json"), "shared cases are missing")
    )
    func isThere() {
        #expect(!Self.cases.isEmpty)
    }

    @Test("each case", arguments: cases)
    func golden(_ golden: GoldenCase) throws {
        let definition = try golden.catalog()
        var catalog = CompiledCatalog(definition)
        let (events, timeline) = golden.history(under: definition)
        let history = HistoryOrder.sorted(Event.withoutDuplicates(events))
        for expectation in golden.expect {
            let now = at(expectation.at)
            var state = PersonState()
            for event in history where event.at <= now {
                let folded = catalog.foldEvent(event)
                #expect(state.canApply(folded.historyKey))
                state.apply(folded, under: catalog)
            }
            let eligibility = Eligibility(
                state,
                under: catalog,
                conditions: timeline.conditions(at: now, under: catalog),
                asker: Asker(person: "p", device: "d1")
            )
            try check(expectation, eligibility, at: now)
        }
    }

    private func check(
        _ expectation: GoldenCase.Expectation,
        _ eligibility: Eligibility,
        at now: Timestamp
    ) throws {
        let catalog = eligibility.catalog
        if let id = expectation.group {
            let group = try #require(catalog.groups.firstIndex { $0.id == id })
            let current = eligibility.currentTip(of: group, at: now).map { catalog.vocabulary.tips[$0] }
            #expect(current == expectation.currentTip, "group \(id) at \(expectation.at)")
            return
        }
        let id = try #require(expectation.tip)
        let number = try #require(catalog.vocabulary.tips.number(of: id))
        let answer = try #require(eligibility.answer(on: number, at: now))
        let because = answer.verdict.because.map(catalog.name(of:))
        let place = "\(id) at \(expectation.at)"
        #expect(answer.verdict.status.rawValue == expectation.status, "\(place)")
        #expect(eligibility.status(of: number, at: now) == answer.verdict.status, "\(place)")
        if let reason = expectation.reason {
            #expect(answer.verdict.invalidation?.reason.rawValue == reason, "\(place)")
        }
        if let since = expectation.since {
            #expect(answer.verdict.invalidation?.at == at(since), "\(place)")
        }
        #expect(because == expectation.because ?? [], "\(place)")
        if let count = expectation.displayCount { #expect(answer.displayCount == count, "\(place)") }
        if let seconds = expectation.displayedSeconds {
            #expect(Double(answer.displayedMicroseconds) / 1_000_000 == seconds, "\(place)")
        }
    }
}
