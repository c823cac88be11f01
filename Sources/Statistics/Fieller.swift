extension Pair where Sample == Summary {
    /// Fieller's interval of the lift of two independent means (formula F9).
    ///
    /// The set of lifts that a z-test of m_T = (1 + lift) m_C does not reject. It has ends only where
    /// the baseline's mean itself differs from zero at this level; otherwise ``Undefined/unbounded``.
    package func fiellerLift(_ level: Level = .fivePercent) throws(Undefined) -> Interval {
        let z = try level.twoSidedZ
        let controlSquare = control.mean * control.mean
        let treatmentSquare = treatment.mean * treatment.mean
        let a = controlSquare - z * z * control.meanVariance
        guard a > 0 else { throw .unbounded }
        let b = control.mean * treatment.mean
        // B² − AD, multiplied out, so that the two squares of B cancel on paper and not in rounding.
        let spread = controlSquare * treatment.meanVariance + treatmentSquare * control.meanVariance
        let discriminant = z * z * (spread - z * z * control.meanVariance * treatment.meanVariance)
        guard discriminant >= 0 else { throw .notComputable }
        let root = discriminant.squareRoot()
        return try Interval(lower: (b - root - a) / a, upper: (b + root - a) / a)
    }
}
