import Testing
import TipCore

@testable import Reports

@Suite("A plan that cannot find what it names is refused with the numbers")
struct PlanReviewTests {
    private static func definition(_ plan: ExperimentDefinition.Plan, variants: Int = 2)
        -> ExperimentDefinition
    {
        ExperimentDefinition(
            id: "x",
            tip: "T",
            variants: (0..<variants).map { .init(id: "v\($0)") },
            plan: plan
        )
    }

    private static let known = History(people: 10_000, conversions: 1000, days: 20)

    static let table:
        [(why: String, plan: ExperimentDefinition.Plan, history: History?, code: PlanRefusal.Code?)] = [
            ("as many as it takes", .init(peoplePerVariant: 15_000, minimumLift: 0.1), known, nil),
            ("a third of that", .init(peoplePerVariant: 5000, minimumLift: 0.1), known, .underpowered),
            ("a large lift is found by few", .init(peoplePerVariant: 500, minimumLift: 0.6), known, nil),
            ("nothing known of the rate", .init(peoplePerVariant: 500, minimumLift: 0.1), nil, nil),
            ("too few for any rate", .init(peoplePerVariant: 50, minimumLift: 0.1), nil, .underpowered),
            ("no lift named", .init(peoplePerVariant: 50), known, nil),
            ("looks on the way to nowhere", .init(looks: 5), known, .invalid),
            ("more looks than people", .init(peoplePerVariant: 3, looks: 5), known, .invalid),
            (
                "a handful of history is none", .init(peoplePerVariant: 500, minimumLift: 0.1),
                History(people: 99, conversions: 9, days: 9), nil
            ),
        ]

    @Test("plans", arguments: table)
    func check(why: String, plan: ExperimentDefinition.Plan, history: History?, code: PlanRefusal.Code?) {
        var found: PlanRefusal?
        do throws(PlanRefusal) {
            try PlanReview(Self.definition(plan)).check(history)
        } catch {
            found = error
        }
        #expect(found?.code == code, "\(why)")
    }

    @Test("the refusal says what it takes")
    func numbers() {
        let plan = ExperimentDefinition.Plan(peoplePerVariant: 5000, minimumLift: 0.1)
        let error = #expect(throws: PlanRefusal.self) {
            try PlanReview(Self.definition(plan)).check(Self.known)
        }
        let text = error?.description ?? ""
        #expect(text.contains("10.0 %") && text.contains("10000 people of the log"), "\(text)")
        #expect(text.contains("14749 people a variant") && text.contains("the plan has 5000"), "\(text)")
    }

    @Test("what a plan of its own size finds is the lift it was made for")
    func detectable() throws {
        let plan = try Plan(baseline: 0.1, lift: 0.1, variants: 3, looks: 5)
        let lift = try #require(plan.detectableLift(baseline: 0.1, people: plan.people).value)
        #expect(abs(lift - 0.1) < 0.001)
        #expect(plan.detectableLift(baseline: 0.1, people: 2).value == nil)
    }

    @Test("variants dealt out anew find as much as chance allows, the same for one seed")
    func permutations() throws {
        let report = try Snapshots((100, 1000), (140, 1000)).report()
        var units: [CountedUnit] = []
        for (variant, converting) in [("control", 100), ("benefit", 140)] {
            for number in 0..<1000 {
                let converted: Timestamp? = number < converting ? Snapshots.start : nil
                let participation = Participation(
                    variant: variant,
                    standing: .compared,
                    exposedAt: Snapshots.start,
                    convertedAt: [converted]
                )
                units.append(CountedUnit(participation))
            }
        }
        let one = try Permutations(rounds: 400, seed: 3, units, of: report)
        #expect(one == (try Permutations(rounds: 400, seed: 3, units, of: report)))
        #expect(one != (try Permutations(rounds: 400, seed: 4, units, of: report)))
        #expect(one.isSound && one.falsePositives > 0)
    }
}
