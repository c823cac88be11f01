import Postgres
package import TipCore

/// Reads a person's state as of everything in the log, from what is folded and the few events after it.
package struct StateReader: Sendable {
    private let store: Store

    /// A state, and the catalog it was folded under with the names of its tips.
    package struct Current: Sendable {
        /// The state.
        package let state: PersonState
        /// The catalog.
        package let catalog: CompiledCatalog
    }

    /// Creates a reader.
    package init(_ store: Store) {
        self.store = store
    }

    /// The state of a person who is joined with nobody.
    ///
    /// - Parameters:
    ///   - person: Their name.
    ///   - project: The project as it is now.
    /// - Returns: The state; nil where only the whole history tells it: a joined person, an event that belongs
    ///   before what is folded, a catalog that keeps other things than the one that was folded under.
    /// - Throws: `PostgresError`, and `StoreError` where a row cannot be read.
    package func current(of person: String, under project: CompiledProject) async throws -> Current? {
        let key = PersonKey(of: person)
        let stream = store.log.streams.stream(of: key)
        let found = try await store.pool.withConnection { connection in
            try await connection.run { connection -> (row: Row, newer: [StoredRow])? in
                let now = SQL.personNow(stream: stream, person: key.value, projection: Projector.projection)
                guard let row = try connection.query(now).first else { return nil }
                // What is folded meanwhile is read again here; nothing can be missed between the two.
                guard try row.int64(0) > row.int64(1) else { return (row, []) }
                let newer = try connection.query(
                    SQL.personEventsAfter(stream: stream, person: key.value, after: try row.int64(1))
                )
                return (row, try newer.map { try StoredRow($0) })
            }
        }
        guard let (row, newer) = found, try !row.bool(2), !newer.contains(where: \.isJoin) else { return nil }
        var state = PersonState()
        if let foldKey = try row.int64(ifPresent: 3), let bytes = try row.bytes(ifPresent: 4) {
            let stored = StoredState(key: UInt64(bitPattern: foldKey), bytes: bytes)
            guard let read = stored.state(under: project.catalog) else { return nil }
            state = read
        }
        let legible = try await store.log.legible(newer)
        let tips = Set(state.tipsWithState.map { Int32(clamping: $0) })
        let reader = try await FoldReader(
            legible,
            tips: tips,
            words: store.log.words,
            project: project,
            compiler: store.compiler
        )
        for event in reader.history(legible) {
            guard state.canApply(event.historyKey) else { return nil }
            state.apply(event, under: reader.catalog)
        }
        return Current(state: state, catalog: reader.catalog)
    }
}
