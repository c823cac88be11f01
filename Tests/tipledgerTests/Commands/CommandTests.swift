import Foundation
import Postgres
import Testing
import TipCore
import TipStore
import TipTestSupport

extension DatabaseTemplate {
    /// A database that has been migrated.
    static let ledger = DatabaseTemplate("ledger") { connection in
        _ = try await Migrator(connection.settings).up(streams: 4)
    }
}

@Suite("The program ends with the code and the words that the contract names")
struct CommandTests {
    /// Gives a body a folder and the variables under which the program uses a database of its own.
    private func withLedger(
        _ template: DatabaseTemplate = .ledger,
        _ body: (Folder, [String: String]) async throws -> Void
    ) async throws {
        try await withDatabase(template) { settings in
            let host = try #require(settings.host)
            let name = try #require(settings.database)
            try await withFolder { folder in
                try await body(folder, ["PGHOST": host, "PGDATABASE": name, "PGUSER": "tipledger"])
            }
        }
    }

    static let usage: [(arguments: [String], code: Int32, says: String)] = [
        ([], 2, "Commands"), (["--help"], 0, "Commands"), (["serve", "--help"], 0, "--listen"),
        (["srve"], 2, "tipledger serve"), (["keys"], 2, "keys"), (["serve", "--lisen", "x"], 2, "--listen"),
        (["plan"], 2, "--baseline"), (["validate"], 2, "FILE"),
        (["keys", "create", "--scope", "root"], 2, "'root'"), (["--version"], 0, "tipledger 0."),
        (["help", "keys", "create"], 0, "--scope SCOPE"), (["keys", "--help"], 0, "keys revoke"),
        (["help", "experiment"], 0, "experiment ramp"), (["help", "srve"], 2, "tipledger serve"),
        (["experiment", "list", "-h"], 0, "List experiments"),
    ]

    @Test("a wrong command line ends with 2 and the nearest right one", arguments: usage)
    func wrongUse(arguments: [String], code: Int32, says: String) async throws {
        try await withFolder { folder in
            let run = try await Program.run(arguments, in: folder)
            #expect(run.code == code, "\(run.messages)")
            #expect((run.output + run.messages).contains(says), "\(run.output)\(run.messages)")
            #expect(!FileManager.default.fileExists(atPath: folder.path(".tipledger")), "nothing was begun")
        }
    }

    @Test("a database that does not answer ends with 3")
    func unreachable() async throws {
        try await withFolder { folder in
            let url = "postgresql://nobody@127.0.0.1:1/none"
            for arguments in [["keys", "list", "--db", url], ["migrate", "status", "--db", url]] {
                let run = try await Program.run(arguments, in: folder)
                #expect(run.code == 3 && run.output.isEmpty, "\(run.messages)")
            }
            let run = try await Program.run(["keys", "list"], in: folder, environment: ["DATABASE_URL": url])
            #expect(run.code == 3)
        }
    }

    @Test("a database that was not migrated is named, and migrated by the command for it")
    func migrate() async throws {
        try await withLedger(.empty) { folder, environment in
            let before = try await Program.run(["keys", "list"], in: folder, environment: environment)
            #expect(
                before.code == 1 && before.messages.contains("tipledger migrate up"),
                "\(before.messages)"
            )
            let up = try await Program.run(
                ["migrate", "up", "--streams", "3"],
                in: folder,
                environment: environment
            )
            #expect(up.code == 0 && up.messages.contains("applied"))
            let again = try await Program.run(["migrate", "up"], in: folder, environment: environment)
            #expect(again.code == 0 && again.messages.contains("nothing to do"))
            let status = try await Program.run(
                ["migrate", "status", "--format", "json"],
                in: folder,
                environment: environment
            )
            let list = try #require(JSON(parsing: status.output)?["migrations"]?.arrayValue)
            #expect(!list.isEmpty && list.allSatisfy { $0["applied"] == true })
        }
    }

    @Test("a key is printed once as data, and listed and revoked by its id")
    func keys() async throws {
        try await withLedger { folder, environment in
            func run(_ arguments: String...) async throws -> Program.Ending {
                try await Program.run(arguments, in: folder, environment: environment)
            }
            let made = try await run(
                "keys",
                "create",
                "--scope",
                "write",
                "--name",
                "app",
                "--format",
                "json"
            )
            let json = try #require(JSON(parsing: made.output))
            guard case .object(let members) = json else { return }
            #expect(made.code == 0 && members.map(\.key) == ["id", "scope", "key"])
            #expect(json["key"]?.stringValue?.hasPrefix("tl_write_") == true)
            let plain = try await run("keys", "create", "--scope", "read", "--expires", "30d")
            #expect(plain.output.hasPrefix("tl_read_") && plain.output.hasSuffix("\n"))
            let list = try await run("keys", "list", "--format", "json")
            let keys = try #require(JSON(parsing: list.output)?["keys"]?.arrayValue)
            #expect(keys.count == 2 && !list.output.contains("tl_write_"))
            let id = try #require(json["id"]?.stringValue)
            #expect(try await run("keys", "revoke", id).code == 0)
            #expect(try await run("keys", "revoke", id).code == 2)
            let after = JSON(parsing: try await run("keys", "list", "--format", "json").output)?["keys"]?
                .arrayValue
            #expect(after?.first { $0["id"]?.stringValue == id }?["valid"] == false)
        }
    }

    @Test("a catalog with an error: 5, and where it is; a good one: 0, 11 for a difference, then none")
    func catalog() async throws {
        try await withLedger { folder, environment in
            func run(_ arguments: String...) async throws -> Program.Ending {
                try await Program.run(arguments, in: folder, environment: environment)
            }
            let bad = try folder.write(
                "bad.json5",
                "{\n  tips: [{ id: \"T\",\n    rules: [\"param(\"] }],\n}\n"
            )
            for command in ["validate", "diff", "apply"] {
                let run = try await run(command, bad)
                #expect(run.code == 5, "\(command)")
                #expect((run.output + run.messages).contains("bad.json5:3:"), "\(run.output)\(run.messages)")
            }
            let json = try await run("validate", bad, "--format", "json")
            #expect(json.code == 5)
            let error = JSON(parsing: json.output)?["errors"]?.arrayValue?.first
            #expect(error?["line"]?.integerValue == 3 && error?["column"]?.integerValue != nil)
            let good = try folder.write("tips.json5", "{ tips: [{ id: \"T\", title: \"Hi\" }], /* end */ }\n")
            #expect(try await run("validate", good).code == 0)
            #expect(try await run("diff", good).code == 11)
            let applied = try await run("apply", good)
            #expect(applied.code == 0 && applied.messages.contains("revision 1"))
            #expect(try await run("diff", good).code == 0)
            #expect(try await run("apply", good).messages.contains("nothing to apply"))
            #expect(try await run("apply", folder.path("none.json5")).code == 5)
        }
    }

    @Test("a file of events: 12 where some were refused, 0 where none, and again adds nothing")
    func ingest() async throws {
        try await withLedger { folder, environment in
            func run(_ arguments: [String], _ input: String = "") async throws -> Program.Ending {
                try await Program.run(
                    arguments,
                    in: folder,
                    input: Array(input.utf8),
                    environment: environment
                )
            }
            let events = (0..<50).map { #"{"type":"session","person":"p\#($0 % 5)","id":"e\#($0)"}"# }
            let text = events.joined(separator: "\r\n\r\n")
            let file = try folder.write("events.ndjson", text)
            let first = try await run(["ingest", file, "--format", "json"])
            #expect(first.code == 0, "\(first.messages)")
            #expect(JSON(parsing: first.output) == ["accepted": 50, "duplicates": 0, "rejected": 0])
            let piped = try await run(["ingest", "--format", "json"], text + "\n{\"type\":\"purchase\"}\n")
            #expect(piped.code == 12)
            #expect(JSON(parsing: piped.output)?["duplicates"]?.integerValue == 50)
            #expect(JSON(parsing: piped.output)?["errors"]?.arrayValue?.first?["index"]?.integerValue == 50)
            let none = try await run(["ingest", folder.path("none.ndjson")])
            #expect(none.code == 5 && none.messages.contains("none.ndjson"))
            let cut = folder.path("cut.ndjson.gz")
            try Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF, 0, 5]).write(to: URL(filePath: cut))
            #expect(try await run(["ingest", cut]).code == 5)
        }
    }

    @Test("what cannot be read ends with 5, what is not allowed with 4, and each says why")
    func refusals() async throws {
        try await withLedger { folder, environment in
            let tips = try folder.write("tips.json5", "{ tips: [{ id: \"T\", title: \"Hi\" }] }")
            let noCases = try folder.write("none.json", "{\"format\":\"x\"}")
            let table: [(arguments: [String], code: Int32, says: String)] = [
                (["serve", "--listen", "nonsense"], 2, "127.0.0.1:8080"),
                (["ingest", folder.path("")], 5, "must be a file"), (["test", noCases], 5, "none.json"),
                (["apply", tips], 0, "revision 1"), (["demo", "--people", "10"], 4, "empty"),
                (["keys", "create", "--scope", "read", "--expires", "2001-01-01"], 2, "2001-01-01"),
                (["report", "none"], 2, "none"),
            ]
            for (arguments, code, says) in table {
                let run = try await Program.run(arguments, in: folder, environment: environment)
                #expect(run.code == code, "\(arguments): \(run.messages)")
                #expect(run.messages.contains(says), "\(arguments): \(run.messages)")
            }
        }
    }

    @Test("--output writes to what is there, and is tried before the work")
    func output() async throws {
        try await withLedger { folder, environment in
            let counts = try folder.write(
                "c.csv",
                "experiment,variant,people,conversions\ne,a,9,3\ne,b,9,4\n"
            )
            let old = try folder.write("old.json", String(repeating: "x", count: 100_000))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: old)
            let link = folder.path("link.json")
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: old)
            let run = try await Program.run(
                ["analyze", counts, "--format", "json", "--output", link],
                in: folder,
                environment: environment
            )
            #expect(run.code == 0 && run.output.isEmpty, "\(run.messages)")
            let written = try String(contentsOfFile: old, encoding: .utf8)
            #expect(
                JSON(parsing: written)?["schema"] == "tipledger.analysis/1",
                "the rest of the old text is gone"
            )
            let mode = try FileManager.default.attributesOfItem(atPath: old)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            let refused = try await Program.run(
                ["keys", "create", "--scope", "read", "--output", folder.path("none/key")],
                in: folder,
                environment: environment
            )
            #expect(refused.code == 2)
            let list = try await Program.run(
                ["keys", "list", "--format", "json"],
                in: folder,
                environment: environment
            )
            #expect(JSON(parsing: list.output)?["keys"]?.arrayValue?.isEmpty == true)
        }
    }

    @Test("counts are loaded, reported and held to the split they should have")
    func counts() async throws {
        try await withLedger { folder, environment in
            func run(_ arguments: String...) async throws -> Program.Ending {
                try await Program.run(arguments, in: folder, environment: environment)
            }
            let skewed = "experiment,variant,people,conversions\nskewed,a,400,20\nskewed,b,100,9\n"
            let file = try folder.write("counts.csv", skewed)
            #expect(try await run("ingest", "--as", "counts", file).code == 0)
            let again = try await run("ingest", "--as", "counts", file, "--format", "json")
            #expect(JSON(parsing: again.output) == ["accepted": 0, "duplicates": 529, "rejected": 0])
            let fewer = try folder.write(
                "fewer.csv",
                skewed.replacingOccurrences(of: "400,20", with: "40,20")
            )
            #expect(try await run("ingest", "--as", "counts", fewer).code == 5)
            #expect(try await run("report", "skewed").code == 0)
            #expect(try await run("report", "skewed", "--fail-on", "srm").code == 10)
            #expect(try await run("report", "skewd").code == 2)
            #expect(try await run("report").code == 2)
            #expect(
                try await run("report", "--all", "--format", "json").output.contains("tipledger.reports/1")
            )
            #expect(try await run("experiment", "start", "skewed").code == 4, "what is over cannot start")
            #expect(try await run("project", "verify").code == 0)
            #expect(try await run("project", "rebuild").code == 0)
            let connection = try await Connection.open(
                ConnectionSettings(
                    url:
                        "postgresql:///\(environment["PGDATABASE"] ?? "")?user=tipledger&host=\(environment["PGHOST"] ?? "")"
                )
            )
            try await connection.execute(script: "update tally set people = people + 1")
            await connection.close()
            let verify = try await run("project", "verify", "--format", "json")
            #expect(verify.code == 11 && JSON(parsing: verify.output)?["equal"] == false)
        }
    }

    @Test("labels dealt out anew over the stored log find a difference as often as chance allows")
    func permutations() async throws {
        try await withLedger { folder, environment in
            let counts = "experiment,variant,people,conversions\nx,a,600,60\nx,b,600,120\n"
            let file = try folder.write("counts.csv", counts)
            func run(_ arguments: String...) async throws -> Program.Ending {
                try await Program.run(arguments, in: folder, environment: environment)
            }
            #expect(try await run("ingest", "--as", "counts", file).code == 0)
            var found: [JSON] = []
            for seed in ["1", "1", "2"] {
                let report = try await run("report", "x", "--aa", "2000", "--seed", seed, "--format", "json")
                let answer = try #require(JSON(parsing: report.output)?["permutations"], "\(report.messages)")
                // The real difference is far beyond chance, and dealing out anew must not see it.
                let rate = try #require(answer["rate"]?.doubleValue)
                let interval = try #require(answer["interval"]?.arrayValue).compactMap(\.doubleValue)
                #expect(
                    answer["rounds"] == 2000 && answer["falsePositives"] == .integer(Int64(rate * 2000 + 0.5))
                )
                #expect(
                    interval.count == 2 && interval[0] <= 0.05 && rate > 0.02 && rate < 0.07,
                    "\(answer.text())"
                )
                found.append(answer)
            }
            #expect(found[0] == found[1] && found[0] != found[2])
            let text = try await run("report", "x", "--aa", "100")
            #expect(text.output.contains("A/A"), "\(text.output)")
        }
    }

    @Test("without a database named, one is made in the folder, and ends with the program")
    func privateCluster() async throws {
        try await withFolder { folder in
            let environment = ["TIPLEDGER_HOME": folder.path("home")]
            let made = try await Program.run(
                ["keys", "create", "--scope", "read"],
                in: folder,
                environment: environment
            )
            #expect(made.code == 0 && made.output.hasPrefix("tl_read_"), "\(made.messages)")
            let list = try await Program.run(
                ["keys", "list", "--format", "json"],
                in: folder,
                environment: environment
            )
            #expect(JSON(parsing: list.output)?["keys"]?.arrayValue?.count == 1)
            #expect(!FileManager.default.fileExists(atPath: folder.path(".tipledger")))
        }
    }
}
