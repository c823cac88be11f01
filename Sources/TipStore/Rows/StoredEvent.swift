import Postgres
package import TipCore

/// A row of the log as it was read: ids not yet turned into words.
struct StoredRow: Sendable {
    let stream: Int32
    let key: EventKey
    let seq: Int64
    let person: PersonKey
    let at: Timestamp
    let receivedAt: Timestamp
    let kind: Int16
    let flags: EventRow.Flags
    let subject: Int32?
    let experiment: Int32?
    let detail: Int32?
    let context: Int32
    let sequence: Int64?
    let device: String?
    let display: String?
    let givenID: String?
    let extra: String?

    /// Reads the columns that every query of the log returns, in their order.
    init(_ row: Row) throws {
        stream = try row.int32(0)
        key = EventKey(value: try row.uuid(1))
        seq = try row.int64(2)
        person = PersonKey(value: try row.uuid(3))
        at = Timestamp(microseconds: try row.timestamp(4))
        receivedAt = Timestamp(microseconds: try row.timestamp(5))
        kind = try row.int16(6)
        flags = EventRow.Flags(rawValue: try row.int16(7))
        subject = try row.int32(ifPresent: 8)
        experiment = try row.int32(ifPresent: 9)
        detail = try row.int32(ifPresent: 10)
        context = try row.int32(11)
        sequence = try row.int64(ifPresent: 12)
        device = try row.string(ifPresent: 13)
        display = try row.string(ifPresent: 14)
        givenID = try row.string(ifPresent: 15)
        extra = try row.string(ifPresent: 16)
    }

    /// Whether it is one half of an `identify`.
    var isJoin: Bool { kind == EventKind.identify.rawValue || kind == EventKind.identified.rawValue }

    /// The words the row speaks of.
    var wordIDs: [Int32] { [subject, experiment, detail, context].compactMap(\.self) }

    /// The row with its names; a word that is not given stands as one that no client can send.
    func row(words: [Int32: Word], personName: String = "") -> EventRow {
        func word(_ id: Int32?) -> Word? {
            id.map { words[$0] ?? Word(.context, "\u{0}\($0)") }
        }
        return EventRow(
            stream: stream,
            key: key,
            person: person,
            personName: personName,
            at: at,
            kind: EventKind(rawValue: kind) ?? .lifecycle,
            flags: flags,
            subject: word(subject),
            experiment: word(experiment),
            detail: word(detail),
            context: word(context) ?? Word(.context, ""),
            sequence: sequence,
            device: device,
            display: display,
            givenID: givenID,
            extra: extra == nil ? nil : rest
        )
    }

    /// What has no column, in the newest form; nil where this program cannot read it.
    var rest: JSON? { Upcasting.person.rest(extra) }
}

/// A row of the log with its names.
package struct StoredEvent: Hashable, Sendable {
    /// The stream it stands in.
    package let stream: Int32
    /// Its place in the stream.
    package let seq: Int64
    /// Its key.
    package let key: EventKey
    /// Whose event it is.
    package let person: PersonKey
    /// The id the client gave, or the server made.
    package let id: String
    /// What kind of row it is.
    package let kind: EventKind
    /// The event with what is known of its arrival; nil for rows that are not events of a person.
    package let logged: LoggedEvent?
    /// What has no column.
    package let extra: JSON
    /// When it happened.
    package let at: Timestamp
    /// When it was committed.
    package let receivedAt: Timestamp

    /// The state that is left of events that were dropped; nil for other rows.
    package var dropped: PersonState? { kind == .snapshot ? PersonState(leftIn: extra) : nil }
}

extension StoredEvent {
    /// Gives a row its names.
    ///
    /// - Returns: nil where the row is of a kind, or speaks of a word, that this program does not know.
    init?(_ stored: StoredRow, words: [Int32: Word], personName: String) {
        guard let kind = EventKind(rawValue: stored.kind), let context = words[stored.context],
            let contextJSON = JSON(parsing: context.text)
        else { return nil }
        stream = stored.stream
        seq = stored.seq
        key = stored.key
        person = stored.person
        self.kind = kind
        id = stored.givenID ?? stored.key.id(of: stored.person) ?? UUIDText.format(stored.key.value)
        at = stored.at
        receivedAt = stored.receivedAt
        let row = stored.row(words: words, personName: personName)
        extra = row.extra ?? .object([])
        let columns = BodyColumns(
            subject: row.subject,
            experiment: row.experiment,
            detail: row.detail,
            display: row.display
        )
        guard let body = EventBody(kind: kind, columns: columns, extra: extra) else {
            logged = nil
            return
        }
        let event = Event(
            id: id,
            person: personName,
            at: stored.at,
            device: stored.device ?? "",
            sequence: stored.sequence,
            context: EventContext(json: contextJSON),
            isTest: stored.flags.contains(.test),
            body: body
        )
        logged = LoggedEvent(
            event: event,
            receivedAt: stored.receivedAt,
            isBot: stored.flags.contains(.bot),
            isLate: stored.flags.contains(.late)
        )
    }
}
