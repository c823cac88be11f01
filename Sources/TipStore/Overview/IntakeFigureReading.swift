import Postgres
package import Reports
package import TipCore

extension Store {
    /// How many events of each stream count as its newest.
    package static let newestPlaces: Int64 = 500

    /// What comes in.
    ///
    /// - Parameter since: From when on refusals are counted.
    /// - Returns: The figures.
    /// - Throws: `PostgresError`.
    package func intakeFigures(since: Timestamp) async throws -> IntakeFigures {
        let (kinds, reasons, size) = try await pool.withConnection { connection in
            (
                try await connection.query(SQL.recentKinds(places: Self.newestPlaces)),
                try await connection.query(SQL.quarantineReasons(since: since.microseconds)),
                try await connection.query(SQL.databaseSize())
            )
        }
        return IntakeFigures(
            events: try await log.count(),
            lag: try await projector.lag(),
            databaseBytes: try size.first.map { try $0.int64(0) } ?? 0,
            kinds: try kinds.map { row in
                IntakeFigures.Kind(
                    kind: EventKind(rawValue: try row.int16(0))?.word,
                    events: try row.int64(1),
                    newest: Timestamp(microseconds: try row.timestamp(2))
                )
            },
            reasons: try reasons.map { row in
                IntakeFigures.Reason(
                    code: try row.string(0),
                    dialect: try row.string(1),
                    events: try row.int64(2),
                    newest: Timestamp(microseconds: try row.timestamp(3))
                )
            }
        )
    }
}
