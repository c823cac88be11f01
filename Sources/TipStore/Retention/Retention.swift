import Postgres
package import TipCore

/// Drops what is older than a cut, and keeps the state it had come to: a rebuild starts from that.
///
/// The cut is noted first, stream by stream: from then on what arrives from before it is marked, and no fold reads
/// it. Then the persons' events from before it give way to their state, a few persons in each transaction, and the
/// months that hold nothing more are dropped. Where it is stopped, the next call does the rest.
///
/// The events of persons who take part in an experiment, or who have several names, stay: reports count them from
/// their histories, with windows and phases that may still change.
package struct Retention: Sendable {
    let store: Store

    /// What was dropped, or would be.
    package struct Result: Hashable, Sendable {
        /// What is older than this.
        package let cut: Timestamp
        /// Persons of whose old events the state is left.
        package var people: Int64 = 0
        /// Events that were taken out of the log.
        package var events: Int64 = 0
        /// Persons whose old events stay.
        package var keptPeople: Int64 = 0
        /// Months of the log that were dropped.
        package var months = 0
    }

    /// How many persons are written at once.
    private static let page = 1000

    /// Prepares to drop from a store.
    package init(_ store: Store) {
        self.store = store
    }

    /// Drops what is older than the month of an instant.
    ///
    /// - Parameters:
    ///   - instant: The cut is the start of its month, in UTC.
    ///   - isDry: Whether it is only counted.
    /// - Returns: What was dropped, or would be.
    /// - Throws: `StoreError` where events are not folded yet, and `PostgresError`.
    package func drop(before instant: Timestamp, isDry: Bool = false) async throws -> Result {
        let cut = instant.startOfMonth
        var result = Result(cut: cut)
        try await store.projector.catchUp()
        if !isDry { try await note(cut) }
        let project = try await store.compiler.project(try await store.project.refresh())
        for stream in store.log.streams.ids {
            var last = PersonKey.nobody
            while let page = try await next(stream, after: last, before: cut) {
                last = page.last
                result.keptPeople += Int64(page.kept)
                result.people += Int64(page.people.count)
                guard !page.people.isEmpty else { continue }
                result.events += try await replace(page.people, stream, cut, project, isDry: isDry)
            }
        }
        if !isDry { result.months = try await dropMonths(cut) }
        return result
    }

    /// Notes the cut in each head, and sees that all that came before is folded.
    private func note(_ cut: Timestamp) async throws {
        var places: [Int32: Int64] = [:]
        for stream in store.log.streams.ids {
            let query = SQL.setCut(stream: stream, cut: cut.microseconds)
            places[stream] = try await store.pool.withConnection { try await $0.query(query) }.one().int64(0)
        }
        try await store.projector.catchUp()
        let marks = try await store.projector.checkpoints()
        guard places.allSatisfy({ (marks[$0]?.seq ?? 0) >= $1 }) else { throw StoreError(.notFolded) }
    }

    /// Persons of one stream with events from before the cut.
    private struct Page: Sendable {
        var people: [PersonKey] = []
        var kept = 0
        var last: PersonKey
    }

    private func next(_ stream: Int32, after last: PersonKey, before cut: Timestamp) async throws -> Page? {
        let query = SQL.peopleBefore(
            stream: stream,
            after: last.value,
            cut: cut.microseconds,
            count: Int64(Self.page)
        )
        let rows = try await store.pool.withConnection { try await $0.query(query) }
        guard !rows.isEmpty else { return nil }
        var page = Page(last: last)
        for row in rows {
            page.last = PersonKey(value: try row.uuid(0))
            if try row.bool(1) { page.kept += 1 } else { page.people.append(page.last) }
        }
        return page
    }

    /// What is left of one person's events.
    private struct Left: Sendable {
        let person: PersonKey
        let at: Timestamp
        let context: Int32
        let state: [UInt8]
    }

    /// Puts states in the place of events; how many events that were.
    private func replace(
        _ people: [PersonKey],
        _ stream: Int32,
        _ cut: Timestamp,
        _ project: CompiledProject,
        isDry: Bool
    ) async throws -> Int64 {
        let history = SQL.peopleHistory(stream: stream, people: people.map(\.value), through: .max)
        let rows = try await store.pool.withConnection { try await $0.query(history) }
            .map { try StoredRow($0) }.filter { $0.at < cut }
        // What cannot be read has its copy in quarantine, and leaves the log with the rest.
        let legible = try await store.log.legible(rows)
        guard !isDry else { return Int64(rows.count { $0.kind != EventKind.snapshot.rawValue }) }
        let reader = try await FoldReader(
            legible,
            words: store.log.words,
            project: project,
            compiler: store.compiler
        )
        var left: [Left] = []
        for (person, rows) in Dictionary(grouping: legible, by: \.person) {
            let arrived = rows.sorted { $0.seq < $1.seq }
            var state = PersonState()
            for event in reader.history(arrived) { state.apply(event, under: reader.catalog) }
            guard let at = state.lastEvent, let context = arrived.last?.context else { continue }
            left.append(
                Left(person: person, at: at, context: context, state: state.encoded(under: reader.catalog))
            )
        }
        return try await write(left, stream, cut)
    }

    private func write(_ left: [Left], _ stream: Int32, _ cut: Timestamp) async throws -> Int64 {
        let keys = left.map(\.person.value)
        return try await store.pool.withConnection { connection in
            try await connection.transaction { connection -> Int64 in
                // Whoever is erased meanwhile is not written again.
                let there = Set(
                    try connection.query(SQL.holdPeople(stream: stream, people: keys)).map {
                        PersonKey(value: try $0.uuid(0))
                    }
                )
                let left = left.filter { there.contains($0.person) }
                guard !left.isEmpty else { return 0 }
                let people = left.map(\.person.value)
                try connection.query(
                    SQL.writeSnapshots(
                        stream: stream,
                        people: people,
                        at: left.map(\.at.microseconds),
                        contexts: left.map(\.context),
                        states: left.map(\.state)
                    )
                )
                let removed = SQL.removeEventsBefore(stream: stream, people: people, cut: cut.microseconds)
                return try connection.query(removed).one().int64(0)
            }
        }
    }

    /// Drops months in one short transaction; behind a reader of the log it is tried again.
    private func dropMonths(_ cut: Timestamp) async throws -> Int {
        for attempt in 1... {
            do {
                return try await store.pool.withConnection { connection in
                    try await connection.transaction { connection in
                        try connection.execute(script: "set local lock_timeout = '2s'")
                        return Int(try connection.query(SQL.dropMonths(cut: cut.microseconds)).one().int32(0))
                    }
                }
            } catch let error as PostgresError where error.sqlState == .lockNotAvailable && attempt < 10 {
                try await Task.sleep(for: .milliseconds(200))
            }
        }
        return 0
    }
}

extension Timestamp {
    /// The start of the month the instant lies in, in UTC.
    fileprivate var startOfMonth: Timestamp {
        let date = CivilDate(daysSinceEpoch: day.microseconds / 86_400_000_000)
        return Timestamp(microseconds: day.microseconds - (date.day - 1) * 86_400_000_000)
    }
}
