extension Proportion {
    /// The exact interval of Clopper and Pearson (formula F3): never covers less than 1 − α.
    package func clopperPearsonInterval(_ level: Level = .fivePercent) throws(Undefined) -> Interval {
        guard people > 0 else { throw .nothingCounted }
        let tail = level.alpha / 2
        let lower = conversions == 0 ? 0 : try Beta(a: x, b: misses + 1).quantile(tail)
        let upper = failures == 0 ? 1 : try Beta(a: x + 1, b: misses).upperQuantile(tail)
        return try Interval(lower: lower, upper: upper)
    }
}
