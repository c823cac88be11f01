import Postgres
import TipCore

/// Going through all persons of a log, a few at a time.
extension EventLog {
    /// How many persons have ever sent an event, under all their names.
    package func peopleCount() async throws -> Int64 {
        var people: Int64 = 0
        for stream in streams.ids {
            let rows = try await pool.withConnection { try await $0.query(SQL.countPeople(stream: stream)) }
            people += try rows.one().int64(0)
        }
        return people
    }

    /// A person of the log with all that happened under this name.
    package struct Member: Sendable {
        /// The key.
        package let key: PersonKey
        /// The name that apps send.
        package let name: String
        /// The events of this name, in the order of the history.
        package let events: [StoredEvent]

        /// Whether the person was joined with another, so that this is not the whole history.
        package var isJoined: Bool {
            events.contains { $0.kind == .identify || $0.kind == .identified }
        }
    }

    /// The next persons of a stream, in the order of their keys.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - key: The last person that was read; nil for the first ones.
    ///   - share: Which share of the persons there is at all: those whose keys, which are hashes, fall into it.
    ///     The same share is always the same persons.
    ///   - count: The most persons.
    /// - Returns: The persons with their events; none after the last.
    /// - Throws: `PostgresError`, and `StoreError` where a row cannot be read.
    package func members(
        of stream: Int32,
        after key: PersonKey?,
        share: Double = 1,
        count: Int
    ) async throws -> [Member] {
        let next = SQL.peopleBetween(
            stream: stream,
            after: key?.value ?? 0,
            through: Self.lastKey(ofShare: share),
            count: Int64(count)
        )
        let people = try await pool.withConnection { try await $0.query(next) }
        var names: [PersonKey: String] = [:]
        let keys = try people.map { row in
            let key = PersonKey(value: try row.uuid(0))
            names[key] = try row.string(1)
            return key
        }
        guard !keys.isEmpty else { return [] }
        let histories = SQL.peopleHistory(stream: stream, people: keys.map(\.value), through: .max)
        let rows = try await pool.withConnection { try await $0.query(histories) }
        let stored = try await events(from: rows.map { try StoredRow($0) }, names: names)
        let byPerson = Dictionary(grouping: stored, by: \.person)
        return keys.map { key in
            Member(key: key, name: names[key] ?? "", events: (byPerson[key] ?? []).inHistoryOrder)
        }
    }

    private static func lastKey(ofShare share: Double) -> UInt128 {
        guard share < 1 else { return .max }
        let head = UInt64(max(0, share) * 18_446_744_073_709_549_568)
        return UInt128(head) << 64
    }
}
