import HTTPServer
import Postgres
import Testing
import TipCore
import TipStore
import TipTestSupport

@testable import TipService

@Suite("A request that no route takes is told what there is")
struct RouterTests {
    static let requests: [(method: String, path: String, status: Int, allow: String?)] = [
        ("GET", "/v1/nothing", 404, nil), ("GET", "/v1/events/", 404, nil),
        ("DELETE", "/v1/events", 405, "POST"), ("POST", "/healthz", 405, "GET"),
        ("PATCH", "/v1/catalog", 405, "GET, PUT"), ("GET", "/healthz", 200, nil),
        ("GET", "/readyz", 200, nil),
        ("GET", "/v1/limits", 200, nil),
    ]

    @Test("by its status, and by Allow where another method would do", arguments: requests)
    func answered(method: String, path: String, status: Int, allow: String?) async throws {
        try await withService { bench in
            let answer = try await bench.ask(method, path, as: .admin)
            #expect(answer.status == status)
            let allowed = answer.headers["Allow"]?.split(separator: ",").map { $0.drop { $0 == " " } }
            let expected = allow?.split(separator: ",").map { $0.drop { $0 == " " } }
            #expect(expected == nil || Set(allowed ?? []).isSuperset(of: expected ?? []), "\(answer.headers)")
            #expect((allowed == nil) == (allow == nil))
        }
    }

    static let steps: [(step: String, body: String, status: Int)] = [
        ("start", #"{"at":5}"#, 400), ("ramp", #"{"inclusion":2}"#, 400),
        ("ramp", #"{"inclusion":"x"}"#, 400),
        ("ramp", #"{"inclusion":0.5,"at":7}"#, 400), ("stop", #"{"decision":5}"#, 400),
        ("stop", #"{"decision":"ship"}"#, 400), ("pause", "[]", 400),
    ]

    @Test("a request without a path that can be read is refused in JSON, a page's in the page's words")
    func refusals() async throws {
        try await withService { bench in
            let problem = Problem(400, "bad_target", "d", hint: "h")
            for path in [nil, "/v1/catalog", "/v1/tips/T/off"] {
                let type = bench.server.refuse(problem, path: path).headers["Content-Type"]
                #expect(type == "application/problem+json", "\(path ?? "none")")
            }
            #expect(
                bench.server.refuse(problem, path: "/").headers["Content-Type"] == "text/html; charset=utf-8"
            )
        }
    }

    @Test("a step with a field of another kind is refused and nothing is done", arguments: steps)
    func wrongFields(step: String, body: String, status: Int) async throws {
        let catalog =
            #"{"tips":[{"id":"t","title":"T"}],"experiments":[{"id":"e","tip":"t","primary":{"metric":"tap"},"#
            + #""variants":[{"id":"a"},{"id":"b","title":"B"}]}]}"#
        try await withService { bench in
            let wrong = try await bench.ask("PUT", "/v1/catalog?dryRun=maybe", as: .admin, catalog)
            #expect(wrong.status == 400)
            for query in ["?dryRun=true", "?dryRun=1", ""] {
                let applied = try await bench.ask("PUT", "/v1/catalog\(query)", as: .admin, catalog)
                #expect(applied.status == 200 && (applied.json["revision"] == nil) == (query != ""))
            }
            if step != "start" {
                let started = try await bench.ask("POST", "/v1/experiments/e/start", as: .admin)
                #expect(started.status == 200)
            }
            let before = try await bench.count("select h.seq from stream_head h where h.stream = 0")
            let answer = try await bench.ask("POST", "/v1/experiments/e/\(step)", as: .admin, body)
            #expect(answer.status == status)
            let after = try await bench.count("select h.seq from stream_head h where h.stream = 0")
            #expect(after == before)
        }
    }

    @Test("each path says what may be asked of it, and HEAD is asked wherever GET is")
    func methods() async throws {
        try await withService { bench in
            for route in bench.server.routes {
                let options = try await bench.ask("OPTIONS", route.pattern, as: nil)
                let allowed = options.headers["Allow"]?.split(separator: ", ").map(String.init) ?? []
                #expect(options.status == 204 && allowed.contains(route.method), "\(route.pattern)")
                let routes = bench.server.routes.filter { $0.pattern == route.pattern }
                // Not where a GET stores events.
                let isRead = routes.contains { $0.method == "GET" && $0.dialect == nil }
                #expect(allowed.contains("HEAD") == isRead, "\(route.pattern): \(allowed)")
                let known = Set(routes.map(\.method))
                #expect(Set(allowed).subtracting(["HEAD", "OPTIONS"]) == known, "\(route.pattern)")
                let brew = try await bench.ask("BREW", route.pattern, as: nil)
                #expect(brew.status == 405 && brew.headers["Allow"] == options.headers["Allow"])
                guard route.method == "GET", route.dialect == nil else { continue }
                let get = try await bench.ask("GET", route.pattern, as: .admin)
                let head = try await bench.ask("HEAD", route.pattern, as: .admin)
                #expect(get.status == head.status, "\(route.pattern)")
            }
            let all = try await bench.ask("OPTIONS", "*", as: nil)
            #expect(all.status == 204 && all.headers["Allow"]?.contains("DELETE") == true)
            let nothing = try await bench.ask("OPTIONS", "/nothing", as: nil)
            #expect(nothing.status == 404)
        }
    }

    @Test("no key and a wrong key are 401, a key of another scope 403")
    func access() async throws {
        try await withService { bench in
            let missing = try await bench.ask("POST", "/v1/events", as: nil, "[]")
            #expect(missing.status == 401)
            let wrong = [("Authorization", "Bearer tl_write_0000000000000000000000000000")]
            let unknown = try await bench.ask("POST", "/v1/events", as: nil, "[]", headers: wrong)
            #expect(unknown.status == 401)
            for (path, method) in [("/v1/events", "POST"), ("/v1/catalog", "PUT")] {
                let other = try await bench.ask(method, path, as: .evaluate, "[]")
                #expect(other.status == 403, "\(path)")
            }
            let read = try await bench.ask("GET", "/v1/experiments", as: .admin)
            #expect(read.status == 200, "admin includes read")
            let write = try await bench.ask("POST", "/v1/events", as: .admin, "[]")
            #expect(write.status == 403, "but not write")
        }
    }
}
