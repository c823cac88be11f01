import Postgres
package import TipCore

/// A refusal of an event as it is kept in quarantine, without the bytes.
package struct Refusal: Hashable, Sendable {
    /// When the event came.
    package let receivedAt: Timestamp
    /// Why it was refused, as a stable word.
    package let code: String
    /// The dialect it was sent in.
    package let dialect: String
    /// The field it is about, where one is.
    package let field: String?
    /// Why it was refused, in words, without what a person typed.
    package let detail: String
}

extension EventLog {
    /// The refusals of the events that a person sent with an id, the newest first, a hundred at most.
    ///
    /// - Throws: `PostgresError`.
    package func refusals(of id: String, person: String) async throws -> [Refusal] {
        let query = refusalsQuery(id, PersonKey(of: person))
        let rows = try await pool.withConnection { try await $0.query(query) }
        return try rows.map { row in
            Refusal(
                receivedAt: Timestamp(microseconds: try row.timestamp(0)),
                code: try row.string(1),
                dialect: try row.string(2),
                field: try row.string(ifPresent: 3),
                detail: try row.string(4)
            )
        }
    }

    /// The question, made before anything is awaited: a 16-byte key and a text that one closure keeps over a
    /// suspension bring the toolchain's frames down (Swift 6.3.1, seen by `EventOutcomeTests`).
    private func refusalsQuery(_ id: String, _ person: PersonKey) -> Query {
        SQL.refusalsOfEvent(stream: streams.stream(of: person), person: person.value, eventId: id)
    }
}
