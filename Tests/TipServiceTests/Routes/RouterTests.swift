import HTTPServer
import Testing
import TipStore
import TipTestSupport

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
