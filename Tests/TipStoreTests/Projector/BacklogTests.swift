import Postgres
import Testing
import TipCore
import TipTestSupport

@testable import TipStore

@Suite("Who looks at counts waits for what was answered, and not for those who go on writing")
struct BacklogTests {
    private func people(_ prefix: String, _ count: Int) -> [IncomingEvent] {
        (0..<count).map { incoming("a", person: "\(prefix)\($0)") }
    }

    /// Runs `body` while an append of one event hangs behind a lock of its stream.
    private func whileAppending(
        _ store: Store,
        _ settings: ConnectionSettings,
        _ body: () async throws -> Void
    ) async throws {
        let holder = try await Connection.open(settings)
        try await holder.execute(script: "begin; select from stream_head for update")
        let append = Task { try await store.log.append([incoming("late", person: "somebody")]) }
        while !store.log.isAppending { try await Task.sleep(for: .milliseconds(1)) }
        do { try await body() } catch {
            await holder.close()
            throw error
        }
        try await holder.execute(script: "commit")
        #expect(try await append.value == [.accepted])
        await holder.close()
    }

    @Test("everything that was answered is folded, where nobody writes")
    func quiet() async throws {
        try await withStore { store in
            #expect(try await store.projector.catchUpUnlessBusy() == nil)
            _ = try await store.log.append(people("p", 40))
            #expect(try await store.projector.lag() == 40)
            #expect(try await store.projector.catchUpUnlessBusy() == nil)
            #expect(try await store.projector.lag() == 0)
        }
    }

    @Test("while somebody writes, what has just come is told and left for later")
    func busy() async throws {
        try await withDatabase(.migrated) { settings in
            let store = try await Store.open(settings)
            _ = try await store.log.append(people("p", 40))
            try await whileAppending(store, settings) {
                let backlog = try await store.projector.catchUpUnlessBusy()
                #expect(backlog?.events == 40)
                #expect((backlog?.seconds ?? 100) < 5)
                #expect(try await store.projector.lag() == 40, "the reader folded nothing")
            }
            #expect(try await store.projector.catchUpUnlessBusy() == nil)
            #expect(try await store.projector.lag() == 0)
            await store.close()
        }
    }

    @Test("what has waited for long is folded, also while somebody writes")
    func old() async throws {
        try await withDatabase(.migrated) { settings in
            let store = try await Store.open(settings)
            _ = try await store.log.append(people("p", 40))
            let editor = try await Connection.open(settings)
            try await editor.execute(
                script: "update event set received_at = received_at - interval '1 minute'"
            )
            await editor.close()
            try await whileAppending(store, settings) {
                let backlog = try await store.projector.catchUpUnlessBusy()
                let lag = try await store.projector.lag()
                #expect(backlog == nil && lag == 0)
            }
            await store.close()
        }
    }

    @Test("who waits goes on as soon as somebody begins to write")
    func begins() async throws {
        try await withDatabase(.migrated) { settings in
            let store = try await Store.open(settings)
            // A fold that hangs: its mark is locked.
            let holder = try await Connection.open(settings)
            _ = try await store.log.append(people("p", 40))
            try await store.projector.catchUp()
            _ = try await store.log.append(people("q", 40))
            try await holder.execute(script: "begin; select from checkpoint for update")
            let reader = Task { try await store.projector.catchUpUnlessBusy() }
            try await Task.sleep(for: .milliseconds(50))
            try await whileAppending(store, settings) {
                let backlog = try await reader.value
                #expect(backlog?.events == 40)
            }
            try await holder.execute(script: "commit")
            await holder.close()
            #expect(try await store.projector.catchUpUnlessBusy() == nil)
            await store.close()
        }
    }
}
