import Foundation
package import Statistics
package import TipCore

/// How many people an experiment takes, and for how long, before it starts.
///
/// The number of people is that of the unpooled two-proportion z-test for the lift asked for, at a power
/// of 80 %. Two things add to it:
///
/// - With more than two variants each of the comparisons is planned at α divided by their number. That is
///   Holm's first step, so the plan holds whichever variant is the better one.
/// - With more than one look the bounds are wider: the people are multiplied by what the group sequential
///   test with spending α·t² costs, 2.8 % for two looks and 6.3 % for five.
package struct Plan: Hashable, Sendable {
    /// The people that each variant, the baseline too, has to reach.
    package let peoplePerVariant: Int64

    /// The people of all variants together.
    package let people: Int64

    /// The days that takes, the last one begun counting whole; missing where nobody said how many come.
    package let days: Figure<Int64>

    /// The probability to find the lift if it is there.
    package let power: Double

    /// The error rate of the whole experiment.
    package let alpha: Double

    /// The number of equally spaced looks, the last at the end.
    package let looks: Int

    /// The power that experiments are planned for.
    package static let usualPower = 0.8

    /// The most variants that can be planned.
    package static let mostVariants = 100

    /// The most looks that can be planned.
    package static let mostLooks = 100

    /// Plans an experiment.
    ///
    /// - Parameters:
    ///   - baseline: The rate of the baseline, over 0 and under 1.
    ///   - lift: The relative change to be found: 0.1 for 10 % more, -0.1 for 10 % less.
    ///   - variants: The number of variants, the baseline being one.
    ///   - looks: The number of looks.
    ///   - perDay: The people that come into the experiment each day.
    ///   - power: The probability to find the lift if it is there.
    ///   - level: The error rate of the whole experiment.
    /// - Throws: ``PlanProblem`` where a number cannot be planned with.
    package init(
        baseline: Double,
        lift: Double,
        variants: Int = 2,
        looks: Int = 1,
        perDay: Int64? = nil,
        power: Double = Plan.usualPower,
        level: Level = .fivePercent
    ) throws(PlanProblem) {
        guard baseline > 0, baseline < 1 else { throw PlanProblem(code: .badBaseline) }
        let treatment = baseline * (1 + lift)
        guard lift != 0, treatment >= 0, treatment <= 1 else { throw PlanProblem(code: .badLift) }
        guard (2...Self.mostVariants).contains(variants) else { throw PlanProblem(code: .badVariants) }
        guard (1...Self.mostLooks).contains(looks) else { throw PlanProblem(code: .badLooks) }
        guard perDay ?? 1 > 0 else { throw PlanProblem(code: .badPerDay) }
        guard power > level.alpha, power < 1 else { throw PlanProblem(code: .badPower) }
        let needed: Double
        do {
            let each = try level.shared(among: variants - 1)
            let single = try ProportionPlan(control: baseline, treatment: treatment, level: each)
                .treatmentPeople(power: power)
            let inflation =
                looks == 1 ? 1 : try GroupSequential(looks: looks, level: each).inflation(power: power)
            needed = (single * inflation).rounded(.up)
        } catch {
            throw PlanProblem(code: .tooManyPeople)
        }
        guard needed <= Double(Proportion.mostPeople) else { throw PlanProblem(code: .tooManyPeople) }
        let people = Int64(max(1, needed)) * Int64(variants)
        peoplePerVariant = people / Int64(variants)
        self.people = people
        days =
            if let perDay {
                .value(people / perDay + (people % perDay == 0 ? 0 : 1))
            } else {
                .missing(reason: "people per day were not given")
            }
        self.power = power
        alpha = level.alpha
        self.looks = looks
    }
}

extension Plan {
    /// The least lift that so many people of all variants find under the plan's looks and power.
    package func detectableLift(baseline: Double, people: Int64) -> Figure<Double> {
        let variants = Int(self.people / max(1, peoplePerVariant))
        func needed(_ lift: Double) -> Double {
            guard let level = try? Level(alpha: alpha),
                let plan = try? Plan(
                    baseline: baseline,
                    lift: lift,
                    variants: variants,
                    looks: looks,
                    power: power,
                    level: level
                )
            else { return .infinity }
            return Double(plan.people)
        }
        var (low, high) = (0.0, (1 - baseline) / baseline)
        guard people > 0, needed(high) <= Double(people) else {
            return .missing(reason: "so few people find no lift")
        }
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if needed(middle) <= Double(people) { high = middle } else { low = middle }
        }
        return .value(high)
    }

    /// The plan as it is written into an experiment of a catalog.
    ///
    /// - Parameter lift: The lift it was made for; less is planned for by its size.
    /// - Returns: The member `plan` with its fields.
    package func inCatalog(lift: Double) -> String {
        let fields = [
            "peoplePerVariant: \(peoplePerVariant)", "looks: \(looks)",
            "alpha: \(JSON.number(alpha).text())", "minimumLift: \(JSON.number(abs(lift)).text())",
        ]
        return "plan: { \(fields.joined(separator: ", ")) }"
    }

    /// What `tipledger plan` prints as JSON.
    package var json: JSON {
        var members: [JSON.Member] = []
        members.add("peoplePerVariant", peoplePerVariant)
        members.add("people", people)
        members.add("days", days) { .integer($0) }
        members.add("power", .number(power))
        members.add("alpha", .number(alpha))
        members.add("looks", .integer(Int64(looks)))
        return .object(members)
    }
}

/// Why an experiment cannot be planned with the numbers given.
package struct PlanProblem: Error, Hashable, Sendable {
    /// A stable word for the problem.
    package let code: Code

    /// The numbers that can be wrong.
    package enum Code: String, Hashable, Sendable {
        /// The baseline is no rate over 0 and under 1.
        case badBaseline = "bad_baseline"
        /// The lift is zero, no number, or leads out of 0…1.
        case badLift = "bad_lift"
        /// Fewer than two variants, or more than can be planned.
        case badVariants = "bad_variants"
        /// No look, or more than can be planned.
        case badLooks = "bad_looks"
        /// Nobody a day.
        case badPerDay = "bad_per_day"
        /// A power not over α, or not under 1.
        case badPower = "bad_power"
        /// The lift is so small that it takes more people than there are.
        case tooManyPeople = "too_many_people"
    }
}

extension PlanProblem: CustomStringConvertible {
    /// One line that says what is wrong and what to do about it.
    package var description: String {
        let (what, hint) =
            switch code {
            case .badBaseline:
                ("The baseline is not a rate", "Give a number over 0 and under 1, such as 0.12.")
            case .badLift:
                (
                    "The lift cannot be planned for",
                    "Give 0.1 for 10 % more, so that the rate stays within 0 and 1."
                )
            case .badVariants:
                ("The number of variants is out of range", "Plan 2 to 100, the baseline being one.")
            case .badLooks: ("The number of looks is out of range", "Plan 1 to 100.")
            case .badPerDay: ("The number of people per day is not positive", "Give how many come each day.")
            case .badPower:
                ("The power is out of range", "Give a number over alpha and under 1, such as 0.8.")
            case .tooManyPeople: ("No number of people shows this lift", "Plan for a larger lift.")
            }
        return "\(what) [\(code.rawValue)]. \(hint)"
    }
}
