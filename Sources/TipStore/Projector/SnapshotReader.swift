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

        /// Only those exposed in it are counted; nil counts all.
        package var slice: ExperimentSnapshot.Slice?
        /// Only what happened by then is seen; nil sees everything.
        package var happenedBy: Timestamp?
        /// Only what was in the log by then is seen; nil sees everything.
        package var knownAt: Timestamp?

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
        let lifecycle = store.project.current.lifecycle(at: request.happenedBy)
        let record = lifecycle.experiments[request.experiment]
        let phase: FrozenPhase?
        if let number = request.phase {
            guard let asked = record?.phases.first(where: { $0.number == number }) else { return nil }
            phase = asked
        } else {
            phase = record?.currentPhase
        }
        guard var snapshot = empty(request, record: record, phase: phase, definition: definition) else {
            return nil
        }
        snapshot.isOff = lifecycle.tipsOff(at: request.asOf).contains { $0.hasSameBytes(as: snapshot.tip) }
        guard let phase else { return try await draft(snapshot) }
        if request.slice != nil || request.happenedBy != nil || request.knownAt != nil {
            return try await recount(phase, request, snapshot)
        }
        let ids = try await store.log.words.ids(of: [Word(.experiment, request.experiment)])
        guard let experiment = ids.values.first else { return snapshot }
        return try await count(experiment, phase, request, snapshot)
    }

    private func draft(_ empty: ExperimentSnapshot) async throws -> ExperimentSnapshot {
        var draft = empty
        draft.events = try await store.projector.checkpoints().values.reduce(0) { $0 + $1.seq }
        return draft
    }

    /// Counts from the events themselves what the tallies do not hold.
    private func recount(
        _ phase: FrozenPhase,
        _ request: Request,
        _ empty: ExperimentSnapshot
    ) async throws -> ExperimentSnapshot {
        var asked = Recount.Request(experiment: request.experiment, phase: phase)
        asked.happenedBy = request.happenedBy
        asked.knownAt = request.knownAt
        let result = try await Recount(store).count(asked)
        return snapshot(of: result, phase, like: empty)
    }

    /// The counts of units as a snapshot that says otherwise what another one says.
    package func snapshot(
        of result: Recount.Result,
        _ phase: FrozenPhase,
        like other: ExperimentSnapshot
    ) -> ExperimentSnapshot {
        var counter = SnapshotCounter(other.withoutPeople(phase))
        let asOf = other.asOf
        let matured = other.isPartial ? asOf : phase.lastMatured(asOf: asOf)
        for unit in result.units { counter.add(unit.participation, matured: matured) }
        var snapshot = counter.result
        snapshot.events = result.events
        return snapshot
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
                    copy: arm.title.map { Copy(title: LocalizedText($0)) }
                        ?? definition?.variants.first { $0.id.hasSameBytes(as: arm.id) }?.copy,
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
            snapshot.slice = request.slice
            snapshot.knownAt = request.knownAt
            snapshot.phases = record.phases
            snapshot.erased = record.erased[phase.number] ?? 0
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

    /// Sums the tallies of whole hours before and after the one in which the last window to close began, the
    /// single exposures of that hour, and persons with several names from their histories.
    private func count(
        _ experiment: Int32,
        _ phase: FrozenPhase,
        _ request: Request,
        _ snapshot: ExperimentSnapshot
    ) async throws -> ExperimentSnapshot {
        var counter = SnapshotCounter(snapshot)
        let matured = request.isPartial ? request.asOf : phase.lastMatured(asOf: request.asOf)
        let streams = store.log.streams
        let reading = try await store.pool.withConnection { connection in
            try await connection.run { connection in
                try connection.transaction(.snapshot) { connection in
                    try connection.read(
                        experiment,
                        Int32(clamping: phase.number),
                        hour: matured.hour,
                        asOf: request.asOf,
                        streams: streams
                    )
                }
            }
        }
        let ids =
            try reading.before.map { try $0.int32(0) } + reading.after.map { try $0.int32(0) }
            + reading.within.map { try $0.int32(2) } + reading.days.map { try $0.int32(1) }
            + reading.conversions.map { try $0.int32(1) }
        let names = try await variantNames(ids)
        for row in reading.before {
            counter.add(try SnapshotCounter.Sums(tally: row, names: names), isMatured: true)
        }
        for row in reading.after {
            counter.add(try SnapshotCounter.Sums(tally: row, names: names), isMatured: false)
        }
        for row in reading.within {
            let exposure = try ExposureRow(row, person: .nobody, device: "", from: 0)
            for sums in SnapshotCounter.Sums.all(of: exposure, names: names) {
                counter.add(sums, isMatured: exposure.exposedAt <= matured)
            }
            counter.addCompared(exposure, variant: names[exposure.variant], matured: matured)
        }
        for row in reading.conversions {
            try counter.addCompared(row, variant: names[try row.int32(1)])
        }
        for row in reading.days {
            let variant = names[try row.int32(1)]
            guard let arm = snapshot.arms.firstIndex(where: { $0.variant == variant }) else { continue }
            let day = Timestamp(microseconds: try row.timestamp(0))
            counter.addToDay(day, arm: arm, people: try row.int64(2))
        }
        let units = UnitCounter(.init(experiment: request.experiment, phase: phase))
        for person in reading.joined {
            for unit in units.units(of: try await store.log.events(of: person), person.identity) {
                counter.add(unit.participation, matured: matured)
            }
        }
        var counted = counter.result
        counted.events = reading.events
        return counted
    }

    private func variantNames(_ ids: [Int32]) async throws -> [Int32: String] {
        try await store.log.words.words(Set(ids)).mapValues(\.text)
    }
}

extension ExperimentSnapshot {
    /// The same experiment with nobody counted yet, and the metrics of a phase.
    fileprivate func withoutPeople(_ phase: FrozenPhase) -> ExperimentSnapshot {
        var empty = ExperimentSnapshot(
            experiment: experiment,
            status: status,
            phase: phase,
            tip: tip,
            decision: decision,
            asOf: asOf,
            events: 0,
            metric: phase.metrics[0],
            arms: arms.map {
                Arm(variant: $0.variant, weight: $0.weight, copy: $0.copy, metrics: phase.metrics.count)
            }
        )
        empty.isPartial = isPartial
        empty.isOff = isOff
        empty.slice = slice
        empty.knownAt = knownAt
        empty.phases = phases
        return empty
    }
}
