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
    /// - Returns: Where the fresh rows went.
    @discardableResult
    func write(
        _ group: AppendGroup,
        ids: [Word: Int32],
        isKnown: (PersonKey) -> Bool
    ) throws -> Placement {
        let fresh = group.fresh
        var heads = try takePlaces(group.places)
        // The heads are locked: nobody can be erased from here to the commit.
        if heads.values.contains(where: \.hasErased) {
            let erased = try erased(among: group.people)
            guard erased.isEmpty else { throw ErasedPeople(people: erased) }
        }
        var placement = Placement()
        var lateRows: Set<Int> = []
        var newcomers: [PersonKey: Int] = [:]
        for index in fresh {
            let row = group.rows[index]
            guard var head = heads[row.stream] else { continue }
            head.seq += 1
            placement.seqs[index] = head.seq
            if row.at < head.latestAt.adding(seconds: -Self.lateAfterSeconds) { lateRows.insert(index) }
            head.latestAt = max(head.latestAt, row.at)
            heads[row.stream] = head
            if newcomers[row.person] == nil, !isKnown(row.person) { newcomers[row.person] = index }
        }
        var buffer = BinaryCopyBuffer(capacity: fresh.count * 256)
        for index in group.freshByKey {
            var row = group.rows[index]
            guard let seq = placement.seqs[index], let receivedAt = heads[row.stream]?.receivedAt else {
                continue
            }
            if lateRows.contains(index) { row.flags.insert(.late) }
            if let cut = heads[row.stream]?.cut, row.isOlder(than: cut) {
                row.flags.insert(.tooOld)
                placement.tooOld += 1
            }
            buffer.append(row, seq: seq, receivedAt: receivedAt, ids: ids)
        }
        try copyIn(Self.copyEvents, buffer)
        try addPeople(newcomers.values.sorted(), of: group, seqs: placement.seqs)
        return placement
    }

    /// Where the rows of a group went.
    struct Placement: Sendable {
        /// The place given to each fresh row, by its index in the group.
        var seqs: [Int: Int64] = [:]
        /// How many are older than what is kept.
        var tooOld = 0
    }

    /// An event so far behind the newest one of its stream is late.
    private static let lateAfterSeconds: Int64 = 3600

    /// The head of a stream before the places that were taken.
    struct Head: Sendable {
        var seq: Int64
        let receivedAt: Timestamp
        /// The newest time of an event so far.
        var latestAt: Timestamp
        /// Whether somebody of the stream was erased.
        let hasErased: Bool
        /// What is older changes nothing.
        let cut: Timestamp
    }

    /// Who of some persons was erased.
    private func erased(among people: [PersonPlace]) throws -> Set<PersonKey> {
        let rows = try query(
            SQL.erasedAmong(streams: people.map(\.stream), people: people.map(\.person.value))
        )
        return Set(try rows.map { PersonKey(value: try $0.uuid(0)) })
    }

    /// Locks heads and takes places; a stream without a head is an error, not a silent loss.
    @discardableResult
    func takePlaces(_ places: [AppendGroup.Places]) throws -> [Int32: Head] {
        let rows = try query(
            SQL.takePlaces(
                streams: places.map(\.stream),
                counts: places.map(\.count),
                newest: places.map(\.newest.microseconds)
            )
        )
        var heads: [Int32: Head] = [:]
        for row in rows {
            heads[try row.int32(0)] = Head(
                seq: try row.int64(1),
                receivedAt: Timestamp(microseconds: try row.timestamp(2)),
                latestAt: Timestamp(microseconds: try row.timestamp(3)),
                hasErased: try row.int32(4) > 0,
                cut: Timestamp(microseconds: try row.timestamp(5))
            )
        }
        guard heads.count == places.count else { throw StoreError(.streamMissing) }
        return heads
    }

    /// Locks the heads of a group's streams without taking places.
    func lockHeads(of group: AppendGroup) throws {
        try takePlaces(group.places.map { AppendGroup.Places(stream: $0.stream) })
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

/// A group has events of persons who were erased: it is written without them.
struct ErasedPeople: Error {
    let people: Set<PersonKey>
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
