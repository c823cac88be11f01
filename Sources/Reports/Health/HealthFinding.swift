package import TipCore

/// One check of whether the figures of a report can be trusted.
package struct HealthFinding: Hashable, Sendable {
    /// What was checked.
    package let check: Check

    /// How it came out.
    package let state: State

    /// What was found, in one sentence, with no-break spaces inside numbers.
    package let sentence: Sentence

    /// What to do about it; nil where nothing has to be done.
    package let action: Sentence?

    /// The things that are checked.
    package enum Check: String, Hashable, Sendable, CaseIterable {
        /// Whether people came to the variants in the shares that the weights say.
        case split
        /// People who saw more than one variant.
        case multipleVariants
        /// People who saw a variant that was not assigned to them.
        case unexpectedVariant
        /// Events that arrived long after they happened.
        case late
        /// People left out because they are testers, look like bots, or had opted out.
        case excluded
        /// People who were erased.
        case erased
        /// People whose window is open.
        case openWindows
        /// Whether people still come.
        case arrivals
        /// How long the experiment has run.
        case duration
        /// What the catalog changed in the middle of the phase.
        case shown
    }

    /// How a check came out.
    package enum State: String, Hashable, Sendable, CaseIterable {
        /// Nothing stands out.
        case ok
        /// The figures can be used, with this in mind.
        case warning
        /// The figures cannot be trusted until the cause is found.
        case alarm
    }

    /// States the outcome of a check.
    init(_ check: Check, _ state: State, _ sentence: Sentence, action: Sentence? = nil) {
        self.check = check
        self.state = state
        self.sentence = sentence
        self.action = action
    }
}
