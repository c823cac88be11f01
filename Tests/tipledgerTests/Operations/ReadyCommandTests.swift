import Foundation
import Glibc
import Testing
import TipCore

@Suite("doctor --ready is a health check without another program")
struct ReadyCommandTests {
    @Test("0 where the server can take events, 3 where nobody listens", .timeLimit(.minutes(10)))
    func ready() async throws {
        try await withFolder { folder in
            let ledger = try await ServedLedger.start(in: folder)
            let check = ["doctor", "--ready", "--server", ledger.address]
            // It is asked from a folder without a database, and must not make one.
            let elsewhere = ["TIPLEDGER_HOME": folder.path("none")]
            let alive = try await Program.run(check, in: folder, environment: elsewhere)
            #expect(
                alive.code == 0 && alive.output == "http://\(ledger.address) is ready\n",
                "\(alive.messages)"
            )
            let json = try await Program.run(
                check + ["--format", "json"],
                in: folder,
                environment: elsewhere
            )
            #expect(JSON(parsing: json.output)?["ready"] == true)
            #expect(!FileManager.default.fileExists(atPath: folder.path("none")))
            #expect(try await ledger.stop() == 0)
            let gone = try await Program.run(check, in: folder, environment: elsewhere)
            #expect(gone.code == 3 && gone.messages.contains("Nobody listens"), "\(gone.messages)")
        }
    }

    @Test("1 where the server says that it is not ready", .timeLimit(.minutes(10)))
    func unready() async throws {
        try await withFolder { folder in
            let answer = "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n"
            let server = try OneAnswer(answer, times: 2)
            let check = ["doctor", "--ready", "--server", "http://127.0.0.1:\(server.port)/"]
            let told = try await Program.run(check, in: folder)
            #expect(told.code == 1 && told.output.contains("is not ready: "), "\(told.messages)")
            let json = try await Program.run(check + ["--format", "json"], in: folder)
            #expect(json.code == 1 && JSON(parsing: json.output)?["ready"] == false)
        }
    }

    static let misuse: [(why: String, words: [String], says: String)] = [
        ("no address", ["doctor", "--ready", "--server", "here"], "127.0.0.1:8080"),
        ("no port", ["doctor", "--ready", "--server", "127.0.0.1:0"], "127.0.0.1:8080"),
        ("a server without the question", ["doctor", "--server", "127.0.0.1:8080"], "--ready"),
        ("a password as a flag", ["doctor", "--password", "s3cret"], "TIPLEDGER_DB_PASSWORD_FILE"),
        ("by another name", ["serve", "--db-password=s3cret"], "TIPLEDGER_DB_PASSWORD_FILE"),
    ]

    @Test("what cannot be meant is refused with what to write", arguments: misuse)
    func refused(why: String, words: [String], says: String) async throws {
        try await withFolder { folder in
            let ending = try await Program.run(words, in: folder)
            #expect(ending.code == 2, "\(why)")
            #expect(ending.messages.contains(says), "\(why): \(ending.messages)")
            #expect(!ending.messages.contains("s3cret"), "\(why)")
        }
    }
}

/// A server that gives each visitor the same answer.
private struct OneAnswer {
    let port: UInt16

    init(_ answer: String, times: Int) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isOpen = unsafe withUnsafeMutablePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(listener, $0, size) == 0 && listen(listener, 8) == 0
                    && getsockname(listener, $0, &size) == 0
            }
        }
        try #require(isOpen)
        port = address.sin_port.bigEndian
        Thread {
            for _ in 0..<times {
                let visitor = accept(listener, nil, nil)
                var buffer = [UInt8](repeating: 0, count: 1024)
                _ = unsafe recv(visitor, &buffer, buffer.count, 0)
                _ = unsafe send(visitor, answer, answer.utf8.count, Int32(MSG_NOSIGNAL))
                close(visitor)
            }
            close(listener)
        }.start()
    }
}
