package import Statistics

/// One variant of a report: its counts, and its rate with the values that the counts do not rule out.
package struct VariantFindings: Hashable, Sendable {
    /// The counts that all figures come from.
    package let counts: VariantCounts

    /// Conversions over people.
    package let rate: Figure<Double>

    /// Wilson's interval of the rate at 1 − α.
    package let interval: Figure<Interval>

    /// Finds the figures of one variant.
    init(_ counts: VariantCounts, _ proportion: Proportion, _ level: Level) {
        self.counts = counts
        rate = Figure { () throws(Undefined) in try proportion.rate }
        interval = Figure { () throws(Undefined) in try proportion.wilsonInterval(level) }
    }
}
