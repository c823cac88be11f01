import Postgres
import TipCore

/// A row of the log before it has its place: an event with names as words.
struct EventRow: Hashable, Sendable {
    var stream: Int32
    var key: EventKey
    var person: PersonKey
    var personName: String
    var at: Timestamp
    var kind: EventKind
    var flags: Flags
    var subject: Word?
    var experiment: Word?
    var detail: Word?
    var context: Word
    var sequence: Int64?
    var device: String?
    var display: String?
    var givenID: String?
    var extra: JSON?
    /// The person that a join names beside its own; nil for other events, and in rows that were read.
    var mentioned: PersonPlace?

    /// What a row says about its event in single bits.
    struct Flags: OptionSet, Hashable, Sendable {
        let rawValue: Int16
        /// Traffic of testers.
        static let test = Flags(rawValue: 1)
        /// The sender looked like a bot.
        static let bot = Flags(rawValue: 2)
        /// The client stated no time; `at` is the time of receipt.
        static let undated = Flags(rawValue: 4)
        /// When it arrived, the stream had events from more than an hour after it.
        static let late = Flags(rawValue: 8)
        /// When it arrived it was older than what is kept: it is stored, and no fold reads it.
        static let tooOld = Flags(rawValue: 16)
    }

    /// Whether two rows with one key say the same: all but what receipt decides.
    func saysTheSame(as other: EventRow) -> Bool {
        comparable == other.comparable
    }

    private var comparable: EventRow {
        var row = self
        // That the sender looked like a bot, or that it was the team's, which has both flags, depends on where a
        // repeat comes from.
        row.flags.subtract(flags.contains(.bot) ? [.test, .bot, .late, .tooOld] : [.late, .tooOld])
        row.givenID = nil
        row.personName = ""
        row.mentioned = nil
        // A time that was not stated is that of each receipt.
        if flags.contains(.undated) { row.at = .epoch }
        guard case .object(let members) = extra else { return row }
        // One that was stated and corrected is what the client repeats; the correction differs by receipt.
        if let stated = extra?["statedAt"]?.stringValue.flatMap({ Timestamp(rfc3339: $0) }) {
            row.at = stated
        }
        let rest = members.filter { $0.key != "statedAt" && $0.key != "version" }
        // Written out, since a bare nil here would be JSON's null.
        row.extra = rest.isEmpty ? JSON?.none : JSON.object(rest).normalized
        return row
    }
}

/// The words of contexts: the events of a request have few, and writing one as text costs more than finding it.
struct ContextWords {
    private var known: [Exact: Word] = [:]

    /// The word of a context.
    mutating func word(of context: EventContext) -> Word {
        let exact = Exact(context: context)
        if let word = known[exact] { return word }
        let word = Word(.context, context.json.text())
        known[exact] = word
        return word
    }

    /// Contexts are the same where their bytes are, as words are.
    private struct Exact: Hashable {
        let context: EventContext

        private var texts: [String] {
            [
                context.app, context.appVersion, context.os, context.osVersion, context.locale,
                context.timeZone, context.sdk,
            ]
        }

        static func == (left: Exact, right: Exact) -> Bool {
            left.context == right.context
                && zip(left.texts, right.texts).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
        }

        func hash(into hasher: inout Hasher) { hasher.combine(context) }
    }
}

extension EventRow {
    /// The rows of events, each in the stream of its person.
    static func rows(of events: [IncomingEvent], streams: StreamSet) -> [EventRow] {
        var contexts = ContextWords()
        return events.map { EventRow($0, streams: streams, context: contexts.word(of: $0.event.context)) }
    }

    /// The row of an event, in the stream of its person.
    init(_ incoming: IncomingEvent, streams: StreamSet) {
        var contexts = ContextWords()
        self.init(incoming, streams: streams, context: contexts.word(of: incoming.event.context))
    }

    private init(_ incoming: IncomingEvent, streams: StreamSet, context: Word) {
        let event = incoming.event
        let person = PersonKey(of: event.person)
        let key = EventKey(id: event.id, person: person, statedMilliseconds: incoming.statedMilliseconds)
        self.init(
            incoming,
            person: person,
            name: event.person,
            kind: event.body.kind,
            stream: streams.stream(of: person),
            key: key,
            context: context
        )
        if case .identify(let previous) = event.body {
            mentioned = PersonPlace(PersonKey(of: previous), in: streams)
        }
    }

    /// The other half of an `identify`, in the stream of the person it joins; nil for other events.
    ///
    /// Its key is made of both persons and the id: ids belong to a person, and the joined person may have an
    /// event of the same id.
    init?(otherHalfOf incoming: IncomingEvent, streams: StreamSet) {
        let event = incoming.event
        guard case .identify(let previous) = event.body else { return nil }
        let person = PersonKey(of: previous)
        let key = EventKey(
            id: "identified\u{0}\(event.person)\u{0}\(event.id)",
            person: person,
            statedMilliseconds: incoming.statedMilliseconds ?? UUIDv7.milliseconds(of: event.id)
        )
        self.init(
            incoming,
            person: person,
            name: previous,
            kind: .identified,
            stream: streams.stream(of: person),
            key: key,
            context: Word(.context, event.context.json.text())
        )
        let stated = incoming.statedAt.map { [JSON.Member("statedAt", .string($0.rfc3339))] } ?? []
        extra = .object([.init("by", .string(event.person))] + stated)
        mentioned = PersonPlace(PersonKey(of: event.person), in: streams)
    }

    private init(
        _ incoming: IncomingEvent,
        person: PersonKey,
        name: String,
        kind: EventKind,
        stream: Int32,
        key: EventKey,
        context: Word
    ) {
        let event = incoming.event
        self.stream = stream
        self.person = person
        personName = name
        self.key = key
        at = event.at
        self.kind = kind
        flags = []
        if event.isTest { flags.insert(.test) }
        if incoming.isBot { flags.insert(.bot) }
        if incoming.statedMilliseconds == nil { flags.insert(.undated) }
        let columns = event.body.columns
        subject = columns.subject
        experiment = columns.experiment
        detail = columns.detail
        display = columns.display
        self.context = context
        sequence = event.sequence
        device = event.device.isEmpty ? nil : event.device
        givenID = key.tells(event.id) ? nil : event.id
        var members = columns.extra
        if let statedAt = incoming.statedAt { members.append(.init("statedAt", .string(statedAt.rfc3339))) }
        if !incoming.unknown.isEmpty { members.append(.init("unknown", .object(incoming.unknown))) }
        extra = members.isEmpty ? nil : .object(members + Upcasting.person.mark)
    }

    /// Whether it is older than a cut: it says so itself, or its id does, so that a retry of what was dropped is.
    func isOlder(than cut: Timestamp) -> Bool {
        guard cut > .epoch else { return false }
        let milliseconds = Int64(key.value >> 80)
        return at < cut || (milliseconds > 0 && milliseconds < cut.milliseconds)
    }

    /// The words the row needs ids for.
    var words: [Word] { [subject, experiment, detail, context].compactMap(\.self) }
}
