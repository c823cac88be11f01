import Foundation
import Glibc
import Testing
import TipCore

/// What tests of faults have in common.
enum FaultRun {
    /// Checks the log against the account: what was answered 200 is there once, and nothing that nobody sent.
    static func check(_ load: Load, against ledger: ServedLedger) async throws {
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
    static func stopAndVerify(_ ledger: ServedLedger, _ folder: Folder) async throws {
        let code = try await ledger.stop()
        #expect(code == 0, "\(ledger.program.messages)")
        try await verify(folder)
    }

    /// Compares the projections with a fold of the log.
    static func verify(_ folder: Folder) async throws {
        let verify = try await Program.run(
            ["project", "verify", "--format", "json"],
            in: folder,
            environment: ServedLedger.environment(folder)
        )
        #expect(verify.code == 0, "\(verify.output) \(verify.messages)")
        #expect(JSON(parsing: verify.output)?["equal"] == true)
    }

    /// Sends a signal to the cluster's first process, whose number stands in its folder.
    static func signalPostmaster(_ folder: Folder, _ signal: Int32) throws {
        var home = folder.path("home")
        if let other = try? String(contentsOfFile: home + "/elsewhere", encoding: .utf8) { home = other }
        let file = try String(contentsOfFile: home + "/data/postmaster.pid", encoding: .utf8)
        let number = try #require(file.split(separator: "\n").first.flatMap { Int32($0) })
        try #require(number > 1)
        #expect(kill(number, signal) == 0)
    }
}
