import Postgres
import Testing
import TipCore
import TipStore

@testable import TipService

@Suite("A client's clock that is known to be wrong is corrected, and a retry stays a duplicate")
struct ClockErrorTests {
    /// When the request is sent by the client's clock, seconds from receipt; how its SDK stamps; by how much the
    /// event moves.
    static let table: [(why: String, sentAt: Int64, path: String, moves: Int64)] = [
        ("right", 0, "batch", 0), ("a little ahead", 59, "batch", 0), ("ahead", 3600, "batch", -3600),
        ("behind, stamped when sent", -3600, "batch", 3600), ("ahead, in a file", 3600, "b", -3600),
        ("a file that waited", -86_400, "b", 0),
    ]

    @Test("times move by the error of the clock", arguments: table.indices)
    func moves(row: Int) async throws {
        let (why, sentAt, path, moves) = Self.table[row]
        try await withService { bench in
            let sent = bench.workspace.now().adding(seconds: sentAt)
            let at = sent.adding(seconds: -120)
            let body = """
                {"batch":[{"type":"track","userId":"p","event":"a","messageId":"1","timestamp":"\(at.rfc3339)"}],
                "sentAt":"\(sent.rfc3339)"}
                """
            for _ in 1...2 {
                let answer = try await bench.ask("POST", "/v1/\(path)", as: .write, body)
                #expect(answer.json == ["success": true], "\(why)")
            }
            let rows = try await bench.rows("select e.at from event e")
            let stored = Timestamp(microseconds: try rows.one().timestamp(0))
            let moved = stored.microseconds - at.microseconds
            #expect(abs(moved - moves * 1_000_000) < 30_000_000, "\(why): \(moved)")
        }
    }

    @Test("a repeat whose clock counts as right by then is still a duplicate")
    func threshold() async throws {
        try await withService { bench in
            let now = bench.workspace.now()
            let event =
                #"{"type":"track","userId":"p","event":"a","messageId":"1","timestamp":"2026-01-01T00:00:00Z"}"#
            for sent in [now.adding(seconds: 90), now.adding(seconds: 30)] {
                let body = #"{"batch":[\#(event)],"sentAt":"\#(sent.rfc3339)"}"#
                let answer1 = try await bench.ask("POST", "/v1/batch", as: .write, body)
                #expect(answer1.json == ["success": true])
            }
            #expect(try await bench.count("select count(*) from event") == 1)
            #expect(try await bench.count("select count(*) from quarantine") == 0)
        }
    }
}
