package import Statistics
import TipCore

/// How an experiment is judged: by what its plan and its life allow.
package struct ReportMethod: Hashable, Sendable {
    /// The test that decides.
    package let test: Test

    /// The error rate of verdicts and intervals.
    package let level: Level

    /// The tests between which the plan decides.
    package enum Test: Hashable, Sendable {
        /// One look at the end: for experiments that other systems ran and finished.
        case fixedHorizon
        /// Planned looks on the way to a planned size, with bounds by Lan and DeMets that spend α t².
        case groupSequential(GroupPlan)
        /// Any number of looks at any time: an asymptotic confidence sequence that is tightest at `tuning`
        /// people of both arms together.
        case alwaysValid(tuning: Double)
    }

    /// The planned looks of a group sequential test, and how many of them have passed.
    package struct GroupPlan: Hashable, Sendable {
        /// The looks that have passed: ⌊t · looks⌋, where t is the share of the planned people that the
        /// smallest variant has.
        package let look: Int
        /// The looks that were planned.
        package let looks: Int
        /// The people that each variant was planned to have.
        package let peoplePerVariant: Int64
        /// The people that the smallest variant of positive weight has.
        package let leastPeople: Int64
        /// The power of the time with which the looks spend the level.
        package let spending: Double

        /// Whether the planned size is reached.
        package var isOver: Bool { look == looks }

        /// The people of the smallest variant at which the next look comes.
        package var peopleAtNextLook: Int64 {
            let product = peoplePerVariant.multipliedFullWidth(by: Int64(min(look + 1, looks)))
            let (quotient, remainder) = Int64(looks).dividingFullWidth(product)
            return quotient + (remainder > 0 ? 1 : 0)
        }
    }

    /// Chooses the method for the counts of an experiment.
    ///
    /// A plan without looks still says at how many people the always-valid intervals should be tightest.
    init(for snapshot: ExperimentSnapshot) {
        // What a start event left out stands for the defaults of the program that wrote it.
        let plan = (snapshot.plan ?? ExperimentDefinition.Plan()).frozen
        level = plan.alpha.flatMap { try? Level(alpha: $0) } ?? .fivePercent
        let planned = plan.peoplePerVariant.flatMap { (1...Proportion.mostPeople).contains($0) ? $0 : nil }
        if snapshot.status == .stopped, snapshot.phase?.assignment == .external {
            test = .fixedHorizon
        } else if let planned, let looks = plan.looks, (1...GroupSequential.mostLooks).contains(looks) {
            let least = snapshot.arms.filter { $0.weight > 0 }.map(\.people).min() ?? 0
            let passed = min(least, planned).multipliedFullWidth(by: Int64(looks))
            test = .groupSequential(
                GroupPlan(
                    look: Int(planned.dividingFullWidth(passed).quotient),
                    looks: looks,
                    peoplePerVariant: planned,
                    leastPeople: least,
                    spending: plan.spending ?? ExperimentDefinition.Plan.usualSpending
                )
            )
        } else {
            let usual = planned.map { 2 * Double($0) } ?? ExperimentDefinition.Plan.usualTuning
            test = .alwaysValid(tuning: plan.tuning ?? usual)
        }
    }
}
