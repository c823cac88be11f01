import Foundation
import Glibc
import Testing
import TipCore

/// Each starts a server of its own under load: one at a time, or they would only wait for each other.
@Suite("Answered 200 means in the log, exactly once, whoever is killed", .serialized)
struct KillTests {
    /// Checks the log against the account: what was answered 200 is there once, and nothing that nobody sent.
    private func check(_ load: Load, against ledger: ServedLedger) async throws {
        let account = load.account
        let sent = account.stored.union(account.open)
        var times: [String: Int] = [:]
        for person in Set(sent.map(\.person)) {
            var next: String? = ""
            while let cursor = next {
                let query = cursor.isEmpty ? "" : "?cursor=\(cursor)"
                let page = try await ledger.ask("GET", "/v1/people/\(person)/events\(query)", as: "read")
                #expect(page.status == 200)
                for event in page.json["events"]?.arrayValue ?? [] {
                    times[event["id"]?.stringValue ?? "", default: 0] += 1
                }
                next = page.json["next"]?.stringValue
            }
        }
        let twice = times.filter { $0.value > 1 }.keys
        #expect(twice.isEmpty, "stored more than once: \(twice.prefix(3))")
        let lost = account.stored.flatMap(\.ids).filter { times[$0] == nil }
        #expect(lost.isEmpty, "answered 200 and lost: \(lost.count), such as \(lost.prefix(3))")
        let strange = Set(times.keys).subtracting(sent.flatMap(\.ids))
        #expect(strange.isEmpty)
        for batch in account.open {
            let there = batch.ids.count { times[$0] != nil }
            #expect(
                there == 0 || there == Load.Batch.size,
                "a request of one person is stored whole or not at all"
            )
        }
    }

    /// Stops the server and compares the projections with a fold of the log.
    private func stopAndVerify(_ ledger: ServedLedger, _ folder: Folder) async throws {
        let code = try await ledger.stop()
        #expect(code == 0, "\(ledger.program.messages)")
        let verify = try await Program.run(
            ["project", "verify", "--format", "json"],
            in: folder,
            environment: ServedLedger.environment(folder)
        )
        #expect(verify.code == 0, "\(verify.output) \(verify.messages)")
        #expect(JSON(parsing: verify.output)?["equal"] == true)
    }

    @Test("the server, under load", .timeLimit(.minutes(3)))
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
            try await check(load, against: second)
            await load.settle(against: second)
            #expect(load.account.open.isEmpty && load.account.stored.count >= stored)
            try await check(load, against: second)
            try await stopAndVerify(second, folder)
        }
    }

    @Test(
        "the private PostgreSQL, under load: the server says so, brings it back and goes on",
        .timeLimit(.minutes(3))
    )
    func database() async throws {
        try await withFolder { folder in
            let ledger = try await ServedLedger.start(in: folder)
            try await ledger.startExperiment()
            let load = Load(clients: 4)
            let running = Task { await load.run(against: ledger, endsWhenSilent: false) }
            try await waitUntil("some batches are stored") { load.account.stored.count >= 16 }
            try killPostmaster(folder)
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
            try await check(load, against: ledger)
            try await stopAndVerify(ledger, folder)
        }
    }

    @Test("the server in the friendly way, with much under way: it ends with 0", .timeLimit(.minutes(3)))
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
            try await check(load, against: second)
            try await stopAndVerify(second, folder)
        }
    }

    /// Kills the cluster's first process, whose number stands in its folder.
    private func killPostmaster(_ folder: Folder) throws {
        var home = folder.path("home")
        if let other = try? String(contentsOfFile: home + "/elsewhere", encoding: .utf8) { home = other }
        let file = try String(contentsOfFile: home + "/data/postmaster.pid", encoding: .utf8)
        let number = try #require(file.split(separator: "\n").first.flatMap { Int32($0) })
        try #require(number > 1)
        #expect(kill(number, SIGKILL) == 0)
    }
}
