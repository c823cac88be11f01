/// What an experiment counts after the exposure.
public struct MetricDefinition: Hashable, Sendable {
    /// What is counted.
    public var metric: Metric
    /// How long after the exposure it counts, in seconds, the end included; nil is for ever.
    public var within: Double?
    /// Which way is better; nil where more is, or less for a tip that is closed unread.
    public var direction: Direction?
    /// How much worse a guardrail may get, relative: 0.02 is 2 %.
    public var margin: Double?
    /// What is taken of it besides whether it happened.
    public var measure: Measure

    /// Which way of a metric is better.
    public enum Direction: String, Hashable, Sendable, CaseIterable {
        /// More is better.
        case up
        /// Less is better.
        case down
    }

    /// What is taken of a metric for one person.
    public enum Measure: Hashable, Sendable {
        /// Whether it happened.
        case once
        /// How often it happened.
        case count
        /// The sum of a numeric field of the donations; 0 where there is none.
        case sum(field: String)
        /// The mean of a numeric field of the donations, of those who made one.
        case mean(field: String)
        /// The seconds from the exposure to the first time, of those who did it.
        case time
    }

    /// Creates a metric.
    public init(
        metric: Metric,
        within: Double? = nil,
        direction: Direction? = nil,
        margin: Double? = nil,
        measure: Measure = .once
    ) {
        self.metric = metric
        self.within = within
        self.direction = direction
        self.margin = margin
        self.measure = measure
    }
}

/// A thing that can be counted, written `tap`, `action:<id>`, `donation:<event>` or `invalidation:<reason>`.
public enum Metric: Hashable, Sendable {
    /// Any button of the tip was pressed.
    case tap
    /// One button of the tip was pressed.
    case action(String)
    /// The person donated an event.
    case donation(String)
    /// The tip was invalidated for a reason.
    case invalidation(InvalidationReason)

    /// Reads a metric's name, or returns nil where it is none.
    public init?(name: some StringProtocol) {
        guard name != "tap" else {
            self = .tap
            return
        }
        guard let colon = name.firstIndex(of: ":") else { return nil }
        let argument = String(name[name.index(after: colon)...])
        guard !argument.isEmpty else { return nil }
        switch name[..<colon] {
        case "action": self = .action(argument)
        case "donation": self = .donation(argument)
        case "invalidation":
            guard let reason = InvalidationReason(rawValue: argument) else { return nil }
            self = .invalidation(reason)
        default: return nil
        }
    }

    /// The metric's name.
    public var name: String {
        switch self {
        case .tap: "tap"
        case .action(let id): "action:" + id
        case .donation(let event): "donation:" + event
        case .invalidation(let reason): "invalidation:" + reason.rawValue
        }
    }
}

extension MetricDefinition.Measure {
    /// Reads a measure from its word and the field it is about; nil where they do not fit.
    public init?(word: String, field: String?) {
        switch (word, field) {
        case ("once", nil): self = .once
        case ("count", nil): self = .count
        case ("time", nil): self = .time
        case ("sum", let field?): self = .sum(field: field)
        case ("mean", let field?): self = .mean(field: field)
        default: return nil
        }
    }

    /// The word of the measure.
    public var word: String {
        switch self {
        case .once: "once"
        case .count: "count"
        case .sum: "sum"
        case .mean: "mean"
        case .time: "time"
        }
    }

    /// The words of all measures.
    public static let words = ["once", "count", "sum", "mean", "time"]

    /// The field of a donation that is read, where one is.
    public var field: String? {
        switch self {
        case .sum(let field), .mean(let field): field
        case .once, .count, .time: nil
        }
    }
}
