/// A file of counts that contradicts what was loaded before, or what the project has.
package struct CountsMismatch: Error, Hashable, Sendable, CustomStringConvertible {
    /// The experiment.
    package let experiment: String
    /// What is wrong.
    package let problem: Problem
    /// The line of the file that says so, counting from one.
    package let line: Int

    /// The ways a file can contradict the log.
    package enum Problem: Hashable, Sendable {
        /// A variant has fewer people or conversions than before.
        case fewerThanBefore(variant: String)
        /// The variants are not those of the first load.
        case otherVariants
        /// The copy of a variant is not that of the first load.
        case otherCopy(variant: String)
        /// The experiment was run here, or is a draft, and was not loaded.
        case notLoadedFromCounts
        /// A tip of the project has the experiment's id.
        case tipOfTheProject
        /// A name cannot stand in a catalog.
        case unfit(String)
    }

    /// What is wrong and what to do about it.
    package var description: String { "Line \(line): \(reason)" }

    private var reason: String {
        switch problem {
        case .fewerThanBefore(let variant):
            "Variant \(variant) of \(experiment) has fewer people or conversions than were loaded before. "
                + "The log never forgets; load the smaller test under another experiment id."
        case .otherVariants:
            "The variants of \(experiment) are not those that were loaded before. Load it under another id."
        case .otherCopy(let variant):
            "The copy of variant \(variant) of \(experiment) is not the one that was loaded before, which stays. "
                + "Write that one, or load the test under another id."
        case .notLoadedFromCounts:
            "\(experiment) is an experiment of this project, not one loaded from counts. Load it under another id."
        case .tipOfTheProject: "\(experiment) is a tip of this project. Load the test under another id."
        case .unfit(let reason): "A name cannot stand in a catalog: \(reason)"
        }
    }
}
