import Testing
import TipCore
import TipWire

@Suite("Whoever applies a file is told what it does to experiments that run")
struct RunningAdviceTests {
    static let before = """
        {tips: [{id: 'T', title: 'Hi'}],
         experiments: [{id: 'x', tip: 'T', variants: [{id: 'a'}, {id: 'b', title: 'Ho'}],
           plan: {minimumLift: 0.1}}]}
        """

    private static func read(_ text: String) throws -> CatalogReading {
        let reading = CatalogReader().read(text, file: "f")
        #expect(reading.errors.isEmpty, "\(reading.errors)")
        return reading
    }

    private static func warnings(
        _ text: String,
        _ steps: [LifecycleEvent] = [],
        phases: [String] = []
    ) throws -> [String] {
        let old = try #require(try read(before).catalog)
        var lifecycle = Lifecycle()
        let phase = FrozenPhase(of: old.experiments[0], salt: "x", catalogRevision: 1, startedAt: .epoch)
        for event in [.experimentStarted(id: "x", phase: phase)] + steps {
            try lifecycle.apply(event, at: .epoch)
        }
        return RunningAdvice(lifecycle.experimentsByID, under: old)
            .warnings(for: try read(text), beginningPhaseOf: phases).map { "\($0)" }
    }

    private static let stop = #"Stop it first, or begin a new phase with --new-phase x."#

    static let table: [(why: String, from: String, to: String, warnings: [String])] = [
        ("nothing", "", "", []),
        (
            "a variant's copy, where the variant stands", "Ho", "Hey",
            [
                #"f:2:63: found another copy for people in "b" of "x", which runs, expected the copy with which "#
                    + "the phase began. The report will mix both copies. \(stop) [running_copy]"
            ]
        ),
        (
            "the tip's copy, for the variants that have none of their own", "Hi", "Hello",
            [
                #"f:2:52: found another copy for people in "a" of "x", which runs, expected the copy with which "#
                    + "the phase began. The report will mix both copies. \(stop) [running_copy]"
            ]
        ),
        (
            "the tip's limits, where the tip stands", "title: 'Hi'",
            "title: 'Hi', options: {maxDisplayCount: 2}",
            [
                #"f:1:14: found other rules or limits of the tip of "x", which runs, expected those with which the "#
                    + "phase began. Other people will see the tip, and the report will mix both. \(stop) "
                    + "[running_rules]"
            ]
        ),
        (
            "a weight", "{id: 'a'}", "{id: 'a', weight: 3}",
            [
                #"f:2:21: found other weights, variants, audience, unit or namespace of "x", which runs, expected "#
                    + "those with which the phase began. Phase 2 begins: people are dealt out anew, and the report "
                    + "counts from zero. [running_new_phase]"
            ]
        ),
        (
            "the plan", "0.1", "0.05",
            [
                #"f:2:21: found another plan or other metrics of "x", which runs, expected those that were frozen at "#
                    + "its start. The frozen ones stay in force and decide; a new plan needs a new experiment. "
                    + "[running_plan]"
            ]
        ),
    ]

    @Test("a change is warned of, with its place and what to do", arguments: table)
    func changed(why: String, from: String, to: String, warnings: [String]) throws {
        let text = from.isEmpty ? Self.before : Self.before.replacing(from, with: to)
        #expect(try Self.warnings(text) == warnings, "\(why)")
    }

    @Test("an experiment that was left out is warned of at its tip, or at the beginning of the file")
    func removed() throws {
        let kept = try Self.warnings("{tips: [{id: 'T', title: 'Hi'}]}")
        #expect(
            kept.count == 1 && kept[0].hasPrefix("f:1:14: found no experiment \"x\" on the tip \"T\", though")
        )
        #expect(kept[0].contains("tipledger experiment stop x. [running_removed]"))
        #expect(try Self.warnings("{}").first?.hasPrefix("f:1:1: found no experiment") == true)
    }

    @Test("a draft, a stopped experiment and one that begins a new phase are nobody's mix")
    func quiet() throws {
        let changed = Self.before.replacing("Ho", with: "Hey")
        #expect(try Self.warnings(changed, [.experimentStopped(id: "x", decision: .keep)]).isEmpty)
        #expect(try Self.warnings(changed, [.experimentPaused(id: "x")]).count == 1, "it may go on")
        #expect(try Self.warnings(changed, phases: ["x"]).isEmpty)
        let old = try Self.read(Self.before).catalog ?? Catalog()
        #expect(RunningAdvice([], under: old).warnings(for: try Self.read(changed)).isEmpty)
    }
}
