import Postgres
import Testing
import TipCore
import TipTestSupport

@testable import TipStore

@Suite(
    "Whatever kills a projector, rows and marks agree, and a rebuild is equal",
    .timeLimit(.minutes(30))
)
struct ProjectorFaultTests {
    /// A store that waits for its commits however busy the machine is: no test here is of that.
    private func open(_ settings: ConnectionSettings) async throws -> Store {
        var limits = AppendLimits()
        limits.patience = .seconds(600)
        return try await Store.open(settings, limits: limits, catalogs: { try RandomPeople.catalog($0) })
    }

    /// Ends the sessions that write, until told to stop; says how many.
    private func cut(_ settings: ConnectionSettings, until isOver: @Sendable () -> Bool) async throws -> Int64
    {
        let connection = try await Connection.open(settings)
        var cuts: Int64 = 0
        while !isOver() {
            cuts += try await connection.query(
                """
                select count(*) filter (where pg_terminate_backend(a.pid)) from pg_stat_activity a
                where a.datname = current_database() and a.pid <> pg_backend_pid() and a.xact_start is not null
                  and (a.query ilike 'copy %' or a.query ilike '%checkpoint%' or a.query ilike 'delete %'
                    or a.query = 'commit') and random() < 0.3
                """
            ).one().int64(0)
            try await Task.sleep(for: .milliseconds(2))
        }
        await connection.close()
        return cuts
    }

    /// How many rows events make: a join stands in the streams of both its persons.
    private func rows(_ events: [IncomingEvent]) -> Int { events.count + events.count(where: \.isJoin) }

    @Test("sessions ended between a write and the mark")
    func betweenWriteAndMark() async throws {
        try await withDatabase(.migrated) { settings in
            let store = try await open(settings)
            try await RandomPeople.apply(1, to: store)
            try await RandomPeople.start(store, at: 0)
            let people = RandomPeople(seed: 3, count: Soak.amount(1500, soak: 20_000), people: 60)
            let isOver = Guarded(false)
            let cutting = Task { try await cut(settings) { isOver.withLock { $0 } } }
            let folding = Task { await store.projector.run(every: .milliseconds(1)) { _ in } }
            defer {
                folding.cancel()
                isOver.withLock { $0 = true }
            }
            for start in stride(from: 0, to: people.events.count, by: 50) {
                _ = try await deliver(
                    Array(people.events[start..<min(start + 50, people.events.count)]),
                    to: store.log
                )
            }
            folding.cancel()
            await folding.value
            for _ in 0..<10 { try? await store.projector.catchUp() }
            isOver.withLock { $0 = true }
            let cuts = try await cutting.value
            #expect(cuts > 0, "nothing was cut, so nothing was tried")
            try await store.projector.catchUp()
            #expect(try await store.projector.lag() == 0)
            #expect(try await store.projector.verify() == [])
            // Some were cut in the middle of a COPY of new events.
            try await expectExactlyOnce(rows(people.events), settings)
            await store.close()
        }
    }

    @Test("a program that slept on its hold wakes and finds its mark refused")
    func staleMark() async throws {
        try await withDatabase(.migrated) { settings in
            let store = try await open(settings)
            _ = try await store.log.append((0..<20).map { incoming("a", person: "p\($0)") })
            let asleep = try await store.projector.checkpoints()
            try await store.projector.catchUp()
            let awake = try await store.projector.checkpoints()
            let connection = try await Connection.open(settings)
            for (stream, mark) in awake {
                let stale = asleep[stream] ?? Checkpoint(seq: 0, projectSeq: 0, through: .epoch)
                let step = ExposureStep(
                    stream: stream,
                    people: [],
                    known: [],
                    rows: [],
                    from: stale,
                    to: mark
                )
                guard stale != mark else { continue }
                let isWritten = try await connection.transaction {
                    try $0.write(step, projection: Projector.projection)
                }
                #expect(!isWritten)
            }
            #expect(try await store.projector.verify() == [])
            await connection.close()
            await store.close()
        }
    }

    @Test("persons' events in random order over four connections, folded by two programs meanwhile")
    func anyOrder() async throws {
        let count = Soak.amount(300, soak: 10_000)
        let people = RandomPeople(seed: 4, count: count * 4, people: count)
        var random = SeededGenerator(seed: 5)
        let events = people.events.shuffled(using: &random)
        try await withDatabase(.migrated) { settings in
            var stores: [Store] = []
            for _ in 0..<4 { stores.append(try await open(settings)) }
            try await RandomPeople.apply(1, to: stores[0])
            try await RandomPeople.start(stores[0], at: 0)
            let folding = stores.prefix(2).map { store in
                Task { await store.projector.run(every: .milliseconds(5)) { Issue.record($0) } }
            }
            defer { for task in folding { task.cancel() } }
            let size = Soak.amount(40, soak: 500)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (writer, store) in stores.enumerated() {
                    group.addTask {
                        let own = stride(from: writer, to: events.count, by: 4).map { events[$0] }
                        for start in stride(from: 0, to: own.count, by: size) {
                            let part = Array(own[start..<min(start + size, own.count)])
                            let outcomes = try await store.log.append(part)
                            #expect(outcomes.allSatisfy { $0 == .accepted })
                        }
                    }
                }
                try await group.waitForAll()
            }
            for task in folding { task.cancel() }
            for task in folding { await task.value }
            try await stores[3].projector.catchUp()
            #expect(try await stores[2].projector.verify() == [])
            try await expectExactlyOnce(rows(events), settings)
            for store in stores { await store.close() }
        }
    }
}
