import Foundation
import Glibc
import Testing
import TipCore

/// Each starts a server of its own under load: one at a time, or they would only wait for each other.
@Suite("Answered 200 means in the log, exactly once, whoever is killed", .serialized)
struct KillTests {
    @Test("the server, under load", .timeLimit(.minutes(30)))
    func server() async throws {
        try await withFolder { folder in
            let first = try await ServedLedger.start(in: folder)
            try await first.startExperiment()
            let load = Load(clients: 4)
            let running = Task { await load.run(against: first, endsWhenSilent: true) }
            try await waitUntil("some batches are stored") { load.account.stored.count >= 24 }
            first.program.signal(SIGKILL)
            await running.value
            #expect(try await first.program.ending() == -SIGKILL)
            let stored = load.account.stored.count
            let second = try await ServedLedger.start(in: folder, keys: first.keys)
            #expect(!second.program.messages.contains(" key: "), "only a first start prints keys")
            try await FaultRun.check(load, against: second)
            await load.settle(against: second)
            #expect(load.account.open.isEmpty && load.account.stored.count >= stored)
            try await FaultRun.check(load, against: second)
            try await FaultRun.stopAndVerify(second, folder)
        }
    }

    @Test(
        "the private PostgreSQL, under load: the server says so, brings it back and goes on",
        .timeLimit(.minutes(30))
    )
    func database() async throws {
        try await withFolder { folder in
            let ledger = try await ServedLedger.start(in: folder)
            try await ledger.startExperiment()
            let load = Load(clients: 4)
            let running = Task { await load.run(against: ledger, endsWhenSilent: false) }
            try await waitUntil("some batches are stored") { load.account.stored.count >= 16 }
            try FaultRun.signalPostmaster(folder, SIGKILL)
            try await waitUntil("the server says that the database was gone", within: .seconds(30)) {
                ledger.program.messages.contains("has been started again")
            }
            let before = load.account.stored.count
            try await waitUntil("batches are stored again", within: .seconds(30)) {
                load.account.stored.count >= before + 8
            }
            load.end()
            await running.value
            let account = load.account
            #expect(account.silent == 0, "every request gets an answer")
            #expect(account.refusals.allSatisfy { $0.status == 503 && $0.retryAfter }, "\(account.refusals)")
            await load.settle(against: ledger)
            #expect(load.account.open.isEmpty)
            try await FaultRun.check(load, against: ledger)
            try await FaultRun.stopAndVerify(ledger, folder)
        }
    }

    @Test("the server in the friendly way, with much under way: it ends with 0", .timeLimit(.minutes(30)))
    func graceful() async throws {
        try await withFolder { folder in
            let first = try await ServedLedger.start(in: folder)
            try await first.startExperiment()
            let load = Load(clients: 16)
            let running = Task { await load.run(against: first, endsWhenSilent: true) }
            try await waitUntil("some batches are stored") { load.account.stored.count >= 32 }
            let code = try await first.stop()
            #expect(code == 0, "\(first.program.messages)")
            await running.value
            #expect(first.program.messages.contains("stopping"))
            #expect(load.account.refusals.allSatisfy { $0.status == 503 && $0.retryAfter })
            let second = try await ServedLedger.start(in: folder, keys: first.keys)
            try await FaultRun.check(load, against: second)
            try await FaultRun.stopAndVerify(second, folder)
        }
    }
}
