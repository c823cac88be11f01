/// What the people of a phase are shown under one catalog: the copy of each variant, and the tip's rules.
///
/// A phase freezes who gets which variant, not what a variant says: that stands in the catalog. So two
/// catalogs within one phase can mean two experiments under one name, and this finds out whether they do.
public struct ShownCopy: Hashable, Sendable {
    /// Whether the catalog has the experiment, on the tip of the phase.
    private let isGivenOut: Bool
    /// The copy of each arm that shows something and has a weight, completed by the tip's own.
    private let arms: [Arm]
    /// When the tip is available.
    private let rules: [String]
    private let options: TipOptions?

    private struct Arm: Hashable {
        let variant: String
        let copy: Copy
    }

    /// A way in which a phase is not the same under two catalogs.
    public enum Change: Hashable, Sendable {
        /// People of a variant read another copy.
        case copy(variant: String)
        /// The tip's rules or limits are others, so other people see it.
        case rules
        /// The experiment was taken out of the catalog: everybody reads the tip's own copy.
        case takenOut
        /// The experiment is in the catalog again.
        case putBack
    }

    /// Looks at a phase of an experiment under a catalog.
    public init(_ phase: FrozenPhase, of experiment: String, under catalog: Catalog) {
        let tip = catalog.tips.first { $0.id.hasSameBytes(as: phase.tip) }
        let definition = catalog.experiments.first { $0.id.hasSameBytes(as: experiment) }
        isGivenOut = definition.map { tip != nil && $0.tip.hasSameBytes(as: phase.tip) } ?? false
        arms = phase.variants.filter { $0.shows && $0.weight > 0 }.map { arm in
            let own = definition?.variants.first { $0.id.hasSameBytes(as: arm.id) }?.copy ?? Copy()
            return Arm(variant: arm.id, copy: own.completed(by: tip?.copy ?? Copy()))
        }
        rules = tip?.rules.map(\.text) ?? []
        options = tip?.options
    }

    /// What is another thing under a later catalog, first what concerns everybody.
    public func changes(to later: ShownCopy) -> [Change] {
        guard isGivenOut == later.isGivenOut else { return [later.isGivenOut ? .putBack : .takenOut] }
        guard isGivenOut else { return [] }
        let rules: [Change] = rules == later.rules && options == later.options ? [] : [.rules]
        return rules
            + zip(arms, later.arms).filter { $0.copy != $1.copy }.map { .copy(variant: $0.0.variant) }
    }
}
