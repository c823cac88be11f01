import Postgres
import Testing
import TipCore
import TipTestSupport

@testable import TipStore

@Suite(
    "Whatever goes wrong under an append, what was taken is in the log once",
    .timeLimit(.minutes(30))
)
struct AppendFaultTests {
    private static let size = 25

    private func batch(_ writer: Int, _ number: Int) -> [IncomingEvent] {
        (0..<Self.size).map { event in
            incoming(
                "\(writer)-\(number)-\(event)",
                person: "p\(event)",
                at: second(Int64(number * 60 + event)),
                .impression(.init(tip: "T", display: "\(writer)-\(number)-\(event)"))
            )
        }
    }

    /// Four writers send their batches until each is taken; says how often they were refused.
    private func write(_ batches: Int, to store: Store) async throws -> Int {
        try await withThrowingTaskGroup(of: Int.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    var refusals = 0
                    for number in 0..<batches {
                        let (again, outcomes) = try await deliver(batch(writer, number), to: store.log)
                        #expect(!outcomes.contains(.conflict))
                        if again == 0 { #expect(outcomes.allSatisfy { $0 == .accepted }) }
                        refusals += again
                    }
                    return refusals
                }
            }
            return try await group.reduce(0, +)
        }
    }

    @Test("connections cut anywhere, also between a commit and its answer")
    func cut() async throws {
        try await withDatabase(.migrated) { settings in
            let proxy = try await CuttingProxy(to: settings, seed: 7)
            defer { proxy.stop() }
            var opened: Store?
            for _ in 0..<50 where opened == nil { opened = try? await Store.open(proxy.settings) }
            let store = try #require(opened)
            let batches = Soak.amount(10, soak: 200)
            _ = try await write(batches, to: store)
            await store.close()
            try await expectExactlyOnce(4 * batches * Self.size, settings)
            let calm = try await Store.open(settings)
            try await calm.projector.catchUp()
            #expect(try await calm.projector.verify() == [])
            await calm.close()
        }
    }

    @Test("serialization failures and deadlocks are tried again, and told of only where they go on")
    func passing() async throws {
        try await withDatabase(.migrated) { settings in
            let connection = try await Connection.open(settings)
            try await connection.execute(
                script: """
                    create function fail_by_chance() returns trigger language plpgsql as $$
                    begin
                      if random() < 0.4 then
                        raise exception 'by chance' using errcode = case when random() < 0.5 then '40001' else '40P01' end;
                      end if;
                      return null;
                    end $$;
                    create trigger fail_by_chance after insert on event
                      for each statement execute function fail_by_chance()
                    """
            )
            let store = try await Store.open(settings)
            let refusals = try await write(10, to: store)
            #expect(refusals < 20, "most are not even noticed")
            try await expectExactlyOnce(4 * 10 * Self.size, settings)
            await store.close()
            await connection.close()
        }
    }

    @Test("every batch delivered several times at once, to two programs")
    func parallel() async throws {
        try await withDatabase(.migrated) { settings in
            let stores = [try await Store.open(settings), try await Store.open(settings)]
            let batches = Soak.amount(8, soak: 100)
            let outcomes = try await withThrowingTaskGroup(of: [AppendOutcome].self) { group in
                for sender in 0..<6 {
                    group.addTask {
                        var all: [AppendOutcome] = []
                        for number in 0..<batches {
                            all += try await deliver(batch(0, number), to: stores[sender % 2].log).outcomes
                        }
                        return all
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(outcomes.count { $0 == .accepted } == batches * Self.size, "each counts for one sender")
            #expect(outcomes.count { $0 == .duplicate } == 5 * batches * Self.size)
            try await expectExactlyOnce(batches * Self.size, settings)
            try await stores[0].projector.catchUp()
            #expect(try await stores[1].projector.verify() == [])
            for store in stores { await store.close() }
        }
    }

    @Test("a transaction that stays open, and a prepared one, hold up and hide nothing")
    func openTransaction() async throws {
        try await withDatabase(.migrated) { settings in
            let store = try await Store.open(settings)
            let other = try await Connection.open(settings)
            try await other.execute(script: "create table other (id int)")
            try await other.execute(script: "begin; insert into other values (1); prepare transaction 'left'")
            try await other.execute(script: "begin; insert into other values (2)")
            _ = try await store.log.append(batch(0, 0))
            try await store.projector.catchUp()
            #expect(try await store.projector.lag() == 0)
            #expect(try await store.log.history(of: "p3").count == 1)
            try await other.execute(script: "rollback")
            try await other.execute(script: "rollback prepared 'left'")
            #expect(try await store.projector.verify() == [])
            await other.close()
            await store.close()
        }
    }

    @Test("a clock that was ahead and is set back: the time of receipt never falls within a stream")
    func clock() async throws {
        try await withDatabase(.migrated) { settings in
            let store = try await Store.open(settings)
            let connection = try await Connection.open(settings)
            _ = try await store.log.append(batch(0, 0))
            try await connection.execute("update stream_head set received_at = now() + interval '1 day'")
            _ = try await store.log.append(batch(0, 1))
            let falls = try await connection.query(
                """
                select count(*) from (
                  select received_at < lag(received_at) over (partition by stream order by seq) as falls from event
                ) e where falls
                """
            ).one().int64(0)
            #expect(falls == 0)
            #expect(try await store.projector.lags().allSatisfy { $0.seconds >= 0 })
            try await store.projector.catchUp()
            #expect(try await store.projector.verify() == [])
            await connection.close()
            await store.close()
        }
    }
}
