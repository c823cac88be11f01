import Foundation
import Testing
import TipCore

@Suite("The backups of the README are backups: what it says is run, line by line, and the log is there again")
struct BackupTests {
    /// The blocks of shell lines in the README's part on backups, in their order.
    private static func blocks() throws -> [String] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        let part = try #require(text.components(separatedBy: "- **Backup.**").dropFirst().first)
            .components(separatedBy: "- **Upgrade.**")[0]
        return part.components(separatedBy: "```sh\n").dropFirst().map { block in
            block.components(separatedBy: "```")[0]
        }
    }

    /// Runs lines as a shell does in the folder, and expects that none fails.
    private func run(_ lines: String, in folder: Folder) async throws -> String {
        let script = try folder.write("lines.sh", lines)
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-eux", script]
        process.currentDirectoryURL = URL(filePath: folder.root)
        let program = URL(filePath: try Program.path()).deletingLastPathComponent().path(
            percentEncoded: false
        )
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        process.environment = Program.environment(["PATH": "\(program):\(path)", "TIPLEDGER_HOME": ""])
        let file = folder.path("lines.log")
        try Data().write(to: URL(filePath: file))
        let output = try FileHandle(forWritingTo: URL(filePath: file))
        process.standardOutput = output
        process.standardError = output
        try process.run()
        while process.isRunning { try await Task.sleep(for: .milliseconds(20)) }
        let said = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
        #expect(process.terminationStatus == 0, "\(lines)\n\(said)")
        return said
    }

    private func events(_ name: String) -> String {
        (0..<50).map { number in
            #"{"type":"session","person":"\#(name)\#(number % 7)","id":"\#(name)\#(number)","at":"2026-01-02T00:00:00Z"}"#
        }.joined(separator: "\n")
    }

    @Test("from a dump and from a copy of the cluster, made while the server took events")
    func restores() async throws {
        let blocks = try Self.blocks()
        try #require(blocks.count == 3, "backup, back from the dump, back from the copy")
        try await withFolder { folder in
            // The README's folder, with a server at work.
            let environment = ["TIPLEDGER_HOME": folder.path(".tipledger")]
            let server = try RunningProgram(
                ["serve", "--listen", "127.0.0.1:0"],
                in: folder,
                environment: environment
            )
            try await waitUntil("the server listens") { server.messages.contains("listening on") }
            let before = try folder.write("before.ndjson", events("a"))
            let loaded = try await Program.run(["ingest", before], in: folder, environment: environment)
            #expect(loaded.code == 0, "\(loaded.messages)")
            _ = try await run(blocks[0], in: folder)
            let after = try folder.write("after.ndjson", events("b"))
            #expect(try await Program.run(["ingest", after], in: folder, environment: environment).code == 0)

            let dump = try await run(blocks[1], in: folder)
            #expect(dump.contains("equal a fold of 50 events"), "\(dump)")
            server.signal(SIGTERM)
            #expect(try await server.ending() == 0)
            let copy = try await run(blocks[2], in: folder)
            #expect(copy.contains("equal a fold of 50 events"), "\(copy)")

            // What the copy has is known as such, and the log goes on from there.
            let again = try await Program.run(
                ["ingest", before, after, "--format", "json"],
                in: folder,
                environment: environment
            )
            let answer = JSON(parsing: again.output)
            #expect(
                answer?["duplicates"] == 50 && answer?["accepted"] == 50,
                "\(again.output)\(again.messages)"
            )
        }
    }
}
