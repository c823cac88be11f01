import Postgres
import Testing
import TipCore
import TipStore
import TipTestSupport

@Suite("Whatever cuts the log's connections, what it said is stored is stored once")
struct BrokenConnectionTests {
    /// How many writers are at work.
    private final class Writers: Sendable {
        private let count: Guarded<Int>

        init(_ count: Int) { self.count = Guarded(count) }

        var areDone: Bool { count.withLock { $0 == 0 } }

        func leave() { count.withLock { $0 -= 1 } }
    }

    /// Ends every other session of the database again and again.
    private func cut(_ settings: ConnectionSettings, until isOver: @Sendable () -> Bool) async throws -> Int64
    {
        let connection = try await Connection.open(settings)
        var cuts: Int64 = 0
        while !isOver() {
            // Writers are looked for in the middle of their work; the others are cut too, now and then.
            let row = try await connection.query(
                """
                select count(*) filter (where pg_terminate_backend(a.pid)) from pg_stat_activity a
                where a.datname = current_database() and a.pid <> pg_backend_pid()
                  and (a.query ilike 'copy event%' or a.query = 'commit' or random() < 0.05)
                """
            ).one()
            cuts += try row.int64(0)
            try await Task.sleep(for: .milliseconds(25))
        }
        await connection.close()
        return cuts
    }

    @Test("sessions ended in the middle of a group commit")
    func terminated() async throws {
        try await withDatabase(.migrated) { settings in
            let store = try await Store.open(settings)
            let writers = Writers(4)
            let cutting = Task { try await cut(settings) { writers.areDone } }
            let failures = try await withThrowingTaskGroup(of: Int.self) { group in
                for writer in 0..<4 {
                    group.addTask {
                        defer { writers.leave() }
                        var failures = 0
                        for batch in 0..<12 {
                            let events = (0..<25).map { number in
                                incoming("\(writer)-\(batch)-\(number)", person: "p\(number)")
                            }
                            failures += try await send(events, to: store)
                        }
                        return failures
                    }
                }
                return try await group.reduce(0, +)
            }
            let cuts = try await cutting.value
            #expect(cuts > 0, "nothing was cut, so nothing was tried")
            #expect(failures < 4 * 12 * 20)
            let connection = try await Connection.open(settings)
            let row = try await connection.query(
                """
                select count(*), count(distinct (stream, seq)), count(distinct (person, given_id)),
                  (select sum(seq)::int8 from stream_head where stream <> 0)
                from event
                """
            ).one()
            let counts = try (0..<4).map { try row.int64($0) }
            #expect(counts == [1200, 1200, 1200, 1200], "events, places, ids, heads")
            await connection.close()
            await store.close()
        }
    }

    /// Sends events until they are taken, as a client does.
    ///
    /// - Returns: How often they were refused on the way.
    private func send(_ events: [IncomingEvent], to store: Store) async throws -> Int {
        for attempt in 0..<20 {
            do {
                let outcomes = try await store.log.append(events)
                #expect(outcomes.allSatisfy { $0 != .conflict })
                if attempt == 0 { #expect(outcomes.allSatisfy { $0 == .accepted }) }
                return attempt
            } catch let error as StoreError {
                guard case .unavailable = error.problem else { throw error }
                try await Task.sleep(for: .milliseconds(20))
            }
        }
        Issue.record("a batch was refused twenty times")
        return 20
    }
}
