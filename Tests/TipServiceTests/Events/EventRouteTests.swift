import HTTPServer
import Postgres
import Testing
import TipCore
import TipService
import TipStore
import TipTestSupport

@Suite("Events come in by every form of the contract, and each can be asked after")
struct EventRouteTests {
    private static let one = #"{"type":"session","person":"p","id":"a","at":"2026-01-02T03:04:05Z"}"#
    private static let two = #"{"type":"opt_out","person":"p","id":"b","at":"2026-01-02T03:04:06Z"}"#

    static let forms: [(why: String, body: String, type: String)] = [
        ("one event", one, "application/json"),
        ("an array", "[\(one),\(two)]", "application/json"),
        ("an envelope", #"{"events":[\#(one),\#(two)]}"#, "application/json; charset=utf-8"),
        ("lines", "\(one)\n\(two)", "application/x-ndjson"),
        (
            "lines that end as on Windows, with blank ones between", "\r\n\(one)\r\n\r\n \t\r\n\(two)\r\n",
            "application/x-ndjson"
        ),
        ("lines by another name", "\(one)\n\(two)\n", "application/jsonl"),
        ("no type said", "[\(one),\(two)]", ""),
    ]

    @Test("every form is taken, and counts as what it holds", arguments: forms)
    func form(why: String, body: String, type: String) async throws {
        try await withService { bench in
            let count: Int64 = body.contains("opt_out") ? 2 : 1
            let answer = try await bench.post(body, type: type)
            #expect(answer.status == 200)
            #expect(answer.json == ["accepted": .integer(count), "duplicates": 0, "rejected": 0], "\(why)")
            let again = try await bench.post(body, type: type, query: "?results=1")
            #expect(again.json["duplicates"]?.integerValue == count)
            #expect(again.json["results"] == .array(Array(repeating: "duplicate", count: Int(count))))
            #expect(try await bench.count("select count(*) from event") == count)
        }
    }

    @Test("an id that the server makes is listed, and the event is found by it")
    func generated() async throws {
        try await withService { bench in
            let answer = try await bench.post(
                #"[{"type":"session","person":"p"},{"type":"nothing","person":"p"}]"#
            )
            let made = try #require(answer.json["generated"]?.arrayValue)
            #expect(made.count == 1 && made[0]["index"]?.integerValue == 0)
            let id = try #require(made[0]["id"]?.stringValue)
            let found = try await bench.ask("GET", "/v1/events/\(id)?person=p", as: .read)
            #expect(found.status == 200 && found.json["id"]?.stringValue == id)
            #expect(found.json["receivedAt"] != nil)
        }
    }

    static let malformed: [(why: String, body: String)] = [
        ("nothing", ""), ("no JSON", "session"), ("cut off", "[\(one),"), ("a bare number", "7"),
        ("an end too many", "[\(one)]]"), ("a comma too many", "[\(one),]"),
        ("a half string", #"[{"type":"session","person":"p","id":"c"#),
    ]

    @Test("a body that is not JSON as a whole is refused, and nothing of it is stored", arguments: malformed)
    func refused(why: String, body: String) async throws {
        try await withService { bench in
            let answer = try await bench.post(body)
            #expect(answer.status == 400, "\(why): \(answer.json.text())")
            #expect(answer.code != nil && answer.json["hint"] != nil)
            #expect(answer.headers["Content-Type"] == "application/problem+json")
            #expect(
                try await bench.count(
                    "select (select count(*) from event) + (select count(*) from quarantine)"
                ) == 0
            )
        }
    }

    @Test("2,500 events are taken at once, and 2,501 are refused whole")
    func many() async throws {
        try await withService { bench in
            let event = { (number: Int) in
                #"{"type":"session","person":"p\#(number % 50)","id":"e\#(number)"}"#
            }
            let body = (0..<2501).map(event)
            for type in ["application/json", "application/x-ndjson"] {
                let text =
                    type == "application/json"
                    ? "[\(body.joined(separator: ","))]" : body.joined(separator: "\n")
                let answer = try await bench.post(text, type: type)
                #expect(answer.status == 413 && answer.code == "too_large")
            }
            #expect(try await bench.count("select count(*) from event") == 0)
            let answer = try await bench.post("[\(body.dropLast().joined(separator: ","))]")
            #expect(answer.json["accepted"]?.integerValue == 2500)
            #expect(try await bench.count("select count(*) from event") == 2500)
        }
    }

    static let keys: [(why: String, headers: [(String, String)], status: Int, code: String)] = [
        ("no key", [], 401, "key_missing"),
        ("an empty one", [("Authorization", "Bearer ")], 401, "key_missing"),
        ("another scheme", [("Authorization", "Digest dGw6dGw=")], 401, "key_missing"),
        ("an unknown one as the user of Basic", [("Authorization", "Basic dGw6dGw=")], 401, "key_unknown"),
        ("an unknown one", [("Authorization", "Bearer tl_write_none")], 401, "key_unknown"),
        ("an unknown one in the other header", [("X-API-Key", "tl_write_none")], 401, "key_unknown"),
    ]

    @Test("without a good key nothing is taken", arguments: keys)
    func unknownKeys(why: String, headers: [(String, String)], status: Int, code: String) async throws {
        try await withService { bench in
            let answer = try await bench.ask("POST", "/v1/events", as: nil, Self.one, headers: headers)
            #expect(answer.status == status && answer.code == code, "\(why)")
            #expect(answer.headers["WWW-Authenticate"] != nil)
            #expect(try await bench.count("select count(*) from event") == 0)
        }
    }

    @Test(
        "a key of another scope is refused with the scope that is needed",
        arguments: KeyStore.Scope.allCases
    )
    func scopes(scope: KeyStore.Scope) async throws {
        try await withService { bench in
            let routes: [(method: String, target: String, body: String, needed: KeyStore.Scope)] = [
                ("POST", "/v1/events", Self.one, .write), ("GET", "/v1/catalog", "", .evaluate),
                ("GET", "/v1/experiments", "", .read), ("GET", "/v1/people/p/events", "", .read),
                ("PUT", "/v1/catalog", "{}", .admin), ("POST", "/v1/tips/T/off", "", .admin),
                ("POST", "/v1/experiments/x/start", "", .admin),
            ]
            for route in routes {
                let answer = try await bench.ask(route.method, route.target, as: scope, route.body)
                let isLetIn = answer.status != 403
                #expect(
                    isLetIn == scope.allows(route.needed),
                    "\(scope) at \(route.target): \(answer.status)"
                )
                if !isLetIn { #expect(answer.code == "wrong_scope") }
            }
        }
    }

    @Test("a key in X-API-Key is as good, and one that was revoked is not for long")
    func otherHeader() async throws {
        try await withService { bench in
            let key = try #require(bench.keys[.write])
            let answer = try await bench.ask(
                "POST",
                "/v1/events",
                as: nil,
                Self.one,
                headers: [("X-API-Key", key)]
            )
            #expect(answer.status == 200)
        }
    }

    @Test("an event is found by its id, person and time; without its time an id of one's own is not")
    func asked() async throws {
        try await withService { bench in
            _ = try await bench.post("[\(Self.one),\(Self.two)]")
            let table: [(target: String, status: Int)] = [
                ("/v1/events/a?person=p&at=2026-01-02T03:04:05Z", 200),
                ("/v1/events/a?person=p&at=2026-01-02T12:04:05%2B09:00", 200),
                ("/v1/events/a?person=p", 404), ("/v1/events/a?person=q&at=2026-01-02T03:04:05Z", 404),
                ("/v1/events/a?at=2026-01-02T03:04:05Z", 400), ("/v1/events/a?person=p&at=yesterday", 400),
            ]
            for (target, status) in table {
                #expect(try await bench.ask("GET", target, as: .read).status == status, "\(target)")
            }
            let history = try await bench.ask("GET", "/v1/people/p/events", as: .read)
            #expect(history.json["events"]?.arrayValue?.map { $0["id"]?.stringValue } == ["a", "b"])
        }
    }

    @Test("a person's name may hold what a path must escape")
    func escapedPerson() async throws {
        try await withService { bench in
            _ = try await bench.post(#"{"type":"session","person":"a/b c?é","id":"x"}"#)
            let history = try await bench.ask("GET", "/v1/people/a%2Fb%20c%3F%C3%A9/events", as: .read)
            #expect(history.json["events"]?.arrayValue?.count == 1)
        }
    }

    @Test("the half of identify that stands with the other person is no event of that person's")
    func identified() async throws {
        try await withService { bench in
            let at = "2026-01-02T03:04:05Z"
            _ = try await bench.post(
                #"{"type":"identify","person":"known","previous":"anon","id":"i","at":"\#(at)"}"#
            )
            let mine = try await bench.ask("GET", "/v1/events/i?person=known&at=\(at)", as: .read)
            #expect(mine.status == 200 && mine.json["previous"]?.stringValue == "anon")
            let other = try await bench.ask("GET", "/v1/events/i?person=anon&at=\(at)", as: .read)
            #expect(other.status == 404, "\(other.json.text())")
        }
    }
}
