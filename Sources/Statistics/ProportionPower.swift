/// A planned comparison of two rates (formulas P1 and P4).
package struct ProportionPlan: Hashable, Sendable {
    /// The rate of the control.
    package let control: Double

    /// The rate that the treatment must have to be found.
    package let treatment: Double

    /// How many people the control gets for one of the treatment.
    package let ratio: Double

    /// The error rate of the test.
    package let level: Level

    /// Plans to find a treatment's rate against a control's, both within 0…1.
    package init(
        control: Double,
        treatment: Double,
        ratio: Double = 1,
        level: Level = .fivePercent
    ) throws(Undefined) {
        try requireFinite(control, treatment, ratio)
        for rate in [control, treatment] { try probability(rate) }
        guard ratio > 0 else { throw .outOfRange }
        self.control = control
        self.treatment = treatment
        self.ratio = ratio
        self.level = level
    }

    /// The difference to be found.
    package var difference: Double { treatment - control }

    private var pooledRate: Double { (treatment + control * ratio) / (1 + ratio) }

    /// The standard deviation of √n_T times the difference, if the arms do not differ.
    package var deviationWithoutEffect: Double {
        (pooledRate * (1 - pooledRate) * (1 + 1 / ratio)).squareRoot()
    }

    /// The standard deviation of √n_T times the difference, if the treatment has its rate.
    package var deviationWithEffect: Double {
        (treatment * (1 - treatment) + control * (1 - control) / ratio).squareRoot()
    }

    /// The power of the pooled z-test with so many people in the treatment.
    package func power(treatmentPeople: Double) throws(Undefined) -> Double {
        guard treatmentPeople.isFinite else { throw .notFinite }
        guard treatmentPeople > 0 else { throw .nothingCounted }
        guard deviationWithEffect > 0 else { throw .zeroVariance }
        let edge = try level.twoSidedZ * deviationWithoutEffect
        let shift = treatmentPeople.squareRoot() * difference
        let above = Normal.upperTail((edge - shift) / deviationWithEffect)
        return min(1, above + Normal.lowerTail((-edge - shift) / deviationWithEffect))
    }

    /// The people of the treatment that a power takes, unpooled and not rounded.
    package func treatmentPeople(power: Double) throws(Undefined) -> Double {
        guard power > 0, power < 1 else { throw power.isNaN ? .notFinite : .outOfRange }
        guard difference != 0 else { throw .unreachable }
        let reach = try level.twoSidedZ + Normal.quantile(power)
        guard reach > 0 else { throw .outOfRange }
        let needed = reach * deviationWithEffect / difference
        return try settled(needed * needed)
    }

    /// The people of both arms that a power takes, not rounded.
    package func people(power: Double) throws(Undefined) -> Double {
        try settled(treatmentPeople(power: power) * (1 + ratio))
    }

    /// The people of both arms in whole numbers: the treatment's rounded up, and the control's in proportion.
    package func wholePeople(power: Double) throws(Undefined) -> Double {
        let treatment = try treatmentPeople(power: power).rounded(.up)
        return try settled((treatment * (1 + ratio)).rounded(.up))
    }

    /// The people of each of two equal arms with which one look of a confidence sequence has a power.
    ///
    /// A lower bound of what peeking can find with them. Without a tuning the sequence is made for the
    /// number of people itself.
    package func peoplePerArm(power: Double, tuning: Double?) throws(Undefined) -> Double {
        guard ratio == 1 else { throw .outOfRange }
        guard power > level.alpha, power < 1 else { throw power.isNaN ? .notFinite : .outOfRange }
        guard difference != 0, deviationWithEffect > 0 else { throw .unreachable }
        let single = try treatmentPeople(power: power)
        return try risingRoot(of: power, from: 0, to: single) { people throws(Undefined) in
            let sequence = try ConfidenceSequence(level: level, tuning: tuning ?? 2 * people)
            let standardError = deviationWithEffect / people.squareRoot()
            let edge = try sequence.halfWidth(standardError: standardError, units: 2 * people)
            let above = Normal.upperTail((edge - abs(difference)) / standardError)
            return above + Normal.lowerTail(-(edge + abs(difference)) / standardError)
        }
    }
}
