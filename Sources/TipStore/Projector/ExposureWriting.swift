import Postgres
import TipCore

/// What one step of the projector writes, in one transaction with its mark.
struct ExposureStep: Sendable {
    /// The stream.
    let stream: Int32
    /// Persons whose rows are written anew.
    let people: [PersonKey]
    /// Those of them who may have rows.
    let known: [PersonKey]
    /// Their rows.
    let rows: [ExposureRow]
    /// Where the mark stands now.
    let from: Checkpoint
    /// Where it stands afterwards.
    let to: Checkpoint
}

/// How far a projection has read a stream.
struct Checkpoint: Hashable, Sendable {
    /// The place of the last event folded.
    var seq: Int64
    /// The place of stream 0 as of which it was folded.
    var projectSeq: Int64
    /// The time of receipt of the last event folded.
    var through: Timestamp
}

extension Connection {
    private static let copyExposures: Query = """
        copy exposure (stream, experiment, phase, person, device, variant, standing, exposed_at, converted_at, \
        impressions, taps, action_performed, tip_closed, late, events) from stdin (format binary)
        """

    /// Writes a step, within its transaction, unless another projector has moved the mark meanwhile.
    ///
    /// - Returns: Whether it was written; if not, the transaction must not be committed.
    func write(_ step: ExposureStep, projection: String) throws -> Bool {
        let moved = try query(
            SQL.advanceCheckpoint(
                stream: step.stream,
                projection: projection,
                fromSeq: step.from.seq,
                fromProjectSeq: step.from.projectSeq,
                seq: step.to.seq,
                projectSeq: step.to.projectSeq,
                through: step.to.through.microseconds
            )
        )
        guard !moved.isEmpty else { return false }
        var change = TallyChange()
        if !step.known.isEmpty {
            let people = step.known.map(\.value)
            let old = try query(SQL.exposuresOfPeople(stream: step.stream, people: people))
            for row in old {
                let person = PersonKey(value: try row.uuid(0))
                change.add(
                    try ExposureRow(row, person: person, device: try row.string(1), from: 2),
                    sign: -1
                )
            }
            if !old.isEmpty {
                try execute(SQL.removeExposures(stream: step.stream, people: people))
            }
        }
        for row in step.rows { change.add(row, sign: 1) }
        try copy(step.rows, stream: step.stream)
        try add(change, stream: step.stream)
        return true
    }

    private func copy(_ rows: [ExposureRow], stream: Int32) throws {
        guard !rows.isEmpty else { return }
        var buffer = BinaryCopyBuffer(capacity: rows.count * 192)
        for row in rows {
            buffer.startRow(columns: 15)
            buffer.int4(stream)
            buffer.int4(row.experiment)
            buffer.int4(row.phase)
            buffer.uuid(row.person.value)
            buffer.text(row.device)
            buffer.int4(row.variant)
            buffer.int2(Int16(row.standing.rawValue))
            buffer.timestamptz(row.exposedAt.microseconds)
            buffer.append(row.convertedAt.map { $0.map { Timestamptz($0.microseconds) } })
            for count in [
                row.counts.impressions, row.counts.taps, row.counts.actionPerformed, row.counts.tipClosed,
                row.counts.late, row.counts.events,
            ] {
                buffer.int4(Int32(clamping: count))
            }
        }
        try copyIn(Self.copyExposures, buffer)
    }

    private func add(_ change: TallyChange, stream: Int32) throws {
        let changes = change.sorted
        guard !changes.isEmpty else { return }
        try execute(
            SQL.addTallies(
                stream: stream,
                experiments: changes.map(\.key.experiment),
                phases: changes.map(\.key.phase),
                variants: changes.map(\.key.variant),
                standings: changes.map(\.key.standing),
                hours: changes.map(\.key.hour.microseconds),
                metrics: changes.map(\.key.metric),
                people: changes.map(\.sums.people),
                impressions: changes.map(\.sums.counts.impressions),
                taps: changes.map(\.sums.counts.taps),
                actionPerformed: changes.map(\.sums.counts.actionPerformed),
                tipClosed: changes.map(\.sums.counts.tipClosed),
                late: changes.map(\.sums.counts.late),
                events: changes.map(\.sums.counts.events)
            )
        )
        if changes.contains(where: { $0.sums.people < 0 }) {
            try execute(SQL.removeEmptyTallies(stream: stream))
        }
    }
}
