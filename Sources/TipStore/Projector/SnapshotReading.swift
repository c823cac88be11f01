import Postgres
import TipCore

/// What one transaction read of a phase: all of it as of one instant of the database.
struct SnapshotReading: Sendable {
    /// How many events had been folded.
    let events: Int64
    /// Sums of whole hours before the one in which the last window to close began.
    let before: Rows
    /// The exposures of that hour.
    let within: Rows
    /// Sums of whole hours after it.
    let after: Rows
    /// Compared people by day.
    let days: Rows
    /// Compared people, and those of them who converted, by day, of the whole hours before.
    let conversions: Rows
    /// The histories of persons with several names.
    let joined: [JoinedRows]
}

extension Connection {
    /// Reads what a phase's counts are made of; belongs into one transaction.
    func read(
        _ experiment: Int32,
        _ phase: Int32,
        hour: Timestamp,
        asOf: Timestamp,
        streams: StreamSet
    ) throws -> SnapshotReading {
        let (first, last) = (hour.microseconds, hour.adding(seconds: 3600).microseconds)
        let marks = try query(SQL.checkpoints(projection: Projector.projection))
            .map { (try $0.int32(0), try $0.int64(1)) }
        let before = try query(
            SQL.tallies(experiment: experiment, phase: phase, since: .min, before: first)
        )
        let after = try query(SQL.tallies(experiment: experiment, phase: phase, since: last, before: .max))
        let within = try query(
            SQL.exposuresBetween(experiment: experiment, phase: phase, since: first, before: last)
        )
        let days = try query(
            SQL.tallyDays(experiment: experiment, phase: phase, before: asOf.microseconds)
        )
        let conversions = try query(
            SQL.tallyConversions(experiment: experiment, phase: phase, before: first)
        )
        // Only where the sums know of persons with several names are their rows looked for.
        let standings =
            try before.map { try $0.int16(1) } + after.map { try $0.int16(1) }
            + within.map { try $0.int16(3) }
        var joined: [PersonPlace] = []
        if standings.contains(Int16(Participation.Standing.joined.rawValue)) {
            for row in try query(SQL.joinedExposures(experiment: experiment, phase: phase)) {
                joined.append(
                    PersonPlace(stream: try row.int32(0), person: PersonKey(value: try row.uuid(1)))
                )
            }
        }
        return SnapshotReading(
            events: marks.reduce(0) { $0 + $1.1 },
            before: before,
            within: within,
            after: after,
            days: days,
            conversions: conversions,
            joined: try joinedRows(
                of: joined,
                through: Dictionary(marks) { first, _ in first },
                streams: streams
            )
        )
    }
}
