/// A closed range of values that the data do not rule out.
package struct Interval: Hashable, Sendable {
    /// The smallest value.
    package let lower: Double

    /// The largest value.
    package let upper: Double

    /// Creates an interval from its ends, both of which are finite.
    init(lower: Double, upper: Double) throws(Undefined) {
        self.lower = try settled(lower)
        self.upper = try settled(upper)
    }

    /// Creates the interval that reaches as far below a centre as above it.
    init(around centre: Double, halfWidth: Double) throws(Undefined) {
        try self.init(lower: centre - halfWidth, upper: centre + halfWidth)
    }

    /// Says whether a value is one of those not ruled out.
    package func contains(_ value: Double) -> Bool { lower <= value && value <= upper }

    /// Scales both ends, as from a difference to a difference per person.
    func mapped(_ transform: (Double) -> Double) throws(Undefined) -> Interval {
        try Interval(lower: transform(lower), upper: transform(upper))
    }
}
