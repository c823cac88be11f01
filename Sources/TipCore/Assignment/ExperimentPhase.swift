/// A stretch of an experiment with fixed weights and a salt of its own.
///
/// Other weights make another phase; a ramp of inclusion stays in the phase and moves nobody between
/// variants.
public struct ExperimentPhase: Hashable, Sendable {
    /// Its number within the experiment, from 1.
    public var number: Int
    /// What its seeds begin with.
    public var salt: String
    /// The weights of the variants, relative to each other, in the order of the definition.
    public var weights: [Double]
    /// The share of the audience that is in, 0 to 1.
    public var inclusion: Double
    /// When it began.
    public var start: Timestamp

    /// Creates a phase.
    public init(number: Int = 1, salt: String, weights: [Double], inclusion: Double = 1, start: Timestamp) {
        self.number = number
        self.salt = salt
        self.weights = weights
        self.inclusion = inclusion
        self.start = start
    }

    /// The first phase of an experiment as it is defined, salted with its id.
    public init(first experiment: ExperimentDefinition, start: Timestamp) {
        self.init(
            salt: experiment.id,
            weights: experiment.variants.map(\.weight),
            inclusion: experiment.inclusion,
            start: start
        )
    }

    /// The weights as shares that sum to 1; equal shares where weights are negative, missing or all 0.
    public func shares(of count: Int) -> [Double] {
        let isSound = weights.count == count && weights.allSatisfy { $0.isFinite && $0 >= 0 }
        let total = isSound ? weights.reduce(0, +) : 0
        guard total > 0, total.isFinite else {
            return Array(repeating: 1 / Double(max(count, 1)), count: count)
        }
        return weights.map { $0 / total }
    }
}

/// Where an experiment stands in its life.
public enum ExperimentStanding: Hashable, Sendable {
    /// Registered and not started: everyone has the first variant.
    case draft
    /// Assigning by a phase.
    case running(ExperimentPhase)
    /// Held: everyone has the first variant until it goes on with its phase.
    case paused(ExperimentPhase)
    /// Over: nobody is in it.
    case stopped
}
