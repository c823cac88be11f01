import HTTPServer
import Testing
import TipStore

@testable import TipService

/// A browser without a network: it keeps cookies, sends forms, and reads what it is given.
final class Browser {
    private let bench: ServiceBench
    private var cookies: [String: String] = [:]
    /// The header fields that it sends besides.
    var headers: [(String, String)] = []

    init(_ bench: ServiceBench) {
        self.bench = bench
    }

    /// What it was given.
    struct Page {
        let status: Int
        let headers: HTTPHeaders
        let text: String

        /// The value of a hidden field.
        func hidden(_ name: String) -> String? {
            text.matches(of: /<input type="hidden" name="([^"]*)" value="([^"]*)">/)
                .first { $0.output.1 == name }.map { String($0.output.2) }
        }
    }

    /// Asks for a page.
    func get(_ target: String) async throws -> Page { try await send("GET", target, []) }

    /// Sends a form as it would be sent from a page that was given before.
    func post(_ target: String, from page: Page? = nil, _ fields: [(String, String)] = []) async throws
        -> Page
    {
        let token = page?.hidden("form").map { [("form", $0)] } ?? []
        return try await send("POST", target, token + fields)
    }

    /// Signs in with a key of a scope.
    func signIn(_ scope: KeyStore.Scope) async throws {
        let answer = try await post("/sign-in", [("key", bench.keys[scope] ?? ""), ("to", "/")])
        #expect(answer.status == 303 && answer.headers["Location"] == "/")
    }

    /// Whether it holds a cookie of a session.
    var isSignedIn: Bool { cookies["tipledger_session"].map { !$0.isEmpty } ?? false }

    private func send(_ method: String, _ target: String, _ fields: [(String, String)]) async throws -> Page {
        var sent: HTTPHeaders = ["Accept": "text/html,*/*", "Host": "example.com"]
        if !cookies.isEmpty {
            sent.add("Cookie", cookies.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "; "))
        }
        for (name, value) in headers { sent.add(name, value) }
        if method == "POST" { sent.add("Content-Type", "application/x-www-form-urlencoded") }
        let body = fields.map { WebForms.encoded($0.0) + "=" + WebForms.encoded($0.1) }
        let request = try HTTPRequest(
            method: method,
            target: target,
            headers: sent,
            body: Array(body.joined(separator: "&").utf8)
        )
        let response = await bench.server.answer(request)
        for cookie in response.headers.values("Set-Cookie") {
            let pair = cookie.prefix { $0 != ";" }.split(separator: "=", omittingEmptySubsequences: false)
            if pair.count == 2 { cookies[String(pair[0])] = String(pair[1]) }
        }
        return Page(
            status: response.status,
            headers: response.headers,
            text: String(decoding: response.body, as: UTF8.self)
        )
    }
}

/// How forms write their fields.
enum WebForms {
    /// A field with all but letters and digits percent-encoded.
    static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            let isPlain =
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            let digits = String(byte, radix: 16, uppercase: true)
            return isPlain
                ? String(UnicodeScalar(byte)) : "%" + (digits.count < 2 ? "0" : "") + digits
        }.joined()
    }
}
