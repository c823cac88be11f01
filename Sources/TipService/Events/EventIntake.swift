package import JSONReading
import TipCore
import TipStore
package import TipWire

/// Takes events in: reads them off their bytes, appends those that are fit, keeps the others in quarantine.
///
/// The endpoint and the command `ingest` both go through here, so their answers and counts are the same.
package struct EventIntake: Sendable {
    let log: EventLog
    let now: @Sendable () -> Timestamp
    let limits: IntakeLimits

    /// One event on its way in.
    fileprivate enum Candidate: Sendable {
        case fit(IncomingEvent, idWasGenerated: Bool, bytes: Range<Int>)
        case unfit(Rejection, id: String?, person: String?, bytes: Range<Int>)
    }

    /// Takes the events of one body.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - form: How events stand in them.
    ///   - dialect: What the body is called in quarantine.
    /// - Returns: What became of each event, in order; committed by then.
    /// - Throws: `JSONFailure` where the body as a whole cannot be read; nothing is stored then. `StoreError`
    ///   where the log cannot take events.
    package func take(
        _ body: [UInt8],
        form: JSONBatch.Form,
        dialect: String = "native"
    ) async throws -> BatchAnswer {
        try await store(try read(body, form: form), dialect: dialect)
    }

    /// Events that were read and checked and are not in the log yet.
    struct Prepared: Sendable {
        fileprivate let candidates: [Candidate]
        fileprivate let body: [UInt8]
    }

    /// Reads and checks the events of one body.
    func read(_ sent: [UInt8], form: JSONBatch.Form) throws(JSONFailure) -> Prepared {
        // A byte order mark says nothing in UTF-8, and some editors write one.
        let body = sent.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(sent.dropFirst(3)) : sent
        let batch = try JSONBatch.read(body, form: form, limits: limits.json)
        let receivedAt = now()
        let candidates = batch.elements.map { element in
            switch element.outcome {
            case .failure(let failure): unreadable(failure, of: body, element.range)
            case .success(let read): candidate(JSON(read), at: element.range, receivedAt: receivedAt)
            }
        }
        return Prepared(candidates: candidates, body: body)
    }

    /// An event that is no fit JSON; its id and person are told where they can be read all the same.
    private func unreadable(_ failure: JSONFailure, of body: [UInt8], _ bytes: Range<Int>) -> Candidate {
        let rejection = Rejection(
            Rejection.Code(rawValue: failure.code.rawValue),
            detail: "\(failure.detail) at byte \(failure.offset)."
        )
        let members = JSONBatch.readableMembers(of: Array(body[bytes]), limits: limits.json)
        let rest = JSON.object(members.map { .init($0.name, JSON($0.value)) })
        let id = EventDecoder(limits: limits.event).readableID(of: rest)
        return .unfit(rejection, id: id, person: person(of: rest), bytes: bytes)
    }

    private func candidate(_ value: JSON, at bytes: Range<Int>, receivedAt: Timestamp) -> Candidate {
        let decoder = EventDecoder(limits: limits.event)
        switch decoder.decode(
            value,
            receivedAt: receivedAt,
            byteCount: bytes.count,
            makeID: { UUIDv7.make(at: receivedAt) }
        )
        {
        case .failure(let rejection):
            return .unfit(
                rejection,
                id: decoder.readableID(of: value),
                person: person(of: value),
                bytes: bytes
            )
        case .success(let decoded):
            var unknown: [JSON.Member] = []
            if case .object(let members) = decoded.extra { unknown = members }
            let incoming = IncomingEvent(
                decoded.event,
                statedMilliseconds: decoded.statedAtMilliseconds,
                statedAt: decoded.statedAt,
                unknown: unknown
            )
            return .fit(incoming, idWasGenerated: decoded.idWasGenerated, bytes: bytes)
        }
    }

    /// The person of an event that is unfit otherwise, so that an erasure finds it.
    private func person(of value: JSON) -> String? {
        guard let person = value["person"]?.stringValue,
            (1...limits.event.personBytes).contains(person.utf8.count)
        else { return nil }
        return person
    }

    /// Appends what is fit and sets the rest aside.
    func store(_ prepared: Prepared, dialect: String = "native") async throws -> BatchAnswer {
        let (candidates, body) = (prepared.candidates, prepared.body)
        var fit: [IncomingEvent] = []
        for case .fit(let incoming, _, _) in candidates { fit.append(incoming) }
        var outcomes = try await log.append(fit)[...]
        var refused: [RefusedEvent] = []
        var items: [BatchAnswer.Item] = []
        for candidate in candidates {
            switch candidate {
            case .unfit(let rejection, let id, let person, let bytes):
                refused.append(
                    RefusedEvent(
                        rejection,
                        dialect: dialect,
                        person: person,
                        id: id,
                        body: Array(body[bytes])
                    )
                )
                items.append(.init(id: id, outcome: .rejected(rejection)))
            case .fit(let incoming, let idWasGenerated, let bytes):
                let outcome = outcomes.popFirst() ?? .accepted
                let id = incoming.event.id
                if outcome == .conflict {
                    refused.append(
                        RefusedEvent(
                            .anotherEventHasThisID,
                            dialect: dialect,
                            person: incoming.event.person,
                            id: id,
                            body: Array(body[bytes])
                        )
                    )
                }
                items.append(.init(id: id, idWasGenerated: idWasGenerated, outcome: outcome.onTheWire))
            }
        }
        try await log.quarantine(refused)
        return BatchAnswer(items: items)
    }
}

/// How large a request and its events may be.
package struct IntakeLimits: Hashable, Sendable {
    /// The limits of single events.
    package var event = EventLimits()
    /// The most events of one request.
    package var events = 2500

    /// Creates the limits of the contract.
    package init() {}

    var json: JSONLimits {
        JSONLimits(maxDepth: event.depth, maxElementBytes: event.eventBytes, maxElements: events)
    }
}

extension Rejection {
    /// The reason of an event whose id another event has.
    static let anotherEventHasThisID = Rejection(
        .idConflict,
        field: "id",
        detail: "Another event of this person has the same id; the first one stays.",
        hint: "Give each event an id of its own, best a UUIDv7."
    )
}

extension Rejection {
    /// The reason of an event of a person who was erased, or one that joins somebody with them.
    static let personWasErased = Rejection(
        .erased,
        field: "person",
        detail: "The person was erased; nothing of the event is kept.",
        hint: "Give somebody who begins anew an id of their own."
    )
}

extension AppendOutcome {
    fileprivate var onTheWire: BatchAnswer.Outcome {
        switch self {
        case .accepted: .accepted
        case .duplicate: .duplicate
        case .conflict: .rejected(.anotherEventHasThisID)
        case .erased: .rejected(.personWasErased)
        }
    }
}

extension RefusedEvent {
    fileprivate init(_ rejection: Rejection, dialect: String, person: String?, id: String?, body: [UInt8]) {
        self.init(
            code: rejection.code.rawValue,
            detail: rejection.detail,
            field: rejection.field,
            dialect: dialect,
            person: person,
            eventID: id,
            body: body
        )
    }
}

extension JSON {
    /// The same value as the reader of event batches gives it.
    init(_ value: JSONValue) {
        switch value {
        case .null: self = .null
        case .bool(let value): self = .boolean(value)
        case .integer(let value): self = .integer(value)
        case .number(let value): self = .number(value)
        case .string(let value): self = .string(value)
        case .array(let values): self = .array(values.map { JSON($0) })
        case .object(let members): self = .object(members.map { Member($0.name, JSON($0.value)) })
        }
    }
}
