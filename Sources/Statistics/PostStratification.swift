/// One group of units that existed before the experiment, as it fell into the two arms.
package typealias Stratum = Pair<Moments>

/// A comparison within groups, put together by the groups' sizes (formula F13).
///
/// Chance differences in the mix of groups between the arms no longer count as an effect. The group
/// sizes are taken as drawn at random, so their variation is part of the standard error.
package struct PostStratification: Hashable, Sendable {
    /// The groups that are compared; groups too small for a variance were joined to the largest.
    let strata: [Stratum]

    /// Says whether more than one group was left to compare.
    package var isApplied: Bool { strata.count > 1 }

    /// Takes the groups, of which at least one has two units in each arm.
    package init(_ groups: [Stratum]) throws(Undefined) {
        guard !groups.isEmpty else { throw .mismatched }
        let usable = groups.filter(Self.varies)
        let rest = groups.filter { !Self.varies($0) }
        guard let largest = usable.indices.max(by: { Self.size(usable[$0]) < Self.size(usable[$1]) }) else {
            strata = [Self.joined(groups)]
            return
        }
        var strata = usable
        strata[largest] = Self.joined([usable[largest]] + rest)
        self.strata = strata
    }

    private static func varies(_ group: Stratum) -> Bool {
        [group.control, group.treatment].allSatisfy { $0.count >= 2 && $0.squares > 0 }
    }

    private static func size(_ group: Stratum) -> Double { group.control.count + group.treatment.count }

    private static func joined(_ groups: [Stratum]) -> Stratum {
        var control = Moments()
        var treatment = Moments()
        for group in groups {
            control.merge(group.control)
            treatment.merge(group.treatment)
        }
        return Stratum(control: control, treatment: treatment)
    }

    /// The t-test of the effect, with Welch's degrees of freedom of the arms as wholes.
    package func tTest(_ scale: EffectScale, _ level: Level = .fivePercent) throws(Undefined) -> TTest {
        let whole = try Self.joined(strata).map { arm throws(Undefined) in try arm.summary }
        let all = whole.control.count + whole.treatment.count
        var (baseline, effect) = (0.0, 0.0)
        for group in strata {
            let share = Self.size(group) / all
            baseline += share * group.control.mean
            effect += share * (group.treatment.mean - group.control.mean)
        }
        guard scale == .absolute || baseline != 0 else { throw .zeroBaseline }
        // The gradient of the result in the baseline's mean and in the effect.
        let gradient =
            scale == .absolute
            ? (baseline: 0, effect: 1) : (baseline: -effect / (baseline * baseline), effect: 1 / baseline)
        var variance = 0.0
        for group in strata {
            variance += try part(of: group, all, gradient, baseline, effect)
        }
        return try TTest(
            estimate: scale == .absolute ? effect : effect / abs(baseline),
            variance: variance,
            degreesOfFreedom: whole.welchDegreesOfFreedom(),
            level: level
        )
    }

    /// What one group adds to the variance: of its share, and of its means given the share.
    private func part(
        of group: Stratum,
        _ all: Double,
        _ gradient: (baseline: Double, effect: Double),
        _ baseline: Double,
        _ effect: Double
    ) throws(Undefined) -> Double {
        let share = Self.size(group) / all
        let groupEffect = group.treatment.mean - group.control.mean
        let distance =
            gradient.baseline * (group.control.mean - baseline) + gradient.effect * (groupEffect - effect)
        let controlWeight = gradient.baseline - gradient.effect
        let control = try group.control.variance / group.control.count * controlWeight * controlWeight
        let treatment =
            try group.treatment.variance / group.treatment.count * gradient.effect * gradient.effect
        return share * distance * distance / all + share * share * (control + treatment)
    }
}
