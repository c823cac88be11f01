import Postgres
import Testing
import TipCore
import TipTestSupport

@testable import TipStore

@Suite(
    "Programs on one database share the streams, and take over those of one that died",
    .timeLimit(.minutes(30))
)
struct SharingTests {
    private func lease(_ settings: ConnectionSettings, _ holder: String) async throws -> StreamLease {
        StreamLease(stream: 1, holder: holder, connection: try await Connection.open(settings))
    }

    @Test("one holds a stream at a time; a hold ends by itself, by letting go, and by a clock set back")
    func leases() async throws {
        try await withDatabase(.migrated) { settings in
            let (first, second) = (try await lease(settings, "first"), try await lease(settings, "second"))
            func isTaken(after change: Query?) async throws -> Bool {
                #expect(try await first.hold())
                #expect(try await first.hold(), "whoever has it holds it on")
                #expect(try await !second.hold())
                if let change { try await first.connection.execute(change) } else { try await first.letGo() }
                let taken = try await second.hold()
                try await second.letGo()
                return taken
            }
            #expect(try await isTaken(after: nil))
            #expect(try await isTaken(after: "update stream_lease set until = now() - interval '1 second'"))
            #expect(try await isTaken(after: "update stream_lease set until = now() + interval '1 hour'"))
            #expect(try await !isTaken(after: "update stream_lease set until = now() + interval '5 seconds'"))
            await first.connection.close()
            await second.connection.close()
        }
    }

    @Test("a stream that somebody holds is left to them, and folded once their hold ends")
    func takeover() async throws {
        try await withDatabase(.migrated) { settings in
            let store = try await Store.open(settings)
            let dead = try await lease(settings, "dead")
            #expect(try await dead.hold())
            let people = (0..<40).map { "p\($0)" }
            _ = try await store.log.append(people.map { incoming("a", person: $0) })
            let held = people.count { store.log.streams.stream(of: PersonKey(of: $0)) == 1 }
            try #require(held > 0)
            let folding = Task { await store.projector.run(every: .milliseconds(5)) { Issue.record($0) } }
            defer { folding.cancel() }
            try await waitUntilLag(store, is: Int64(held))
            #expect(try await store.projector.lags().allSatisfy { $0.events == 0 || $0.stream == 1 })
            let waiting = try await store.projector.lags().first { $0.stream == 1 }
            try await Task.sleep(for: .milliseconds(60))
            let later = try await store.projector.lags().first { $0.stream == 1 }
            #expect((later?.seconds ?? 0) >= (waiting?.seconds ?? 0) + 0.05, "what waits grows older")
            try await dead.connection.execute("update stream_lease set until = now() where stream = 1")
            try await waitUntilLag(store, is: 0)
            #expect(try await store.projector.lags().allSatisfy { $0.events == 0 && $0.seconds == 0 })
            folding.cancel()
            await folding.value
            await dead.connection.close()
            await store.close()
        }
    }

    private func waitUntilLag(_ store: Store, is lag: Int64) async throws {
        for _ in 0..<500 {
            if try await store.projector.lag() == lag { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        Issue.record("the lag is \(try await store.projector.lag()), not \(lag)")
    }

    @Test("a step's size follows its time, within bounds")
    func pace() {
        var pace = BatchPace()
        let start = pace.count
        pace.took(.seconds(4), for: start)
        #expect(pace.count == start / 2, "at most twofold at once")
        for _ in 0..<20 { pace.took(.seconds(30), for: pace.count) }
        #expect(pace.count == BatchPace.bounds.lowerBound)
        pace.took(.milliseconds(1), for: 3)
        #expect(pace.count == BatchPace.bounds.lowerBound, "a small rest says nothing")
        for _ in 0..<20 { pace.took(.milliseconds(1), for: pace.count) }
        #expect(pace.count == BatchPace.bounds.upperBound)
    }
}
