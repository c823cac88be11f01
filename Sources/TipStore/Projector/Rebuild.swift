import Postgres
import TipCore

/// Folding the log anew, beside the live tables.
extension Projector {
    /// A table whose live rows are not what the log says.
    package struct Difference: Hashable, Sendable {
        /// The table.
        package let table: String
        /// How many rows only one side has.
        package let rows: Int64
    }

    /// The schema in which a rebuild makes its tables.
    static let shadow = "shadow"

    /// Folds the whole log into fresh tables, while the old ones serve, and puts them in their place.
    ///
    /// What arrives meanwhile is folded afterwards, from the marks of the fresh tables.
    ///
    /// - Parameter progress: Told how many events have been folded.
    /// - Throws: `PostgresError`; the old tables then stay as they are.
    package func rebuild(progress: (@Sendable (Int64) -> Void)? = nil) async throws {
        try await withShadow { copy, connection in
            try await copy.catchUp(progress: progress)
            try await swap(connection)
        }
    }

    /// Folds the whole log beside the live tables and compares the two at the same place of the log.
    ///
    /// - Returns: The tables that differ; none where all is well.
    package func verify(progress: (@Sendable (Int64) -> Void)? = nil) async throws -> [Difference] {
        try await withShadow { copy, connection in
            try await copy.catchUp(progress: progress)
            let marks = try await holdMarks(connection)
            // A change of the project reaches the streams one after another: each is met where it stands.
            let states = Dictionary(grouping: marks, by: \.value.projectSeq)
            for (projectSeq, group) in states {
                let places = group.map { ($0.key, $0.value.seq) }
                try await copy.catchUp(
                    toPlaces: Dictionary(uniqueKeysWithValues: places),
                    projectSeq: projectSeq
                )
            }
            let found = try await connection.run { try $0.differences() }
            try await connection.execute(script: "rollback")
            return found
        }
    }

    /// Folds what there is and holds the live marks still until the transaction that is begun here ends.
    ///
    /// Joined persons of one stream are written by others too, so it is tried several times to meet all streams
    /// under one state of the project.
    private func holdMarks(_ connection: Connection) async throws -> [Int32: Checkpoint] {
        for attempt in 1... {
            try await catchUp()
            try await connection.execute(script: "begin")
            try await connection.execute(script: "lock table public.checkpoint in share mode")
            let marks = try await checkpoints()
            guard Set(marks.values.map(\.projectSeq)).count > 1, attempt < 10 else { return marks }
            try await connection.execute(script: "rollback")
        }
        return [:]
    }

    /// Runs a body with a projector over fresh tables, which are dropped if it fails.
    private func withShadow<Result: Sendable>(
        _ body: (Projector, Connection) async throws -> Result
    ) async throws -> Result {
        let connection = try await Connection.open(settings)
        do {
            try await connection.query(SQL.makeShadowTables())
            let copy = Projector(
                settings: settings,
                log: log,
                project: project,
                compiler: compiler,
                schema: Self.shadow
            )
            let result = try await body(copy, connection)
            await copy.close()
            try await connection.execute(SQL.dropShadowTables())
            await connection.close()
            return result
        } catch {
            await connection.close()
            let cleaner = try? await Connection.open(settings)
            _ = try? await cleaner?.execute(SQL.dropShadowTables())
            await cleaner?.close()
            throw error
        }
    }

    /// Changes the tables' places; a reader that is in the way is waited for a short while, several times.
    private func swap(_ connection: Connection) async throws {
        for attempt in 1... {
            do {
                try await connection.transaction { connection in
                    try connection.execute(script: "set local lock_timeout = '1s'")
                    try connection.query(SQL.swapShadowTables())
                }
                return
            } catch let error as PostgresError where error.sqlState == .lockNotAvailable && attempt < 30 {
                try await Task.sleep(for: .milliseconds(200))
            }
        }
    }
}

extension Connection {
    /// The tables whose live rows are not those of the copies.
    fileprivate func differences() throws -> [Projector.Difference] {
        let found = [
            ("exposure", try query(SQL.differingExposures())),
            ("tally", try query(SQL.differingTallies())),
            ("person_state", try query(SQL.differingPersonStates())),
            ("tip_state", try query(SQL.differingTipStates())),
            ("tip_default", try query(SQL.differingTipDefaults())),
            ("person_link", try query(SQL.differingPersonLinks())),
        ]
        return try found.map { Projector.Difference(table: $0, rows: try $1.one().int64(0)) }
            .filter { $0.rows > 0 }
    }
}
