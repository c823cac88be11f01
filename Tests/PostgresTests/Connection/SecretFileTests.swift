import Foundation
import Testing

@testable import Postgres

@Suite("A secret comes from a file, and no message repeats it")
struct SecretFileTests {
    /// A file with some bytes, for as long as a body runs.
    private func withFile(_ bytes: [UInt8], _ body: (String) throws -> Void) throws {
        let url = FileManager.default.temporaryDirectory.appending(
            path: "secret-\(UInt64.random(in: 0 ... .max))"
        )
        try Data(bytes).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        try body(url.path(percentEncoded: false))
    }

    private func password(_ choice: DatabaseChoice) -> String? {
        guard case .server(let settings) = choice else { return nil }
        return settings.parameters["password"]
    }

    static let readable: [(why: String, bytes: String, secret: String)] = [
        ("as it stands", "s3cret", "s3cret"),
        ("echo ends the line", "s3cret\n", "s3cret"),
        ("an editor of another system ends it", "s3cret\r\n", "s3cret"),
        ("a space belongs to it", " s3 cret ", " s3 cret "),
        ("any script", "ひみつ\n", "ひみつ"),
        ("what an address would need to escape", "p@ss/w:rd%\n", "p@ss/w:rd%"),
    ]

    @Test("what a file holds is the password", arguments: readable)
    func reads(why: String, bytes: String, secret: String) throws {
        try withFile(Array(bytes.utf8)) { path in
            for place in [["DATABASE_URL": "postgresql://anna@h/a"], ["PGHOST": "h"]] {
                let environment = place.merging(["TIPLEDGER_DB_PASSWORD_FILE": path]) { $1 }
                let choice = try DatabaseChoice.make(url: nil, environment: environment)
                #expect(password(choice) == secret, "\(why)")
            }
            let named = try DatabaseChoice.make(
                url: "postgresql://anna@h/b",
                environment: ["TIPLEDGER_DB_PASSWORD_FILE": path]
            )
            #expect(password(named) == secret, "\(why)")
        }
    }

    static let unreadable: [(why: String, bytes: [UInt8], says: String)] = [
        ("nothing in it", [], "empty"),
        ("a line end only", [0x0A], "empty"),
        ("two lines", Array("s3cret\nmore\n".utf8), "not one line"),
        ("a zero", Array("s3cret\0".utf8), "not one line"),
        ("no UTF-8", [0x73, 0x33, 0xFF], "not one line"),
        ("too long", [UInt8](repeating: 0x73, count: 5000), "not one line"),
    ]

    @Test("what is no secret is refused by the name of the file", arguments: unreadable)
    func refuses(why: String, bytes: [UInt8], says: String) throws {
        try withFile(bytes) { path in
            for variable in ["TIPLEDGER_DB_PASSWORD_FILE", "DATABASE_URL_FILE"] {
                let error = #expect(throws: PostgresError.self, "\(why)") {
                    _ = try DatabaseChoice.make(url: nil, environment: ["PGHOST": "h", variable: path])
                }
                let text = error?.description ?? ""
                #expect(
                    text.contains(path) && text.contains(variable) && text.contains(says),
                    "\(why): \(text)"
                )
                #expect(!text.contains("s3cret"), "\(why)")
            }
        }
    }

    @Test("the whole address may stand in a file")
    func address() throws {
        try withFile(Array("postgresql://anna:s3cret@h/a\n".utf8)) { path in
            let choice = try DatabaseChoice.make(url: nil, environment: ["DATABASE_URL_FILE": path])
            #expect(password(choice) == "s3cret")
        }
    }

    @Test("what is said twice, or of no database, is refused")
    func contradictions() throws {
        try withFile(Array("s3cret\n".utf8)) { path in
            let cases: [(why: String, environment: [String: String])] = [
                (
                    "two passwords",
                    ["DATABASE_URL": "postgresql://a:other@h/a", "TIPLEDGER_DB_PASSWORD_FILE": path]
                ),
                ("two addresses", ["DATABASE_URL": "postgresql://h/a", "DATABASE_URL_FILE": path]),
                ("no database", ["TIPLEDGER_DB_PASSWORD_FILE": path]),
                ("no such file", ["PGHOST": "h", "TIPLEDGER_DB_PASSWORD_FILE": path + "-gone"]),
                ("a folder", ["PGHOST": "h", "TIPLEDGER_DB_PASSWORD_FILE": "/tmp"]),
            ]
            for (why, environment) in cases {
                let error = #expect(throws: PostgresError.self, "\(why)") {
                    _ = try DatabaseChoice.make(url: nil, environment: environment)
                }
                #expect(error?.hint != nil && error?.description.contains("s3cret") == false, "\(why)")
            }
        }
    }
}
