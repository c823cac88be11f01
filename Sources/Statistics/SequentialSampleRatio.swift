import Foundation

/// A check of the split that may be looked at after every batch (formula R2).
///
/// A chi-square test that is run daily cries wolf; the p-value of this one, the least so far, is valid
/// at every look.
package struct SequentialSampleRatio: Hashable, Sendable {
    /// The concentration that Optimizely's ssrm-test uses.
    package static let usualConcentration = 10_000.0

    /// The p-value so far: one over the largest Bayes factor seen.
    package private(set) var p = 1.0

    /// The people of each arm so far.
    package private(set) var people: [Int64]

    private let shares: [Double]
    private let concentration: Double

    /// Starts a check against weights, all positive, that need not add up to one.
    package init(
        weights: [Double],
        concentration: Double = SequentialSampleRatio.usualConcentration
    ) throws(Undefined) {
        guard weights.count >= 2 else { throw .oneArm }
        guard weights.allSatisfy(\.isFinite), concentration.isFinite else { throw .notFinite }
        guard weights.allSatisfy({ $0 > 0 }), concentration > 0 else { throw .outOfRange }
        let sum = try settled(weights.reduce(0) { $0 + $1 })
        shares = weights.map { $0 / sum }
        guard shares.allSatisfy({ $0 * concentration > 1e-300 }) else { throw .outOfRange }
        self.concentration = concentration
        people = Array(repeating: 0, count: weights.count)
    }

    /// Adds a batch of people, one number for each arm, and looks.
    package mutating func add(_ batch: [Int64]) throws(Undefined) {
        guard batch.count == people.count else { throw .mismatched }
        guard batch.allSatisfy({ $0 >= 0 }) else { throw .negativeCount }
        let most = Proportion.mostPeople
        guard zip(people, batch).allSatisfy({ $1 <= most && $0 <= most - $1 }) else { throw .tooLarge }
        people = zip(people, batch).map { $0 + $1 }
        let evidence = DirichletEvidence(shares: shares, concentration: concentration)
        p = min(p, exp(-(try settled(evidence.logBayesFactor(people.map { Double($0) })))))
    }
}
