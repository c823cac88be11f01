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

    /// What is known besides the bytes: names, experiments; the names alone where it is not said.
    var context = DialectContext()

    /// One element of a body on its way in, which may be several events in our words.
    fileprivate struct Candidate: Sendable {
        let bytes: Range<Int>
        let outcome: Outcome

        enum Outcome: Sendable {
            case fit([Fit])
            case unfit(Rejection, id: String?, person: String?)
        }
    }

    fileprivate struct Fit: Sendable {
        var incoming: IncomingEvent
        let idWasGenerated: Bool
    }

    /// Takes the events of one body.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - form: How events stand in them.
    /// - Returns: What became of each event, in order; committed by then.
    /// - Throws: `JSONFailure` where the body as a whole cannot be read; nothing is stored then. `StoreError`
    ///   where the log cannot take events.
    package func take(_ body: [UInt8], form: JSONBatch.Form) async throws -> BatchAnswer {
        let parcel = Parcel(body: body, form: form)
        return try await store(prepare(cut(parcel), of: parcel, in: NativeDialect()))
    }

    /// Events that were read and checked and are not in the log yet.
    struct Prepared: Sendable {
        fileprivate let candidates: [Candidate]
        fileprivate let body: [UInt8]
        fileprivate let dialect: String

        /// The elements that are unfit as they stand.
        var unfit: [(index: Int, id: String?, rejection: Rejection)] {
            candidates.enumerated().compactMap { index, candidate in
                guard case .unfit(let rejection, let id, _) = candidate.outcome else { return nil }
                return (index, id, rejection)
            }
        }
    }

    /// Takes a body apart.
    ///
    /// - Throws: `JSONFailure` where it cannot be.
    func cut(_ parcel: Parcel) throws(JSONFailure) -> JSONBatch {
        try JSONBatch.read(parcel.body, form: parcel.form, limits: limits.json)
    }

    /// Reads and checks the events of a body that was taken apart.
    ///
    /// `traffic` says who the events come from.
    func prepare(
        _ batch: JSONBatch,
        of parcel: Parcel,
        in dialect: any Dialect,
        traffic: Traffic = Traffic()
    ) -> Prepared {
        let receivedAt = now()
        var sender = context
        sender.limits = limits.event
        sender.makeID = { UUIDv7.make(at: receivedAt) }
        let reading = Reading(
            intake: self,
            dialect: dialect,
            context: sender,
            receivedAt: receivedAt,
            clock: ClockError(parcel, batch, receivedAt: receivedAt),
            traffic: traffic
        )
        return Prepared(
            candidates: batch.elements.map { reading.candidate($0, of: parcel.body) },
            body: parcel.body,
            dialect: dialect.name
        )
    }

    /// Appends what is fit and sets the rest aside.
    ///
    /// `keepsRefused` says whether what is refused is kept; not where it is kept already.
    func store(_ prepared: Prepared, keepsRefused: Bool = true) async throws -> BatchAnswer {
        let (candidates, body) = (prepared.candidates, prepared.body)
        var fit: [IncomingEvent] = []
        for case .fit(let events) in candidates.lazy.map(\.outcome) { fit += events.lazy.map(\.incoming) }
        var outcomes = try await log.append(fit)[...]
        var refused: [RefusedEvent] = []
        var items: [BatchAnswer.Item] = []
        func refuse(_ rejection: Rejection, _ bytes: Range<Int>, person: String?, id: String?) {
            refused.append(
                RefusedEvent(
                    rejection,
                    dialect: prepared.dialect,
                    person: person,
                    id: id,
                    body: Array(body[bytes])
                )
            )
        }
        for candidate in candidates {
            switch candidate.outcome {
            case .unfit(let rejection, let id, let person):
                refuse(rejection, candidate.bytes, person: person, id: id)
                items.append(.init(id: id, outcome: .rejected(rejection)))
            case .fit(let events):
                let outcome = outcomes.prefix(events.count).reduce(AppendOutcome.duplicate) {
                    $0.joined(with: $1)
                }
                outcomes = outcomes.dropFirst(events.count)
                let first = events.first
                let id = first?.incoming.event.id
                if outcome == .conflict {
                    refuse(
                        .anotherEventHasThisID,
                        candidate.bytes,
                        person: first?.incoming.event.person,
                        id: id
                    )
                }
                let idWasGenerated = first?.idWasGenerated ?? false
                items.append(.init(id: id, idWasGenerated: idWasGenerated, outcome: outcome.onTheWire))
            }
        }
        if keepsRefused { try await log.quarantine(refused) }
        return BatchAnswer(items: items)
    }
}

/// How the elements of one body are read.
private struct Reading {
    let intake: EventIntake
    let dialect: any Dialect
    let context: DialectContext
    let receivedAt: Timestamp
    let clock: ClockError
    let traffic: Traffic

    private var limits: IntakeLimits { intake.limits }

    func candidate(_ element: JSONBatch.Element, of body: [UInt8]) -> EventIntake.Candidate {
        switch element.outcome {
        case .failure(let failure): unreadable(failure, of: body, element.range)
        case .success(let read): candidate(JSON(read), at: element.range)
        }
    }

    /// An event that is no fit JSON; its id and person are told where they can be read all the same.
    private func unreadable(
        _ failure: JSONFailure,
        of body: [UInt8],
        _ bytes: Range<Int>
    ) -> EventIntake.Candidate {
        let rejection = Rejection(
            Rejection.Code(rawValue: failure.code.rawValue),
            detail: "\(failure.detail) at byte \(failure.offset)."
        )
        let members = JSONBatch.readableMembers(of: Array(body[bytes]), limits: limits.json)
        return unfit(rejection, .object(members.map { .init($0.name, JSON($0.value)) }), bytes)
    }

    private func candidate(_ value: JSON, at bytes: Range<Int>) -> EventIntake.Candidate {
        do throws(Rejection) {
            var fit: [EventIntake.Fit] = []
            for event in try dialect.translate(value, context) { fit.append(try decoded(event, bytes.count)) }
            return EventIntake.Candidate(bytes: bytes, outcome: .fit(fit))
        } catch {
            return unfit(error, value, bytes)
        }
    }

    private func decoded(_ event: JSON, _ byteCount: Int) throws(Rejection) -> EventIntake.Fit {
        let decoded = try EventDecoder(limits: limits.event)
            .decode(event, receivedAt: receivedAt, byteCount: byteCount, makeID: context.makeID).get()
        var unknown: [JSON.Member] = []
        if case .object(let members) = decoded.extra { unknown = members }
        var incoming = IncomingEvent(
            decoded.event,
            statedMilliseconds: decoded.statedAtMilliseconds,
            statedAt: decoded.statedAt,
            unknown: unknown,
            isBot: traffic.isBot || traffic.isInternal
        )
        if traffic.isInternal { incoming.event.isTest = true }
        clock.correct(&incoming, receivedAt: receivedAt)
        return EventIntake.Fit(incoming: incoming, idWasGenerated: decoded.idWasGenerated)
    }

    private func unfit(_ rejection: Rejection, _ value: JSON, _ bytes: Range<Int>) -> EventIntake.Candidate {
        let sender = dialect.sender(of: value)
        let decoder = EventDecoder(limits: limits.event)
        let id = sender.id.flatMap { decoder.readableID(of: ["id": .string($0)]) }
        // The person of an event that is unfit otherwise is kept, so that an erasure finds it.
        let person = sender.person.flatMap {
            (1...limits.event.personBytes).contains($0.utf8.count) ? $0 : nil
        }
        return EventIntake.Candidate(bytes: bytes, outcome: .unfit(rejection, id: id, person: person))
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

extension BatchAnswer {
    /// The elements that were refused.
    var refused: [(index: Int, id: String?, rejection: Rejection)] {
        items.enumerated().compactMap { index, item in
            guard case .rejected(let rejection) = item.outcome else { return nil }
            return (index, item.id, rejection)
        }
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
