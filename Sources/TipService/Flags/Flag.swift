import TipCore

/// A value that SDKs of feature flags ask for by its name: a parameter, a variant, or a part of a tip.
struct Flag: Hashable, Sendable {
    /// Its name.
    let key: String
    /// Its value; nil where the app's own default holds.
    let value: JSON?
    /// Which of its values it is.
    let variant: String
    /// Why it has this value.
    let reason: Reason
    /// What else is known, flat.
    var metadata: [JSON.Member] = []

    /// The words that the SDKs know; any other makes one of them take its default.
    enum Reason: String, Hashable, Sendable {
        /// The same for everybody.
        case isStatic = "STATIC"
        /// Nothing was said, so the default holds.
        case isDefault = "DEFAULT"
        /// What is known of the person decides.
        case isTargeted = "TARGETING_MATCH"
        /// The person's place in an experiment decides.
        case isSplit = "SPLIT"
        /// The experiment is over.
        case isDisabled = "DISABLED"
    }
}
