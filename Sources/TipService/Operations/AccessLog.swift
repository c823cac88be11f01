import FoundationEssentials
import HTTPServer
import TipCore

/// One line of JSON for each request that has ended: what, how it went, and never what it said.
///
/// Paths name people and keys stand in some of them, so the pattern of the route is written in their place.
enum AccessLog {
    /// The line of a request.
    static func line(_ summary: HTTPSummary, _ note: RequestNotes.Note, at now: Timestamp) -> String {
        let milliseconds = summary.duration / .milliseconds(1)
        var members: [JSON.Member] = [
            .init("time", .string(now.rfc3339)), .init("level", "info"), .init("msg", "request"),
            .init("request_id", .string(summary.id)),
            .init("method", summary.method.map { .string($0) } ?? .null),
            .init("route", .string(note.route ?? Metrics.noRoute)),
            .init("status", summary.status.map { .integer(Int64($0)) } ?? .null),
            .init("duration_ms", .number((milliseconds * 1000).rounded() / 1000)),
            .init("key_id", note.keyID.map { .string($0) } ?? .null),
            .init("request_bytes", .integer(Int64(summary.requestBytes))),
            .init("response_bytes", .integer(Int64(summary.responseBytes))),
        ]
        if let refusal = summary.refusal { members.append(.init("refusal", .string(refusal.rawValue))) }
        if !summary.isComplete { members.append(.init("complete", false)) }
        return JSON.object(members).text()
    }
}
