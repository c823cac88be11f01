import Testing

@testable import TipCore

@Suite("Nothing changes by itself before `until`, and something does at it")
struct ChangeLawTests {
    /// Instants after `now` at which something may change: every event, override and launch with every span
    /// that a catalog of `RandomWorld` knows, a microsecond around each, midnights, and many in between.
    private static func instants(
        of world: RandomWorld,
        after now: Timestamp,
        _ generator: inout SeededGenerator
    ) -> [Timestamp] {
        let spans: [Int64] = [0, 30, 45, 60, 75, 90, 120, 150, 200, 300, 600, 3600, 7200, 86_400]
        let recent = world.events.map(\.at).filter {
            now.microseconds - $0.microseconds <= 90_000_000_000 && $0 <= now
        }
        var instants = recent.suffix(12).flatMap { instant in spans.map { instant.adding(seconds: $0) } }
        instants += (0..<60).map { _ in
            now.adding(
                microseconds: Int64.random(
                    in: 1...generator.pick([100_000_000, 90_000_000_000]),
                    using: &generator
                )
            )
        }
        for zone in ["UTC", "Europe/Berlin", "America/New_York", "Asia/Tokyo"] {
            if let midnight = ZoneClock.named(zone)?.nextDayChange(after: now) { instants.append(midnight) }
        }
        let around = instants.flatMap { [$0.adding(microseconds: -1), $0, $0.adding(microseconds: 1)] }
        return Set(around).filter { $0 > now }.sorted()
    }

    @Test("verdicts on tips", arguments: Seeds.first(20))
    func tips(seed: UInt64) throws {
        let world = RandomWorld(seed: seed)
        var generator = SeededGenerator(seed: seed)
        for count in [5, 12, 20, 28, 36, 40] {
            let last = world.events[count - 1].at
            let now = last.adding(microseconds: generator.pick([0, 1, 30_000_000, 60_000_000]))
            let eligibility = world.eligibility(after: count, at: now)
            let instants = Self.instants(of: world, after: now, &generator)
            for answer in eligibility.answers(at: now) {
                let before = answer.verdict
                let change = instants.first { eligibility.verdict(on: answer.tip, at: $0) != before }
                if let change {
                    #expect(answer.until ?? change.adding(seconds: 1) <= change, "never missing, never late")
                }
                guard let until = answer.until else { continue }
                #expect(until > now)
                #expect(eligibility.verdict(on: answer.tip, at: until) != before, "something changes at it")
                let just = until.adding(microseconds: -1)
                #expect(eligibility.verdict(on: answer.tip, at: just) == before, "nothing changes before it")
            }
        }
    }

    @Test("tips of groups", arguments: Seeds.first(15))
    func groups(seed: UInt64) throws {
        let world = RandomWorld(seed: seed)
        var generator = SeededGenerator(seed: seed)
        for count in [10, 20, 30, 40] {
            let now = world.events[count - 1].at
            let eligibility = world.eligibility(after: count, at: now)
            let instants = Self.instants(of: world, after: now, &generator)
            for (group, answer) in eligibility.groupAnswers(at: now).enumerated() {
                let change = instants.first { eligibility.currentTip(of: group, at: $0) != answer.currentTip }
                if let change { #expect(answer.until ?? change.adding(seconds: 1) <= change) }
                guard let until = answer.until else { continue }
                #expect(eligibility.currentTip(of: group, at: until) != answer.currentTip)
                let just = until.adding(microseconds: -1)
                #expect(eligibility.currentTip(of: group, at: just) == answer.currentTip)
            }
        }
    }

    @Test("the quick status is the verdict's", arguments: Seeds.first(30))
    func quickStatus(seed: UInt64) {
        let world = RandomWorld(seed: seed)
        for count in [8, 16, 24, 32, 40] {
            let now = world.events[count - 1].at.adding(seconds: Int64(seed) % 3 * 40)
            let eligibility = world.eligibility(after: count, at: now)
            for tip in eligibility.numbers() {
                #expect(eligibility.status(of: tip, at: now) == eligibility.verdict(on: tip, at: now)?.status)
            }
        }
    }
}
