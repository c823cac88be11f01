import HTTPServer
package import TipCore
import TipStore
import TipWire

extension TimelineService.Telling {
    /// The history as `timeline --format json` prints it.
    package var json: JSON {
        var members = [
            JSON.Member("schema", "tipledger.timeline/1"), JSON.Member("person", .string(question.person)),
        ]
        if representative != question.person {
            members.append(JSON.Member("joinedAs", .string(representative)))
        }
        if let tip = question.tip { members.append(JSON.Member("tip", .string(tip))) }
        members += [
            JSON.Member("until", .string(end.rfc3339)), JSON.Member("events", .integer(Int64(events.count))),
            JSON.Member("initial", Self.json(standings(timeline.initial))),
            JSON.Member("entries", .array(entries.map(json))),
            JSON.Member("final", Self.json(standings(timeline.final))),
        ]
        if !isKnown { members.append(JSON.Member("note", .string(Explained.unknownNote))) }
        return .object(members)
    }

    /// The standings that the question is about.
    package func standings(_ all: [TipStanding]) -> [TipStanding] {
        question.tip.map { tip in all.filter { $0.tip.utf8.elementsEqual(tip.utf8) } } ?? all
    }

    private static func json(_ standings: [TipStanding]) -> JSON {
        .array(standings.map { ["tip": .string($0.tip), "status": .string($0.status.rawValue)] })
    }

    /// An entry: when, what it is, in words, the event where it is one, and the tips that changed.
    package func json(_ entry: TimelineEntry) -> JSON {
        var members = [JSON.Member("at", .string(entry.at.rfc3339))]
        switch entry.cause {
        case .event(let place):
            members += [JSON.Member("kind", "event"), JSON.Member("text", .string(words(entry).english))]
            members.append(JSON.Member("event", events[place].json))
        case .project:
            members += [JSON.Member("kind", "project"), JSON.Member("text", .string(words(entry).english))]
        case .time:
            members += [JSON.Member("kind", "time"), JSON.Member("text", .string(words(entry).english))]
        }
        members.append(JSON.Member("changes", .array(entry.changes.map(\.json))))
        return .object(members)
    }

    /// What happened, in words.
    package func words(_ entry: TimelineEntry) -> Sentence {
        switch entry.cause {
        case .event(let place): events[place].logged?.event.body.words ?? ""
        case .project(let change): change.words
        case .time: "time went by"
        }
    }

    /// The id of an entry's event; nil where it is none.
    package func id(of entry: TimelineEntry) -> String? {
        guard case .event(let place) = entry.cause else { return nil }
        return events[place].id
    }
}

extension TimelineService.PagedTelling {
    /// The page as `GET /v1/people/{person}/events` gives it: each event as it was sent, in words, with the
    /// tips it changed and, under `meanwhile`, those that changed between the event before and it.
    func json(isNewestFirst: Bool) -> JSON {
        var changes: [Int: [JSON]] = [:]
        var between: [Int: [JSON]] = [:]
        var waiting: [JSON] = []
        for entry in telling.entries {
            guard case .event(let place) = entry.cause else {
                waiting.append(telling.json(entry))
                continue
            }
            changes[place] = entry.changes.map(\.json)
            if !waiting.isEmpty { between[place] = waiting }
            waiting = []
        }
        let events = places.map { place -> JSON in
            guard case .object(var members) = telling.events[place].json else { return .null }
            let words = telling.events[place].logged?.event.body.words.english ?? ""
            members.append(JSON.Member("text", .string(words)))
            if let between = between[place] { members.append(JSON.Member("meanwhile", .array(between))) }
            members.append(JSON.Member("changes", .array(changes[place] ?? [])))
            return .object(members)
        }
        var members = [JSON.Member("person", .string(telling.question.person))]
        if telling.representative != telling.question.person {
            members.append(JSON.Member("joinedAs", .string(telling.representative)))
        }
        members.append(JSON.Member("order", isNewestFirst ? "newest" : "oldest"))
        members.append(JSON.Member("events", .array(events)))
        let isLast = places.max().map { $0 == telling.events.count - 1 } ?? false
        if isLast, !waiting.isEmpty { members.append(JSON.Member("since", .array(waiting))) }
        members.append(JSON.Member("next", next.map { .string($0) } ?? .null))
        if !telling.isKnown {
            members.append(JSON.Member("note", .string(Explained.unknownNote)))
        }
        return .object(members)
    }
}

extension TipChange {
    /// The change as JSON.
    fileprivate var json: JSON {
        var members = [
            JSON.Member("tip", .string(tip)), JSON.Member("from", .string(from.rawValue)),
            JSON.Member("to", .string(to.rawValue)),
        ]
        if let reason { members.append(JSON.Member("reason", .string(reason.rawValue))) }
        if to == .pending { members.append(JSON.Member("because", .array(because.map(JSON.string)))) }
        return .object(members)
    }
}

extension StoredEvent {
    /// The event as it was sent, with its time of receipt.
    var json: JSON {
        guard let logged, case .object(let members) = EventEncoder.json(logged.event) else { return .null }
        return .object(members + [.init("receivedAt", .string(receivedAt.rfc3339))])
    }

    /// What stands for the event's place in the history, as pages say where they end: its key, so that events
    /// that arrive later do not move it.
    var cursor: String {
        String(key.value, radix: 36)
    }
}
