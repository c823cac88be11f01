import Testing
import TipCore
import TipWire

@Suite("Whatever the catalog and the history, an answer keeps its promises")
struct DecisionLawTests {
    @Test(
        "members belong to the status, copy is always there, groups put forward what is available",
        arguments: 0..<40
    )
    func laws(seed: Int) throws {
        var dice = Dice(seed: UInt64(seed))
        var catalog = CompiledCatalog(dice.catalog())
        let start: Int64 = 1_772_445_600_000_000
        let history = dice.history(under: catalog.catalog, from: start)
        var state = PersonState()
        for event in history { state.apply(catalog.foldEvent(event), under: catalog) }
        let now = Timestamp(microseconds: start + 40 * 3_600_000_000)
        let request = DecisionRequest(
            person: "p",
            device: "d1",
            locale: dice.pick([nil, "ja", "en_US"]),
            tips: dice.maybe { dice in catalog.catalog.tips.map(\.id).filter { _ in dice.flip() } + ["nope"]
            },
            isExplained: dice.flip()
        )
        let asked = request.numbers(in: &catalog)
        let eligibility = Eligibility(
            state,
            under: catalog,
            conditions: dice.conditions(catalog),
            asker: request.asker
        )

        let answer = DecisionAnswer(eligibility, at: now, revision: 3).json(for: request, asked: asked)

        for tip in try #require(answer["tips"]?.arrayValue) { check(tip, request, now) }
        for group in try #require(answer["groups"]?.arrayValue) {
            guard let current = group["currentTip"]?.stringValue else {
                #expect(group["currentTip"] == .null)
                continue
            }
            let number = try #require(catalog.vocabulary.tips.number(of: current))
            #expect(eligibility.status(of: number, at: now) == .available, "\(current)")
        }
        #expect(try JSON5Reader().read(SourceText(answer.text())).json == answer, "the answer is JSON")
    }

    private func check(_ tip: JSON, _ request: DecisionRequest, _ now: Timestamp) {
        let status = tip["status"]?.stringValue.flatMap(TipStatus.init)
        let because = tip["because"]?.arrayValue ?? []
        #expect(status != nil)
        #expect((status == .pending) == !because.isEmpty, "\(tip.text())")
        #expect((tip["reason"] != nil) == (status == .invalidated), "\(tip.text())")
        #expect((tip["experiment"] == nil) == (tip["variant"] == nil), "\(tip.text())")
        let blockers = tip["blockers"]?.arrayValue?.map { $0["because"] }
        #expect(blockers == (request.isExplained && status == .pending ? because : nil), "\(tip.text())")
        if let until = tip["until"]?.stringValue {
            #expect(Timestamp(rfc3339: until).map { $0 > now } ?? false, "\(tip.text())")
        }
        guard case .object(let copy) = tip["copy"] else {
            Issue.record("no copy: \(tip.text())")
            return
        }
        #expect(copy.map(\.key) == ["title", "message", "image", "actions"])
        if let tips = request.tips, let name = tip["tip"]?.stringValue {
            #expect(tips.contains(name) || tips.contains { TipTemplate(id: $0)?.item(of: name) != nil })
        }
    }
}

extension Dice {
    /// What a person did with what a catalog names, a few hours apart.
    fileprivate mutating func history(under catalog: Catalog, from start: Int64) -> [Event] {
        let tips = catalog.tips.map { $0.id.replacing("{item}", with: "7") } + ["unknown"]
        let events = catalog.events.keys.sorted() + ["unknown"]
        let parameters = catalog.parameters.keys.sorted() + ["unknown"]
        return (0..<roll(0...30)).map { index in
            let tip = pick(tips)
            let body: EventBody =
                switch roll(0...8) {
                case 0, 1: .donation(event: pick(events), info: ["x": .number(Double(roll(0...2)))])
                case 2: .parameter(name: pick(parameters), value: scalar())
                case 3, 4: .impression(.init(tip: tip, display: "display-\(index)"))
                case 5: .invalidation(tip: tip, reason: pick([.actionPerformed, .tipClosed]))
                case 6: .overrideSet(kind: pick(OverrideKind.allCases), tips: [tip], until: nil)
                case 7: pick([.session, .optOut, .optIn, .datastoreReset, .overrideCleared(kind: nil)])
                default: .eligibilityReset(tip: tip)
                }
            let at = Timestamp(microseconds: start + Int64(index) * 3_600_000_000)
            return Event(id: "e\(index)", person: "p", at: at, device: "d1", body: body)
        }
    }

    /// Running experiments, a tip that is switched off.
    fileprivate mutating func conditions(_ catalog: CompiledCatalog) -> ProjectConditions {
        var timeline = ProjectTimeline()
        for experiment in catalog.catalog.experiments where flip() {
            let phase = ExperimentPhase(first: experiment, start: .epoch)
            timeline.record(
                .experiment(experiment.id, pick([.running(phase), .stopped, .paused(phase)])),
                at: .epoch
            )
        }
        if let tip = catalog.catalog.tips.first, flip() { timeline.record(.tipOff(tip.id), at: .epoch) }
        return timeline.conditions(at: Timestamp(microseconds: .max), under: catalog)
    }
}
