import Postgres
import Testing
import TipCore
import TipStore

/// Sends events until they are taken, as a client does that is told 503.
///
/// - Returns: How often they were refused on the way, and what became of them.
func deliver(_ events: [IncomingEvent], to log: EventLog) async throws -> (
    refusals: Int, outcomes: [AppendOutcome]
) {
    for attempt in 0..<100 {
        do {
            return (attempt, try await log.append(events))
        } catch let error as StoreError {
            switch error.problem {
            case .unavailable, .overloaded: try await Task.sleep(for: .milliseconds(10))
            default: throw error
            }
        } catch is PostgresError {
            // The dictionary of names could not be read: that too is the database being away.
            try await Task.sleep(for: .milliseconds(10))
        }
    }
    Issue.record("a batch was refused a hundred times")
    return (100, [])
}

/// Checks that the log holds so many events, each once and each at a place of its own, without a hole.
func expectExactlyOnce(_ count: Int, _ settings: ConnectionSettings) async throws {
    let connection = try await Connection.open(settings)
    let row = try await connection.query(
        """
        select count(*), count(distinct (stream, seq)), count(distinct (person, coalesce(given_id, event_id::text))),
          (select sum(seq)::int8 from stream_head where stream <> 0)
        from event where stream <> 0
        """
    ).one()
    let counts = try (0..<4).map { try row.int64($0) }
    #expect(counts == Array(repeating: Int64(count), count: 4), "events, places, ids, heads")
    await connection.close()
}
