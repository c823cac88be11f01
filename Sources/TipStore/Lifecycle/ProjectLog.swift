import Postgres
package import TipCore

/// Stream 0: what was decided about the project, as events, and the value they fold to.
package final class ProjectLog: Sendable {
    /// The project as of a place of stream 0.
    package struct State: Sendable {
        /// What the events have made of it.
        package var lifecycle = Lifecycle()
        /// The place of the last event.
        package var seq: Int64 = 0
        /// Every event with its time, oldest first.
        package var events: [Entry] = []

        /// The project as it had been decided by an instant; nil is now.
        ///
        /// A step that was backdated counts from the time it was dated to.
        func lifecycle(at instant: Timestamp?) -> Lifecycle {
            guard let instant else { return lifecycle }
            var past = Lifecycle()
            for entry in events where entry.at <= instant {
                // What does not fit without a later step was decided on top of it: it is left out with it.
                try? past.apply(entry.event, at: entry.at)
            }
            return past
        }

        /// The project as it was at a place of stream 0.
        func asOf(seq place: Int64) throws -> State {
            var state = State()
            for entry in events where entry.seq <= place {
                try state.lifecycle.apply(entry.event, at: entry.at)
                state.events.append(entry)
                state.seq = entry.seq
            }
            return state
        }
    }

    /// An event of stream 0.
    package struct Entry: Hashable, Sendable {
        /// Its place.
        package let seq: Int64
        /// From when it holds.
        package let at: Timestamp
        /// When it was decided.
        package let receivedAt: Timestamp
        /// What was decided.
        package let event: LifecycleEvent
        /// The report that the stop of an experiment was decided on; nil for other decisions.
        package let report: JSON?
    }

    private let pool: Pool
    private let words: WordBook
    private let state = Guarded(State())
    private let readings = SharedReading<State>()

    init(pool: Pool, words: WordBook) {
        self.pool = pool
        self.words = words
    }

    /// The project as this process last read it.
    package var current: State { state.withLock { $0 } }

    /// Reads what other processes have decided meanwhile.
    ///
    /// Who asks while a reading is under way shares the next one, which begins after the question: so the answer
    /// is never older than the question, and many questions at once cost one reading.
    @discardableResult
    package func refresh() async throws -> State {
        try await readings.shared { try await self.read() }
    }

    private func read() async throws -> State {
        let before = current
        let rows = try await pool.withConnection { connection in
            try await connection.run { connection -> Rows? in
                let head = try connection.query(SQL.streamHead(stream: StreamSet.projectStream)).first
                guard try head?.int64(0) ?? 0 > before.seq else { return nil }
                return try connection.query(SQL.projectEvents(after: before.seq))
            }
        }
        guard let rows, !rows.isEmpty else { return before }
        var next = before
        for row in rows {
            next.seq = try row.int64(0)
            let at = Timestamp(microseconds: try row.timestamp(1))
            guard let stored = JSON(parsing: try row.string(3)),
                let json = Upcasting.lifecycle.newest(stored), let type = json["type"]?.stringValue,
                let event = LifecycleEvent(type: type, payload: json["payload"] ?? .null)
            else { throw StoreError(.unreadableRow(stream: StreamSet.projectStream, seq: next.seq)) }
            try next.lifecycle.apply(event, at: at)
            let receivedAt = Timestamp(microseconds: try row.timestamp(2))
            next.events.append(
                Entry(
                    seq: next.seq,
                    at: at,
                    receivedAt: receivedAt,
                    event: event,
                    report: json["report"].flatMap { $0 == .null ? nil : $0 }
                )
            )
        }
        let read = next
        return state.withLock { state in
            if read.seq > state.seq { state = read }
            return state
        }
    }

    /// Decides something: writes an event if it fits what is in the log by then.
    ///
    /// - Parameters:
    ///   - instant: From when it holds.
    ///   - id: An id that repeats under a retry; nil makes a new one.
    ///   - report: The report it was decided on, which is kept with it.
    ///   - event: What is decided, made from the newest state; nil decides nothing.
    /// - Returns: Whether it was written; false where an event with this id was there.
    /// - Throws: `LifecycleError` where it does not fit.
    @discardableResult
    package func decide(
        at instant: Timestamp,
        id: String? = nil,
        report: JSON? = nil,
        _ event: (State) throws -> LifecycleEvent?
    ) async throws -> Bool {
        let givenID = id ?? UUIDv7.make(at: instant)
        let key = EventKey(
            id: givenID,
            person: .nobody,
            statedMilliseconds: id == nil ? instant.milliseconds : nil
        )
        let context = Word(.context, "{}")
        while true {
            let newest = try await refresh()
            if id != nil, try await isStored(key) { return false }
            guard let event = try event(newest) else { return false }
            var copy = newest.lifecycle
            try copy.apply(event, at: instant)
            guard let contextID = try await words.ids(of: [context])[context] else { continue }
            let payload = JSON.object(
                [
                    .init("version", .integer(Int64(Upcasting.lifecycle.version))),
                    .init("type", .string(event.type)), .init("payload", event.payload),
                ]
                    + (report.map { [.init("report", $0)] } ?? [])
            )
            let written = try await pool.withConnection { connection in
                try await connection.transaction { connection -> Bool in
                    let place = try connection.query(SQL.takeProjectPlace(expected: newest.seq))
                    guard let place = place.first else { return false }
                    try connection.query(
                        SQL.addProjectEvent(
                            seq: try place.int64(0),
                            at: instant.microseconds,
                            receivedAt: try place.timestamp(1),
                            eventId: key.value,
                            context: contextID,
                            givenId: key.id(of: .nobody) == givenID ? nil : givenID,
                            extra: payload.text()
                        )
                    )
                    return true
                }
            }
            guard written else { continue }
            try await refresh()
            return true
        }
    }

    private func isStored(_ key: EventKey) async throws -> Bool {
        try await pool.withConnection { try await !$0.query(SQL.projectEvent(eventId: key.value)).isEmpty }
    }
}
