import Foundation
import Glibc
import Postgres
import Testing
import TipCore
import TipTestSupport

/// The long ones: `scripts/soak` runs them.
@Suite(
    "Killed again and again, cut, or out of room: answered 200 means in the log, once",
    .serialized,
    .enabled(if: Soak.isOn, "scripts/soak runs the long tests")
)
struct SoakTests {
    @Test("the server, twenty times under load", .timeLimit(.minutes(30)))
    func server() async throws {
        try await withFolder { folder in
            var ledger = try await ServedLedger.start(in: folder)
            try await ledger.startExperiment()
            for round in 0..<20 {
                let load = Load(clients: 4, name: "r\(round)")
                let running = Task { [ledger] in await load.run(against: ledger, endsWhenSilent: true) }
                try await waitUntil("some batches are stored") { load.account.stored.count >= 10 + round % 7 }
                ledger.program.signal(SIGKILL)
                await running.value
                ledger = try await ServedLedger.start(in: folder, keys: ledger.keys)
                try await FaultRun.check(load, against: ledger)
                await load.settle(against: ledger)
                #expect(load.account.open.isEmpty)
                try await FaultRun.check(load, against: ledger)
            }
            try await FaultRun.stopAndVerify(ledger, folder)
        }
    }

    @Test("PostgreSQL, killed and stopped at once", .timeLimit(.minutes(30)), arguments: [SIGKILL, SIGQUIT])
    func database(signal: Int32) async throws {
        try await withFolder { folder in
            let ledger = try await ServedLedger.start(in: folder)
            try await ledger.startExperiment()
            let load = Load(clients: 4)
            let running = Task { await load.run(against: ledger, endsWhenSilent: false) }
            for _ in 0..<5 {
                let before = load.account.stored.count
                try await waitUntil("batches are stored") { load.account.stored.count >= before + 12 }
                try FaultRun.signalPostmaster(folder, signal)
            }
            let before = load.account.stored.count
            try await waitUntil("batches are stored again") { load.account.stored.count >= before + 8 }
            load.end()
            await running.value
            #expect(load.account.silent == 0, "every request gets an answer")
            #expect(load.account.refusals.allSatisfy { $0.status == 503 && $0.retryAfter })
            await load.settle(against: ledger)
            try await FaultRun.check(load, against: ledger)
            try await FaultRun.stopAndVerify(ledger, folder)
        }
    }

    @Test("one of two servers on one database; the other takes over its streams", .timeLimit(.minutes(30)))
    func twoServers() async throws {
        try await withFolder { folder in
            let first = try await ServedLedger.start(in: folder)
            try await first.startExperiment()
            let second = try await ServedLedger.start(in: folder, keys: first.keys)
            let (one, two) = (Load(clients: 3, name: "one"), Load(clients: 3, name: "two"))
            let running = [
                Task { await one.run(against: first, endsWhenSilent: true) },
                Task { await two.run(against: second, endsWhenSilent: false) },
            ]
            try await waitUntil("both store") {
                one.account.stored.count >= 12 && two.account.stored.count >= 12
            }
            first.program.signal(SIGKILL)
            let before = two.account.stored.count
            try await waitUntil("the other one goes on") { two.account.stored.count >= before + 12 }
            two.end()
            for task in running { await task.value }
            for load in [one, two] {
                await load.settle(against: second)
                #expect(load.account.open.isEmpty)
                try await FaultRun.check(load, against: second)
            }
            try await waitUntil("all is folded") {
                let status = try await Program.run(
                    ["project", "status", "--format", "json"],
                    in: folder,
                    environment: ServedLedger.environment(folder)
                )
                return JSON(parsing: status.output)?["lag"]?.integerValue == 0
            }
            try await FaultRun.stopAndVerify(second, folder)
        }
    }

    @Test("a rebuild, half-way", .timeLimit(.minutes(30)))
    func rebuild() async throws {
        try await withFolder { folder in
            let ledger = try await ServedLedger.start(in: folder)
            try await ledger.startExperiment()
            let load = Load(clients: 4)
            let running = Task { await load.run(against: ledger, endsWhenSilent: false) }
            try await waitUntil("there is something to fold") { load.account.stored.count >= 60 }
            for round in 0..<6 {
                let rebuild = try RunningProgram(
                    ["project", "rebuild"],
                    in: folder,
                    environment: ServedLedger.environment(folder)
                )
                try await Task.sleep(for: .milliseconds(80 * (round + 1)))
                rebuild.signal(SIGKILL)
                _ = try await rebuild.ending()
            }
            let again = try await Program.run(
                ["project", "rebuild"],
                in: folder,
                environment: ServedLedger.environment(folder)
            )
            #expect(again.code == 0, "what was killed is in nobody's way: \(again.messages)")
            load.end()
            await running.value
            try await FaultRun.check(load, against: ledger)
            try await FaultRun.stopAndVerify(ledger, folder)
        }
    }

    @Test("a migration, half-way", .timeLimit(.minutes(30)))
    func migration() async throws {
        try await withDatabase { settings in
            try await withFolder { folder in
                let environment = [
                    "PGHOST": settings.host ?? "", "PGUSER": "tipledger",
                    "PGDATABASE": settings.database ?? "",
                ]
                for round in 0..<12 {
                    let up = try RunningProgram(["migrate", "up"], in: folder, environment: environment)
                    try await Task.sleep(for: .milliseconds(15 * (round + 1)))
                    up.signal(SIGKILL)
                    _ = try await up.ending()
                }
                let up = try await Program.run(["migrate", "up"], in: folder, environment: environment)
                #expect(up.code == 0, "\(up.messages)")
                let verify = try await Program.run(
                    ["project", "verify"],
                    in: folder,
                    environment: environment
                )
                #expect(verify.code == 0, "\(verify.messages)")
            }
        }
    }

    @Test(
        "a clock that is set forward and back again",
        .timeLimit(.minutes(30)),
        .enabled(if: FakeClock.isThere)
    )
    func clock() async throws {
        try await withFolder { folder in
            let clock = FakeClock(file: folder.path("clock"))
            try clock.set("+0")
            let ledger = try await ServedLedger.start(in: folder, environment: clock.environment)
            try await ledger.startExperiment()
            let load = Load(clients: 3)
            let running = Task { await load.run(against: ledger, endsWhenSilent: false) }
            for offset in ["+0", "+2d", "-3d", "+40d", "+0"] {
                try clock.set(offset)
                let before = load.account.stored.count
                try await waitUntil("batches are stored at \(offset)") {
                    load.account.stored.count >= before + 8
                }
            }
            load.end()
            await running.value
            #expect(load.account.silent == 0, "every request gets an answer")
            await load.settle(against: ledger)
            #expect(load.account.open.isEmpty)
            try await FaultRun.check(load, against: ledger)
            try await FaultRun.stopAndVerify(ledger, folder)
        }
    }

    @Test("the server, told twice to end with much under way", .timeLimit(.minutes(30)))
    func toldTwice() async throws {
        try await withFolder { folder in
            let first = try await ServedLedger.start(in: folder)
            try await first.startExperiment()
            let load = Load(clients: 32)
            let running = Task { await load.run(against: first, endsWhenSilent: true) }
            try await waitUntil("some batches are stored") { load.account.stored.count >= 40 }
            first.program.signal(SIGTERM)
            try await Task.sleep(for: .milliseconds(30))
            first.program.signal(SIGTERM)
            _ = try await first.program.ending()
            await running.value
            let second = try await ServedLedger.start(in: folder, keys: first.keys)
            try await FaultRun.check(load, against: second)
            await load.settle(against: second)
            #expect(load.account.open.isEmpty)
            try await FaultRun.check(load, against: second)
            try await FaultRun.stopAndVerify(second, folder)
        }
    }

    @Test("a disk that is full, and has room again", .timeLimit(.minutes(30)))
    func fullDisk() async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(
                atPath: folder.path("home"),
                withIntermediateDirectories: true
            )
            let size = ["mount", "-t", "tmpfs", "-o", "size=220m,mode=0755", "tmpfs", folder.path("home")]
            guard try await Self.run(size) == 0 else {
                print("a disk that is full: skipped, as mounting is not allowed here")
                return
            }
            do {
                try await fillAndFree(folder)
                _ = try await Self.run(["umount", "-l", folder.path("home")])
            } catch {
                _ = try? await Self.run(["umount", "-l", folder.path("home")])
                throw error
            }
        }
    }

    private func fillAndFree(_ folder: Folder) async throws {
        let ledger = try await ServedLedger.start(in: folder)
        try await ledger.startExperiment()
        let load = Load(clients: 4)
        let running = Task { await load.run(against: ledger, endsWhenSilent: false) }
        try await waitUntil("batches are stored") { load.account.stored.count >= 12 }
        let ballast = folder.path("home/ballast")
        _ = try await Self.run(["dd", "if=/dev/zero", "of=" + ballast, "bs=1M"])
        try await waitUntil("the server says that it cannot store", within: .seconds(120)) {
            !load.account.refusals.isEmpty
        }
        try await Task.sleep(for: .seconds(3))
        try FileManager.default.removeItem(atPath: ballast)
        let before = load.account.stored.count
        try await waitUntil("batches are stored again", within: .seconds(120)) {
            load.account.stored.count >= before + 8
        }
        load.end()
        await running.value
        #expect(load.account.silent == 0, "every request gets an answer")
        #expect(load.account.refusals.allSatisfy { $0.status == 503 && $0.retryAfter })
        await load.settle(against: ledger)
        #expect(load.account.open.isEmpty)
        try await FaultRun.check(load, against: ledger)
        try await FaultRun.stopAndVerify(ledger, folder)
    }

    /// Runs a program of the system to its end; what it says is not of interest.
    private static func run(_ words: [String]) async throws -> Int32 {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        process.standardError = FileHandle.nullDevice
        try process.run()
        while process.isRunning { try await Task.sleep(for: .milliseconds(20)) }
        return process.terminationStatus
    }
}
