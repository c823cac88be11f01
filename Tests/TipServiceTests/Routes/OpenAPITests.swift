import HTTPServer
import Testing
import TipCore
import TipStore

@testable import TipService

@Suite("The document says what is served, and nothing else")
struct OpenAPITests {
    @Test("each route stands in it with its scope, and each detail belongs to a route")
    func complete() async throws {
        try await withService { bench in
            let document = try await bench.ask("GET", "/openapi.json", as: nil).json
            #expect(document["openapi"] == "3.1.0")
            for route in bench.server.routes where !route.isPage {
                let operation = document["paths"]?[route.pattern]?[route.method.lowercased()]
                #expect(operation?["summary"] != nil, "\(route.method) \(route.pattern)")
                #expect(operation?["x-scope"]?.stringValue == route.scope?.rawValue, "\(route.pattern)")
            }
            let served = Set(bench.server.routes.map { "\($0.method) \($0.pattern)" })
            #expect(Set(RouteDetails.table.keys).subtracting(served) == [])
            for path in [
                "/v1/batch", "/ofrep/v1/evaluate/flags", "/api/features/{key}", "/batch", "/metrics",
            ] {
                #expect(document["paths"]?[path] != nil, "\(path)")
            }
            // Pages are for people: their addresses are no promise to programs.
            #expect(bench.server.routes.contains { $0.isPage && $0.pattern == "/tips" })
            #expect(document["paths"]?["/tips"] == nil && document["paths"]?["/"] == nil)
        }
    }

    @Test("no two operations have one name")
    func names() async throws {
        try await withService { bench in
            guard case .object(let paths) = try await bench.ask("GET", "/openapi.json", as: nil).json["paths"]
            else {
                Issue.record("the document has no paths")
                return
            }
            var names: [String] = []
            for case .object(let operations) in paths.map(\.value) {
                names += operations.compactMap { $0.value["operationId"]?.stringValue }
            }
            #expect(
                Set(names).count == names.count && names.count == bench.server.routes.count { !$0.isPage }
            )
        }
    }
}
