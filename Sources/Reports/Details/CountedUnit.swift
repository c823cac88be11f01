package import TipCore

/// What one person, or one device, did in one phase, with what was known of it when it was exposed.
package struct CountedUnit: Hashable, Sendable {
    /// What it did.
    package let participation: Participation
    /// What the app said about itself with the exposure.
    package let context: EventContext
    /// The person's parameters as the log knew them at the exposure; those that were never set are not there.
    package let parameters: [String: Scalar]
    /// What each metric's measure is, in the order of the phase's metrics; nil where it has none.
    package let values: [Double?]

    /// Creates a unit.
    package init(
        _ participation: Participation,
        context: EventContext = EventContext(),
        parameters: [String: Scalar] = [:],
        values: [Double?] = []
    ) {
        self.participation = participation
        self.context = context
        self.parameters = parameters
        self.values = values
    }
}
