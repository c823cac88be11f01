import Foundation
import Testing
import TipCore
import TipTestSupport

@Suite("Behind the sample of a proxy")
struct ProxyTests {
    private static let programs = ["/usr/sbin/nginx", "/usr/bin/curl", "/usr/bin/openssl"]

    private static let areThere = programs.allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }

    /// The sample, with other ports and a certificate for this test.
    private func sample(_ address: String, port: Int) throws -> String {
        var folder = URL(filePath: #filePath)
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        return try String(contentsOf: folder.appending(path: "proxy/nginx.conf"), encoding: .utf8)
            .replacingOccurrences(of: "http://127.0.0.1:8080", with: "http://\(address)")
            .replacingOccurrences(of: "listen 8443 ssl", with: "listen 127.0.0.1:\(port) ssl")
    }

    @Test(
        "nginx starts with it; events pass, and the address that counts is the client's",
        .enabled(if: areThere, "nginx, curl or openssl is not installed"),
        .timeLimit(.minutes(2))
    )
    func nginx() async throws {
        try await withFolder { folder in
            let ledger = try await ServedLedger.start(in: folder)
            let port = 20_000 + Int.random(in: 0..<20_000)
            _ = try folder.write("nginx.conf", try sample(ledger.address, port: port))
            let made = Programs.output(
                of:
                    "/usr/bin/openssl",
                [
                    "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-days", "1",
                    "-keyout", folder.path("key.pem"), "-out", folder.path("certificate.pem"),
                ]
            )
            try #require(made != nil)
            let nginx = Process()
            nginx.executableURL = URL(filePath: "/usr/sbin/nginx")
            nginx.arguments = ["-p", folder.root, "-c", folder.path("nginx.conf"), "-g", "daemon off;"]
            try nginx.run()
            defer { nginx.terminate() }
            let target = "https://127.0.0.1:\(port)"
            let asked = ["-sk", "--retry", "20", "--retry-connrefused", "--retry-delay", "1"]
            let alive = Programs.output(of: "/usr/bin/curl", asked + [target + "/healthz"])
            #expect(alive?.contains("alive") == true)
            let key = try #require(ledger.keys["write"])
            let event = #"{"type":"session","person":"ann","id":"1"}"#
            let answer = Programs.output(
                of:
                    "/usr/bin/curl",
                ["-sk", "-H", "Authorization: Bearer \(key)", target + "/v1/events", "-d", event]
            )
            #expect(answer.flatMap { JSON(parsing: $0) }?["accepted"] == 1, "\(answer ?? "no answer")")
            #expect(try await ledger.stop() == 0)
        }
    }
}
