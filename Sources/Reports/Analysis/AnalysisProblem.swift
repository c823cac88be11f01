import TipCore

/// Why counts cannot be analysed at all, as opposed to a single figure that is missing.
package struct AnalysisProblem: Error, Hashable, Sendable {
    /// A stable word for the problem.
    package let code: Code

    /// The experiment in which it was found.
    package let experiment: String

    /// The variant that is concerned, if one is.
    package let variant: String?

    /// The variants that there are, where one was asked for that is not.
    package var variants: [String] = []

    /// The ways counts can be unfit for an analysis.
    package enum Code: String, Hashable, Sendable {
        /// The variant asked for as baseline is not one of the experiment.
        case unknownBaseline = "unknown_baseline"
        /// The experiment has no variants.
        case noVariants = "no_variants"
        /// A variant is counted twice.
        case duplicateVariant = "duplicate_variant"
        /// A count is negative, larger than 10¹², or there are more conversions than people.
        case impossibleCounts = "impossible_counts"
        /// A weight is negative or no number.
        case badWeight = "bad_weight"
    }
}

extension AnalysisProblem: CustomStringConvertible {
    /// One line that says where, what, and what to do about it.
    package var description: String {
        let name = variant ?? ""
        let (what, hint) =
            switch code {
            case .unknownBaseline:
                ("has no variant \"\(name)\"", NearestName.hint(for: name, among: variants))
            case .noVariants: ("has no variants", "Count at least one.")
            case .duplicateVariant: ("has variant \"\(name)\" twice", "Add its counts up in one row.")
            case .impossibleCounts:
                ("has impossible counts for \"\(name)\"", "Counts are whole, and conversions at most people.")
            case .badWeight: ("has a bad weight for \"\(name)\"", "Weights are numbers from zero up.")
            }
        return "Experiment \"\(experiment)\" \(what) [\(code.rawValue)]. \(hint)"
    }
}
