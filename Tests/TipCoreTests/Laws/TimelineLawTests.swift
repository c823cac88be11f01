import Testing

@testable import TipCore

@Suite("A timeline says of every instant what a decision at that instant says")
struct TimelineLawTests {
    private static func timeline(
        of world: RandomWorld,
        since: Timestamp? = nil,
        through end: Timestamp
    ) -> PersonTimeline {
        PersonTimeline(
            of: world.events,
            under: world.catalog,
            project: world.timeline,
            asker: world.asker,
            since: since,
            through: end
        )
    }

    /// The statuses after all entries up to an instant.
    private static func statuses(of timeline: PersonTimeline, at now: Timestamp) -> [String: TipStatus] {
        var statuses = Dictionary(uniqueKeysWithValues: timeline.initial.map { ($0.tip, $0.status) })
        for entry in timeline.entries where entry.at <= now {
            for change in entry.changes { statuses[change.tip] = change.to }
        }
        return statuses
    }

    @Test("statuses follow from the entries", arguments: Seeds.first(25))
    func decisions(seed: UInt64) {
        let world = RandomWorld(seed: seed)
        var generator = SeededGenerator(seed: seed)
        let last = world.events.last?.at ?? .epoch
        let end = last.adding(seconds: 7200)
        let timeline = Self.timeline(of: world, through: end)
        var instants = world.events.map(\.at) + timeline.entries.map(\.at) + [end]
        instants += timeline.entries.map { $0.at.adding(microseconds: -1) }
        let span = end.microseconds - RandomWorld.start.microseconds
        instants += (0..<40).map { _ in
            RandomWorld.start.adding(microseconds: Int64.random(in: 0...span, using: &generator))
        }
        for now in instants where now > timeline.start {
            let told = Self.statuses(of: timeline, at: now)
            let eligibility = world.eligibility(after: world.events.count { $0.at <= now }, at: now)
            for tip in eligibility.numbers() {
                let name = world.catalog.vocabulary.tips[tip]
                // An item that no entry changed stands as it did when it was first named.
                guard let status = told[name] else { continue }
                #expect(status == eligibility.status(of: tip, at: now), "\(name) at \(now.rfc3339)")
            }
        }
    }

    @Test(
        "a change goes from what was to something else, and entries stand in order",
        arguments: Seeds.first(25)
    )
    func shape(seed: UInt64) {
        let world = RandomWorld(seed: seed)
        let timeline = Self.timeline(of: world, through: world.events[39].at.adding(seconds: 90_000))
        var statuses = Dictionary(uniqueKeysWithValues: timeline.initial.map { ($0.tip, $0.status) })
        for entry in timeline.entries {
            for change in entry.changes {
                #expect(change.from != change.to)
                if let known = statuses[change.tip] { #expect(change.from == known) }
                #expect(change.because.isEmpty == (change.to != .pending))
                #expect((change.reason == nil) == (change.to != .invalidated))
                statuses[change.tip] = change.to
            }
            if case .event = entry.cause { continue }
            #expect(!entry.changes.isEmpty, "only events are told without a change")
        }
        #expect(zip(timeline.entries, timeline.entries.dropFirst()).allSatisfy { $0.at <= $1.at })
        let events = timeline.entries.compactMap { entry in
            if case .event(let place) = entry.cause { place } else { nil as Int? }
        }
        #expect(events == Array(world.events.indices), "every event is told once")
    }

    @Test("the end of a timeline is the timeline of the end", arguments: Seeds.first(25))
    func suffix(seed: UInt64) {
        let world = RandomWorld(seed: seed)
        let end = world.events[39].at.adding(seconds: 600)
        let since = world.events[Int(seed) % 40].at
        let whole = Self.timeline(of: world, through: end)
        let part = Self.timeline(of: world, since: since, through: end)

        #expect(part.entries == whole.entries.filter { $0.at >= since })
        #expect(part.final == whole.final)
    }
}
