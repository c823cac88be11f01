import Statistics
import Testing
import TipCore

@testable import Reports

@Suite("A plan has enough people for the lift, the comparisons and the looks")
struct PlanTests {
    static let sizes: [(why: String, baseline: Double, lift: Double, people: Int64)] = [
        ("spotify-confidence 4.1.0", 0.1, 0.2, 3839),
        ("the same down", 0.1, -0.2, 3211),
        ("spotify-confidence 4.1.0", 0.05, 0.1, 31231),
        ("a rate that cannot rise further", 0.5, 1, 8),
    ]

    @Test("the people are those of the two-proportion test", arguments: sizes)
    func size(why: String, baseline: Double, lift: Double, people: Int64) throws {
        let plan = try Plan(baseline: baseline, lift: lift)

        #expect(plan.peoplePerVariant == people, "\(why)")
        #expect(plan.people == 2 * people)
    }

    /// Simulated with four million paths: power 0.8001 and 0.8000 for five and 14 looks, error 0.0499.
    @Test(
        "looks cost what simulated paths cost",
        arguments: [(1, 1.0), (2, 1.0276), (5, 1.0634), (14, 1.0871)]
    )
    func looks(count: Int, inflation: Double) throws {
        let single = try Plan(baseline: 0.001, lift: 0.01).peoplePerVariant
        let planned = try Plan(baseline: 0.001, lift: 0.01, looks: count).peoplePerVariant

        #expect(abs(Double(planned) / Double(single) - inflation) < 0.0001)
    }

    @Test("several variants are planned at Holm's first step")
    func variants() throws {
        let four = try Plan(baseline: 0.1, lift: 0.2, variants: 4)
        let one = try Plan(baseline: 0.1, lift: 0.2, level: Level(alpha: 0.05 / 3))

        #expect(four.peoplePerVariant == one.peoplePerVariant)
        #expect(four.people == 4 * four.peoplePerVariant)
        #expect(four.alpha == 0.05)
    }

    @Test("a day begun counts whole", arguments: [(100, 77), (7678, 1), (7677, 2), (1, 7678)])
    func days(perDay: Int64, days: Int64) throws {
        #expect(try Plan(baseline: 0.1, lift: 0.2, perDay: perDay).days == .value(days))
    }

    @Test("the JSON is the contract's, with the reason for missing days")
    func json() throws {
        let text = try Plan(baseline: 0.1, lift: 0.2, looks: 1).json.text()

        #expect(
            text == """
                {"peoplePerVariant":3839,"people":7678,"days":null,\
                "daysReason":"people per day were not given","power":0.8,"alpha":0.05,"looks":1}
                """
        )
    }

    static let problems: [(code: PlanProblem.Code, make: @Sendable () throws -> Plan)] = [
        (.badBaseline, { try Plan(baseline: 0, lift: 0.1) }),
        (.badBaseline, { try Plan(baseline: 12, lift: 0.1) }),
        (.badBaseline, { try Plan(baseline: .nan, lift: 0.1) }),
        (.badLift, { try Plan(baseline: 0.1, lift: 0) }),
        (.badLift, { try Plan(baseline: 0.5, lift: 1.1) }),
        (.badLift, { try Plan(baseline: 0.5, lift: -1.1) }),
        (.badLift, { try Plan(baseline: 0.5, lift: .nan) }),
        (.badVariants, { try Plan(baseline: 0.1, lift: 0.1, variants: 1) }),
        (.badVariants, { try Plan(baseline: 0.1, lift: 0.1, variants: .max) }),
        (.badLooks, { try Plan(baseline: 0.1, lift: 0.1, looks: 0) }),
        (.badPerDay, { try Plan(baseline: 0.1, lift: 0.1, perDay: 0) }),
        (.badPower, { try Plan(baseline: 0.1, lift: 0.1, power: 1) }),
        (.badPower, { try Plan(baseline: 0.1, lift: 0.1, power: 0.01) }),
        (.tooManyPeople, { try Plan(baseline: 0.1, lift: 1e-9) }),
        (.tooManyPeople, { try Plan(baseline: 1e-300, lift: 1e-10) }),
    ]

    @Test("numbers that cannot be planned with are named", arguments: problems.indices)
    func problem(index: Int) {
        let (code, make) = Self.problems[index]
        #expect(throws: PlanProblem(code: code)) { try make() }
    }

    @Test("a problem reads as what is wrong and what to do")
    func text() {
        #expect(
            PlanProblem(code: .badLooks).description
                == "The number of looks is out of range [bad_looks]. Plan 1 to 100."
        )
    }
}
