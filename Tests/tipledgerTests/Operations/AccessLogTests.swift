import Foundation
import Testing
import TipCore

@Suite("The access log says what was asked and never what was said")
struct AccessLogTests {
    /// What a client says that no log may repeat.
    private static let secrets = ["ann-the-person", "her-secret-value", "Bearer", "tl_", "203.0.113.7"]

    @Test("a line of JSON a request, with the route's pattern in the place of the path")
    func lines() async throws {
        try await withFolder { folder in
            let ledger = try await ServedLedger.start(in: folder, options: ["--access-log"])
            let event =
                #"{"type":"donation","event":"x","person":"ann-the-person","id":"1","info":{"a":"her-secret-value"}}"#
            _ = try await ledger.ask("POST", "/v1/events", as: "write", event)
            _ = try await ledger.ask("GET", "/v1/people/ann-the-person/events", as: "read")
            _ = try await ledger.ask("GET", "/api/features/\(ledger.keys["evaluate"] ?? "")", as: "write")
            _ = try await ledger.ask("GET", "/ann-the-person?key=her-secret-value", as: "read")
            _ = try await ledger.ask("POST", "/v1/decisions", as: "evaluate", "her-secret-value")
            try await waitUntil("the last request is told of") {
                ledger.program.messages.contains(#""route":"/v1/decisions""#)
            }
            let lines = ledger.program.messages.split(separator: "\n").filter { $0.hasPrefix("{") }.map(
                String.init
            )
            for secret in Self.secrets {
                #expect(lines.allSatisfy { !$0.contains(secret) }, "\(secret)")
            }
            let read = lines.compactMap { JSON(parsing: $0) }
            #expect(read.count == lines.count && lines.count == 5)
            let told = read.map { line in
                "\(line["method"]?.stringValue ?? "-") \(line["route"]?.stringValue ?? "-") \(line["status"]?.integerValue ?? 0)"
            }
            #expect(
                told == [
                    "POST /v1/events 200", "GET /v1/people/{person}/events 200",
                    "GET /api/features/{key} 200",
                    "GET none 404", "POST /v1/decisions 400",
                ]
            )
            for line in read {
                #expect(line["level"] == "info" && line["msg"] == "request")
                #expect(line["request_id"]?.stringValue?.count == 16)
                #expect((line["duration_ms"]?.doubleValue ?? -1) >= 0)
                #expect(
                    line["request_bytes"]?.integerValue != nil && line["response_bytes"]?.integerValue != nil
                )
            }
            #expect(read[0]["key_id"]?.stringValue?.hasPrefix("key_") == true)
            #expect(read[3]["key_id"] == .null)
            #expect(try await ledger.stop() == 0)
        }
    }
}
