import Foundation
import Synchronization
import Testing

@testable import Postgres

@Suite("A job thread runs one actor's jobs in order, and ends with it")
struct JobThreadTests {
    private actor Worker {
        private let thread: JobThread
        private(set) var log: [Int] = []
        private(set) var threads: Set<pthread_t> = []

        nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

        init(_ name: String) { thread = JobThread(name: name) }

        deinit { thread.stop() }

        func note(_ number: Int) {
            log.append(number)
            threads.insert(pthread_self())
        }

        func block(for duration: Duration) { pause(duration) }
    }

    /// How many threads of this process have a name.
    private func count(named name: String) -> Int {
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        return tasks.count { task in
            (try? String(contentsOfFile: "/proc/self/task/\(task)/comm", encoding: .utf8)) == name + "\n"
        }
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

    @Test("a blocked one holds up nobody else")
    func blocking() async {
        let blocked = (0..<8).map { _ in Worker("blocked") }
        let elapsed = await ContinuousClock().measure {
            await withTaskGroup { group in
                for worker in blocked { group.addTask { await worker.block(for: .milliseconds(500)) } }
            }
        }
        // One after the other it would be 4 s, and 2 s on the shared pool of two cores.
        #expect(elapsed < .milliseconds(1700))
    }

    @Test("the thread ends when the actor goes")
    func ending() async throws {
        do {
            let worker = Worker("ending")
            await worker.note(1)
            #expect(count(named: "ending") == 1)
            // Used once more, as an actor may go as soon as it is not used any longer.
            await worker.note(2)
        }
        try await waitUntil("the thread has ended") { count(named: "ending") == 0 }
    }
}
