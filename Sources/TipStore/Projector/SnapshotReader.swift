import Postgres
package import Reports
package import TipCore

/// Reads the tallies of experiments: a few rows an experiment, however long the log is.
package struct SnapshotReader: Sendable {
    private let store: Store

    /// Creates a reader.
    package init(_ store: Store) {
        self.store = store
    }

    /// What is asked of an experiment.
    package struct Request: Sendable {
        /// The experiment's name.
        package var experiment: String
        /// The phase; nil is the last one.
        package var phase: Int?
        /// The instant as of which people are matured.
        package var asOf: Timestamp
        /// Whether people whose window is open are counted with the others.
        package var isPartial: Bool

        /// Creates a request.
        package init(experiment: String, phase: Int? = nil, asOf: Timestamp, isPartial: Bool = false) {
            self.experiment = experiment
            self.phase = phase
            self.asOf = asOf
            self.isPartial = isPartial
        }
    }

    /// Counts an experiment.
    ///
    /// - Parameters:
    ///   - request: What is asked.
    ///   - definition: The experiment as the catalog has it; gives copy, and stands in for the phase of a draft.
    /// - Returns: The counts; nil where the experiment was never started and has no definition, or has no such
    ///   phase.
    /// - Throws: `PostgresError`.
    package func snapshot(
        _ request: Request,
        definition: ExperimentDefinition?
    ) async throws -> ExperimentSnapshot? {
        let record = store.project.current.lifecycle.experiments[request.experiment]
        let phase = record.flatMap { record in
            request.phase.map { number in record.phases.first { $0.number == number } } ?? record.currentPhase
        }
        guard var snapshot = empty(request, record: record, phase: phase, definition: definition) else {
            return nil
        }
        snapshot.events = try await store.projector.checkpoints().values.reduce(0) { $0 + $1.seq }
        guard let phase else { return snapshot }
        let ids = try await store.log.words.ids(of: [Word(.experiment, request.experiment)])
        guard let experiment = ids.values.first else { return snapshot }
        return try await count(experiment, phase, request, snapshot)
    }

    private func empty(
        _ request: Request,
        record: ExperimentRecord?,
        phase: FrozenPhase?,
        definition: ExperimentDefinition?
    ) -> ExperimentSnapshot? {
        if let record, let phase {
            let arms = phase.variants.map { arm in
                ExperimentSnapshot.Arm(
                    variant: arm.id,
                    weight: arm.weight,
                    copy: definition?.variants.first { $0.id == arm.id }?.copy,
                    metrics: phase.metrics.count
                )
            }
            var snapshot = ExperimentSnapshot(
                experiment: request.experiment,
                status: record.status,
                phase: phase,
                tip: phase.tip,
                decision: record.decision,
                asOf: request.asOf,
                events: 0,
                metric: phase.metrics[0],
                arms: arms
            )
            snapshot.isPartial = request.isPartial
            return snapshot
        }
        guard let definition, record == nil else { return nil }
        let metrics = 1 + definition.secondary.count + definition.guardrails.count
        let arms = definition.variants.map {
            ExperimentSnapshot.Arm(variant: $0.id, weight: $0.weight, copy: $0.copy, metrics: metrics)
        }
        var draft = ExperimentSnapshot(
            experiment: request.experiment,
            status: .draft,
            phase: nil,
            tip: definition.tip,
            asOf: request.asOf,
            events: 0,
            metric: definition.primary,
            arms: arms
        )
        draft.plan = definition.plan
        return draft
    }

    /// Sums the tallies of whole hours before and after the one in which the last window to close began, and
    /// the single exposures of that hour.
    private func count(
        _ experiment: Int32,
        _ phase: FrozenPhase,
        _ request: Request,
        _ snapshot: ExperimentSnapshot
    ) async throws -> ExperimentSnapshot {
        var counter = SnapshotCounter(snapshot)
        let matured = request.isPartial ? request.asOf : phase.lastMatured(asOf: request.asOf)
        let hour = matured.hour
        let nextHour = hour.adding(seconds: 3600)
        let number = Int32(clamping: phase.number)
        let (before, within, after) = try await store.pool.withConnection { connection in
            try await connection.run { connection in
                let tallies = { (since: Timestamp, before: Timestamp) throws in
                    try connection.query(
                        SQL.tallies(
                            experiment: experiment,
                            phase: number,
                            since: since.microseconds,
                            before: before.microseconds
                        )
                    )
                }
                let within = try connection.query(
                    SQL.exposuresBetween(
                        experiment: experiment,
                        phase: number,
                        since: hour.microseconds,
                        before: nextHour.microseconds
                    )
                )
                return (
                    try tallies(Timestamp(microseconds: .min), hour), within,
                    try tallies(nextHour, Timestamp(microseconds: .max))
                )
            }
        }
        let ids =
            try before.map { try $0.int32(0) } + after.map { try $0.int32(0) }
            + within.map { try $0.int32(2) }
        let names = try await variantNames(ids)
        for row in before { counter.add(try SnapshotCounter.Sums(tally: row, names: names), isMatured: true) }
        for row in after { counter.add(try SnapshotCounter.Sums(tally: row, names: names), isMatured: false) }
        for row in within {
            let exposure = try ExposureRow(row, person: .nobody, device: "", from: 0)
            for sums in SnapshotCounter.Sums.all(of: exposure, names: names) {
                counter.add(sums, isMatured: exposure.exposedAt <= matured)
            }
        }
        return counter.snapshot
    }

    private func variantNames(_ ids: [Int32]) async throws -> [Int32: String] {
        try await store.log.words.words(Set(ids)).mapValues(\.text)
    }
}
