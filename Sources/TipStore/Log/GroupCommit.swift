import Postgres
import TipCore

/// The statements of one group commit, on the lane's own connection.
extension Connection {
    private static let copyEvents: Query = """
        copy event (seq, at, received_at, event_id, person, stream, context, subject, experiment, detail, kind, \
        flags, device_seq, device, display, given_id, extra) from stdin (format binary)
        """

    /// Looks up which of the keys are in the log, in short statements of one partition range each.
    func existing(_ keys: [AppendGroup.Key]) throws -> [StoredRow] {
        guard !keys.isEmpty else { return [] }
        let rows = try query(
            SQL.existingEvents(streams: keys.map(\.stream), keys: keys.map(\.event.value))
        )
        return try rows.map { try StoredRow($0) }
    }

    /// Makes the planner look keys up in the index, whatever it believes of a table that was just empty.
    func preferIndexes() throws {
        try execute(script: "set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off")
    }

    /// Writes the fresh rows of a group in one transaction: places, rows, new persons.
    ///
    /// - Returns: The place given to each fresh row, by its index in the group.
    @discardableResult
    func write(
        _ group: AppendGroup,
        ids: [Word: Int32],
        isKnown: (PersonKey) -> Bool
    ) throws -> [Int: Int64] {
        let fresh = group.fresh
        let places = group.places
        var next = try takePlaces(places)
        var seqs: [Int: Int64] = [:]
        var newcomers: [PersonKey: Int] = [:]
        for index in fresh {
            let row = group.rows[index]
            guard let head = next[row.stream] else { continue }
            seqs[index] = head.seq + 1
            next[row.stream]?.seq += 1
            if newcomers[row.person] == nil, !isKnown(row.person) { newcomers[row.person] = index }
        }
        var buffer = BinaryCopyBuffer(capacity: fresh.count * 256)
        let sorted = fresh.sorted { AppendGroup.Key(group.rows[$0]) < AppendGroup.Key(group.rows[$1]) }
        for index in sorted {
            let row = group.rows[index]
            guard let seq = seqs[index], let receivedAt = next[row.stream]?.receivedAt else { continue }
            buffer.append(row, seq: seq, receivedAt: receivedAt, ids: ids)
        }
        try copyIn(Self.copyEvents, buffer)
        try addPeople(newcomers.values.sorted(), of: group, seqs: seqs)
        return seqs
    }

    /// Locks heads and takes places; a stream without a head is an error, not a silent loss.
    func takePlaces(
        _ places: [(stream: Int32, count: Int64)]
    ) throws -> [Int32: (seq: Int64, receivedAt: Timestamp)] {
        let rows = try query(SQL.takePlaces(streams: places.map(\.stream), counts: places.map(\.count)))
        var heads: [Int32: (seq: Int64, receivedAt: Timestamp)] = [:]
        for row in rows {
            heads[try row.int32(0)] = (try row.int64(1), Timestamp(microseconds: try row.timestamp(2)))
        }
        guard heads.count == places.count else { throw StoreError(.streamMissing) }
        return heads
    }

    private func addPeople(_ indexes: [Int], of group: AppendGroup, seqs: [Int: Int64]) throws {
        guard !indexes.isEmpty else { return }
        let rows = indexes.map { group.rows[$0] }.enumerated().sorted {
            ($0.element.stream, $0.element.person.value) < ($1.element.stream, $1.element.person.value)
        }
        try execute(
            SQL.addPeople(
                streams: rows.map(\.element.stream),
                people: rows.map(\.element.person.value),
                first: rows.map { seqs[indexes[$0.offset]] ?? 0 },
                names: rows.map(\.element.personName)
            )
        )
    }
}

extension BinaryCopyBuffer {
    fileprivate mutating func append(_ row: EventRow, seq: Int64, receivedAt: Timestamp, ids: [Word: Int32]) {
        startRow(columns: 17)
        int8(seq)
        timestamptz(row.at.microseconds)
        timestamptz(receivedAt.microseconds)
        uuid(row.key.value)
        uuid(row.person.value)
        int4(row.stream)
        int4(ids[row.context])
        int4(row.subject.flatMap { ids[$0] })
        int4(row.experiment.flatMap { ids[$0] })
        int4(row.detail.flatMap { ids[$0] })
        int2(row.kind.rawValue)
        int2(row.flags.rawValue)
        int8(row.sequence)
        text(row.device)
        text(row.display)
        text(row.givenID)
        jsonb(row.extra?.text())
    }
}
