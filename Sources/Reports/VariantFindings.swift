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

extension VariantFindings: Encodable {
    /// Writes the members that every report has for a variant, in an object of their own.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: ReportKey.self)
        try container.encode(counts.variant, forKey: "variant")
        if let copy = counts.copy { try container.encode(["title": copy], forKey: "copy") }
        try container.encode(counts.people, forKey: "people")
        try container.encode(counts.conversions, forKey: "conversions")
        try container.encode(rate, forKey: "rate")
        try container.encode(interval, forKey: "interval")
    }
}

extension Interval: Encodable {
    /// Writes the ends as an array of two numbers.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(lower)
        try container.encode(upper)
    }
}
