import Foundation
import Testing
import TipCore
import TipTestSupport

@Suite("Behind the sample of a proxy")
struct ProxyTests {
    private static let programs = ["/usr/sbin/nginx", "/usr/bin/curl", "/usr/bin/openssl"]

    private static let areThere = programs.allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }

    private static let caddyProgram = "/usr/bin/caddy"

    private static let caddyIsThere = [caddyProgram, "/usr/bin/curl"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// A sample as it is shipped.
    private func sample(_ name: String) throws -> String {
        var folder = URL(filePath: #filePath)
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        return try String(contentsOf: folder.appending(path: "proxy/\(name)"), encoding: .utf8)
    }

    /// The sample for nginx, with other ports and a certificate for this test.
    private func nginxSample(_ address: String, port: Int) throws -> String {
        try sample("nginx.conf")
            .replacingOccurrences(of: "http://127.0.0.1:8080", with: "http://\(address)")
            .replacingOccurrences(of: "listen 8443 ssl", with: "listen 127.0.0.1:\(port) ssl")
    }

    @Test(
        "nginx starts with it; events pass, and the address that counts is the client's",
        .enabled(if: areThere, "nginx, curl or openssl is not installed"),
        .timeLimit(.minutes(30))
    )
    func nginx() async throws {
        try await withFolder { folder in
            let ledger = try await ServedLedger.start(in: folder)
            let port = 20_000 + Int.random(in: 0..<20_000)
            _ = try folder.write("nginx.conf", try nginxSample(ledger.address, port: port))
            let made = await Programs.output(
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
            try await passes("https://127.0.0.1:\(port)", to: ledger)
            #expect(try await ledger.stop() == 0)
        }
    }

    /// Sees to it that what is asked of a proxy is answered by the server behind it, with the client's address.
    private func passes(_ target: String, to ledger: ServedLedger) async throws {
        func curl(_ arguments: String...) async -> String? {
            await Programs.output(of: "/usr/bin/curl", ["-sk"] + arguments)
        }
        let alive = await curl(
            "--retry",
            "30",
            "--retry-all-errors",
            "--retry-delay",
            "1",
            target + "/healthz"
        )
        #expect(alive?.contains("alive") == true)
        let key = try #require(ledger.keys["write"])
        let event = #"{"type":"session","person":"ann","id":"1"}"#
        let answer = await curl("-H", "Authorization: Bearer \(key)", target + "/v1/events", "-d", event)
        #expect(answer.flatMap { JSON(parsing: $0) }?["accepted"] == 1, "\(answer ?? "no answer")")
    }

    @Test(
        "Caddy starts with it, and events pass",
        .enabled(if: caddyIsThere, "caddy or curl is not installed"),
        .timeLimit(.minutes(30))
    )
    func caddy() async throws {
        try await withFolder { folder in
            let ledger = try await ServedLedger.start(in: folder)
            let port = 20_000 + Int.random(in: 0..<20_000)
            // Another name, another port, and a certificate that Caddy makes itself; the rest is as shipped.
            let options = "{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n"
            let text = try sample("Caddyfile")
                .replacingOccurrences(
                    of: "tips.example.com {",
                    with: "https://localhost:\(port) {\n\ttls internal"
                )
                .replacingOccurrences(of: "127.0.0.1:8080", with: ledger.address)
            let caddy = Process()
            caddy.executableURL = URL(filePath: Self.caddyProgram)
            caddy.arguments = [
                "run", "--adapter", "caddyfile", "--config", try folder.write("Caddyfile", options + text),
            ]
            caddy.environment = Program.environment([
                "HOME": folder.root, "XDG_DATA_HOME": folder.path("data"),
                "XDG_CONFIG_HOME": folder.path("config"),
            ])
            caddy.standardError = FileHandle.nullDevice
            try caddy.run()
            defer { caddy.terminate() }
            try await passes("https://localhost:\(port)", to: ledger)
            #expect(try await ledger.stop() == 0)
        }
    }
}
