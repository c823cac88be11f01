/// What an experiment gives to a unit.
public enum Assignment: Hashable, Sendable {
    /// The variant at a place of the definition.
    case variant(Int)
    /// The unit is not in the experiment, for a reason.
    case notIn(Reason)

    /// Why a unit is not in an experiment; the raw value is what answers and reports carry.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// The unit has no name, as where an experiment by device is asked without one.
        case noUnit
        /// Its place on the shared line is in another stretch.
        case namespace
        /// Its draw is above the share of the audience that is in.
        case inclusion
        /// The rules of the audience do not all hold.
        case audience
        /// The experiment is over.
        case stopped
        /// The experiment has no variants.
        case noVariants
    }

    /// The variant's place, where there is one.
    public var variant: Int? {
        guard case .variant(let place) = self else { return nil }
        return place
    }

    /// Assigns a unit in a phase of an experiment; `isInAudience` is asked last and only where it matters.
    ///
    /// For many units make an `Assigner` once instead.
    public static func assign(
        unit: String,
        in experiment: ExperimentDefinition,
        phase: ExperimentPhase,
        isInAudience: () -> Bool = { true }
    ) -> Assignment {
        let drawn = Assigner(experiment, phase).assign(unit)
        guard case .variant = drawn, !isInAudience() else { return drawn }
        return .notIn(.audience)
    }
}

/// A phase of an experiment with its seeds hashed and its shares as whole places.
///
/// Three independent draws decide: the namespace's, the inclusion's and the variant's, with the seeds
/// `<namespace>:namespace`, `<salt>:inclusion` and `<salt>:variant`. The first is salted with the name of
/// the namespace, not of the phase: a line that several experiments share must give a unit one place.
public struct Assigner: Hashable, Sendable {
    private let namespace: Line?
    private let inclusion: Line?
    private let variant: Draw
    /// The first place after each variant's stretch, in the order of the definition.
    private let bounds: [Int]

    private struct Line: Hashable, Sendable {
        let draw: Draw
        let places: Range<Int>

        func contains(_ fed: FNV1a32) -> Bool { places.contains(Draw.place(fed)) }
    }

    /// Prepares a phase.
    public init(_ experiment: ExperimentDefinition, _ phase: ExperimentPhase) {
        namespace = experiment.namespace.map { namespace in
            let from = Draw.bound(of: namespace.from)
            let to = max(from, Draw.bound(of: namespace.to))
            return Line(draw: Draw(seed: namespace.id + ":namespace"), places: from..<to)
        }
        let included = Draw.bound(of: phase.inclusion)
        let isEverybody = included == Draw.places
        inclusion =
            isEverybody ? nil : Line(draw: Draw(seed: phase.salt + ":inclusion"), places: 0..<included)
        variant = Draw(seed: phase.salt + ":variant")
        var sum = 0.0
        bounds = phase.shares(of: experiment.variants.count).map { share in
            sum += share
            return Draw.bound(of: sum)
        }
    }

    /// The variant of a unit, or why it has none; the audience is for the caller to ask.
    public func assign(_ unit: String) -> Assignment {
        guard !unit.isEmpty else { return .notIn(.noUnit) }
        // The name is read once for all three draws: reading it costs more than hashing it.
        var line = (namespace?.draw ?? variant).seed
        var share = (inclusion?.draw ?? variant).seed
        var own = variant.seed
        for byte in unit.utf8 {
            line.feed(byte)
            share.feed(byte)
            own.feed(byte)
        }
        if let namespace, !namespace.contains(line) { return .notIn(.namespace) }
        if let inclusion, !inclusion.contains(share) { return .notIn(.inclusion) }
        let place = Draw.place(own)
        for (index, bound) in bounds.enumerated() where place < bound { return .variant(index) }
        return bounds.isEmpty ? .notIn(.noVariants) : .variant(bounds.count - 1)
    }
}
