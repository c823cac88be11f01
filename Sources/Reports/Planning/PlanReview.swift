import Statistics
package import TipCore

/// What is wrong with an experiment before it starts: it could not find what it is made for.
package struct PlanRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// A stable word for the problem.
    package let code: Code
    /// What is wrong with the numbers that say so.
    package let description: String

    /// The ways a plan can be unfit.
    package enum Code: String, Hashable, Sendable {
        /// The plan contradicts itself or the experiment.
        case invalid = "invalid_plan"
        /// The planned people cannot find the least lift.
        case underpowered = "underpowered_plan"
    }
}

/// The rate of a metric before an experiment, as far as the log knows it.
package struct History: Hashable, Sendable {
    /// Those who saw the tip for the first time, whose window has closed.
    package let people: Int64
    /// Those of them who converted.
    package let conversions: Int64
    /// The days they came in.
    package let days: Int

    /// Creates what is known.
    package init(people: Int64, conversions: Int64, days: Int) {
        self.people = people
        self.conversions = conversions
        self.days = days
    }

    /// How many people a rate has to come from to plan with it.
    package static let leastPeople: Int64 = 100

    /// The rate, where enough people say so and it leaves room for a lift.
    package var rate: Double? {
        guard people >= Self.leastPeople, conversions > 0, conversions < people else { return nil }
        return Double(conversions) / Double(people)
    }

    /// The people of a day, rounded down; nil where there is less than one.
    package var perDay: Int64? {
        let perDay = days > 0 ? people / Int64(days) : 0
        return perDay > 0 ? perDay : nil
    }
}

/// What an experiment's plan is worth.
package struct PlanReview: Sendable {
    private let definition: ExperimentDefinition

    /// Reviews a definition.
    package init(_ definition: ExperimentDefinition) {
        self.definition = definition
    }

    /// Refuses a plan that contradicts itself, or that cannot find the least lift it names.
    ///
    /// The rate is that of the tip's history where the log has enough of it. Where it has not, a plan is refused
    /// only if no rate whatever would do.
    ///
    /// - Parameter history: What the log knows of the tip; nil where nothing.
    /// - Throws: ``PlanRefusal`` with the numbers.
    package func check(_ history: History?) throws(PlanRefusal) {
        guard let plan = definition.plan else { return }
        let arms = definition.variants.count { $0.weight > 0 }
        guard arms >= 2 else {
            throw .invalid("The plan needs two variants with a weight above 0; \(definition.id) has \(arms).")
        }
        guard let people = plan.peoplePerVariant else {
            guard plan.looks == nil else {
                throw .invalid(
                    "The plan names looks but no peoplePerVariant, so nobody knows when they come."
                )
            }
            return
        }
        if let looks = plan.looks, people < Int64(looks) {
            throw .invalid("The plan has \(looks) looks on the way to \(people) people a variant.")
        }
        guard let lift = plan.minimumLift else { return }
        let change = definition.primary.betterDirection == .up ? lift : -min(lift, 1)
        if let rate = history?.rate, let history {
            try check(people, rate: rate, change, of: "in \(history.people) people of the log")
        } else if change > 0 {
            // The rate at which a lift shows best is the one that it raises to all of them.
            try check(people, rate: 1 / (1 + change), change, of: "the easiest of all rates")
        }
    }

    private func check(_ people: Int64, rate: Double, _ lift: Double, of source: String) throws(PlanRefusal) {
        let needed: Int64
        do throws(PlanProblem) {
            needed = try plan(rate: rate, lift: lift).peoplePerVariant
        } catch {
            guard error.code == .tooManyPeople else { return }
            needed = .max
        }
        // A rate from the log is an estimate: five in a hundred people more or less are within its reach.
        guard Double(needed) > 1.05 * Double(people) else { return }
        let power = Words.chosen(Plan.usualPower)
        let percent = Words.chosen(abs(lift))
        let takes = needed == .max ? "more people than there are" : "\(needed) people a variant"
        throw PlanRefusal(
            code: .underpowered,
            description: Words.plain(
                """
                At a rate of \(Words.share(rate)) (\(source)), finding a lift of \(percent) with a power of \(power) \
                takes \(takes); the plan has \(people). Plan for more people, a larger minimumLift, or fewer looks.
                """
            )
        )
    }

    /// The plan that finds a lift with this experiment's variants, looks and level.
    ///
    /// - Throws: ``PlanProblem`` where it cannot be planned.
    package func plan(rate: Double, lift: Double, perDay: Int64? = nil) throws(PlanProblem) -> Plan {
        try Plan(
            baseline: rate,
            lift: lift,
            variants: max(2, definition.variants.count { $0.weight > 0 }),
            looks: min(definition.plan?.looks ?? 1, Plan.mostLooks),
            perDay: perDay,
            level: definition.plan?.alpha.flatMap { try? Level(alpha: $0) } ?? .fivePercent
        )
    }
}

extension PlanRefusal {
    fileprivate static func invalid(_ description: String) -> PlanRefusal {
        PlanRefusal(code: .invalid, description: description)
    }
}
