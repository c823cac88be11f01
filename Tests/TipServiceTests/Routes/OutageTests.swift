import HTTPServer
import Postgres
import Testing
import TipCore
import TipService
import TipStore
import TipTestSupport

@Suite("While the database is away the server says so, and goes on when it is back")
struct OutageTests {
    /// Shuts the database to everybody and cuts who is in it.
    private func shut(_ bench: ServiceBench, _ isShut: Bool) async throws {
        let name = try #require(bench.settings.database)
        let connection = try await Connection.open(try await TestCluster.shared.settings)
        try await connection.execute(
            script:
                "alter database \(unescaped: name) with allow_connections \(unescaped: isShut ? "false" : "true")"
        )
        if isShut {
            try await connection.query(
                "select pg_terminate_backend(pid) from pg_stat_activity where datname = \(name)"
            )
        }
        await connection.close()
    }

    @Test("503 with Retry-After to all that needs it, and 200 from the process itself")
    func away() async throws {
        try await withService { bench in
            let event = #"{"type":"session","person":"p","id":"a","at":"2026-01-02T03:04:05Z"}"#
            #expect(try await bench.post(event).status == 200)
            #expect(try await bench.ask("GET", "/readyz", as: nil).status == 200)
            try await shut(bench, true)
            let asked: [(String, String, ServiceBench.Answer)] = [
                ("POST", "events", try await bench.post(event)),
                ("GET", "readyz", try await bench.ask("GET", "/readyz", as: nil)),
                ("GET", "catalog", try await bench.ask("GET", "/v1/catalog", as: .evaluate)),
                ("GET", "history", try await bench.ask("GET", "/v1/people/p/events", as: .read)),
                ("GET", "experiments", try await bench.ask("GET", "/v1/experiments", as: .read)),
            ]
            for (method, what, answer) in asked {
                #expect(
                    answer.status == 503 && answer.code == "database_unavailable",
                    "\(method) \(what): \(answer.status)"
                )
                #expect(answer.headers["Retry-After"] != nil)
            }
            #expect(try await bench.ask("GET", "/healthz", as: nil).status == 200)
            #expect(bench.told.lines.contains { $0.hasPrefix("failure: ") })
            try await shut(bench, false)
            #expect(try await bench.ask("GET", "/readyz", as: nil).status == 200)
            #expect(try await bench.post(event).json["duplicates"]?.integerValue == 1)
        }
    }

    @Test("a key that cannot be looked up is not called unknown")
    func keys() async throws {
        try await withService { bench in
            try await shut(bench, true)
            let answer = try await bench.ask("GET", "/v1/catalog", as: .evaluate)
            #expect(answer.status == 503 && answer.headers["Retry-After"] != nil)
            try await shut(bench, false)
            #expect(try await bench.ask("GET", "/v1/catalog", as: .evaluate).status == 200)
        }
    }
}
