/// Why a figure cannot be had from the numbers given.
///
/// Every function of this room gives a figure or throws one of these; none gives NaN, and none
/// traps, whatever it is fed.
package enum Undefined: Error, Hashable, Sendable {
    /// A number handed in is NaN or infinite.
    case notFinite
    /// A count is below zero.
    case negativeCount
    /// More people converted than there were people.
    case moreConversionsThanPeople
    /// A count is larger than ``Proportion/mostPeople``.
    case tooLarge
    /// A level, power or probability lies outside the range that the formula allows.
    case outOfRange
    /// Lists that belong together have different lengths, or a list is empty.
    case mismatched
    /// Times of looks do not rise, or stand too close to each other for the integration.
    case looksOutOfOrder
    /// An arm has no people.
    case noPeople(Arm)
    /// An arm has no conversions.
    case noConversions(Arm)
    /// The baseline's mean is zero, so that nothing can be relative to it.
    case zeroBaseline
    /// An arm has too few units to estimate a variance or a quantile from.
    case tooFewUnits
    /// The values do not vary, so that no standard error can be had.
    case zeroVariance
    /// Fewer than two arms are there to be compared.
    case oneArm
    /// Nothing was counted at all.
    case nothingCounted
    /// No number of people, and no effect, satisfies what is asked.
    case unreachable
    /// The set of plausible values has no end.
    case unbounded
    /// The result is beyond the range of a double, or its computation did not settle.
    case notComputable
}

/// One side of a comparison, as far as a reason has to name it.
package enum Arm: String, Hashable, Sendable {
    /// What the other arm is compared with.
    case baseline
    /// What is compared with the baseline.
    case variant
}

extension Undefined: CustomStringConvertible {
    /// A short clause in words for people, without a full stop.
    package var description: String {
        switch self {
        case .notFinite: "a number is not finite"
        case .negativeCount: "a count is negative"
        case .moreConversionsThanPeople: "more conversions than people"
        case .tooLarge: "a count is too large"
        case .outOfRange: "a level or parameter is out of range"
        case .mismatched: "lists that belong together differ in length"
        case .looksOutOfOrder: "the times of the looks do not rise"
        case .noPeople(let arm): "\(arm.rawValue) has no people"
        case .noConversions(let arm): "\(arm.rawValue) has no conversions"
        case .zeroBaseline: "the mean of the baseline is zero"
        case .tooFewUnits: "too few units"
        case .zeroVariance: "the values do not vary"
        case .oneArm: "fewer than two variants can be compared"
        case .nothingCounted: "nobody was counted"
        case .unreachable: "no sample size can show this effect"
        case .unbounded: "the interval has no end"
        case .notComputable: "the figure is beyond what can be computed"
        }
    }
}

/// Lets a computed number pass if it is finite.
///
/// The last step of every formula: intermediate overflow becomes a reason instead of a NaN.
func settled(_ value: Double) throws(Undefined) -> Double {
    guard value.isFinite else { throw .notComputable }
    return value
}

/// Refuses inputs that are NaN or infinite.
func requireFinite(_ values: Double...) throws(Undefined) {
    for value in values where !value.isFinite { throw .notFinite }
}
