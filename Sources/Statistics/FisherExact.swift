extension Pair where Sample == Proportion {
    /// The two-sided p-value of Fisher's exact test (formula F15).
    ///
    /// The probability, given the totals, of all tables no more probable than the one observed. Ties
    /// are told by a relative slack of 1e-12, just above the rounding of a probability; at a billion
    /// people neighbouring tables differ by less than the slack of 1e-7 that older tools use.
    package func fisherExactP() throws(Undefined) -> Double {
        try requirePeople()
        let law = Hypergeometric(
            treated: treatment.people,
            untreated: control.people,
            successes: control.conversions + treatment.conversions
        )
        let observed = treatment.conversions
        let mode = law.mode
        let limit = law.logProbability(observed) + 1e-12
        guard law.logProbability(mode) > limit else { return 1 }
        let tails =
            if observed < mode {
                law.lowerTail(observed)
                    + law.upperTail(
                        firstIndex(in: mode...law.support.upperBound + 1) { law.logProbability($0) <= limit }
                    )
            } else {
                law.upperTail(observed)
                    + law.lowerTail(
                        -firstIndex(in: -mode...1 - law.support.lowerBound) {
                            law.logProbability(-$0) <= limit
                        }
                    )
            }
        return min(1, try settled(tails))
    }

    /// The first number of a range that satisfies a condition which, once true, stays true.
    ///
    /// The range's last number counts as satisfying it and is not asked.
    private func firstIndex(in range: ClosedRange<Int64>, where condition: (Int64) -> Bool) -> Int64 {
        var low = range.lowerBound
        var high = range.upperBound
        while low < high {
            let middle = low + (high - low) / 2
            if condition(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
