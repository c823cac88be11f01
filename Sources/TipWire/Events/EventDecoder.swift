public import TipCore

/// Reads events off JSON values with every check that needs no log (<doc:Contract>).
///
/// The value may come from any JSON reader; what only a reader of bytes can see (invalid UTF-8, lone
/// surrogates, numbers that overflow while they are read) that reader reports as a `Rejection` of its own.
///
/// ```swift
/// let value: JSON = ["type": "session", "person": "p1"]
/// let result = EventDecoder().decode(value, receivedAt: now) { newID() }
/// ```
public struct EventDecoder: Sendable {
    /// How large events may be.
    public let limits: EventLimits

    /// Creates a decoder.
    public init(limits: EventLimits = EventLimits()) {
        self.limits = limits
    }

    /// Whether a word is the type of an event that apps may send.
    public static func isType(_ word: String) -> Bool { EventTypeName(rawValue: word) != nil }

    /// Reads one event.
    ///
    /// - Parameters:
    ///   - value: The event as it was sent.
    ///   - receivedAt: When it arrived: its time where it states none or a later one.
    ///   - byteCount: The size of its JSON text, where the caller knows it.
    ///   - makeID: Makes the id of an event that was sent without one.
    /// - Returns: The event with what the log keeps beside it, or why it is not fit for the log.
    public func decode(
        _ value: JSON,
        receivedAt: Timestamp,
        byteCount: Int? = nil,
        makeID: () -> String
    ) -> Result<DecodedEvent, Rejection> {
        do throws(Rejection) {
            if let byteCount { try check(byteCount: byteCount) }
            return .success(try read(value, receivedAt: receivedAt, makeID: makeID))
        } catch {
            return .failure(error)
        }
    }

    /// The id of an event that may be unfit otherwise, for the answer to name it; nil where it has none that
    /// the contract allows.
    public func readableID(of value: JSON) -> String? {
        guard let id = value["id"]?.stringValue, (1...limits.idBytes).contains(id.utf8.count),
            !id.holdsNull
        else { return nil }
        return id
    }

    private func check(byteCount: Int) throws(Rejection) {
        guard byteCount <= limits.eventBytes else {
            throw Rejection(
                .tooLarge,
                detail: "It has \(byteCount) bytes, over the limit of \(limits.eventBytes).",
                hint: "Send short values and no free text."
            )
        }
    }

    private func read(
        _ value: JSON,
        receivedAt: Timestamp,
        makeID: () -> String
    ) throws(Rejection) -> DecodedEvent {
        guard case .object(let members) = value else {
            throw Rejection(.malformed, detail: "An event is an object; this is \(value.kind).")
        }
        try EventSoundness(depth: limits.depth).check(value)
        var fields = FieldReader(members)
        let type = try eventType(&fields)
        let person = try fields.requiredText("person", atMost: limits.personBytes)
        let id = try fields.text("id", atMost: limits.idBytes)
        let stated = try fields.time("at")
        let device = try fields.text("device", atMost: limits.deviceBytes, canBeEmpty: true)
        let sequence = try fields.integer("seq")
        let isTest = try fields.boolean("test")
        var (context, unknownContext) = (EventContext(), [JSON.Member]())
        if let members = try fields.object("context") {
            (context, unknownContext) = try readContext(members)
        }
        let body = try EventBodyDecoder(limits: limits).body(of: type, from: &fields, person: person)
        let isLater = stated.map { $0 > receivedAt } ?? false
        return DecodedEvent(
            event: Event(
                id: id ?? makeID(),
                person: person,
                at: min(stated ?? receivedAt, receivedAt),
                device: device ?? "",
                sequence: sequence,
                context: context,
                isTest: isTest ?? false,
                body: body
            ),
            idWasGenerated: id == nil,
            statedAt: isLater ? stated : nil,
            statedAtMilliseconds: stated?.milliseconds,
            extra: extra(fields.rest, context: unknownContext),
            warnings: isLater ? [.futureTime] : []
        )
    }

    private func eventType(_ fields: inout FieldReader) throws(Rejection) -> EventTypeName {
        let word = try fields.requiredText("type", atMost: limits.nameBytes)
        if let type = EventTypeName(rawValue: word) { return type }
        if EventTypeName.serverOnly.contains(word) {
            throw Rejection(
                .unknownType,
                field: "type",
                detail: "Events of this type are written by the server only.",
                hint: "Use the catalog, experiment, switch and erasure routes."
            )
        }
        throw Rejection(
            .unknownType,
            field: "type",
            detail: "`type` is none of the event types.",
            hint: "The types are \(EventTypeName.allCases.map(\.rawValue).joined(separator: ", "))."
        )
    }

    /// The members of `context` that the contract knows, and the others.
    private func readContext(_ members: [JSON.Member]) throws(Rejection) -> (EventContext, [JSON.Member]) {
        var fields = FieldReader(members, path: "context.")
        var context = EventContext()
        context.app = try text("app", &fields)
        context.appVersion = try text("appVersion", &fields)
        context.os = try text("os", &fields)
        context.osVersion = try text("osVersion", &fields)
        context.locale = try text("locale", &fields)
        context.timeZone = try text("timeZone", &fields)
        context.sdk = try text("sdk", &fields)
        try checkSize(of: context)
        return (context, fields.rest)
    }

    private func checkSize(of context: EventContext) throws(Rejection) {
        // JSON escapes a byte as six at most: what is short enough either way need not be written to be measured.
        var text = context.app.utf8.count + context.appVersion.utf8.count + context.sdk.utf8.count
        text += context.os.utf8.count + context.osVersion.utf8.count
        text += context.locale.utf8.count + context.timeZone.utf8.count
        guard 6 * text + 128 > limits.contextTotalBytes else { return }
        let size = context.json.bytes().count
        guard size <= limits.contextTotalBytes else {
            throw Rejection(
                .badField,
                field: "context",
                detail: "`context` has \(size) bytes as JSON, over the limit of \(limits.contextTotalBytes).",
                hint: "Send plain names and versions."
            )
        }
    }

    private func text(_ name: String, _ context: inout FieldReader) throws(Rejection) -> String {
        try context.text(name, atMost: limits.contextBytes, canBeEmpty: true) ?? ""
    }

    private func extra(_ members: [JSON.Member], context: [JSON.Member]) -> JSON? {
        let all = context.isEmpty ? members : members + [JSON.Member("context", .object(context))]
        guard !all.isEmpty else { return nil }
        return .object(all)
    }
}
