package import TipCore

/// A metric whose definition in the catalog is another than the one the phase was registered with: its history
/// counted anew, beside the registered figures.
package struct Redefinition: Hashable, Sendable {
    /// The definition that was registered at the start.
    package let registered: MetricDefinition
    /// The definition of the newest catalog.
    package let current: MetricDefinition
    /// The revision of that catalog.
    package let revision: Int
    /// The variants in the order of the report.
    package let variants: [Arm]

    /// The counts of one variant under both definitions.
    package struct Arm: Hashable, Sendable {
        /// The variant.
        package let variant: String
        /// Matured people and conversions under the registered definition.
        package let before: VariantCounts
        /// Matured people and conversions under the current one.
        package let after: VariantCounts
    }

    /// Compares two counts of the same phase.
    ///
    /// - Parameters:
    ///   - index: The place of the metric in both.
    ///   - before: The counts under the registered definitions.
    ///   - after: The counts under the current ones.
    ///   - revision: The revision of the catalog that has the current ones.
    package init(_ index: Int, _ before: ExperimentSnapshot, _ after: ExperimentSnapshot, revision: Int) {
        registered = before.metrics[index]
        current = after.metrics[index]
        self.revision = revision
        variants = zip(before.counts(metric: index).variants, after.counts(metric: index).variants).map {
            Arm(variant: $0.variant, before: $0, after: $1)
        }
    }
}
