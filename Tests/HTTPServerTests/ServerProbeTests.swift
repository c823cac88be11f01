import Foundation
import Glibc
import Testing

@testable import HTTPServer

@Suite("A probe gets the status, or says why not, in its time")
struct ServerProbeTests {
    /// A listener that gives each visitor the same bytes, or nothing at all.
    private func withListener(_ answer: String?, _ body: (HTTPAddress) throws -> Void) throws {
        let socket = try ListeningSocket(at: HTTPAddress(host: "127.0.0.1", port: 0))
        let thread = Thread {
            guard let answer else { return }
            var entry = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&entry, 1, 5000) > 0 else { return }
            let visitor = accept(socket.descriptor, nil, nil)
            var buffer = [UInt8](repeating: 0, count: 1024)
            _ = unsafe recv(visitor, &buffer, buffer.count, 0)
            _ = unsafe send(visitor, answer, answer.utf8.count, Int32(MSG_NOSIGNAL))
            close(visitor)
        }
        thread.start()
        defer { close(socket.descriptor) }
        try body(socket.address)
    }

    static let answers: [(why: String, text: String, status: Int?)] = [
        ("ready", "HTTP/1.1 200 OK\r\n\r\n{}", 200),
        ("not now", "HTTP/1.1 503 Service Unavailable\r\n\r\n", 503),
        ("no reason", "HTTP/1.1 204\r\n\r\n", 204),
        ("an old server", "HTTP/1.0 200 OK\r\n\r\n", 200),
        ("another protocol", "SSH-2.0-OpenSSH_9.2\r\n", nil),
        ("a number that is none", "HTTP/1.1 abc OK\r\n", nil),
        ("no status that there is", "HTTP/1.1 999 OK\r\n", nil),
        ("hung up", "", nil),
        ("a line without an end", String(repeating: "x", count: 4000), nil),
    ]

    @Test("of what it answers", arguments: answers)
    func answered(why: String, text: String, status: Int?) throws {
        try withListener(text) { address in
            let found = Result { try ServerProbe(address).status(of: "/readyz") }
            #expect((try? found.get()) == status, "\(why): \(found)")
        }
    }

    @Test("a server that accepts and says nothing is given up on")
    func silent() throws {
        try withListener(nil) { address in
            let start = ContinuousClock.now
            #expect(throws: HTTPServerError.self) {
                _ = try ServerProbe(address, patience: .milliseconds(200)).status(of: "/readyz")
            }
            #expect(ContinuousClock.now - start < .seconds(5))
        }
    }

    @Test("a server on all addresses is asked on the loopback")
    func everywhere() throws {
        #expect(ServerProbe(try #require(HTTPAddress(":8080"))).address.description == "127.0.0.1:8080")
        #expect(ServerProbe(try #require(HTTPAddress("[::]:80"))).address.description == "[::1]:80")
        #expect(ServerProbe(try #require(HTTPAddress("a:80"))).address.description == "a:80")
    }
}
