import Postgres
import Testing
import TipCore
import TipStore
import TipTestSupport

@Suite(
    "A database that hangs makes no request wait for ever, and loses nothing",
    .timeLimit(.minutes(30))
)
struct PatienceTests {
    @Test("what waits too long is given up, what comes meanwhile at once, and all is well afterwards")
    func hanging() async throws {
        try await withDatabase(.migrated) { settings in
            var limits = AppendLimits()
            limits.patience = .milliseconds(300)
            let store = try await Store.open(settings, limits: limits)
            let first = incoming("first")
            let second = incoming("second")
            _ = try await store.log.append([incoming("before")])
            let blocker = try await Connection.open(settings)
            try await blocker.execute(script: "begin; lock table stream_head in access exclusive mode")
            let start = ContinuousClock.now
            await #expect(throws: StoreError.self) { try await store.log.append([first]) }
            let waited = ContinuousClock.now - start
            #expect(waited >= .milliseconds(300) && waited < .seconds(5))
            await #expect(throws: StoreError.self, "at once") { try await store.log.append([second]) }
            #expect(ContinuousClock.now - start - waited < .milliseconds(250))
            try await blocker.execute(script: "rollback")
            await blocker.close()
            // What was given up was under way, and is committed; who sends it again is told so.
            var outcome: [AppendOutcome]?
            for _ in 0..<200 where outcome == nil {
                outcome = try? await store.log.append([first, second])
                if outcome == nil { try await Task.sleep(for: .milliseconds(20)) }
            }
            #expect(outcome == [.duplicate, .accepted])
            #expect(try await store.log.count() == 3)
            await store.close()
        }
    }
}
