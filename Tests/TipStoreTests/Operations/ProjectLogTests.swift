import Postgres
import Testing
import TipCore
import TipStore
import TipTestSupport

@Suite("Decisions about the project stand in one order that all processes see")
struct ProjectLogTests {
    private func withTwoStores(_ body: (Store, Store) async throws -> Void) async throws {
        try await withDatabase(.migrated) { settings in
            let first = try await Store.open(settings)
            let other = try await Store.open(settings)
            try await body(first, other)
            await first.close()
            await other.close()
        }
    }

    private func apply(_ store: Store, text: String, id: String? = nil) async throws -> Bool {
        try await store.project.decide(at: second(0), id: id) { state in
            .catalogApplied(revision: (state.lifecycle.catalog?.revision ?? 0) + 1, text: text)
        }
    }

    @Test("two processes that decide at once take turns, each from what the other has decided")
    func compareAndSet() async throws {
        try await withTwoStores { first, other in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (name, store) in [("a", first), ("b", other)] {
                    group.addTask {
                        for number in 0..<10 { _ = try await self.apply(store, text: "\(name)\(number)") }
                    }
                }
                try await group.waitForAll()
            }
            let states = [try await first.project.refresh(), try await other.project.refresh()]
            #expect(states[0].events == states[1].events)
            #expect(states[0].lifecycle == states[1].lifecycle)
            #expect(states[0].lifecycle.catalogs.map(\.revision) == Array(1...20))
            let texts = states[0].lifecycle.catalogs.map(\.text)
            for name in ["a", "b"] {
                #expect(texts.filter { $0.hasPrefix(name) } == (0..<10).map { "\(name)\($0)" })
            }
        }
    }

    @Test("a decision with an id is written once, by whichever process")
    func idempotent() async throws {
        try await withTwoStores { first, other in
            let isWritten = try await apply(first, text: "x", id: "load:1")
            #expect(isWritten)
            #expect(try await !apply(first, text: "x", id: "load:1"))
            #expect(try await !apply(other, text: "x", id: "load:1"))
            #expect(try await apply(other, text: "y", id: "load:2"))
            #expect(try await first.project.refresh().lifecycle.catalogs.map(\.text) == ["x", "y"])
        }
    }

    @Test("what does not fit is refused, and nothing is written")
    func refused() async throws {
        try await withTwoStores { first, other in
            await #expect(throws: LifecycleError(.notStarted, subject: "x")) {
                try await first.project.decide(at: second(0)) { _ in .experimentPaused(id: "x") }
            }
            let seen = try await other.project.refresh()
            #expect(seen.seq == 0)
            #expect(try await !first.project.decide(at: second(0)) { _ in nil })
            #expect(try await other.project.refresh().events.isEmpty)
        }
    }

    @Test("the state of a new process equals that of the one that decided")
    func reread() async throws {
        try await withDatabase(.migrated) { settings in
            let first = try await Store.open(settings)
            try await first.project.decide(at: second(7)) { _ in .tipOff(tip: "T") }
            try await first.project.decide(at: second(3)) { _ in .tipOn(tip: "T") }
            let other = try await Store.open(settings)
            #expect(try await other.project.refresh().lifecycle == first.project.current.lifecycle)
            #expect(other.project.current.events.map(\.at) == [second(7), second(3)])
            await first.close()
            await other.close()
        }
    }
}
