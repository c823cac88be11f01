import Foundation
import HTTPServer
import Testing
import TipCore
import TipStore

@testable import TipService

@Suite("What the server counts is told in Prometheus' words")
struct MetricsTests {
    private func text(_ bench: ServiceBench) async throws -> String {
        let request = try HTTPRequest(method: "GET", target: "/metrics")
        let response = await bench.server.answer(request)
        #expect(response.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
        return String(decoding: response.body, as: UTF8.self)
    }

    @Test("events by dialect and what became of them, refusals by reason, the split of a running experiment")
    func counts() async throws {
        try await withService { bench in
            try await bench.startExperiment()
            let native = #"[{"type":"session","person":"p","id":"1"},{"type":"session"}]"#
            for _ in 1...2 { _ = try await bench.post(native) }
            let call = #"{"userId":"p","event":"x","messageId":"m"}"#
            _ = try await bench.ask("POST", "/v1/track", as: .write, call)
            let text = try await text(bench)
            for line in [
                #"tipledger_events_total{dialect="native",outcome="accepted"} 1"#,
                #"tipledger_events_total{dialect="native",outcome="duplicate"} 1"#,
                #"tipledger_events_total{dialect="segment",outcome="accepted"} 1"#,
                #"tipledger_events_quarantined_total{dialect="native",reason="missing_field"} 2"#,
                #"tipledger_quarantine_events{dialect="native",reason="missing_field"} 1"#,
                "tipledger_database_up 1", "tipledger_events_too_old_total 0", "tipledger_pool_waiting 0",
            ] {
                #expect(text.split(separator: "\n").contains { $0 == line }, "\(line) in \(text)")
            }
            #expect(text.contains("\ntipledger_projection_lag_seconds "))
            #expect(text.contains(#"tipledger_pool_connections{state="open"} "#))
            #expect(text.contains(#"tipledger_pool_connections{state="busy"} "#))
            #expect(text.contains("tipledger_build_info{version=") && text.hasSuffix("\n"))
        }
    }

    @Test("a request is counted under its route's pattern, never under the path that was sent")
    func routes() {
        let metrics = Metrics()
        let summary = HTTPSummary(
            id: "1",
            method: "BREW",
            path: "/v1/people/ann/events",
            peer: "127.0.0.1",
            status: 200,
            refusal: nil,
            requestBytes: 0,
            responseBytes: 0,
            duration: .milliseconds(3),
            isComplete: true
        )
        metrics.count(summary, route: "/v1/people/{person}/events")
        metrics.count(summary, route: nil)
        let text = metrics.families.map(\.text).joined()
        #expect(!text.contains("ann") && !text.contains("BREW"))
        #expect(
            text.contains(
                #"_requests_total{route="/v1/people/{person}/events",method="other",status="200"} 1"#
            )
        )
        #expect(text.contains(#"_duration_seconds_bucket{route="none",le="0.0025"} 0"#))
        #expect(text.contains(#"_duration_seconds_bucket{route="none",le="0.005"} 1"#))
        #expect(text.contains(#"_duration_seconds_bucket{route="none",le="+Inf"} 1"#))
    }

    /// Where Debian's promtool is; nil where it is not installed.
    private static let promtool = ["/usr/bin/promtool"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    @Test("promtool accepts it", .enabled(if: promtool != nil, "promtool is not installed"))
    func accepted() async throws {
        try await withService { bench in
            _ = try await bench.post(#"[{"type":"session","person":"p","id":"1"},{"type":"session"}]"#)
            let file = FileManager.default.temporaryDirectory.appending(
                path: "metrics-\(UInt64.random(in: .min ... .max))"
            )
            try await text(bench).write(to: file, atomically: true, encoding: .utf8)
            defer { try? FileManager.default.removeItem(at: file) }
            let process = Process()
            process.executableURL = URL(filePath: try #require(Self.promtool))
            process.arguments = ["check", "metrics"]
            process.standardInput = try FileHandle(forReadingFrom: file)
            let output = Pipe()
            process.standardError = output
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            #expect(process.terminationStatus == 0 && said.isEmpty, "\(said)")
        }
    }
}
