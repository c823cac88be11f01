import Postgres
import TipCore

/// Events of the log that a program cannot read: they are noted in quarantine, and the fold goes on without them.
///
/// Nothing is lost: the event stays where it is in the log. A program that can read it, such as a newer one, folds
/// the person anew and takes the note away.
package struct SetAside: Sendable {
    /// Rows that cannot be read.
    var flawed: [(row: StoredRow, flaw: Legibility.Flaw)] = []
    /// Keys of rows that can be read now.
    var mended: [EventKey] = []

    /// The code under which the notes stand in quarantine.
    package static let code = "unreadable_event"
    /// The dialect that the notes name, as nobody sends in it.
    package static let dialect = "log"
}

extension Connection {
    /// Writes the notes, in the transaction that moves the mark past the events.
    func write(_ aside: SetAside, stream: Int32) throws {
        if !aside.flawed.isEmpty {
            let rows = aside.flawed.map(\.row)
            try execute(
                SQL.setAsideEvents(
                    stream: stream,
                    seqs: rows.map(\.seq),
                    ids: rows.map(\.clientID),
                    details: aside.flawed.map(\.flaw.detail)
                )
            )
        }
        if !aside.mended.isEmpty {
            try execute(SQL.removeSetAside(stream: stream, ids: aside.mended.map(\.value)))
        }
    }
}

extension StoredRow {
    /// The id the client gave, or the server made.
    var clientID: String { givenID ?? key.id(of: person) ?? UUIDText.format(key.value) }
}

extension StreamFold {
    /// How many noted events are looked at together.
    private static let page: Int64 = 1000

    /// Splits rows into those that can be read and those that cannot.
    func sift(_ rows: [StoredRow]) async throws -> (legible: [StoredRow], aside: SetAside) {
        let legibility = try await Legibility(of: rows, words: log.words)
        var aside = SetAside()
        let legible = rows.filter { row in
            guard let flaw = legibility.flaw(of: row) else { return true }
            aside.flawed.append((row, flaw))
            return false
        }
        return (legible, aside)
    }

    /// Looks at the events of the stream that could not be read, and folds the persons of those that can be.
    ///
    /// - Returns: How many can be read now.
    /// - Throws: `PostgresError`.
    func retry() async throws -> Int {
        var mended = 0
        var last = EventKey(value: 0)
        while true {
            let mark = try await checkpoint()
            guard mark.projectSeq == project.seq else { return mended }
            let after = last.value
            let rows = try await connection.run { [stream] connection in
                try connection.query(
                    SQL.eventsSetAside(stream: stream, after: after, through: mark.seq, count: Self.page)
                ).map { try StoredRow($0) }
            }
            guard let end = rows.last else { return mended }
            let legible = try await log.legible(rows)
            if !legible.isEmpty {
                guard try await foldMended(legible, at: mark) else { return mended }
                mended += legible.count
            }
            last = end.key
        }
    }

    /// Folds anew, at a mark, the persons of rows that could not be read when it passed them.
    private func foldMended(_ rows: [StoredRow], at mark: Checkpoint) async throws -> Bool {
        let people = try await people(Set(rows.map(\.person)), before: mark)
        let fresh = try await states.newLinks(in: rows)
        var linked = Set(fresh.map(\.person))
        linked.formUnion(try await states.links(of: Array(people.all), in: stream).map(\.person))
        let alone = people.all.subtracting(linked)
        var step = try await states.refold(alone, names: people.names, to: mark)
        if !linked.isEmpty {
            let joined = JoinedFold(fold: states, own: mark, fresh: fresh)
            guard let part = try await joined.step(for: linked) else { return false }
            step.add(part)
            step.links = fresh
        }
        let touched = index.isEmpty ? [] : Array(people.all)
        let exposures = try await exposures(of: touched, people, batch: [], from: mark, to: mark)
        return try await write(exposures, step, SetAside(mended: rows.map(\.key)))
    }
}
