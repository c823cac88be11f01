import Postgres
import TipCore

/// The event log: appends events durably and without duplicates, and reads them back.
package final class EventLog: Sendable {
    /// The streams of the log.
    package let streams: StreamSet
    let words: WordBook
    let pool: Pool
    private let lanes: [Lane]
    private let appends = Guarded(0)

    /// Opens a log.
    ///
    /// - Parameters:
    ///   - settings: Where the lanes connect to.
    ///   - pool: Connections for reading.
    ///   - streams: The streams the database was made with.
    ///   - limits: How much is held in memory.
    init(settings: ConnectionSettings, pool: Pool, streams: StreamSet, limits: AppendLimits) {
        self.streams = streams
        self.pool = pool
        let words = WordBook(pool: pool)
        self.words = words
        let count = max(1, min(limits.lanes, streams.ids.count))
        lanes = (0..<count).map { _ in Lane(settings: settings, words: words, limits: limits) }
    }

    /// Appends events and returns, once all are durable, what became of each.
    ///
    /// - Throws: `StoreError`; nothing may then be taken as stored, and sending everything again is safe.
    package func append(_ events: [IncomingEvent]) async throws -> [AppendOutcome] {
        appends.withLock { $0 += 1 }
        defer { appends.withLock { $0 -= 1 } }
        var outcomes = try await commit(EventRow.rows(of: events, streams: streams))
        // The other half of a join follows once its event is in the log: a refused one must join nobody. Where
        // that fails nothing is answered, and the retry writes the half that is missing.
        let joins = events.indices.filter {
            events[$0].isJoin && outcomes[$0] != .conflict && outcomes[$0] != .erased
        }
        guard !joins.isEmpty else { return outcomes }
        let halves = try await commit(
            joins.compactMap { EventRow(otherHalfOf: events[$0], streams: streams) }
        )
        for (index, half) in zip(joins, halves) { outcomes[index] = outcomes[index].joined(with: half) }
        return outcomes
    }

    /// Whether somebody is appending through this program now.
    var isAppending: Bool { appends.withLock { $0 > 0 } }

    /// How many events wait to be committed.
    package var waitingCount: Int {
        get async {
            var count = 0
            for lane in lanes { count += await lane.waitingCount }
            return count
        }
    }

    /// How many events this program has stored that are older than what is kept, and so change nothing.
    package var tooOldCount: Int {
        get async {
            var count = 0
            for lane in lanes { count += await lane.tooOldCount }
            return count
        }
    }

    /// Commits what waits and closes the connections of the lanes.
    func close() async {
        for lane in lanes { await lane.close() }
    }

    /// Commits rows, each in the lane of its stream; what became of them, in their order.
    private func commit(_ rows: [EventRow]) async throws -> [AppendOutcome] {
        var parts = Array(repeating: [EventRow](), count: lanes.count)
        var owners = Array(repeating: [Int](), count: lanes.count)
        for (index, row) in rows.enumerated() {
            let lane = lane(of: row.stream)
            parts[lane].append(row)
            owners[lane].append(index)
        }
        guard !rows.isEmpty else { return [] }
        let outcomes = try await commit(parts)
        var ordered = Array(repeating: AppendOutcome.duplicate, count: rows.count)
        for (lane, owner) in owners.enumerated() {
            for (index, outcome) in zip(owner, outcomes[lane]) { ordered[index] = outcome }
        }
        return ordered
    }

    private func commit(_ rows: [[EventRow]]) async throws -> [[AppendOutcome]] {
        let busy = rows.indices.filter { !rows[$0].isEmpty }
        if busy.count == 1 {
            var outcomes = Array(repeating: [AppendOutcome](), count: rows.count)
            outcomes[busy[0]] = try await lanes[busy[0]].append(rows[busy[0]])
            return outcomes
        }
        return try await withThrowingTaskGroup(of: (Int, [AppendOutcome]).self) { group in
            for lane in busy {
                group.addTask { [lanes] in (lane, try await lanes[lane].append(rows[lane])) }
            }
            var outcomes = Array(repeating: [AppendOutcome](), count: rows.count)
            for try await (lane, part) in group { outcomes[lane] = part }
            return outcomes
        }
    }

    private func lane(of stream: Int32) -> Int {
        (streams.ids.firstIndex(of: stream) ?? 0) % lanes.count
    }
}

extension AppendOutcome {
    /// What became of an event that stands in two streams: a refusal of either half is one, and it was accepted
    /// where either half was new.
    package func joined(with other: AppendOutcome) -> AppendOutcome {
        if self == .erased || other == .erased { return .erased }
        if self == .conflict || other == .conflict { return .conflict }
        return self == .accepted || other == .accepted ? .accepted : .duplicate
    }
}
