import Foundation
import Testing
import TipTestSupport

@Suite("scripts/secrets makes passwords that nobody can guess, once")
struct SecretsScriptTests {
    private static let names = ["db_password", "grafana_password", "postgres_password", "reader_password"]

    private func make(in folder: Folder, _ arguments: String...) throws -> Shipped.Ending {
        let script = Shipped.root.appending(path: "scripts/secrets").path(percentEncoded: false)
        return try Shipped.run([script] + arguments, in: folder.root)
    }

    private func mode(_ path: String) throws -> Int {
        let found = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
        return try #require(found).intValue
    }

    @Test("four of them, in a folder that is closed to others")
    func made() async throws {
        try await withFolder { folder in
            #expect(try make(in: folder).code == 0)
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.path("secrets")).sorted()
            #expect(files == Self.names)
            let texts = try files.map {
                try String(contentsOfFile: folder.path("secrets/\($0)"), encoding: .utf8)
            }
            #expect(Set(texts).count == 4)
            for text in texts { #expect(text.wholeMatch(of: /[A-Za-z0-9_-]{32}\n/) != nil) }
            #expect(try mode(folder.path("secrets")) == 0o700)
            // An account of a container must read its file through the mount.
            for file in files { #expect(try mode(folder.path("secrets/\(file)")) == 0o444) }
            let said = try String(contentsOfFile: folder.path(".env"), encoding: .utf8)
            #expect(said == "TIPLEDGER_SECRETS=./secrets\n")
        }
    }

    @Test("what is there stays as it is")
    func again() async throws {
        try await withFolder { folder in
            _ = try make(in: folder, "./mine")
            let before = try String(contentsOfFile: folder.path("mine/db_password"), encoding: .utf8)
            try FileManager.default.removeItem(atPath: folder.path("mine/reader_password"))
            let second = try make(in: folder, "./mine")
            #expect(second.code == 0 && second.messages == "secrets: made ./mine/reader_password\n")
            #expect(try String(contentsOfFile: folder.path("mine/db_password"), encoding: .utf8) == before)
            let said = try String(contentsOfFile: folder.path(".env"), encoding: .utf8)
            #expect(said == "TIPLEDGER_SECRETS=./mine\n")
        }
    }

    @Test("neither git nor an image takes them")
    func ignored() throws {
        let lines = try Shipped.text(".gitignore").split(separator: "\n")
        #expect(lines.contains("/secrets/") && lines.contains("/.env"))
        #expect(try Shipped.text(".dockerignore").split(separator: "\n").contains("*"))
    }
}
