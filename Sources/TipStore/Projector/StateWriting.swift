import Postgres
import TipCore

/// What one step of the projector writes of eligibility, in the transaction that moves the mark.
struct StateStep: Sendable {
    /// Persons whose states are written anew, by stream.
    var people: [Int32: [PersonKey]] = [:]
    /// Persons whose tips are written anew, by stream.
    var tipPeople: [Int32: [PersonKey]] = [:]
    /// The states.
    var states: [PersonStateRow] = []
    /// The tips.
    var tips: [TipStateRow] = []
    /// Halves of joins that are new in the step's stream.
    var links: [PersonLink] = []
    /// Persons of the step's stream who were erased, whose halves of joins go.
    var forgotten: [PersonKey] = []
    /// The place of the mark of joins, where joined persons are written; it moves by one.
    var joins: Checkpoint?
    /// The statuses by default of the step's stream, where the project has changed.
    var defaults: [TipDefault]?

    /// Adds what another part of the same step writes.
    mutating func add(_ other: StateStep) {
        people.merge(other.people) { $0 + $1 }
        tipPeople.merge(other.tipPeople) { $0 + $1 }
        states += other.states
        tips += other.tips
        links += other.links
        joins = joins ?? other.joins
    }
}

/// Half of a join: that a person's stream tells of it.
struct PersonLink: Hashable, Sendable {
    let person: PersonKey
    let other: PersonKey
}

extension Connection {
    private static let copyPersonStates: Query = """
        copy person_state (stream, person, last_at, clock_at, is_opted_out, fold_key, state) \
        from stdin (format binary)
        """
    private static let copyTipStates: Query = """
        copy tip_state (stream, person, tip, impressions, seconds, first_displayed, invalidated_at, reason, \
        status, changes_at, statuses, known_until, taps) from stdin (format binary)
        """
    private static let copyTipDefaults: Query = """
        copy tip_default (stream, tip, status, wait, changes_at, statuses, waits) from stdin (format binary)
        """

    /// Writes what a step says of eligibility, within its transaction.
    ///
    /// - Returns: Whether it was written; false where joined persons were written by another projector since
    ///   they were read, and the transaction must not be committed.
    func write(_ step: StateStep, stream: Int32) throws -> Bool {
        if let joins = step.joins {
            let moved = try query(
                SQL.advanceCheckpoint(
                    stream: StreamSet.projectStream,
                    projection: Projector.joins,
                    fromSeq: joins.seq,
                    fromProjectSeq: joins.projectSeq,
                    seq: joins.seq + 1,
                    projectSeq: joins.projectSeq,
                    through: joins.through.microseconds
                )
            )
            guard !moved.isEmpty else { return false }
        }
        for (stream, people) in step.people.sorted(by: { $0.key < $1.key }) where !people.isEmpty {
            try execute(SQL.removePersonStates(stream: stream, people: people.map(\.value)))
        }
        for (stream, people) in step.tipPeople.sorted(by: { $0.key < $1.key }) where !people.isEmpty {
            try execute(SQL.removeTipStates(stream: stream, people: people.map(\.value)))
        }
        if !step.forgotten.isEmpty {
            let people = step.forgotten.map(\.value)
            try execute(SQL.removePersonLinks(stream: stream, people: people))
            // A fold that read their events before may have noted one that it could not read.
            try query(SQL.removeQuarantineOfPeople(stream: stream, people: people, texts: []))
        }
        if !step.links.isEmpty {
            try execute(
                SQL.addPersonLinks(
                    stream: stream,
                    people: step.links.map(\.person.value),
                    others: step.links.map(\.other.value)
                )
            )
        }
        try copy(step.states)
        try copy(step.tips)
        if let defaults = step.defaults {
            try execute(SQL.removeTipDefaults(stream: stream))
            try copy(defaults, stream: stream)
        }
        return true
    }

    private func copy(_ states: [PersonStateRow]) throws {
        guard !states.isEmpty else { return }
        var buffer = BinaryCopyBuffer(capacity: states.count * 160)
        for row in states {
            buffer.startRow(columns: 7)
            buffer.int4(row.stream)
            buffer.uuid(row.person.value)
            buffer.timestamptz(row.lastAt.microseconds)
            buffer.timestamptz(row.clockAt?.microseconds)
            buffer.bool(row.isOptedOut)
            buffer.int8(Int64(bitPattern: row.foldKey))
            buffer.bytea(row.state)
        }
        try copyIn(Self.copyPersonStates, buffer)
    }

    private func copy(_ tips: [TipStateRow]) throws {
        guard !tips.isEmpty else { return }
        var buffer = BinaryCopyBuffer(capacity: tips.count * 128)
        for row in tips {
            buffer.startRow(columns: 13)
            buffer.int4(row.stream)
            buffer.uuid(row.person.value)
            buffer.int4(row.tip)
            buffer.int4(row.impressions)
            buffer.float8(row.seconds)
            buffer.timestamptz(row.firstDisplayed)
            buffer.timestamptz(row.invalidatedAt)
            buffer.int2(row.reason)
            buffer.int2(row.schedule.status)
            buffer.array(row.schedule.changesAt.map { $0.map { Timestamptz($0) } })
            buffer.array(row.schedule.statuses.map { $0.map { $0 } })
            buffer.timestamptz(row.schedule.knownUntil)
            buffer.int4(row.taps)
        }
        try copyIn(Self.copyTipStates, buffer)
    }

    private func copy(_ defaults: [TipDefault], stream: Int32) throws {
        guard !defaults.isEmpty else { return }
        var buffer = BinaryCopyBuffer(capacity: defaults.count * 64)
        for tip in defaults {
            guard let first = tip.stretches.first else { continue }
            let rest = tip.stretches.dropFirst().compactMap { stretch in
                stretch.start.map { (at: Timestamptz($0.microseconds), stretch: stretch) }
            }
            buffer.startRow(columns: 7)
            buffer.int4(stream)
            buffer.int4(Int32(clamping: tip.tip))
            buffer.int2(first.status.code)
            buffer.int8(first.wait)
            buffer.array(rest.isEmpty ? nil : rest.map { $0.at })
            buffer.array(rest.isEmpty ? nil : rest.map { $0.stretch.status.code })
            buffer.array(rest.isEmpty ? nil : rest.map { $0.stretch.wait })
        }
        try copyIn(Self.copyTipDefaults, buffer)
    }
}
