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
                try await connection.run { try $0.newestKinds(Self.newestPlaces) },
                try await connection.query(SQL.quarantineReasons(since: since.microseconds)),
                try await connection.query(SQL.databaseSize())
            )
        }
        return IntakeFigures(
            events: try await log.count(),
            lag: try await projector.lag(),
            databaseBytes: try size.first.map { try $0.int64(0) } ?? 0,
            kinds: kinds,
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

extension Connection {
    /// The newest events of all streams by kind, the most frequent first; so many places of each stream are looked at.
    fileprivate func newestKinds(_ places: Int64) throws -> [IntakeFigures.Kind] {
        let heads = try query(SQL.streamHeads()).map { (try $0.int32(0), try $0.int64(1)) }
        let rows = try query(all: heads.map { SQL.recentKinds(stream: $0.0, after: $0.1 - places) })
        var found: [Int16: (events: Int64, newest: Int64)] = [:]
        for row in rows.joined() {
            let (kind, newest) = (try row.int16(0), try row.timestamp(2))
            let before = found[kind] ?? (0, newest)
            found[kind] = (before.events + (try row.int64(1)), max(before.newest, newest))
        }
        return found.sorted { ($1.value.events, $0.key) < ($0.value.events, $1.key) }.map { kind, sum in
            IntakeFigures.Kind(
                kind: EventKind(rawValue: kind)?.word,
                events: sum.events,
                newest: Timestamp(microseconds: sum.newest)
            )
        }
    }
}
