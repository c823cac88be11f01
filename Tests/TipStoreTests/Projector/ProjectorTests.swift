import Postgres
import Testing
import TipCore
import TipTestSupport

@testable import TipStore

@Suite("What is projected follows from the log alone, not from how it came there")
struct ProjectorTests {
    /// A store on a database of its own, a second one on the same, and the tables.
    private func withWorld(_ body: (Store, Store, ProjectedTables) async throws -> Void) async throws {
        try await withDatabase(.migrated) { settings in
            let store = try await Store.open(settings)
            let other = try await Store.open(settings)
            let tables = ProjectedTables(connection: try await Connection.open(settings))
            try await body(store, other, tables)
            await store.close()
            await other.close()
            await tables.connection.close()
        }
    }

    /// What one append in the order of time and one fold make of events.
    private func foldedAtOnce(_ events: [IncomingEvent], startedAt minute: Int) async throws -> String {
        var exposures = ""
        try await withWorld { store, _, tables in
            try await RandomHistory.start(store, at: minute)
            _ = try await store.log.append(events)
            try await store.projector.catchUp()
            exposures = try await tables.exposures()
            #expect(try await tables.tallyErrors() == 0)
        }
        return exposures
    }

    @Test(
        "random histories in any order, in batches, by two processes, twice: as if folded once",
        arguments: 1...4
    )
    func anyOrder(seed: Int) async throws {
        let history = RandomHistory(seed: UInt64(seed), count: 240)
        let expected = try await foldedAtOnce(history.events, startedAt: 60)
        #expect(expected.split(separator: "\n").count > 8, "the history must have something to fold")
        try await withWorld { store, other, tables in
            var random = SeededGenerator(seed: UInt64(seed) &+ 99)
            // A third of the events come twice.
            let arrivals = (history.events + history.events.prefix(80)).shuffled(using: &random)
            let startsAfter = Int.random(in: 0..<8, using: &random)
            for batch in 0..<8 {
                let (writer, folder) = Bool.random(using: &random) ? (store, other) : (other, store)
                if batch == startsAfter { try await RandomHistory.start(writer, at: 60) }
                _ = try await writer.log.append(Array(arrivals[(batch * 40)..<(batch * 40 + 40)]))
                if Bool.random(using: &random) { try await folder.projector.catchUp() }
            }
            try await store.projector.catchUp()
            #expect(try await tables.exposures() == expected)
            #expect(try await tables.tallyErrors() == 0)
            #expect(try await other.projector.verify().isEmpty)
            let live = try await tables.exposures(withLate: true)
            try await other.projector.rebuild()
            #expect(try await tables.exposures(withLate: true) == live)
            #expect(try await tables.tallyErrors() == 0)
            #expect(try await store.projector.lag() == 0)
        }
    }

    @Test("a start and a stop that lie in the past refold those they concern", arguments: [1, 2])
    func backdated(seed: Int) async throws {
        let history = RandomHistory(seed: UInt64(seed), count: 240)
        let stop = RandomHistory.minute(300)
        var expected = ""
        try await withWorld { store, _, tables in
            try await RandomHistory.start(store, at: 60)
            try await store.project.decide(at: stop) { _ in .experimentStopped(id: "copy", decision: nil) }
            _ = try await store.log.append(history.events)
            try await store.projector.catchUp()
            expected = try await tables.exposures()
        }
        try await withWorld { store, other, tables in
            _ = try await store.log.append(history.events)
            try await store.projector.catchUp()
            #expect(try await tables.exposures() == "", "no experiment, no exposure")
            try await RandomHistory.start(other, at: 60)
            try await store.projector.catchUp()
            let running = try await tables.exposures()
            #expect(running != "" && running != expected)
            try await store.project.decide(at: stop) { _ in .experimentStopped(id: "copy", decision: nil) }
            try await other.projector.catchUp()
            #expect(try await tables.exposures() == expected)
            #expect(try await tables.tallyErrors() == 0)
            #expect(try await store.projector.verify().isEmpty)
        }
    }

    @Test("an impression that comes late moves the exposure back, and its conversion with it")
    func late() async throws {
        try await withWorld { store, _, tables in
            try await RandomHistory.start(store, at: 0)
            let shown = EventBody.impression(.init(tip: "T", display: "d", experiment: "copy", variant: nil))
            _ = try await store.log.append([
                incoming(
                    "tap",
                    at: RandomHistory.minute(30),
                    .actionTap(tip: "T", action: "x", display: nil)
                ),
                incoming("second", at: RandomHistory.minute(60), shown),
            ])
            try await store.projector.catchUp()
            #expect(
                try await tables.exposures().contains("{NULL,NULL,NULL} 1 0 "),
                "a tap before counts nothing"
            )
            _ = try await store.log.append([incoming("first", at: RandomHistory.minute(10), shown)])
            try await store.projector.catchUp()
            let after = try await tables.exposures()
            #expect(
                after.contains(" \(RandomHistory.minute(10).microseconds / 1_000_000) ")
                    && after.contains(" 2 1 ")
            )
            #expect(try await tables.tallyErrors() == 0)
            #expect(try await store.projector.verify().isEmpty)
        }
    }

    @Test("many projectors at once: each returns when all is folded, and all is folded once")
    func atOnce() async throws {
        let history = RandomHistory(seed: 5, count: 300, people: 40)
        let expected = try await foldedAtOnce(history.events, startedAt: 0)
        try await withWorld { store, other, tables in
            try await RandomHistory.start(store, at: 0)
            for batch in 0..<6 {
                _ = try await store.log.append(Array(history.events[(batch * 50)..<(batch * 50 + 50)]))
                try await withThrowingTaskGroup(of: Int64.self) { group in
                    for projector in [store.projector, other.projector, store.projector, other.projector] {
                        group.addTask {
                            try await projector.catchUp()
                            return try await projector.lag()
                        }
                    }
                    for try await lag in group {
                        #expect(lag == 0, "whoever loses a race still comes to the end")
                    }
                }
            }
            #expect(try await tables.exposures() == expected)
            #expect(try await tables.tallyErrors() == 0)
        }
    }

    @Test("a comparison beside a busy projector and a busy log finds no difference")
    func verifyUnderLoad() async throws {
        let history = RandomHistory(seed: 6, count: 400, people: 40)
        try await withWorld { store, other, tables in
            try await RandomHistory.start(store, at: 0)
            let folding = Task { await other.projector.run(every: .milliseconds(1)) { Issue.record($0) } }
            defer { folding.cancel() }
            let writing = Task {
                for batch in 0..<20 {
                    _ = try await store.log.append(Array(history.events[(batch * 20)..<(batch * 20 + 20)]))
                    if batch == 10 {
                        try await store.project.decide(at: RandomHistory.minute(300)) { _ in
                            .experimentStopped(id: "copy", decision: nil)
                        }
                    }
                }
            }
            for _ in 0..<3 { #expect(try await store.projector.verify() == []) }
            try await writing.value
            folding.cancel()
            await folding.value
            #expect(try await store.projector.verify() == [])
            #expect(try await tables.tallyErrors() == 0)
        }
    }
}
