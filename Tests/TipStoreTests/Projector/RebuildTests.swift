import Postgres
import Testing
import TipCore
import TipTestSupport

@testable import TipStore

@Suite("The log is folded anew beside the live tables, by one program at a time, and never twice over")
struct RebuildTests {
    private func withLog(_ body: (Store, Store, ProjectedTables) async throws -> Void) async throws {
        try await withDatabase(.migrated) { settings in
            let store = try await Store.open(settings)
            let other = try await Store.open(settings)
            let tables = ProjectedTables(connection: try await Connection.open(settings))
            try await RandomHistory.start(store, at: 60)
            _ = try await store.log.append(RandomHistory(seed: 7, count: 240).events)
            try await store.projector.catchUp()
            try await body(store, other, tables)
            await store.close()
            await other.close()
            await tables.connection.close()
        }
    }

    /// What a long fold told of itself.
    private final class Told: Sendable {
        private let state = Guarded((folded: [Int64](), waits: 0))

        var folded: [Int64] { state.withLock { $0.folded } }
        var waits: Int { state.withLock { $0.waits } }

        var listener: Projector.Listener {
            .init(
                progress: { count in self.state.withLock { $0.folded.append(count) } },
                waiting: { self.state.withLock { $0.waits += 1 } }
            )
        }
    }

    @Test(
        "of two at once, or of one beside a comparison, the second says that it waits, and both come to an end"
    )
    func turns() async throws {
        try await withLog { store, other, tables in
            let live = try await tables.exposures(withLate: true)
            let turn = try await RebuildTurn.take(store.projector.settings) {}
            let told = [Told(), Told(), Told()]
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await store.projector.rebuild(listening: told[0].listener) }
                group.addTask { try await other.projector.rebuild(listening: told[1].listener) }
                group.addTask {
                    let differences = try await store.projector.verify(told[2].listener)
                    #expect(differences.isEmpty)
                }
                try await Task.sleep(for: .milliseconds(800))
                #expect(told.map(\.waits) == [1, 1, 1])
                #expect(told.allSatisfy { $0.folded.isEmpty }, "nobody folds before their turn")
                await turn.end()
                try await group.waitForAll()
            }
            let count = try await store.log.count()
            #expect(told.map { $0.folded.reduce(0, +) } == [count, count, count])
            #expect(try await tables.exposures(withLate: true) == live)
            #expect(try await store.projector.verify().isEmpty)
        }
    }

    @Test("one that failed half-way, or was killed, is gone on with where it stopped")
    func resumed() async throws {
        try await withLog { store, _, tables in
            let live = try await tables.exposures(withLate: true)
            // The copies have the constraint too, so that one stream cannot be written.
            let forbid =
                "alter table person_state add constraint no_two check (stream <> 2) not valid" as Query
            try await tables.connection.execute(forbid)
            await #expect(throws: (any Error).self) { try await store.projector.rebuild() }
            #expect(try await tables.exposures(withLate: true) == live, "the old tables serve on")
            let done = try await tables.connection.query(
                "select coalesce(sum(seq), 0)::bigint from shadow.checkpoint where projection = 'experiments'"
            ).one().int64(0)
            for schema in ["public", "shadow"] {
                try await tables.connection.execute(
                    "alter table \(unescaped: schema).person_state drop constraint no_two"
                )
            }
            let told = Told()
            try await store.projector.rebuild(listening: told.listener)
            #expect(done > 0 && told.folded.first == done, "what was folded is not folded again")
            #expect(told.folded.reduce(0, +) == (try await store.log.count()))
            #expect(try await tables.exposures(withLate: true) == live)
            #expect(try await store.projector.verify().isEmpty)
            let left = try await tables.connection.query("select to_regclass('shadow.checkpoint') is null")
            #expect(try left.one().bool(0))
        }
    }

    @Test("one projection alone changes its own tables and no others")
    func named() async throws {
        try await withLog { store, _, tables in
            for damage in [
                "update exposure set taps = taps + 1",
                "update person_state set is_opted_out = not is_opted_out",
            ] as [Query] {
                try await tables.connection.execute(damage)
            }
            #expect(
                Set(try await store.projector.verify().map(\.table))
                    == ["exposure", "person_state"]
            )
            // What arrives meanwhile is folded by both.
            _ = try await store.log.append((0..<20).map { incoming("new\($0)", person: "n\($0)") })
            try await store.projector.rebuild([.experiments])
            #expect(try await store.projector.verify().map(\.table) == ["person_state"])
            try await store.projector.rebuild([.eligibility])
            #expect(try await store.projector.verify().isEmpty)
            #expect(try await store.projector.lag() == 0)
        }
    }

    @Test("tables that another version of the fold made are made anew before anything is folded into them")
    func versions() async throws {
        try await withLog { store, _, tables in
            let live = try await tables.exposures(withLate: true)
            #expect(try await store.projector.status().allSatisfy(\.isCompatible))
            for damage in [
                "update projection set version = '0' where name = 'eligibility'",
                "update exposure set taps = 99", "update person_state set state = '\\x00'",
            ] as [Query] {
                try await tables.connection.execute(damage)
            }
            let newer = try await Store.open(tables.connection.settings)
            let standing = try await newer.projector.status()
            #expect(standing.map(\.isCompatible) == [false, true])
            #expect(standing.map(\.foundVersion) == ["0", Projection.experiments.version])
            _ = try await newer.log.append([incoming("after", person: "z")])
            try await newer.projector.catchUp()
            #expect(try await newer.projector.status().allSatisfy { $0.isCompatible && $0.lag == 0 })
            #expect(try await tables.exposures(withLate: true) == live)
            #expect(try await newer.projector.verify().isEmpty)
            await newer.close()
        }
    }
}
