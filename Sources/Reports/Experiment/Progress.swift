import Statistics
import TipCore

/// How far an experiment has come, and what it can still find.
package struct Progress: Hashable, Sendable {
    /// The people that the smallest variant of positive weight has.
    package let leastPeople: Int64
    /// The people that each variant was planned to have.
    package let peoplePerVariant: Figure<Int64>
    /// The people that come into the smallest variant each day.
    package let perDay: Figure<Double>
    /// The days until the planned size at this pace, or until the planned power where no size was planned.
    package let daysLeft: Figure<Double>
    /// The least lift that the plan is to find.
    package let minimumLift: Figure<Double>
    /// The probability to find that lift with the people there are now, by the method of the report.
    package let power: Figure<Double>

    /// Looks at the counts of an experiment.
    init(_ snapshot: ExperimentSnapshot, _ method: ReportMethod, baseline: String) {
        let arms = snapshot.arms.filter { $0.weight > 0 }
        let least = arms.map(\.people).min() ?? 0
        leastPeople = least
        let planned = snapshot.plan?.peoplePerVariant
        peoplePerVariant = planned.map { .value($0) } ?? .missing(reason: "no number of people was planned")
        let pace = Self.pace(snapshot, least)
        perDay = pace
        let lift = snapshot.plan?.minimumLift
        minimumLift = lift.map { .value($0) } ?? .missing(reason: "no least lift was planned")
        let control = snapshot.arms.first { $0.variant == baseline }
        let outlook: Figure<MidRunPower> =
            if let lift, let control {
                Figure { () throws(Undefined) in
                    try Self.outlook(control, least: least, lift, method, comparisons: arms.count - 1)
                }
            } else {
                .missing(reason: "no least lift was planned")
            }
        power = outlook.flatMap { outlook throws(Undefined) in try outlook.power(extra: 0) }
        guard snapshot.status == .running else {
            daysLeft = .missing(reason: "it does not enrol")
            return
        }
        daysLeft = pace.then { pace in
            if let planned { return .value(max(0, Double(planned - least)) / pace) }
            return outlook.flatMap { outlook throws(Undefined) in
                try outlook.extra(power: Plan.usualPower) * Double(least) / pace
            }
        }
    }

    /// What an estimate of the least lift is worth: as many people in each arm as the smallest one has.
    private static func outlook(
        _ control: ExperimentSnapshot.Arm,
        least: Int64,
        _ lift: Double,
        _ method: ReportMethod,
        comparisons: Int
    ) throws(Undefined) -> MidRunPower {
        let rate = try Proportion(conversions: control.conversions[0], people: control.people).rate
        let found = min(1, rate * (1 + lift))
        let level = try method.level.shared(among: max(1, comparisons))
        guard least > 0 else { throw .nothingCounted }
        let people = Double(least)
        guard rate > 0 else { throw .zeroVariance }
        let effect = try Pair(
            control: Summary(count: people, mean: rate, variance: rate * (1 - rate)),
            treatment: Summary(count: people, mean: found, variance: found * (1 - found))
        ).effect(.absolute)
        let rule: MidRunPower.Rule =
            switch method.test {
            case .fixedHorizon: .fixedHorizon(level)
            case .groupSequential(let plan): .fixedHorizon(try plan.lastLevel(level))
            case .alwaysValid(let tuning): .sequential(try ConfidenceSequence(level: level, tuning: tuning))
            }
        return try MidRunPower(effect, units: 2 * people, target: found - rate, rule: rule)
    }

    private static func pace(_ snapshot: ExperimentSnapshot, _ least: Int64) -> Figure<Double> {
        guard let start = snapshot.phase?.startedAt else { return .missing(reason: "it has not started") }
        let end = min(snapshot.phase?.endedAt ?? snapshot.lastMatured, snapshot.lastMatured)
        let days = Double(end.microseconds - start.microseconds) / 86_400_000_000
        guard snapshot.silentDays == nil else { return .missing(reason: "nobody new has come for days") }
        guard days >= 1 else { return .missing(reason: "less than a day of people has matured") }
        guard least > 0 else { return .missing(reason: "a variant has no people yet") }
        return .value(Double(least) / days)
    }
}

extension ExperimentSnapshot {
    /// How many whole days nobody new has come, where it is three or more while people should.
    var silentDays: Int64? {
        guard status == .running, slice == nil, immature == 0, phase?.endedAt == nil,
            let last = days.last(where: { $0.people.contains { $0 > 0 } })
        else { return nil }
        let silent = (lastMatured.microseconds - last.start.microseconds) / 86_400_000_000 - 1
        return silent >= 3 ? silent : nil
    }
}

extension ReportMethod.GroupPlan {
    /// The level of a single look whose bound is that of the last planned one.
    fileprivate func lastLevel(_ level: Level) throws(Undefined) -> Level {
        guard
            let bound = try GroupSequential(looks: looks, spending: .power(spending), level: level).bounds
                .last
        else {
            throw .notComputable
        }
        return try Level(alpha: Normal.twoSidedTail(bound))
    }
}

extension Progress {
    /// The progress as JSON.
    var json: JSON {
        var members: [JSON.Member] = []
        members.add("leastPeople", leastPeople)
        members.add("peoplePerVariant", peoplePerVariant) { .integer($0) }
        members.add("peoplePerDay", perDay)
        members.add("daysLeft", daysLeft)
        members.add("minimumLift", minimumLift)
        members.add("power", power)
        return .object(members)
    }
}
