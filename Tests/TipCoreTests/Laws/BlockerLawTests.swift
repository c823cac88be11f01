import Testing

@testable import TipCore

@Suite("What holds a tip is all that holds it")
struct BlockerLawTests {
    @Test("without its blockers a pending tip is available", arguments: Seeds.first(40))
    func removal(seed: UInt64) throws {
        let world = RandomWorld(seed: seed)
        for count in [5, 15, 25, 40] {
            let now = world.events[count - 1].at
            let eligibility = world.eligibility(after: count, at: now)
            for answer in eligibility.answers(at: now) where answer.verdict.status == .pending {
                let because = answer.verdict.because
                #expect(!because.isEmpty, "a pending answer has a blocker")
                let freed = try Self.without(because, world, count, answer, at: now)
                let tip = try #require(
                    freed.catalog.vocabulary.tips.number(of: world.catalog.vocabulary.tips[answer.tip])
                )
                #expect(freed.status(of: tip, at: now) == .available, "\(because)")
                for blocker in because {
                    let held = try Self.without(
                        because.filter { $0 != blocker },
                        world,
                        count,
                        answer,
                        at: now
                    )
                    #expect(held.verdict(on: tip, at: now)?.because.count == 1, "\(blocker) holds it alone")
                }
            }
        }
    }

    /// The same question with some blockers taken away at their source.
    private static func without(
        _ blockers: [Blocker],
        _ world: RandomWorld,
        _ count: Int,
        _ answer: TipAnswer,
        at now: Timestamp
    ) throws -> Eligibility {
        var definition = world.definition
        var conditions = world.timeline.conditions(at: now, under: world.catalog)
        var state = world.state(after: count)
        for blocker in blockers {
            switch blocker {
            case .override(let kind): state.overrides.removeAll { $0.kind == kind }
            case .off: conditions.setOff(false, answer.definition)
            case .optedOut: state.isOptedOut = false
            case .variant(let experiment, let variant):
                definition.experiments[experiment].variants[variant].shows = true
            case .rule(let index):
                definition.tips[answer.definition].rules[index] = try Rule(parsing: "1 == 1")
            case .frequency: definition.tips[answer.definition].options.ignoresDisplayFrequency = true
            }
        }
        return Eligibility(
            state,
            under: CompiledCatalog(definition, vocabulary: world.catalog.vocabulary),
            conditions: conditions,
            asker: world.asker
        )
    }

    @Test("only a pending tip has blockers, only one that is over has a reason", arguments: Seeds.first(40))
    func shape(seed: UInt64) {
        let world = RandomWorld(seed: seed)
        for count in [5, 15, 25, 40] {
            let now = world.events[count - 1].at
            for answer in world.eligibility(after: count, at: now).answers(at: now) {
                let verdict = answer.verdict
                #expect(verdict.because.isEmpty == (verdict.status != .pending))
                #expect((verdict.invalidation != nil) == (verdict.status == .invalidated))
                #expect(verdict.invalidation.map { $0.at <= now } ?? true)
                #expect(
                    verdict.because == verdict.because.sorted { Self.rank($0) < Self.rank($1) },
                    "in order"
                )
            }
        }
    }

    private static func rank(_ blocker: Blocker) -> Int {
        switch blocker {
        case .override: 0
        case .off: 1
        case .optedOut: 2
        case .variant(let experiment, _): 10 + experiment
        case .rule(let index): 100 + index
        case .frequency: 1000
        }
    }
}
