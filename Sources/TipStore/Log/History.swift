import Postgres
package import TipCore

/// Reading events back.
extension EventLog {
    /// All events of a person in the order of their time and, at one instant, of their arrival.
    package func history(of person: String) async throws -> [StoredEvent] {
        let key = PersonKey(of: person)
        let stream = streams.stream(of: key)
        let rows = try await pool.withConnection {
            try await $0.query(SQL.personHistory(stream: stream, person: key.value))
        }
        return try await events(from: rows.map { try StoredRow($0) }, names: [key: person])
    }

    /// The event that a person sent with an id, where it is in the log.
    ///
    /// - Parameters:
    ///   - id: The id as it was sent.
    ///   - person: Whose event it is.
    ///   - statedAt: The time that was stated with it; needed for ids that are not UUIDv7.
    /// - Returns: The event, or nil.
    /// - Throws: `PostgresError`, and `StoreError` where the row cannot be read.
    package func event(id: String, person: String, statedAt: Timestamp?) async throws -> StoredEvent? {
        let key = PersonKey(of: person)
        let event = EventKey(id: id, person: key, statedMilliseconds: statedAt?.milliseconds)
        let stream = streams.stream(of: key)
        let rows = try await pool.withConnection {
            try await $0.query(SQL.existingEvents(streams: [stream], keys: [event.value]))
        }
        return try await events(from: rows.map { try StoredRow($0) }, names: [key: person]).first
    }

    /// How many events have been given a place, stream 0 left out.
    package func count() async throws -> Int64 {
        let rows = try await pool.withConnection { try await $0.query(SQL.streamHeads()) }
        return try rows.reduce(0) { sum, row in
            try row.int32(0) == StreamSet.projectStream ? sum : sum + row.int64(1)
        }
    }

    /// Keeps refused events with their reasons.
    package func quarantine(_ refused: [RefusedEvent]) async throws {
        guard !refused.isEmpty else { return }
        let people = refused.map { $0.person.map { PersonKey(of: $0) } }
        let owners = people.map { $0.map { streams.stream(of: $0) } ?? StreamSet.projectStream }
        do {
            try await pool.withConnection { connection in
                _ = try await connection.execute(
                    SQL.addQuarantine(
                        streams: owners,
                        ids: refused.map(\.key),
                        codes: refused.map(\.code),
                        dialects: refused.map(\.dialect),
                        fields: refused.map(\.field),
                        details: refused.map(\.detail),
                        people: people.map { $0?.value },
                        eventIds: refused.map(\.eventID),
                        bodies: refused.map(\.body)
                    )
                )
            }
        } catch {
            throw StoreError.unavailable(error)
        }
    }

    /// Gives rows their names, in the order they come; rows that are not events of a person are kept, and those
    /// that this program cannot read are left out.
    ///
    /// - Throws: `PostgresError`.
    func events(from rows: [StoredRow], names: [PersonKey: String]) async throws -> [StoredEvent] {
        let rows = try await legible(rows)
        let words = try await words.words(Set(rows.flatMap(\.wordIDs)))
        return rows.compactMap { StoredEvent($0, words: words, personName: names[$0.person] ?? "") }
    }
}

/// An event that was not fit for the log, as it came.
package struct RefusedEvent: Hashable, Sendable {
    /// Why, as a stable word.
    package var code: String
    /// Why, in words, without what a person typed.
    package var detail: String
    /// The field it is about, where one is.
    package var field: String?
    /// The dialect it was sent in.
    package var dialect: String
    /// Whose event it was, where that could be read.
    package var person: String?
    /// The id the client gave, where that could be read.
    package var eventID: String?
    /// The bytes as they came.
    package var body: [UInt8]

    /// Creates a refused event.
    package init(
        code: String,
        detail: String,
        field: String? = nil,
        dialect: String = "native",
        person: String? = nil,
        eventID: String? = nil,
        body: [UInt8]
    ) {
        self.code = code
        self.detail = detail
        self.field = field
        self.dialect = dialect
        self.person = person
        self.eventID = eventID
        self.body = body
    }

    /// A UUID of version 8 from what was sent and why it was refused: a retry is not kept twice.
    var key: UInt128 {
        let hash = SHA256.digest(of: Array("\(dialect)\u{0}\(code)\u{0}".utf8) + body)
        let bits = hash.bytes.prefix(16).reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
        return bits & ~((0xF000 << 64) | 0xC000_0000_0000_0000) | (0x8000 << 64) | 0x8000_0000_0000_0000
    }
}
