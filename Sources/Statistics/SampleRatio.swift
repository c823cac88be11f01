/// Whether the people came to the arms in the shares that the weights say (formula R1).
package struct SampleRatioTest: Hashable, Sendable {
    /// The p-value under which a test run on every experiment should alarm.
    package static let alarm = 0.001

    /// Pearson's statistic Σ(o − e)²/e over the arms of positive weight.
    package let chiSquare: Double

    /// The number of those arms minus one.
    package let degreesOfFreedom: Int

    /// The upper tail of the statistic.
    package let p: Double

    /// Says whether the split is as configured, as far as counts can tell.
    package var ok: Bool { p >= Self.alarm }

    /// Tests counts against weights that need not add up to one.
    ///
    /// An arm of weight zero is left out of both sides, people and all; an empty arm of positive
    /// weight stays in.
    package init(people: [Int64], weights: [Double]) throws(Undefined) {
        guard people.count == weights.count else { throw .mismatched }
        for weight in weights {
            guard weight.isFinite else { throw .notFinite }
            guard weight >= 0 else { throw .outOfRange }
        }
        guard people.allSatisfy({ $0 >= 0 }) else { throw .negativeCount }
        guard people.allSatisfy({ $0 <= Proportion.mostPeople }) else { throw .tooLarge }
        let arms = zip(people, weights).filter { $0.1 > 0 }.map { (people: Double($0.0), weight: $0.1) }
        guard arms.count >= 2 else { throw .oneArm }
        let total = arms.reduce(0) { $0 + $1.people }
        guard total > 0 else { throw .nothingCounted }
        let weight = arms.reduce(0) { $0 + $1.weight }
        let statistic = arms.reduce(0) { sum, arm in
            let expected = total * (arm.weight / weight)
            let distance = arm.people - expected
            return sum + distance * (distance / expected)
        }
        chiSquare = try settled(statistic)
        degreesOfFreedom = arms.count - 1
        p = try ChiSquare(degreesOfFreedom: Double(degreesOfFreedom)).upperTail(chiSquare)
    }
}
