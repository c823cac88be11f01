import Postgres
import Testing

@testable import TipStore

@Suite("Readings are shared, and none is older than its question")
struct SharedReadingTests {
    /// Counts what is written, and how often it is read.
    private final class Source: Sendable {
        private let state = Guarded((written: 0, readings: 0))

        var readings: Int { state.withLock { $0.readings } }

        func write() -> Int {
            state.withLock { state in
                state.written += 1
                return state.written
            }
        }

        func read() async throws -> Int {
            let seen = state.withLock { state in
                state.readings += 1
                return state.written
            }
            try await Task.sleep(for: .milliseconds(2))
            return seen
        }
    }

    private struct Broken: Error {}

    @Test("whoever writes and then asks sees what they wrote, with fewer readings than questions")
    func fresh() async throws {
        let source = Source()
        let readings = SharedReading<Int>()
        try await withThrowingTaskGroup { group in
            for _ in 0..<50 {
                group.addTask {
                    for _ in 0..<20 {
                        let written = source.write()
                        let seen = try await readings.shared { try await source.read() }
                        #expect(seen >= written)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(source.readings < 500, "of 1000 questions")
    }

    @Test("a reading that fails fails those who share it, and the next one is made")
    func failing() async throws {
        let readings = SharedReading<Int>()
        await withTaskGroup { group in
            for _ in 0..<10 {
                group.addTask {
                    await #expect(throws: Broken.self) { try await readings.shared { throw Broken() } }
                }
            }
        }
        let value = try await readings.shared { 7 }
        #expect(value == 7)
    }

    @Test("who is cancelled while they lead fails nobody else")
    func cancelled() async throws {
        let source = Source()
        let readings = SharedReading<Int>()
        let leader = Task { try await readings.shared { try await source.read() } }
        try await Task.sleep(for: .milliseconds(1))
        let follower = Task { try await readings.shared { try await source.read() } }
        leader.cancel()
        _ = try? await leader.value
        let seen = try await follower.value
        #expect(seen == 0)
    }
}
