import Statistics
import TipCore

/// The details of a report as members that follow those of the contract.
extension ReportDetails {
    /// The members of the details that there are.
    var members: [JSON.Member] {
        var members: [JSON.Member] = []
        if let breakdown { members.add("breakdown", breakdown.json) }
        if let series { members.add("series", series.json) }
        if !means.isEmpty { members.add("means", .array(means.map(\.json))) }
        if !redefinitions.isEmpty { members.add("redefinitions", .array(redefinitions.map(\.json))) }
        if let permutations { members.add("permutations", permutations.json) }
        return members
    }
}

extension Breakdown {
    fileprivate var json: JSON {
        [
            "by": .string(dimension.name), "exploratory": true, "adjustment": "benjamini-hochberg",
            "parts": .array(parts.map(\.json)),
        ]
    }
}

extension Breakdown.Part {
    fileprivate var json: JSON {
        var members: [JSON.Member] = []
        members.add("value", value.map { .string($0) } ?? .null)
        if value == nil {
            members.add("valueReason", isRest ? "all other values" : "nothing was said at the exposure")
        }
        members.add("variants", .array(analysis.variants.map { .object($0.members) }))
        let judged = zip(analysis.comparisons, pExploratory).map { comparison, p -> JSON in
            var members: [JSON.Member] = [
                .init("variant", .string(comparison.variant)),
                .init("baseline", .string(comparison.baseline)),
            ]
            members.add("difference", comparison.difference)
            members.add("differenceInterval", comparison.differenceInterval)
            members.add("lift", comparison.lift)
            members.add("liftInterval", comparison.liftInterval)
            members.add("p", comparison.p)
            members.add("pAdjusted", p)
            return .object(members)
        }
        members.add("comparisons", .array(judged))
        members += analysis.srm.members
        if let isSplitAsConfigured { members.add("splitOk", .boolean(isSplitAsConfigured)) }
        return .object(members)
    }
}

extension DailySeries {
    fileprivate var json: JSON {
        [
            "timeZone": .string(timeZone), "cumulative": true,
            "days": .array(
                days.map { day in
                    [
                        "day": .string(day.date), "people": .array(day.people.map { .integer($0) }),
                        "conversions": .array(day.conversions.map { .integer($0) }),
                    ]
                }
            ),
        ]
    }
}

extension MeanFindings {
    fileprivate var json: JSON {
        let arms = variants.map { arm -> JSON in
            var members: [JSON.Member] = [.init("variant", .string(arm.variant))]
            members.add("people", .integer(Int64(arm.moments.count)))
            members.add("total", .number(arm.total))
            members.add("mean", arm.mean)
            members.add("deviation", arm.deviation)
            return .object(members)
        }
        let judged = comparisons.map { comparison -> JSON in
            var members: [JSON.Member] = [.init("variant", .string(comparison.variant))]
            members.add(
                "difference",
                comparison.difference.flatMap { test throws(Undefined) in test.estimate }
            )
            members.add(
                "differenceInterval",
                comparison.difference.flatMap { test throws(Undefined) in test.interval }
            )
            members.add("lift", comparison.lift)
            members.add("liftInterval", comparison.liftInterval)
            members.add("p", comparison.p)
            members.add("pAdjusted", comparison.pAdjusted)
            if let guardrail = comparison.guardrail { members.add("guardrail", .string(guardrail.rawValue)) }
            return .object(members)
        }
        return [
            "metric": metric.json.present, "kind": isGuardrail ? "guardrail" : "secondary",
            "exploratory": .boolean(!isGuardrail),
            "adjustment": isGuardrail ? .null : "benjamini-hochberg",
            "variants": .array(arms), "comparisons": .array(judged),
        ]
    }
}

extension MeanFindings.Arm {
    /// The mean of those who have a value.
    package var mean: Figure<Double> {
        moments.count > 0 ? .value(moments.mean) : .missing(reason: "nobody has a value")
    }

    /// The standard deviation of one person's value.
    package var deviation: Figure<Double> {
        Figure { () throws(Undefined) in try moments.variance.squareRoot() }
    }
}

extension Redefinition {
    fileprivate var json: JSON {
        let arms = variants.map { arm -> JSON in
            [
                "variant": .string(arm.variant),
                "registered": [
                    "people": .integer(arm.before.people), "conversions": .integer(arm.before.conversions),
                ],
                "current": [
                    "people": .integer(arm.after.people), "conversions": .integer(arm.after.conversions),
                ],
            ]
        }
        return [
            "registered": registered.json.present, "current": current.json.present,
            "catalogRevision": .integer(Int64(revision)), "variants": .array(arms),
        ]
    }
}

extension Permutations {
    fileprivate var json: JSON {
        var members: [JSON.Member] = []
        members.add("rounds", .integer(Int64(rounds)))
        members.add("falsePositives", .integer(Int64(falsePositives)))
        members.add("rate", rate)
        members.add("interval", interval)
        members.add("alpha", .number(alpha))
        members.add("seed", .integer(Int64(clamping: seed)))
        members.add("sound", .boolean(isSound))
        return .object(members)
    }
}
