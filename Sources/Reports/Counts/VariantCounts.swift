/// What was counted for one variant: all that a report at fixed horizon has to know about it.
package struct VariantCounts: Hashable, Sendable {
    /// The variant's name, unique in its experiment.
    package let variant: String

    /// The text that was shown, where the source of the counts knows it.
    package let copy: String?

    /// How many people saw it and whose window is over.
    package let people: Int64

    /// How many of them converted.
    package let conversions: Int64

    /// Creates the counts of a variant; ``analysis(of:baseline:weights:level:)`` judges them.
    package init(variant: String, copy: String? = nil, people: Int64, conversions: Int64) {
        self.variant = variant
        self.copy = copy
        self.people = people
        self.conversions = conversions
    }
}

/// The counts of one experiment, its variants in the order of the catalog or file.
package struct ExperimentCounts: Hashable, Sendable {
    /// The experiment's name.
    package let experiment: String

    /// Its variants, the first of which is the baseline unless another is asked for.
    package var variants: [VariantCounts]

    /// Creates the counts of an experiment.
    package init(experiment: String, variants: [VariantCounts]) {
        self.experiment = experiment
        self.variants = variants
    }
}
