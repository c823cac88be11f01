import Statistics
import Testing
import TipCore

@testable import Reports

@Suite("The method follows from the plan and the life of an experiment")
struct ReportMethodTests {
    private typealias Plan = ExperimentDefinition.Plan

    private func method(_ build: (inout Snapshots) -> Void) -> ReportMethod {
        var snapshots = Snapshots((100, 1000), (120, 1200))
        build(&snapshots)
        return ReportMethod(for: snapshots.snapshot)
    }

    private func group(_ method: ReportMethod) -> ReportMethod.GroupPlan? {
        if case .groupSequential(let plan) = method.test { plan } else { nil }
    }

    @Test("without a plan every look is safe, at 5 %")
    func unplanned() {
        let method = method { _ in }

        #expect(method.test == .alwaysValid(tuning: 5000))
        #expect(method.level.alpha == 0.05)
    }

    @Test("a plan without looks says how many people the intervals are made for")
    func plannedSize() {
        let method = method { $0.plan = Plan(peoplePerVariant: 4000, alpha: 0.01) }

        #expect(method.test == .alwaysValid(tuning: 8000))
        #expect(method.level.alpha == 0.01)
    }

    @Test("what another system ran and finished has one look at its end, whatever was planned")
    func external() {
        let plan = Plan(peoplePerVariant: 5000, looks: 5)
        let finished = method { ($0.status, $0.assignment, $0.plan) = (.stopped, .external, plan) }
        let running = method { ($0.assignment, $0.plan) = (.external, plan) }
        let ours = method { ($0.status, $0.plan) = (.stopped, plan) }

        #expect(finished.test == .fixedHorizon)
        #expect(running.name == "group-sequential")
        #expect(ours.name == "group-sequential")
    }

    static let looks: [(why: String, least: Int64, look: Int, next: Int64)] = [
        ("nobody yet", 0, 0, 1000), ("one short of the first look", 999, 0, 1000),
        ("at the first look", 1000, 1, 2000),
        ("between looks the last one counts", 1999, 1, 2000), ("at the last look", 5000, 5, 5000),
        ("more people than planned", 80_000, 5, 5000),
    ]

    @Test("looks pass as the smallest variant grows", arguments: looks)
    func look(why: String, least: Int64, look: Int, next: Int64) throws {
        let found = method {
            $0.plan = Plan(peoplePerVariant: 5000, looks: 5)
            $0.arms = [(0, least), (0, least + 500)]
        }
        let plan = try #require(group(found))

        #expect(plan.look == look, "\(why)")
        #expect(plan.peopleAtNextLook == next, "\(why)")
        #expect(plan.isOver == (look == 5), "\(why)")
    }

    @Test("a look that falls between people comes at the next whole one")
    func unevenLooks() throws {
        let plan = try #require(group(method { $0.plan = Plan(peoplePerVariant: 1000, looks: 3) }))
        let next = ReportMethod.GroupPlan(
            look: 0,
            looks: 3,
            peoplePerVariant: 1000,
            leastPeople: 333,
            spending: 2
        )

        #expect(plan.look == 3)
        #expect(next.peopleAtNextLook == 334)
    }

    @Test("a variant of weight zero holds no look up")
    func weightZero() throws {
        let found = method {
            $0.plan = Plan(peoplePerVariant: 1000, looks: 2)
            $0.arms = [(0, 1000), (0, 1000), (0, 0)]
            $0.weights = [1, 1, 0]
        }

        #expect(try #require(group(found)).look == 2)
    }

    @Test(
        "plans that are none are no plans",
        arguments: [(0, 5), (-1, 5), (5000, 0), (5000, -3), (5000, 1001)]
    )
    func noPlans(people: Int64, looks: Int) {
        #expect(method { $0.plan = Plan(peoplePerVariant: people, looks: looks) }.name == "always-valid")
    }

    @Test("a draft is judged as it is planned")
    func draft() {
        let plan = Plan(peoplePerVariant: 5000, looks: 5)

        #expect(
            method { ($0.status, $0.plan, $0.arms) = (.draft, plan, [(0, 0), (0, 0)]) }.name
                == "group-sequential"
        )
    }
}
