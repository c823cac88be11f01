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

    /// Fresh tables are unknown to the planner, and the first readers come before it looks by itself.
    private static let analyzeCopies: Query = """
        analyze shadow.exposure, shadow.tally, shadow.person_state, shadow.tip_state, shadow.tip_default, \
        shadow.person_link
        """

    /// What a long fold tells of itself.
    package struct Listener: Sendable {
        /// Told how many events have been folded since it was told last.
        package var progress: @Sendable (Int64) -> Void
        /// Told once where another program folds the log anew and is waited for.
        package var waiting: @Sendable () -> Void

        /// Creates a listener; one that is told nothing does nothing.
        package init(
            progress: @escaping @Sendable (Int64) -> Void = { _ in },
            waiting: @escaping @Sendable () -> Void = {}
        ) {
            self.progress = progress
            self.waiting = waiting
        }
    }

    /// Folds the whole log into fresh tables, while the old ones serve, and puts them in their place.
    ///
    /// What arrives meanwhile is folded afterwards, from the marks of the fresh tables. A rebuild that was killed is
    /// gone on with by the next one; of two at once the second waits.
    ///
    /// - Parameters:
    ///   - projections: Whose tables change places.
    ///   - listener: Told how far it is.
    /// - Throws: `PostgresError`; the old tables then stay as they are.
    package func rebuild(
        _ projections: [Projection] = Projection.allCases,
        listening listener: Listener = Listener()
    ) async throws {
        try await withShadow(for: .rebuild, listener) { copy, connection in
            try await fold(copy, listener, connection)
            if projections.count == Projection.allCases.count {
                try await replaceAll(on: connection)
            } else {
                // The marks stay, so the copies must stand where they do.
                try await meet(copy, connection)
                try await swap(projections, withMarks: false, on: connection)
            }
        }
    }

    /// Rebuilds where the tables were made by another version of the fold; says whether it did.
    ///
    /// - Throws: `PostgresError`.
    @discardableResult
    package func rebuildIfIncompatible(_ listener: Listener = Listener()) async throws -> Bool {
        guard try await !incompatible().isEmpty else { return false }
        try await withShadow(for: .rebuild, listener) { copy, connection in
            // Another program may have done it while this one waited for its turn.
            guard try await !incompatible().isEmpty else { return }
            try await fold(copy, listener, connection)
            try await replaceAll(on: connection)
        }
        return true
    }

    /// Folds all that is there into copies, and lets the planner know them.
    private func fold(_ copy: Projector, _ listener: Listener, _ connection: Connection) async throws {
        try await copy.catchUp(progress: listener.progress)
        try await connection.execute(script: Self.analyzeCopies)
    }

    /// The projections whose tables another version of the fold has made.
    package func incompatible() async throws -> [Projection] {
        let versions = try await versions()
        return Projection.allCases.filter { versions[$0.rawValue] != $0.version }
    }

    /// Folds the whole log beside the live tables and compares the two at the same place of the log.
    ///
    /// - Returns: The tables that differ; none where all is well.
    package func verify(_ listener: Listener = Listener()) async throws -> [Difference] {
        try await withShadow(for: .comparison, listener) { copy, connection in
            try await copy.catchUp(progress: listener.progress)
            try await meet(copy, connection)
            let found = try await connection.run { try $0.differences() }
            try await connection.execute(script: "rollback")
            return found
        }
    }

    /// Brings the copies to where the live marks stand, which are held still until the transaction that is begun
    /// here ends.
    private func meet(_ copy: Projector, _ connection: Connection) async throws {
        let marks = try await holdMarks(connection)
        // A change of the project reaches the streams one after another: each is met where it stands.
        let states = Dictionary(grouping: marks, by: \.value.projectSeq)
        for (projectSeq, group) in states {
            let places = group.map { ($0.key, $0.value.seq) }
            try await copy.catchUp(toPlaces: Dictionary(uniqueKeysWithValues: places), projectSeq: projectSeq)
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

    /// What fresh tables are made for.
    private enum Purpose {
        case rebuild
        case comparison

        /// The text that tells whether copies found half-way can be gone on with: those of a rebuild by the same
        /// folds into tables of the same form.
        var name: String {
            switch self {
            case .comparison: return "comparison \(UUIDv7.make(at: .epoch))"
            case .rebuild:
                let folds = Projection.allCases.map { "\($0.rawValue) \($0.version)" }.joined(separator: ", ")
                return "rebuild: \(folds), migration \(SQL.migrations.map(\.number).max() ?? 0)"
            }
        }
    }

    /// Runs a body with a projector over fresh tables; where it fails, those of a rebuild stay for the next one.
    private func withShadow<Result: Sendable>(
        for purpose: Purpose,
        _ listener: Listener,
        _ body: (Projector, Connection) async throws -> Result
    ) async throws -> Result {
        let turn = try await RebuildTurn.take(settings, waiting: listener.waiting)
        do {
            let result = try await withTables(for: purpose, listener, body)
            await turn.end()
            return result
        } catch {
            await turn.end()
            throw error
        }
    }

    private func withTables<Result: Sendable>(
        for purpose: Purpose,
        _ listener: Listener,
        _ body: (Projector, Connection) async throws -> Result
    ) async throws -> Result {
        let connection = try await Connection.open(settings)
        do {
            let made = try await connection.query(SQL.makeShadowTables(purpose: purpose.name)).one()
            let copy = Projector(
                settings: settings,
                log: log,
                project: project,
                compiler: compiler,
                schema: Self.shadow
            )
            if try made.bool(0) {
                listener.progress(try await copy.checkpoints().values.reduce(0) { $0 + $1.seq })
            }
            let result = try await body(copy, connection)
            await copy.close()
            try await connection.execute(SQL.dropShadowTables())
            await connection.close()
            return result
        } catch {
            await connection.close()
            if purpose == .comparison {
                let cleaner = try? await Connection.open(settings)
                _ = try? await cleaner?.execute(SQL.dropShadowTables())
                await cleaner?.close()
            }
            throw error
        }
    }

    /// Puts copies that have all that is there, with their marks, in the place of the live tables.
    private func replaceAll(on connection: Connection) async throws {
        try await connection.execute(script: "begin")
        try await swap(Projection.allCases, withMarks: true, on: connection)
    }

    /// Changes the tables' places in the transaction that has begun, and ends it; a reader that is in the way is waited
    /// for a short while, several times.
    private func swap(_ projections: [Projection], withMarks: Bool, on connection: Connection) async throws {
        for attempt in 1... {
            try await connection.execute(script: "savepoint swap")
            do {
                try await connection.run { try $0.swap(projections, withMarks: withMarks) }
                break
            } catch let error as PostgresError where error.sqlState == .lockNotAvailable && attempt < 30 {
                try await connection.execute(script: "rollback to savepoint swap")
                try await Task.sleep(for: .milliseconds(200))
            }
        }
        try await connection.execute(script: "commit")
    }
}

extension Connection {
    /// Changes the places of tables, within a transaction.
    fileprivate func swap(_ projections: [Projection], withMarks: Bool) throws {
        try execute(script: "set local lock_timeout = '1s'")
        let marks = withMarks ? ["checkpoint"] : []
        try query(SQL.swapShadowTables(projections: projections.map(\.rawValue) + marks))
        for projection in projections {
            try execute(SQL.noteProjection(name: projection.rawValue, version: projection.version))
        }
    }

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
