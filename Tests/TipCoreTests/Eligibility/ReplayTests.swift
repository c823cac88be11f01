import Testing

@testable import TipCore

@Suite("A replay sees at an instant what happened until then")
struct ReplayTests {
    @Test("a state on the way is the fold of what is visible", arguments: Seeds.first(20))
    func states(seed: UInt64) {
        let world = RandomWorld(seed: seed)
        var replay = Replay(world.folded, under: world.catalog)
        for (count, event) in world.folded.enumerated()
        where event.at < replay.nextEvent ?? event.at.adding(seconds: 1) {
            replay.advance(to: event.at.adding(microseconds: -1))
            #expect(replay.state == world.state(after: count))
        }
        replay.advance(to: Timestamp(microseconds: .max))
        #expect(replay.nextEvent == nil)
        #expect(replay.state == world.state(after: world.folded.count))
        let state = replay.state
        replay.advance(to: .epoch)
        #expect(replay.state == state, "going back changes nothing")
    }

    @Test("an input that is dated later changes the answer when it becomes visible (R15)")
    func future() throws {
        var story = try Story(rules: [#"event("e").donations.donatedWithin(hour).count >= 1"#])
        story.happens("11:00:00", .donation(event: "other", info: [:]))
        story.happens("12:00:00", .donation(event: "e", info: [:]))
        story.happens("12:30:00", .donation(event: "e", info: [:]))
        var catalog = story.catalog
        let events = story.events.map { catalog.foldEvent($0) }
        let replay = Replay(events, under: catalog)
        let conditions = ProjectConditions(of: catalog)
        func change(after time: String) -> Timestamp? {
            replay.nextChange(
                of: 0,
                after: Story.time(time),
                conditions: conditions,
                asker: Asker(person: "p")
            )
        }

        #expect(change(after: "10:00:00") == Story.time("12:00:00"), "not at the event that changes nothing")
        #expect(change(after: "12:00:00") == Story.time("13:30:00").adding(microseconds: 1))
        #expect(change(after: "13:30:01") == nil)
    }

    @Test("what holds for everybody is what was recorded until then, in any order of recording")
    func timeline() throws {
        let definition = Catalog(
            displayFrequency: DisplayFrequency(name: "weekly") ?? .immediate,
            timeZone: "Asia/Tokyo",
            tips: [TipDefinition(id: "t"), TipDefinition(id: "u")]
        )
        let catalog = CompiledCatalog(definition)
        var timeline = ProjectTimeline()
        #expect(
            timeline.conditions(at: .epoch, under: catalog).interval == 604_800_000_000,
            "the catalog's own"
        )
        #expect(timeline.conditions(at: .epoch, under: catalog).zone == ZoneClock.named("Asia/Tokyo"))
        let hourly = DisplayFrequency(name: "hourly") ?? .immediate
        timeline.record(
            .configuration(displayFrequency: .immediate, timeZone: "nowhere"),
            at: Story.time("12:00:00")
        )
        timeline.record(.tipOff("u"), at: Story.time("12:00:00"))
        timeline.record(.tipOn("u"), at: Story.time("12:00:00"))
        timeline.record(
            .configuration(displayFrequency: hourly, timeZone: "Europe/Berlin"),
            at: Story.time("10:00:00")
        )
        timeline.record(.tipOff("t"), at: Story.time("11:00:00"))
        timeline.record(.tipOff("unknown"), at: Story.time("11:00:00"))
        func conditions(_ time: String) -> ProjectConditions {
            timeline.conditions(at: Story.time(time), under: catalog)
        }

        #expect(conditions("09:00:00").interval == 3_600_000_000, "before the first configuration, that one")
        #expect(conditions("09:00:00").zone == ZoneClock.named("Europe/Berlin"))
        #expect(conditions("11:00:00").isOff == [true, false])
        #expect(conditions("12:00:00").isOff == [true, false], "one instant: in the order of recording")
        #expect(conditions("12:00:00").interval == 0)
        #expect(conditions("12:00:00").zone == .utc, "an unknown zone is UTC")
    }

    @Test("the workload folds and answers, and is the same for one seed")
    func workload() throws {
        let workload = try EligibilityWorkload(persons: 30, eventsPerPerson: 30)
        let states = workload.fold()

        #expect(workload.eventCount == 900)
        #expect(states == (try EligibilityWorkload(persons: 30, eventsPerPerson: 30)).fold())
        #expect((1..<600).contains(workload.statuses(of: states)))
        #expect(workload.answers(of: states) > 0)
    }
}
