import Postgres

extension Projector {
    /// How far the fold of a stream is behind the log.
    package struct Lag: Hashable, Sendable {
        /// The stream.
        package let stream: Int32
        /// How many events are in the log and not folded.
        package let events: Int64
        /// For how many seconds the first of them has been in the log; 0 where there is none.
        package let seconds: Double
    }

    /// How far each stream is behind, in one question to the database.
    ///
    /// - Throws: `PostgresError`.
    package func lags() async throws -> [Lag] {
        let rows = try await log.pool.withConnection { connection in
            try await connection.query(SQL.streamLags(projection: Self.projection))
        }
        return try rows.map { row in
            Lag(stream: try row.int32(0), events: try row.int64(1), seconds: try row.double(2))
        }
    }

    /// How many events are in the log that have not been folded.
    package func lag() async throws -> Int64 {
        try await lags().reduce(0) { $0 + $1.events }
    }
}
