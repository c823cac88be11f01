import Postgres
package import TipCore

/// The events of a person under all the names they have had.
package struct JoinedHistory: Sendable {
    /// The person whose name stands for all.
    package let representative: String
    /// The events of all names in the one order in which they are folded.
    package let events: [StoredEvent]

    /// Puts together what was read: the events in the order in which they are folded.
    package init(representative: String, events: [StoredEvent]) {
        self.representative = representative
        self.events = events
    }

    /// What was known of the person before the first event, where older ones were dropped.
    ///
    /// - Parameter instant: As of when; nothing is known before the last of the dropped events.
    /// - Returns: The state; that of nothing where none were dropped.
    package func base(asOf instant: Timestamp) -> PersonState {
        var base = PersonState()
        for left in events.compactMap(\.dropped) where left.lastEvent.map({ $0 <= instant }) ?? false {
            base.take(left)
        }
        return base
    }
}

extension EventLog {
    /// Reads the history of a person with those of everyone who turned out to be the same.
    ///
    /// `identify` stands in the streams of both persons it joins, so that following it from any of them finds
    /// them all.
    package func joinedHistory(of person: String) async throws -> JoinedHistory {
        var histories: NamedValues<[StoredEvent]> = [:]
        var identity = Identity(person)
        var open = [person]
        while let name = open.popLast() {
            guard histories[name] == nil else { continue }
            let history = try await history(of: name)
            histories[name] = history
            for stored in history {
                guard let link = stored.link(of: name) else { continue }
                identity = identity.joined(with: Identity(link))
                open += [link.previous, link.person]
            }
        }
        let arrived = histories.values.flatMap(\.self).sorted {
            ($0.receivedAt, $0.stream, $0.seq) < ($1.receivedAt, $1.stream, $1.seq)
        }
        return JoinedHistory(
            representative: identity.representative,
            events: arrived.orderedByHistory
        )
    }
}

extension StoredEvent {
    /// The join that a row tells of, from either of its two places.
    func link(of name: String) -> Identity.Link? {
        if let event = logged?.event { return Identity.Link(event) }
        guard kind == .identified, let person = extra["by"]?.stringValue else { return nil }
        return Identity.Link(previous: name, person: person, at: at, id: id)
    }

    /// The name of the person that a row joins its own with; nil where it joins nobody.
    var otherName: String? {
        if case .identify(let previous)? = logged?.event.body { return previous }
        return kind == .identified ? extra["by"]?.stringValue : nil
    }
}
