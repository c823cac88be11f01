import HTTPServer
import TipCore
import TipStore
import TipWire

/// Routes that take events and say what became of them.
struct EventRoutes: Sendable {
    let workspace: Workspace
    let intake: EventIntake

    var all: [Route] {
        [
            Route("POST", "/v1/events", scope: .write, "Take events; 200 means committed") {
                [intake] request in
                try await NativeDialect.answer(request.http, intake: intake)
            },
            Route("GET", "/v1/events/{id}", scope: .read, "What became of an event") { request in
                try await event(request)
            },
            Route("GET", "/v1/people/{person}/events", scope: .read, "The history of a person") { request in
                try await history(request)
            },
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
        var statedAt: Timestamp?
        if let text = request.http.queryValue("at") {
            guard let time = Timestamp(rfc3339: text) else {
                throw Problem(
                    400,
                    "bad_time",
                    "The time in ?at= cannot be read.",
                    hint: "Write it as RFC 3339."
                )
            }
            statedAt = time
        }
        let id = request.capture("id")
        // The half of `identify` that stands with the other person is not an event of that person.
        let found = try await workspace.store.log.event(id: id, person: person, statedAt: statedAt)
        guard let stored = found, stored.logged != nil else {
            throw Problem(
                404,
                "not_found",
                "No event of this person has this id.",
                hint: "For an id that is not a UUIDv7 give the event's time too: &at=."
            )
        }
        return HTTPResponse(stored.json)
    }

    private func history(_ request: RoutedRequest) async throws -> HTTPResponse {
        let events = try await workspace.store.log.history(of: request.capture("person"))
        return HTTPResponse(["events": .array(events.filter { $0.logged != nil }.map(\.json))])
    }
}

extension StoredEvent {
    /// The event as it was sent, with its time of receipt.
    var json: JSON {
        guard let logged, case .object(let members) = EventEncoder.json(logged.event) else { return .null }
        return .object(members + [.init("receivedAt", .string(receivedAt.rfc3339))])
    }
}
