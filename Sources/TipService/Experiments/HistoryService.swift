package import Reports
package import TipCore
import TipStore

/// What the log knows of a tip before an experiment on it.
extension ExperimentService {
    /// How far back is looked: four whole weeks, so that each weekday counts as often as the others.
    private static let days = 28

    /// The rate of an experiment's primary metric before an instant, from everyone who then saw the tip for the
    /// first time and whose window had closed.
    package func history(of definition: ExperimentDefinition, before instant: Timestamp) async throws
        -> History
    {
        let window = definition.primary.within ?? 0
        let end = instant.advanced(bySeconds: -window)
        var phase = FrozenPhase(
            of: definition,
            salt: "",
            assignment: .external,
            catalogRevision: 0,
            startedAt: .epoch
        )
        // Whatever copy it had: all who saw the tip are one group.
        phase.variants = [.init(id: "", weight: 1, shows: true)]
        phase.metrics = [
            MetricDefinition(metric: definition.primary.metric, within: definition.primary.within)
        ]
        phase.secondaryCount = 0
        phase.audience = []
        phase.endedAt = instant
        let counted = try await Recount(workspace.store).count(.init(experiment: definition.id, phase: phase))
        let units = counted.units.map(\.participation).filter { unit in
            unit.exposedAt < end
                && [.compared, .multipleVariants, .unexpectedVariant].contains(unit.standing)
        }
        let times = units.map(\.exposedAt)
        guard let first = times.min(), let last = times.max() else {
            return History(people: 0, conversions: 0, days: 0)
        }
        // The newest weeks in which people came, also where the app has been silent since.
        let start = max(first, last.advanced(bySeconds: -Double(Self.days) * 86_400))
        let recent = units.filter { $0.exposedAt >= start }
        let days = Double(last.microseconds - start.microseconds) / 86_400_000_000
        return History(
            people: Int64(recent.count),
            conversions: Int64(recent.count { $0.convertedAt[0] != nil }),
            days: Int(days.rounded(.down)) + 1
        )
    }

    /// Plans an experiment from what the log knows of its tip.
    ///
    /// - Parameters:
    ///   - id: The experiment.
    ///   - lift: The lift to find; nil is the one that its plan names.
    /// - Returns: What the log knows, and the experiment with the lift that is planned for.
    /// - Throws: `UnknownExperiment`.
    package func planning(_ id: String, lift: Double?) async throws -> (
        history: History, definition: ExperimentDefinition, lift: Double?
    ) {
        let entry = try entry(id)
        guard let definition = entry.definition else {
            throw UnknownExperiment(id: id, hint: "It was taken out.")
        }
        let start = entry.record?.phases.first?.startedAt ?? workspace.now()
        var history = try await history(of: definition, before: start)
        if history.rate == nil, entry.record != nil {
            // Where the tip came with its experiment, all who have seen it since say what rate to plan with.
            history = try await self.history(of: definition, before: workspace.now())
        }
        return (history, definition, lift ?? definition.plan?.minimumLift)
    }
}
