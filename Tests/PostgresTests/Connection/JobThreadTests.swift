import Glibc
import Testing

@testable import Postgres

@Suite("A job thread runs one actor's jobs in order, and ends with it")
struct JobThreadTests {
    private actor Worker {
        let thread: JobThread
        private(set) var log: [Int] = []
        private(set) var threads: Set<pthread_t> = []

        nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

        init(_ name: String) { thread = JobThread(name: name) }

        deinit { thread.stop() }

        func note(_ number: Int) {
            log.append(number)
            threads.insert(pthread_self())
        }

        func block(_ body: @Sendable () -> Bool) -> Bool { body() }
    }

    @Test("all on one thread, and what one task asks for in that order")
    func order() async {
        let worker = Worker("order")
        for number in 0..<1000 { await worker.note(number) }
        await withTaskGroup { group in
            for _ in 0..<8 { group.addTask { for _ in 0..<500 { await worker.note(-1) } } }
        }

        #expect(await worker.log.prefix(1000) == ArraySlice(0..<1000))
        #expect(await worker.log.count == 5000)
        #expect(await worker.threads.count == 1)
    }

    /// Blocks those who come until so many have come.
    private final class Gathering: Sendable {
        private let arrived = Guarded(0)

        /// Says whether all came in time.
        func wait(for everybody: Int) -> Bool {
            arrived.withLock { $0 += 1 }
            let deadline = ContinuousClock.now + .seconds(60)
            while arrived.withLock({ $0 }) < everybody {
                if ContinuousClock.now > deadline { return false }
                pause(.milliseconds(1))
            }
            return true
        }
    }

    @Test("sixteen are blocked at the same time, whatever the number of cores")
    func blocking() async {
        let gathering = Gathering()
        let workers = (0..<16).map { _ in Worker("blocked") }
        await withTaskGroup { group in
            for worker in workers { group.addTask { await worker.block { gathering.wait(for: 16) } } }
            for await allCame in group { #expect(allCame) }
        }
    }

    @Test("the thread ends when the actor goes")
    func ending() async throws {
        // The thread holds its object as long as it runs, and nobody else does once the actor is gone.
        weak var thread: JobThread?
        do {
            let worker = Worker("ending")
            thread = worker.thread
            await worker.note(1)
            #expect(thread != nil)
            await worker.note(2)
        }
        try await waitUntil("the thread has ended") { thread == nil }
    }
}
