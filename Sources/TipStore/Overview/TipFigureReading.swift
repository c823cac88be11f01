import Postgres
package import Reports
package import TipCore

extension Store {
    /// How people stand to all tips at an instant, by tip; tips that nobody has met are not in it.
    ///
    /// It reads a row a person, so whoever shows it keeps it for a while.
    ///
    /// - Throws: `PostgresError`.
    package func tipFigures(at now: Timestamp) async throws -> NamedValues<TipFigures> {
        let (eligible, responses) = try await pool.withConnection { connection in
            (
                try await connection.query(SQL.eligiblePeople(now: now.microseconds)),
                try await connection.query(SQL.tipResponses(now: now.microseconds))
            )
        }
        var figures: NamedValues<TipFigures> = [:]
        for row in eligible {
            let tip = try row.string(0)
            var found = TipFigures(tip: tip)
            found.available = try row.int64(1)
            found.pending = try row.int64(2)
            found.invalidated = try row.int64(3)
            found.unknown = try row.int64(4)
            figures[tip] = found
        }
        let names = try await log.words.words(Set(try responses.map { try $0.int32(0) }))
        for row in responses {
            guard let tip = names[try row.int32(0)]?.text else { continue }
            let response = TipFigures.Response(
                impressions: Int(try row.int32(1)),
                people: try row.int64(2),
                allImpressions: try row.int64(3),
                actionPerformed: try row.int64(4),
                tipClosed: try row.int64(5),
                countExceeded: try row.int64(6),
                durationExceeded: try row.int64(7),
                tapped: try row.int64(8),
                taps: try row.int64(9)
            )
            figures[tip, default: TipFigures(tip: tip)].responses.append(response)
        }
        return figures
    }
}
