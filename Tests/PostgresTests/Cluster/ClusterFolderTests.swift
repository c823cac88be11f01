import Foundation
import Testing
import TipTestSupport

@testable import Postgres

@Suite("A private cluster works in any folder, or says what to do")
struct ClusterFolderTests {
    /// Runs a probe to its end and gives what it says: of the start, and of a query.
    private func answers(
        _ folder: String,
        in current: String? = nil,
        account: String? = nil,
        environment: [String: String] = [:]
    ) async throws -> [String] {
        let probe = try Probe(folder, in: current, account: account, environment: environment)
        let start = await probe.answer()
        guard start == "started" else { return [start] }
        let query = try await probe.ask("query")
        let close = try await probe.ask("close")
        return [start, query, close]
    }

    private func permit(_ path: String, _ mode: Int) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    private static let good = ["started", "answer 42", "closed"]

    static let names: [(why: String, name: String)] = [
        ("spaces and letters of other scripts", "mein Ordner für Tips 目录"),
        ("a comma, which libpq takes for a list", "a,b"),
        ("quotes and dollar signs, which shells take for their own", "it's \"$HOME\" `x` \\"),
        ("longer than a socket's address", String(repeating: "long", count: 30)),
    ]

    @Test("whatever it is called", arguments: names)
    func naming(why: String, name: String) async throws {
        try await withTemporaryFolder { folder in
            let found = try await answers(folder + "/" + name + "/.tipledger")
            #expect(found == Self.good, "\(why)")
        }
    }

    @Test("named from the current folder")
    func relative() async throws {
        try await withTemporaryFolder { folder in
            let found = try await answers(".tipledger", in: folder)
            #expect(found == Self.good)
            #expect(FileManager.default.fileExists(atPath: folder + "/.tipledger/data/PG_VERSION"))
        }
    }

    @Test("for an ordinary account", .enabled(if: geteuid() == 0, "only root can become another account"))
    func ordinaryAccount() async throws {
        try await withTemporaryFolder { folder in
            try permit(folder, 0o777)
            let found = try await answers(folder + "/c", account: "nobody")
            #expect(found == Self.good)
        }
    }

    @Test(
        "where only root may enter, the data are kept elsewhere and found again",
        .enabled(if: geteuid() == 0, "an ordinary account has no such folder")
    )
    func unreachable() async throws {
        try await withTemporaryFolder { folder in
            try permit(folder, 0o700)
            let first = try await answers(folder + "/c")
            #expect(first == Self.good)
            let elsewhere = try String(contentsOfFile: folder + "/c/elsewhere", encoding: .utf8)
            defer { try? FileManager.default.removeItem(atPath: elsewhere) }
            #expect(elsewhere.hasPrefix("/var/lib/tipledger/"))
            #expect(!FileManager.default.fileExists(atPath: folder + "/c/data"))

            let second = try await answers(folder + "/c")
            #expect(second == Self.good)
            let same = try String(contentsOfFile: folder + "/c/elsewhere", encoding: .utf8)
            #expect(same == elsewhere)
        }
    }

    @Test("not in another's folder", .enabled(if: geteuid() == 0, "only root can give a folder away"))
    func folderOfAnother() async throws {
        try await withTemporaryFolder { folder in
            try FileManager.default.createDirectory(atPath: folder + "/c", withIntermediateDirectories: true)
            try FileManager.default.setAttributes([.ownerAccountID: 65_534], ofItemAtPath: folder + "/c")
            let found = try await answers(folder + "/c")
            #expect(
                found == [
                    "error \(folder)/c belongs to another account [folder_of_another]. "
                        + "Run as the account that made it, or in another folder."
                ]
            )
        }
    }

    @Test("not where a folder cannot be made")
    func unusable() async throws {
        try await withTemporaryFolder { folder in
            try "".write(toFile: folder + "/file", atomically: true, encoding: .utf8)
            let found = try await answers(folder + "/file/c")
            #expect(
                found == [
                    "error The folder \(folder)/file/c cannot be made [folder_unusable]. "
                        + "Run where you may write, or use a server of yours with --db."
                ]
            )
        }
    }

    @Test("not without PostgreSQL, and not with another version's data")
    func missingServer() async throws {
        try await withTemporaryFolder { folder in
            let none = try await answers(folder + "/c", environment: [ServerPrograms.variable: folder])
            #expect(
                none == [
                    "error The server programs of PostgreSQL were not found [server_missing]. "
                        + "Install it (apt-get install postgresql), set TIPLEDGER_POSTGRES_BIN to the folder of "
                        + "its server programs, or use a server of yours with --db."
                ]
            )

            try FileManager.default.createDirectory(
                atPath: folder + "/old/data",
                withIntermediateDirectories: true
            )
            try "9\n".write(toFile: folder + "/old/data/PG_VERSION", atomically: true, encoding: .utf8)
            let error = #expect(throws: ClusterError.self) {
                try ServerPrograms.find(version: 9, environment: [:])
            }
            #expect(
                error?.description
                    == "The data were made by PostgreSQL 9, which is not installed [server_missing]. Install it "
                    + "(apt-get install postgresql-9), or move the data with pg_dump and pg_restore."
            )
        }
    }

    @Test("a server that cannot start says why")
    func damaged() async throws {
        try await withTemporaryFolder { folder in
            let first = try await answers(folder + "/c")
            #expect(first == Self.good)
            try FileManager.default.removeItem(atPath: folder + "/c/data/global/pg_control")

            let second = try await answers(folder + "/c")
            #expect(second.first?.hasPrefix("error The server of \(folder)/c did not start: ") == true)
            #expect(second.first?.contains("could not open file") == true)
            #expect(second.first?.hasSuffix("[start_failed]. See \(folder)/c/server.log.") == true)
            try await waitUntil("nothing is left", every: .milliseconds(50)) {
                ServerLook(folder: folder + "/c").all.isEmpty
            }
        }
    }

    @Test("a server's number that another process has by now hinders nobody, nor that process")
    func staleNumber() async throws {
        try await withTemporaryFolder { folder in
            let first = try await answers(folder + "/c")
            #expect(first == Self.good)
            let account = try ServerAccount.current()
            let innocent = try ChildProcess(account.prefix + ["/bin/sleep", "300"])
            defer { innocent.signalGroup(SIGKILL) }
            let file = folder + "/c/data/postmaster.pid"
            try "\(innocent.id)\n\(folder)/c/data\n".write(toFile: file, atomically: true, encoding: .utf8)

            let second = try await answers(folder + "/c")
            #expect(second == Self.good)
            try "\(innocent.id)\n".write(toFile: file, atomically: true, encoding: .utf8)
            let probe = try Probe(folder + "/c")
            let third = await probe.answer()
            await probe.kill()
            try await waitUntil("nothing is left", every: .milliseconds(50)) {
                ServerLook(folder: folder + "/c").all.isEmpty
            }
            #expect(third == "started")
            #expect(innocent.ended() == nil, "it was left alone")
        }
    }

    @Test("killed at any moment of the first start, the next one works", arguments: [UInt64(31)])
    func killedDuringFirstStart(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        try await withTemporaryFolder { folder in
            let look = ServerLook(folder: folder + "/c")
            for _ in 0..<6 {
                let probe = try Probe(folder + "/c")
                try await Task.sleep(for: .milliseconds(Int.random(in: 5...2500, using: &random)))
                await probe.kill()
            }
            let found = try await answers(folder + "/c")
            #expect(found == Self.good)
            try await waitUntil("nothing is left", every: .milliseconds(50)) { look.all.isEmpty }
            // What was written on after its program was killed goes at the latest with a later start.
            try await waitUntil("no half data are left") {
                let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/c")
                if names.allSatisfy({ !$0.hasPrefix("data.new") }) { return true }
                return try await answers(folder + "/c").isEmpty
            }
        }
    }

    @Test("a throwaway cluster leaves nothing")
    func throwaway() async throws {
        try await withTemporaryFolder { folder in
            let cluster = try await PrivateCluster.start(folder: folder + "/c", options: .throwaway)
            #expect(FileManager.default.fileExists(atPath: folder + "/c/data"))
            await cluster.close()
            #expect(!FileManager.default.fileExists(atPath: folder + "/c"))
        }
    }
}
