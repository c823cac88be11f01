import Testing
import TipTestSupport

@testable import TipCore

@Suite("A schedule, or else the default, says of any later instant what a question at it is answered")
struct ScheduleLawTests {
    /// The status that a store would read for a tip: from the person's record, else from the default.
    private func stored(
        _ tip: UInt32,
        _ state: PersonState,
        _ records: [TipRecord],
        _ maker: ScheduleMaker,
        at instant: Timestamp
    ) -> TipStatus? {
        if let record = records.first(where: { $0.tip == tip }) { return record.schedule.status(at: instant) }
        guard let entry = maker.defaults.first(where: { $0.tip == tip }),
            let stretch = entry.stretches.last(where: { $0.start.map { $0 <= instant } ?? true })
        else { return nil }
        if state.isOptedOut { return .pending }
        let release = state.clockStart?.adding(microseconds: stretch.wait)
        let isHeld = stretch.status == .available && (release.map { instant < $0 } ?? false)
        return isHeld ? .pending : stretch.status
    }

    @Test("random catalogs, histories and changes of the project, known or to come", arguments: 1...60)
    func agreement(seed: Int) {
        let world = RandomWorld(seed: UInt64(seed))
        var random = SeededGenerator(seed: UInt64(seed))
        var rows = 0
        for count in [1, 7, 20, 40] {
            let state = world.state(after: count)
            guard let last = state.lastEvent else { continue }
            // What was decided after the base lies ahead, as far as the store knows.
            let base = RandomWorld.start.adding(
                seconds: [0, 200, 500, 900].randomElement(using: &random) ?? 0
            )
            let outlook = world.timeline.outlook(from: base, under: world.catalog)
            let maker = ScheduleMaker(outlook, under: world.catalog)
            let person = "person-\(seed % 5)"
            let records = maker.records(of: state, person: person, under: world.catalog)
            rows += records.count
            let from = max(last, base)
            for _ in 0..<30 {
                let span: Int64 =
                    [60_000_000, 4_000_000_000, 200_000_000_000].randomElement(using: &random) ?? 1
                let instant = from.adding(microseconds: .random(in: 0...span, using: &random))
                let asked = Eligibility(
                    state,
                    under: world.catalog,
                    conditions: world.timeline.conditions(at: instant, under: world.catalog),
                    asker: Asker(person: person)
                )
                for tip in asked.numbers() {
                    let expected = asked.status(of: tip, at: instant)
                    let found = stored(tip, state, records, maker, at: instant)
                    #expect(found == expected, "\(world.catalog.vocabulary.tips[tip]) after \(count)")
                }
            }
        }
        #expect(rows > 0)
    }

    @Test(
        "at each instant of change the status is the new one, and just before it the old one",
        arguments: 1...40
    )
    func edges(seed: Int) {
        let world = RandomWorld(seed: UInt64(seed))
        let state = world.state(after: 40)
        let outlook = world.timeline.outlook(from: RandomWorld.start, under: world.catalog)
        let maker = ScheduleMaker(outlook, under: world.catalog)
        for record in maker.records(of: state, person: "p", under: world.catalog) {
            var before = record.schedule.status
            for change in record.schedule.changes {
                for (instant, status) in [
                    (change.at.adding(microseconds: -1), before), (change.at, change.status),
                ] {
                    let asked = Eligibility(
                        state,
                        under: world.catalog,
                        conditions: world.timeline.conditions(at: instant, under: world.catalog),
                        asker: Asker(person: "p")
                    )
                    #expect(asked.status(of: record.tip, at: instant) == status)
                    #expect(record.schedule.status(at: instant) == status)
                }
                #expect(change.status != before, "a change that is none")
                before = change.status
            }
        }
    }

    @Test("of a person whom nothing concerns but other tips, no record is kept of those")
    func sparse() throws {
        let rule = try Rule(parsing: #"param("flag") == true"#)
        let tips = (0..<100).map { TipDefinition(id: "t\($0)", rules: $0 == 7 ? [rule] : []) }
        var catalog = CompiledCatalog(
            Catalog(displayFrequency: DisplayFrequency(seconds: 60) ?? .immediate, tips: tips)
        )
        let maker = ScheduleMaker(ProjectTimeline().outlook(from: .epoch, under: catalog), under: catalog)
        var state = PersonState()
        let shown = Event(id: "e", person: "p", at: .epoch, body: .impression(.init(tip: "t3", display: "d")))
        state.apply(catalog.foldEvent(shown), under: catalog)
        let names = catalog.vocabulary.tips
        let records = maker.records(of: state, person: "p", under: catalog)
        #expect(records.map { names[$0.tip] } == ["t3"])
        let flag = Event(
            id: "f",
            person: "p",
            at: .epoch,
            body: .parameter(name: "flag", value: .boolean(true))
        )
        state.apply(catalog.foldEvent(flag), under: catalog)
        let more = maker.records(of: state, person: "p", under: catalog)
        #expect(Set(more.map { names[$0.tip] }) == ["t3", "t7"])
    }

    @Test("a schedule with too many changes ends where the next would be, and says so")
    func bound() throws {
        // As the donations grow too old one by one, the rule turns with each.
        let count = #"event("e").donations.donatedWithin(hour).count"#
        let text = stride(from: 0, to: 140, by: 2).map { "\(count) == \($0)" }.joined(separator: " || ")
        let tip = TipDefinition(id: "t", rules: [try Rule(parsing: text)])
        var catalog = CompiledCatalog(Catalog(tips: [tip]))
        var state = PersonState()
        for number in 1...140 {
            let at = Timestamp.epoch.adding(seconds: Int64(number))
            let event = Event(id: "e\(number)", person: "p", at: at, body: .donation(event: "e", info: [:]))
            state.apply(catalog.foldEvent(event), under: catalog)
        }
        let maker = ScheduleMaker(ProjectTimeline().outlook(from: .epoch, under: catalog), under: catalog)
        let schedule = try #require(maker.records(of: state, person: "p", under: catalog).first).schedule
        #expect(schedule.changes.count == TipSchedule.changeLimit)
        let end = try #require(schedule.knownUntil)
        #expect(schedule.status(at: end) == nil)
        #expect(schedule.status(at: end.adding(microseconds: -1)) != nil)
        #expect(schedule.changes.allSatisfy { $0.at < end })
    }
}
