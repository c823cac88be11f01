import Reports
import TipCore

/// Folds the history of one unit into what it did in a phase, with all that a recount can ask.
struct UnitFold {
    private let phase: FrozenPhase
    private var fold: ParticipationFold
    private var parameters: [String: Scalar] = [:]
    private var transient: Set<String>
    private var exposure: (at: Timestamp, context: EventContext, parameters: [String: Scalar])?
    private var counted: [LoggedEvent] = []

    init(_ phase: FrozenPhase, fold: ParticipationFold) {
        self.phase = phase
        self.fold = fold
        transient = Set(phase.declarations?.parameters.filter(\.value.isTransient).map(\.key) ?? [])
    }

    /// Folds the next event of the history.
    mutating func apply(_ logged: LoggedEvent) {
        let event = logged.event
        switch event.body {
        case .parameter(let name, let value): parameters[name] = value
        case .session: for name in transient { parameters[name] = nil }
        case .datastoreReset: parameters = [:]
        default: break
        }
        let before = fold.result
        fold.apply(logged)
        guard let after = fold.result else { return }
        if before?.exposedAt != after.exposedAt || before?.standing != after.standing,
            exposure?.at != after.exposedAt
        {
            exposure = (after.exposedAt, event.context, parameters)
            counted = []
        }
        if !event.isTest, !logged.isBot { counted.append(logged) }
    }

    /// What came of it; nil where the unit took no part.
    func unit(isOfTip: (String) -> Bool) -> CountedUnit? {
        guard let participation = fold.result else { return nil }
        return CountedUnit(
            participation,
            context: exposure?.context ?? EventContext(),
            parameters: exposure?.parameters ?? [:],
            values: phase.metrics.map { value(of: $0, participation, isOfTip) }
        )
    }

    /// The measure of a metric over what happened in its window.
    private func value(
        of metric: MetricDefinition,
        _ participation: Participation,
        _ isOfTip: (String) -> Bool
    ) -> Double? {
        let last = phase.lastConversion(of: metric, exposedAt: participation.exposedAt)
        let hits = counted.filter { logged in
            logged.event.at >= participation.exposedAt && logged.event.at <= last
                && metric.metric.counts(logged.event.body, isOfTip)
        }
        switch metric.measure {
        case .once: return hits.isEmpty ? 0 : 1
        case .count: return Double(hits.count)
        case .time:
            return hits.first.map {
                Double($0.event.at.microseconds - participation.exposedAt.microseconds) / 1_000_000
            }
        case .sum(let field): return hits.reduce(0) { $0 + ($1.number(field) ?? 0) }
        case .mean(let field):
            let numbers = hits.compactMap { $0.number(field) }
            return numbers.isEmpty ? nil : numbers.reduce(0, +) / Double(numbers.count)
        }
    }
}

extension Metric {
    /// Whether an event is one that the metric counts.
    fileprivate func counts(_ body: EventBody, _ isOfTip: (String) -> Bool) -> Bool {
        switch (self, body) {
        case (.tap, .actionTap(let tip, _, _)): isOfTip(tip)
        case (.action(let id), .actionTap(let tip, let action, _)): isOfTip(tip) && id == action
        case (.donation(let name), .donation(let event, _)): name == event
        case (.invalidation(let reason), .invalidation(let tip, let found)): isOfTip(tip) && reason == found
        default: false
        }
    }
}

extension LoggedEvent {
    /// A number among a donation's info.
    fileprivate func number(_ field: String) -> Double? {
        guard case .donation(_, let info) = event.body, case .number(let number)? = info[field] else {
            return nil
        }
        return number
    }
}
