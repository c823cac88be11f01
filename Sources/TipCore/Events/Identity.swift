/// Persons who turned out to be one, joined by `identify` events.
///
/// A join of two identities does not depend on which comes first, how joins are nested, or how often one is
/// repeated, so any set of `identify` events in any order of arrival gives the same identities.
public struct Identity: Hashable, Sendable {
    /// All names of the person, by their bytes.
    public let members: [String]
    /// The latest `identify` among them; nil where there is one member.
    private let latest: Link?

    /// An `identify` event as far as joining needs it.
    public struct Link: Hashable, Sendable {
        /// The name that is given up.
        public let previous: String
        /// The name that the person has now.
        public let person: String
        /// When.
        public let at: Timestamp
        /// The event's id.
        public let id: String

        /// Creates a link.
        public init(previous: String, person: String, at: Timestamp, id: String) {
            self.previous = previous
            self.person = person
            self.at = at
            self.id = id
        }

        /// The link of an event; nil where it is no `identify`.
        public init?(_ event: Event) {
            guard case .identify(let previous) = event.body else { return nil }
            self.init(previous: previous, person: event.person, at: event.at, id: event.id)
        }

        /// Later links win; what happens at one instant is decided by text alone, never by arrival.
        fileprivate func isBefore(_ other: Link) -> Bool {
            if at != other.at { return at < other.at }
            for (mine, theirs) in [(person, other.person), (previous, other.previous), (id, other.id)]
            where !mine.hasSameBytes(as: theirs) {
                return mine.utf8.lexicographicallyPrecedes(theirs.utf8)
            }
            return false
        }
    }

    /// The identity of a person who was never joined.
    public init(_ person: String) {
        members = [person]
        latest = nil
    }

    /// The identity of the two persons of a link.
    public init(_ link: Link) {
        self.init(members: [link.previous, link.person], latest: link)
    }

    private init(members: [String], latest: Link?) {
        let names = Set(members.map(ExactText.init)).map(\.text)
        self.members = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        self.latest = latest
    }

    /// The person whose stream has the joined state: the one whom the latest `identify` names.
    public var representative: String { latest?.person ?? members[0] }

    /// Both as one.
    public func joined(with other: Identity) -> Identity {
        let links = [latest, other.latest].compactMap(\.self)
        return Identity(
            members: members + other.members,
            latest: links.max { $0.isBefore($1) }
        )
    }
}

/// All identities of a project: a union-find over names.
public struct IdentityGraph: Sendable {
    private var parents: [ExactText: ExactText] = [:]
    private var identities: [ExactText: Identity] = [:]

    /// Creates a graph in which nobody is joined.
    public init() {}

    /// The identity that a person belongs to.
    public func identity(of person: String) -> Identity {
        identities[root(of: ExactText(person))] ?? Identity(person)
    }

    /// Joins the two persons of a link; a link seen before changes nothing.
    public mutating func join(_ link: Identity.Link) {
        let previous = root(of: ExactText(link.previous))
        let person = root(of: ExactText(link.person))
        let joined = [previous, person].compactMap { identities[$0] }
            .reduce(Identity(link)) { $0.joined(with: $1) }
        if previous != person {
            parents[previous] = person
            identities[previous] = nil
        }
        identities[person] = joined
        compress(from: ExactText(link.previous), to: person)
    }

    private func root(of person: ExactText) -> ExactText {
        var current = person
        while let parent = parents[current] { current = parent }
        return current
    }

    private mutating func compress(from person: ExactText, to root: ExactText) {
        var current = person
        while let parent = parents[current], parent != root {
            parents[current] = root
            current = parent
        }
    }
}

/// An event with its place in the order of arrival, as far as histories of several persons are merged.
public struct ArrivedEvent: Hashable, Sendable {
    /// The event.
    public let event: Event
    /// When it was received.
    public let receivedAt: Timestamp
    /// Its position in its person's stream.
    public let position: Int64

    /// Creates an event with its place.
    public init(_ event: Event, receivedAt: Timestamp, position: Int64) {
        self.event = event
        self.receivedAt = receivedAt
        self.position = position
    }
}

extension HistoryOrder {
    /// The histories of the members of an identity as one, in the order of the history.
    ///
    /// Positions of two streams cannot be compared, so arrival is the time of receipt, then the member's
    /// name, then the position: within a stream that is its order, and the result does not depend on the
    /// order in which members are given.
    public static func merged(_ histories: [[ArrivedEvent]]) -> [Event] {
        let arrived = histories.flatMap(\.self).sorted { one, other in
            if one.receivedAt != other.receivedAt { return one.receivedAt < other.receivedAt }
            if !one.event.person.hasSameBytes(as: other.event.person) {
                return one.event.person.utf8.lexicographicallyPrecedes(other.event.person.utf8)
            }
            return one.position < other.position
        }
        return sorted(arrived.map(\.event))
    }
}
