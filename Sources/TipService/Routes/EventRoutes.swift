import HTTPServer
import TipCore
import TipStore
import TipWire

/// Routes that say what became of events.
struct EventRoutes: Sendable {
    let workspace: Workspace

    var all: [Route] {
        [
            Route("GET", "/v1/events/{id}", scope: .read, "What became of an event") { request in
                try await event(request)
            }
        ]
    }

    private func event(_ request: RoutedRequest) async throws -> HTTPResponse {
        guard let person = request.http.queryValue("person"), !person.isEmpty else {
            throw Problem(
                400,
                "missing_field",
                "The request needs ?person=.",
                hint: "An id belongs to a person."
            )
        }
        let statedAt = try request.http.time("at")
        let id = request.capture("id")
        let refusals = try await workspace.store.log.refusals(of: id, person: person)
        if let event = try await accepted(id, person, statedAt, refusals) { return HTTPResponse(event) }
        guard !refusals.isEmpty else {
            throw Problem(
                404,
                "not_found",
                "No event of this person has this id.",
                hint: "For an id that is not a UUIDv7 give the event's time too: &at=."
            )
        }
        return HTTPResponse(Self.rejected(id, person, refusals))
    }

    /// An event of the log; other content under its id, and what was mended since, is told beside it.
    private func accepted(
        _ id: String,
        _ person: String,
        _ statedAt: Timestamp?,
        _ refusals: [Refusal]
    ) async throws -> JSON? {
        let found = try await workspace.store.log.event(id: id, person: person, statedAt: statedAt)
        // The half of `identify` that stands with the other person is not an event of that person.
        guard let found, case .object(let members) = found.json else { return nil }
        let outcome = JSON.Member("outcome", "accepted")
        guard !refusals.isEmpty else { return .object(members + [outcome]) }
        return .object(members + [outcome, JSON.Member("refused", .array(refusals.map { $0.json }))])
    }

    /// An event in quarantine, with the newest refusal first.
    private static func rejected(_ id: String, _ person: String, _ refusals: [Refusal]) -> JSON {
        let members = [
            JSON.Member("id", .string(id)), JSON.Member("person", .string(person)),
            JSON.Member("outcome", "rejected"),
        ]
        let earlier = refusals.dropFirst().map { $0.json }
        let rest = earlier.isEmpty ? [] : [JSON.Member("earlier", .array(earlier))]
        return .object(members + (refusals.first?.members ?? []) + rest)
    }
}

extension Refusal {
    /// The refusal as JSON.
    fileprivate var json: JSON { .object(members) }

    fileprivate var members: [JSON.Member] {
        var members = [JSON.Member("code", .string(code)), JSON.Member("detail", .string(detail))]
        if let field { members.append(JSON.Member("field", .string(field))) }
        members += [
            JSON.Member("dialect", .string(dialect)), JSON.Member("receivedAt", .string(receivedAt.rfc3339)),
        ]
        return members
    }
}
