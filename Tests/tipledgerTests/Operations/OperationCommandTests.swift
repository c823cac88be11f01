import Foundation
import Glibc
import Postgres
import Testing
import TipCore
import TipTestSupport

@Suite("An operator's commands say what they found as text, as data and as an exit code")
struct OperationCommandTests {
    private func withLedger(
        _ body: (ConnectionSettings, Folder, @escaping ([String], String) async throws -> Program.Ending)
            async throws -> Void
    ) async throws {
        try await withDatabase(.ledger) { settings in
            let host = try #require(settings.host)
            let name = try #require(settings.database)
            try await withFolder { folder in
                try await body(settings, folder) { arguments, user in
                    let environment = ["PGHOST": host, "PGDATABASE": name, "PGUSER": user]
                    return try await Program.run(arguments, in: folder, environment: environment)
                }
            }
        }
    }

    private func tell(_ settings: ConnectionSettings, _ script: Query) async throws {
        let connection = try await Connection.open(settings)
        try await connection.execute(script: script)
        await connection.close()
    }

    @Test("doctor lists every check and ends with 1 where something is wrong, 0 where nothing is")
    func doctor() async throws {
        try await withLedger { settings, folder, run in
            // The server of the tests loses data with the machine, and it says so.
            let found = try await run(["doctor", "--format", "json"], "tipledger")
            let json = JSON(parsing: found.output)
            #expect(found.code == 1 && json?["severity"] == "error", "\(found.output)\(found.messages)")
            let checks = json?["findings"]?.arrayValue?.compactMap { $0["check"]?.stringValue } ?? []
            #expect(checks.contains("fsync") && checks.contains("disk") && checks.contains("partitions"))
            let page = try await run(["doctor"], "tipledger")
            #expect(page.output.contains("fsync") && page.messages.contains("ALTER SYSTEM SET fsync = on"))
            let own = try await Program.run(
                ["doctor", "--format", "json"],
                in: folder,
                environment: ["TIPLEDGER_HOME": folder.path("home")]
            )
            let ownJSON = JSON(parsing: own.output)
            let wrong = ownJSON?["findings"]?.arrayValue?.filter { $0["severity"] == "error" } ?? []
            // A database that was never used lacks its form, and nothing else.
            #expect(
                wrong.compactMap { $0["check"]?.stringValue } == ["migrations"],
                "\(own.output)\(own.messages)"
            )
            _ = settings
        }
    }

    @Test("what the account may not do ends with 4, and a database that is not there with 3")
    func notAllowed() async throws {
        try await withLedger { settings, folder, run in
            try await tell(
                settings,
                """
                drop role if exists tipledger_test_stranger; create role tipledger_test_stranger login;
                grant select on migration to tipledger_test_stranger
                """
            )
            for command in [["doctor"], ["project", "status"], ["erase", "ann"], ["report", "--all"]] {
                let ending = try await run(command, "tipledger_test_stranger")
                #expect(ending.code == 4, "\(command): \(ending.messages)")
            }
            try await tell(
                settings,
                "drop owned by tipledger_test_stranger; drop role tipledger_test_stranger"
            )
            let nowhere = try await Program.run(
                ["doctor", "--db", "postgresql://x@/x?host=\(folder.root)"],
                in: folder
            )
            #expect(nowhere.code == 3)
        }
    }

    @Test("a folder of another account is left alone, and the run ends with 4", .enabled(if: geteuid() == 0))
    func folderOfAnother() async throws {
        try await withFolder { folder in
            let home = folder.path("home")
            try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
            try FileManager.default.setAttributes([.ownerAccountID: 65_534], ofItemAtPath: home)
            for command in [["project", "status"], ["serve"], ["erase", "ann"]] {
                let ending = try await Program.run(command, in: folder, environment: ["TIPLEDGER_HOME": home])
                #expect(ending.code == 4, "\(command): \(ending.messages)")
                #expect(ending.messages.contains("belongs to another account"))
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: home).isEmpty)
        }
    }

    @Test("retention counts what it would drop, drops it, and needs an age that lies behind")
    func retention() async throws {
        try await withLedger { _, folder, run in
            let events = try folder.write(
                "e.ndjson",
                #"{"type":"session","person":"ann","id":"1","at":"2024-01-02T00:00:00Z"}"#
            )
            #expect(try await run(["ingest", events], "tipledger").code == 0)
            for (words, events) in [(["--dry-run"], 1), ([], 1), ([], 0)] {
                let ending = try await run(
                    ["retention", "--older-than", "400d", "--format", "json"] + words,
                    "tipledger"
                )
                let found = JSON(parsing: ending.output)?["events"]
                #expect(
                    ending.code == 0 && found == .integer(Int64(events)),
                    "\(ending.output)\(ending.messages)"
                )
            }
            let page = try await run(["retention", "--older-than", "400d"], "tipledger")
            #expect(page.code == 0 && page.messages.contains("dropped 0"))
            #expect(try await run(["project", "verify"], "tipledger").code == 0)
            for wrong in [[], ["--older-than", "soon"], ["--older-than", "2100-01-01"]] {
                #expect(try await run(["retention"] + wrong, "tipledger").code == 2)
            }
        }
    }

    @Test(
        "erase says what went, then that it had gone; rebuild takes the name of a projection or says which there are"
    )
    func eraseAndRebuild() async throws {
        try await withLedger { _, folder, run in
            let events = try folder.write(
                "e.ndjson",
                #"{"type":"session","person":"ann","id":"1","at":"2026-01-02T00:00:00Z"}"#
            )
            #expect(try await run(["ingest", events], "tipledger").code == 0)
            let first = try await run(["erase", "ann", "--format", "json"], "tipledger")
            #expect(
                first.code == 0
                    && JSON(parsing: first.output)
                        == ["names": 1, "events": 1, "quarantined": 0, "erasedBefore": false],
                "\(first.output)\(first.messages)"
            )
            let again = try await run(["erase", "ann"], "tipledger")
            #expect(again.code == 0 && again.messages.contains("erased before"))
            let late = try await run(["ingest", events, "--format", "json"], "tipledger")
            #expect(late.code == 12 && JSON(parsing: late.output)?["rejected"] == 1)
            for name in [[], ["eligibility"], ["experiments"]] {
                let ending = try await run(["project", "rebuild"] + name, "tipledger")
                #expect(ending.code == 0, "\(ending.messages)")
            }
            let unknown = try await run(["project", "rebuild", "eligibilty"], "tipledger")
            #expect(unknown.code == 2 && unknown.messages.contains("eligibility"))
            let status = try await run(["project", "status", "--format", "json"], "tipledger")
            let projections = JSON(parsing: status.output)?["projections"]?.arrayValue ?? []
            #expect(projections.map { $0["projection"] } == ["eligibility", "experiments"])
            #expect(projections.allSatisfy { $0["compatible"] == true && $0["lag"] == 0 })
            #expect(try await run(["project", "verify"], "tipledger").code == 0)
        }
    }
}
