/// TipKit's status of a tip.
public enum TipStatus: String, Hashable, Sendable, CaseIterable {
    /// The tip may be shown.
    case available
    /// The tip may not be shown now.
    case pending
    /// The tip is over.
    case invalidated
}

/// Why a tip is pending.
public enum Blocker: Hashable, Sendable {
    /// A test override hides it.
    case override(OverrideKind)
    /// It is switched off for everybody.
    case off
    /// The person wants no tips.
    case optedOut
    /// The person's variant of its copy shows nothing, by the places of the experiment and the variant.
    case variant(experiment: Int, variant: Int)
    /// A rule does not hold, by its place among the tip's rules.
    case rule(Int)
    /// Another tip was first shown too recently.
    case frequency
}

/// A tip's status for a person at an instant, and how long that lasts.
public struct TipAnswer: Hashable, Sendable {
    /// The tip's number in the vocabulary.
    public let tip: UInt32
    /// The place of its definition in the catalog.
    public let definition: Int
    /// The instant of the answer.
    public let at: Timestamp
    /// The status with its reasons.
    public let verdict: Verdict
    /// The next instant at which the verdict changes with no further event; nil where it never does.
    ///
    /// The verdict is the same until then, and another at it.
    public let until: Timestamp?
    /// How often the tip was displayed.
    public let displayCount: Int
    /// How long it was on screen, in microseconds.
    public let displayedMicroseconds: Int64
}

/// A tip's status with its reasons, and the copy that goes with it.
public struct Verdict: Hashable, Sendable {
    /// The status.
    public let status: TipStatus
    /// Why and since when an invalidated tip is over.
    public let invalidation: Invalidation?
    /// All that holds a pending tip, in the order of <doc:Eligibility-rules>, R24.
    public let because: [Blocker]
    /// Whose copy the tip has, by the places of the experiment and the variant; nil for the tip's own.
    public let copy: VariantChoice?
}

/// A variant of an experiment, by their places in the catalog.
public struct VariantChoice: Hashable, Sendable {
    /// The experiment.
    public let experiment: Int
    /// The variant.
    public let variant: Int
}

extension CompiledCatalog {
    /// The copy of a tip, by the place of its definition, with a variant's words where one is chosen.
    public func copy(of definition: Int, choice: VariantChoice?) -> Copy {
        let own = catalog.tips[definition].copy
        guard let choice else { return own }
        return catalog.experiments[choice.experiment].variants[choice.variant].copy.completed(by: own)
    }

    /// A blocker as answers name it, such as `rule:0` or `override:hideTips`.
    public func name(of blocker: Blocker) -> String {
        switch blocker {
        case .override(let kind): return "override:" + kind.rawValue
        case .off: return "off"
        case .optedOut: return "optedOut"
        case .variant(let experiment, let variant):
            let definition = catalog.experiments[experiment]
            return "variant:" + definition.id + "/" + definition.variants[variant].id
        case .rule(let index): return "rule:\(index)"
        case .frequency: return "frequency"
        }
    }
}
