public import TipCore

/// What applying a catalog file does to experiments that run, which the file alone cannot tell.
///
/// A phase has frozen who gets which variant and what is counted. A file that changes what people read, or
/// that leaves the experiment out, is applied all the same, as a typing error in a copy must be put right at
/// once; but whoever applies it is told what it costs.
public struct RunningAdvice: Sendable {
    private let running: [ExperimentRecord]
    private let old: Catalog

    /// Prepares the advice.
    ///
    /// - Parameters:
    ///   - records: All experiments ever started.
    ///   - catalog: The catalog in force, that the file is to follow.
    public init(_ records: [ExperimentRecord], under catalog: Catalog) {
        running = records.filter { $0.status != .stopped && $0.currentPhase.assignment == .hash }
        old = catalog
    }

    /// What to warn of before a file is applied.
    ///
    /// - Parameters:
    ///   - reading: The file, which has no error.
    ///   - phases: The experiments that begin a new phase with it, as was asked for.
    /// - Returns: The warnings in file order.
    public func warnings(for reading: CatalogReading, beginningPhaseOf phases: [String] = [])
        -> [CatalogProblem]
    {
        guard let new = reading.catalog else { return [] }
        var warnings: [CatalogProblem] = []
        for record in running where !phases.contains(where: { $0.hasSameBytes(as: record.id) }) {
            let definition = new.experiments.first { $0.id.hasSameBytes(as: record.id) }
            let before = ShownCopy(record.currentPhase, of: record.id, under: old)
            let after = ShownCopy(record.currentPhase, of: record.id, under: new)
            let begins = definition.map { self.begins(record.currentPhase, $0) } ?? false
            if begins {
                warnings.append(newPhase(record, reading.places))
            } else {
                warnings += before.changes(to: after).map { warning(of: $0, record, reading.places) }
            }
            let previous = old.experiments.first { $0.id.hasSameBytes(as: record.id) }
            if let definition, let previous, !definition.isRegistered(like: previous) {
                warnings.append(registered(record, reading.places))
            }
        }
        return warnings.sorted {
            ($0.position.line, $0.position.column) < ($1.position.line, $1.position.column)
        }
    }

    private func begins(_ phase: FrozenPhase, _ definition: ExperimentDefinition) -> Bool {
        definition.tip.hasSameBytes(as: phase.tip) && !phase.assigns(like: definition)
    }

    private func warning(of change: ShownCopy.Change, _ record: ExperimentRecord, _ places: CatalogPlaces)
        -> CatalogProblem
    {
        let name = "\"\(record.id)\""
        let another = "Stop it first, or begin a new phase with --new-phase \(record.id)."
        return switch change {
        case .copy(let variant):
            places.problem(
                at: places.variants[record.id]?[variant] ?? places.experiments[record.id],
                code: "running_copy",
                found: "another copy for people in \"\(variant)\" of \(name), which runs",
                expected: "the copy with which the phase began",
                hint: "The report will mix both copies. " + another
            )
        case .rules:
            places.problem(
                at: places.tips[record.currentPhase.tip],
                code: "running_rules",
                found: "other rules or limits of the tip of \(name), which runs",
                expected: "those with which the phase began",
                hint: "Other people will see the tip, and the report will mix both. " + another
            )
        case .takenOut:
            places.problem(
                at: places.experiments[record.id] ?? places.tips[record.currentPhase.tip],
                code: "running_removed",
                found: "no experiment \(name) on the tip \"\(record.currentPhase.tip)\", though it runs",
                expected: "an experiment that runs to stay in the file",
                hint: "Everybody will read the tip's own copy and still be counted. "
                    + "Stop it first: tipledger experiment stop \(record.id)."
            )
        case .putBack:
            places.problem(
                at: places.experiments[record.id],
                code: "running_put_back",
                found: "\(name) again, which runs and was left out",
                expected: "an experiment that runs to stay in the file",
                hint: "People who read the tip's own copy meanwhile are counted. " + another
            )
        }
    }

    private func newPhase(_ record: ExperimentRecord, _ places: CatalogPlaces) -> CatalogProblem {
        places.problem(
            at: places.experiments[record.id],
            code: "running_new_phase",
            found: "other weights, variants, audience, unit or namespace of \"\(record.id)\", which runs",
            expected: "those with which the phase began",
            hint: "Phase \(record.currentPhase.number + 1) begins: people are dealt out anew, "
                + "and the report counts from zero."
        )
    }

    private func registered(_ record: ExperimentRecord, _ places: CatalogPlaces) -> CatalogProblem {
        places.problem(
            at: places.experiments[record.id],
            code: "running_plan",
            found: "another plan or other metrics of \"\(record.id)\", which runs",
            expected: "those that were frozen at its start",
            hint: "The frozen ones stay in force and decide; a new plan needs a new experiment."
        )
    }
}

extension ExperimentDefinition {
    /// Whether another definition registers the same plan and the same metrics.
    fileprivate func isRegistered(like other: ExperimentDefinition) -> Bool {
        plan == other.plan && primary == other.primary && secondary == other.secondary
            && guardrails == other.guardrails
    }
}
