import Foundation
import Statistics

/// What a pair of counts says under the two methods that allow for peeking.
extension Pair where Sample == Proportion {
    /// The difference in standard errors: the z that has the p-value of the fixed-horizon test.
    ///
    /// With cells of five and more it is the pooled z itself; where Fisher's exact test decides, it is the z
    /// that would be as surprising, so that small counts cross no bound by the normal approximation.
    func signedZ() throws(Undefined) -> Double {
        guard isSmall else { return try pooledTest().z }
        // Beyond 38 a double has no p-value any more.
        let size = min(38, try Normal.upperQuantile(try test().p / 2))
        let difference = try difference()
        return difference == 0 ? 0 : difference < 0 ? -size : size
    }

    /// The always-valid p-value of no difference (formula S1).
    ///
    /// With cells of five and more from the difference and its unpooled standard error. In smaller ones that
    /// error would be far too sure of itself, and the evidence is the weaker one of Fisher's exact test and
    /// Newcombe's interval, so that no variant is better whose interval contains no difference.
    func alwaysValidP(_ sequence: ConfidenceSequence) throws(Undefined) -> Double {
        guard isSmall else { return try sequence.p(try effect(), units: units) }
        let mixture = try NormalMixture(level: sequence.level, tightestAt: sequence.tuning)
        let z = min(abs(try signedZ()), try newcombeZ())
        let evidence = try mixture.logEvidence(sum: z * units.squareRoot(), at: units)
        return min(1, exp(-evidence))
    }

    /// The always-valid interval of the difference (formula S1).
    ///
    /// With small cells, and where it would leave −1…1, it is Newcombe's interval that reaches as many standard
    /// errors.
    func alwaysValidInterval(_ sequence: ConfidenceSequence) throws(Undefined) -> Interval {
        if !isSmall {
            let interval = try sequence.interval(try effect(), units: units)
            if interval.lower >= -1, interval.upper <= 1 { return interval }
        }
        return try newcombeInterval(try alwaysValidLevel(sequence))
    }

    /// The level of a single look whose intervals reach as far as the always-valid ones do now.
    func alwaysValidLevel(_ sequence: ConfidenceSequence) throws(Undefined) -> Level {
        _ = try difference()
        let reach = try sequence.halfWidth(standardError: 1, units: units)
        let alpha = Normal.twoSidedTail(reach)
        // With a handful of people it reaches so far that a double has no level for it.
        guard alpha > 0 else { throw .tooFewUnits }
        return try Level(alpha: alpha)
    }

    /// How many standard errors Newcombe's interval can reach without containing zero, by halving.
    private func newcombeZ() throws(Undefined) -> Double {
        guard try difference() != 0 else { return 0 }
        var (low, high) = (0.0, 38.0)
        for _ in 0..<48 {
            let middle = (low + high) / 2
            let interval = try newcombeInterval(try Level(alpha: Normal.twoSidedTail(middle)))
            if interval.contains(0) { high = middle } else { low = middle }
        }
        return low
    }

    /// Whether a cell is too small for the normal approximation.
    private var isSmall: Bool { leastCell < Self.smallestCell }

    private var units: Double { Double(control.people) + Double(treatment.people) }

    /// The difference with its unpooled standard error (formula F2).
    private func effect() throws(Undefined) -> Effect {
        let arms = try map { arm throws(Undefined) in try arm.summary }
        return try arms.effect(.absolute)
    }
}
