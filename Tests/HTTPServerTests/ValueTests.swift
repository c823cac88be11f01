import Testing

@testable import HTTPServer

@Suite("The values of the server read and write what they say")
struct ValueTests {
    static let addresses: [(text: String, host: String, port: UInt16, canonical: String)] = [
        ("127.0.0.1:8080", "127.0.0.1", 8_080, "127.0.0.1:8080"),
        ("localhost:0", "localhost", 0, "localhost:0"),
        (":9000", "0.0.0.0", 9_000, "0.0.0.0:9000"),
        ("[::1]:65535", "::1", 65_535, "[::1]:65535"),
        ("[::]:80", "::", 80, "[::]:80"),
    ]

    @Test("an address is read and written", arguments: addresses)
    func address(text: String, host: String, port: UInt16, canonical: String) {
        let address = HTTPAddress(text)
        #expect(address == HTTPAddress(host: host, port: port))
        #expect(address?.description == canonical)
    }

    @Test(
        "what is no address is none",
        arguments: [
            "", "8080", "localhost", "localhost:", "localhost:http", "localhost:65536", "localhost:-1",
            "localhost:+80",
            "::1", "::1:80", "[::1]", "[::1]80", "[localhost]:80", "a[::1]:80", "localhost: 80",
        ]
    )
    func noAddress(text: String) {
        #expect(HTTPAddress(text) == nil)
    }

    @Test(
        "header names differ by more than case",
        arguments: [
            ("content-type", true), ("CONTENT-TYPE", true), ("Content-Type", true), ("Content_Type", false),
            ("content-typ", false), ("Content-Type ", false), ("content\u{2D}type", true),
            ("\u{212A}ontent-type", false),
        ]
    )
    func names(name: String, isSame: Bool) {
        let headers: HTTPHeaders = ["Content-Type": "a", "X": "b", "content-type": "c"]
        #expect(headers[name] == (isSame ? "a" : nil))
        #expect(headers.values(name) == (isSame ? ["a", "c"] : []))
        #expect(headers.fields.map(\.name) == ["Content-Type", "X", "content-type"])
    }

    @Test(
        "letters differ by case, other characters do not",
        arguments: [("X[", "X{"), ("X@", "X`"), ("X^", "X~")]
    )
    func noLetters(one: String, other: String) {
        let headers: HTTPHeaders = [one: "a"]
        #expect(headers[other] == nil)
    }

    static let targets: [(target: String, path: String, segments: [String], query: [HTTPQueryItem])] = [
        ("/", "/", [""], []),
        ("/a", "/a", ["a"], []),
        ("/a/", "/a/", ["a", ""], []),
        ("//a", "//a", ["", "a"], []),
        ("/a%20b+c", "/a%20b+c", ["a b+c"], []),
        ("/%E2%82%AC/%f0%9f%98%80", "/%E2%82%AC/%f0%9f%98%80", ["€", "😀"], []),
        ("/a%2Fb/../.", "/a%2Fb/../.", ["a/b", "..", "."], []),
        ("/?", "/", [""], []),
        ("/?a", "/", [""], [HTTPQueryItem("a", "")]),
        ("/?a=", "/", [""], [HTTPQueryItem("a", "")]),
        ("/?a=b=c&&d", "/", [""], [HTTPQueryItem("a", "b=c"), HTTPQueryItem("d", "")]),
        ("/?a+b=%2B+%26", "/", [""], [HTTPQueryItem("a b", "+ &")]),
        ("/?a=1&a=2", "/", [""], [HTTPQueryItem("a", "1"), HTTPQueryItem("a", "2")]),
        ("/?a=/b?c", "/", [""], [HTTPQueryItem("a", "/b?c")]),
        ("http://host", "/", [""], []),
        ("HTTPS://host:1/a?b", "/a", ["a"], [HTTPQueryItem("b", "")]),
        ("http://host?b", "/", [""], [HTTPQueryItem("b", "")]),
        ("*", "*", [], []),
    ]

    @Test("a target is taken apart", arguments: targets)
    func target(target: String, path: String, segments: [String], query: [HTTPQueryItem]) throws {
        let request = try HTTPRequest(method: "GET", target: target)
        #expect(request.path == path)
        #expect(request.segments == segments)
        #expect(request.query == query)
        #expect(request.queryValue("a") == query.first { $0.name == "a" }?.value)
    }

    @Test(
        "a target that is none is refused",
        arguments: [
            "a", "host:80", "/a b", "/é", "/%", "/%4", "/%4g", "/%C3", "/%00", "/?%", "/?a=%FF",
            "ftp://host/", "/a\n",
        ]
    )
    func badTarget(target: String) {
        let refusal = #expect(throws: HTTPRefusal.self) { try HTTPRequest(method: "GET", target: target) }
        #expect(refusal?.reason == .badTarget)
    }

    @Test(
        "a target that is refused has its path all the same, where only the query is at fault",
        arguments: [
            ("/v1/tips?%00", "/v1/tips"), ("/?a=%FF", "/"), ("/a%20b?%", "/a%20b"), ("http://x/a?%4", "/a"),
            ("/%00?a=b", nil), ("host:80", nil), ("/a b", nil),
        ]
    )
    func pathOfRefused(target: String, path: String?) {
        #expect(RequestTarget.path(of: Array(target.utf8)) == path)
    }

    @Test("every refusal has the status and the fields that belong to it")
    func refusals() {
        let statuses = HTTPRefusal.Reason.allCases.map { HTTPRefusal($0, "").status }
        #expect(statuses == [400, 400, 431, 413, 400, 415, 501, 417, 505, 408, 503, 503])
        #expect(HTTPRefusal(.overloaded, "").headers["Retry-After"] == "1")
        #expect(HTTPRefusal(.badRequest, "").headers.fields.isEmpty)
    }
}
