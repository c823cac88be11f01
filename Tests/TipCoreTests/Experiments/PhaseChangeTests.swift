import Testing
import TipCore

@Suite("Another way to give variants out is another phase; what was registered stays")
struct PhaseChangeTests {
    private static let definition = ExperimentDefinition(
        id: "copy",
        tip: "T",
        variants: [.init(id: "a"), .init(id: "b")],
        primary: MetricDefinition(metric: .tap, within: 60),
        plan: .init(peoplePerVariant: 100, looks: 2)
    )

    private static let phase = FrozenPhase(
        of: definition,
        salt: "copy",
        catalogRevision: 1,
        startedAt: .epoch
    )

    static let changes:
        [(why: String, isSame: Bool, change: @Sendable (inout ExperimentDefinition) -> Void)] = [
            ("nothing", true, { _ in }),
            ("copy of a variant", true, { $0.variants[1].copy = Copy(title: LocalizedText("Ho")) }),
            ("a metric", true, { $0.primary.within = 120 }), ("the plan", true, { $0.plan = nil }),
            ("the share that is in", true, { $0.inclusion = 0.1 }),
            ("a weight", false, { $0.variants[1].weight = 2 }),
            ("a variant more", false, { $0.variants.append(.init(id: "c")) }),
            ("a variant that shows nothing now", false, { $0.variants[1].shows = false }),
            ("the slice", false, { $0.namespace = .init(id: "n", from: 0, to: 0.5) }),
            ("the unit", false, { $0.unit = .device }),
        ]

    @Test("what makes a phase and what does not", arguments: changes)
    func assigns(why: String, isSame: Bool, change: @Sendable (inout ExperimentDefinition) -> Void) {
        var changed = Self.definition
        change(&changed)
        #expect(Self.phase.assigns(like: changed) == isSame, "\(why)")
    }

    @Test("the next phase has a number and a salt of its own, and the plan of the first")
    func next() {
        var first = Self.phase
        first.inclusion.append(.init(at: Timestamp(microseconds: 5), share: 0.4))
        var changed = Self.definition
        changed.variants[1].weight = 3
        changed.plan = .init(peoplePerVariant: 1)
        changed.primary = MetricDefinition(metric: .donation("saved"))
        let at = Timestamp(microseconds: 9)
        let next = first.next(under: changed, of: Catalog(), catalogRevision: 2, startedAt: at)
        #expect(next.number == 2 && next.salt == "copy/2" && next.startedAt == at)
        #expect(next.variants.map(\.weight) == [1, 3])
        #expect(next.plan == Self.phase.plan && next.metrics == Self.phase.metrics)
        #expect(next.inclusion == [.init(at: at, share: 0.4)], "a ramp is kept")
        #expect(Set(first.seeds.map(\.seed)).isDisjoint(with: next.seeds.map(\.seed)))
    }
}
