import HTTPServer
import JSONReading
import TipCore
import TipStore
import TipWire

/// The routes of the dialects in which apps send events.
struct DialectRoutes: Sendable {
    let workspace: Workspace
    let intake: EventIntake
    let gatekeeper: Gatekeeper
    let settings: ServiceSettings
    let metrics: Metrics

    var all: [Route] {
        Dialects.all.flatMap { dialect in dialect.doors.map { route(to: $0, of: dialect) } }
    }

    private func route(to door: DialectDoor, of dialect: any Dialect) -> Route {
        Route(
            door.method,
            door.pattern,
            scope: .write,
            door.summary,
            checksItsKey: true,
            allowsSlash: dialect.name != "native",
            dialect: Route.DialectNote(
                answer: dialect.answerSchema(on: door.pattern),
                hasKeyInBody: dialect.hasKeyInBody
            ),
            refusal: { dialect.refusal($0, path: $1) },
            answer: { try await take($0, in: dialect.speaker(of: $0.http)) }
        )
    }

    private func take(_ request: RoutedRequest, in dialect: any Dialect) async throws -> HTTPResponse {
        var request = request
        request.bodyBytes = settings.http.bodyBytes
        // The key is looked at before the body is, unless it may stand there: who may not send costs no reading.
        let stated = Gatekeeper.key(in: request.http) ?? dialect.key(inQueryOf: request.http)
        let isChecked = stated != nil || !dialect.hasKeyInBody
        if isChecked { try await gatekeeper.check(stated, anyOf: dialect.scopes, of: request.http) }
        let isStrict = try request.http.flag("strict")
        let parcel = try dialect.parcel(request)
        let batch: JSONBatch
        do throws(JSONFailure) {
            batch = try intake.cut(parcel)
        } catch {
            // Whoever has no key at all is told that first.
            if !isChecked { try await gatekeeper.check(nil, anyOf: dialect.scopes, of: request.http) }
            throw Self.problem(error, limits: intake.limits)
        }
        if !isChecked {
            try await gatekeeper.check(dialect.key(in: batch), anyOf: dialect.scopes, of: request.http)
        }
        let client = settings.trustedProxies.client(of: request.http)
        let traffic = Traffic(of: request.http, client: client, internalAddresses: settings.internalAddresses)
        let knowing = try await intake.knowing(workspace, for: dialect)
        let prepared = knowing.prepare(batch, of: parcel, in: dialect, traffic: traffic)
        if isStrict { try Self.refuse(prepared.unfit, of: batch.elements.count, "Nothing was stored.") }
        let answer = try await intake.store(prepared)
        metrics.count(answer, dialect: dialect.name)
        // What only the log can tell, such as an id that another event has.
        if isStrict { try Self.refuse(answer.refused, of: batch.elements.count, "The others are stored.") }
        return dialect.answer(answer, to: request)
    }

    /// Refuses the whole request for the events that are unfit, as whoever tests what an app sends wants it.
    private static func refuse(
        _ events: [(index: Int, id: String?, rejection: Rejection)],
        of count: Int,
        _ rest: String
    ) throws(Problem) {
        guard let first = events.first else { return }
        var problem = Problem(
            400,
            "events_refused",
            "\(events.count) of \(count) events are unfit. \(rest)",
            hint: "Event \(first.index): \(first.rejection.code.rawValue): \(first.rejection.sentence)"
        )
        let errors = events.map { index, id, rejection -> JSON in
            [
                "index": .integer(Int64(index)), "id": id.map { .string($0) } ?? .null,
                "code": .string(rejection.code.rawValue), "detail": .string(rejection.detail),
            ]
        }
        problem.members = [.init("errors", .array(errors))]
        throw problem
    }

    private static func problem(_ failure: JSONFailure, limits: IntakeLimits) -> Problem {
        guard failure.code == .tooLarge else {
            return Problem(
                400,
                failure.code.rawValue,
                "\(failure.detail) at byte \(failure.offset). Nothing was stored.",
                hint: "Send one JSON event, an array, {\"events\":[…]}, or NDJSON as application/x-ndjson."
            )
        }
        return Problem(
            413,
            failure.code.rawValue,
            "\(failure.detail). Nothing was stored.",
            hint: "Send at most \(limits.events) events a request."
        )
    }
}

extension EventIntake {
    /// The same intake with what a dialect needs to know of the project.
    func knowing(_ workspace: Workspace, for dialect: any Dialect) async throws -> EventIntake {
        guard dialect.asksForExperiments else { return self }
        let project = try await workspace.store.project.refresh()
        var intake = self
        for record in project.lifecycle.experimentsByID where record.status == .running {
            intake.context.experiments[record.id] = DialectContext.Experiment(
                tip: record.currentPhase.tip,
                phase: record.currentPhase.number,
                variants: record.currentPhase.variants.map(\.id)
            )
        }
        return intake
    }
}
