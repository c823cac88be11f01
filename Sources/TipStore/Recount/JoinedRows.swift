import Postgres
import TipCore

/// The rows of one person under all the names they have had.
struct JoinedRows: Sendable {
    /// Who all of them are.
    let identity: Identity
    /// The names by their keys.
    let names: [PersonKey: String]
    /// The rows of all names in their order of arrival.
    let rows: [StoredRow]
}

/// Where a person's rows stand.
struct PersonPlace: Hashable, Sendable {
    let stream: Int32
    let person: PersonKey

    init(stream: Int32, person: PersonKey) {
        self.stream = stream
        self.person = person
    }

    /// The place of a person among streams.
    init(_ person: PersonKey, in streams: StreamSet) {
        self.init(stream: streams.stream(of: person), person: person)
    }
}

extension Connection {
    /// Reads the histories of persons up to a place in each stream, with those of everyone who turned out to be
    /// the same.
    ///
    /// `identify` stands in the streams of both persons, so that following it from any of them finds them all.
    /// Each round reads all persons of a stream at once.
    func joinedRows(
        of people: some Sequence<PersonPlace>,
        through marks: [Int32: Int64],
        streams: StreamSet
    ) throws -> [JoinedRows] {
        var graph = IdentityGraph()
        var names: [PersonKey: String] = [:]
        var rows: [PersonKey: [StoredRow]] = [:]
        var open = Set(people)
        while !open.isEmpty {
            var found: Set<PersonPlace> = []
            for (stream, places) in Dictionary(grouping: open, by: \.stream).sorted(by: { $0.key < $1.key }) {
                let keys = places.map(\.person.value)
                for place in places { rows[place.person] = [] }
                for row in try query(SQL.people(stream: stream, people: keys)) {
                    names[PersonKey(value: try row.uuid(0))] = try row.string(2)
                }
                let history = SQL.peopleHistory(stream: stream, people: keys, through: marks[stream] ?? 0)
                for row in try query(history) {
                    let stored = try StoredRow(row)
                    rows[stored.person, default: []].append(stored)
                    guard let name = names[stored.person], let link = stored.link(of: name) else { continue }
                    graph.join(link)
                    for other in [link.previous, link.person] {
                        let key = PersonKey(of: other)
                        names[key] = other
                        guard rows[key] == nil else { continue }
                        found.insert(PersonPlace(stream: streams.stream(of: key), person: key))
                    }
                }
            }
            open = found.filter { rows[$0.person] == nil }
        }
        return Self.grouped(rows, names, graph)
    }

    private static func grouped(
        _ rows: [PersonKey: [StoredRow]],
        _ names: [PersonKey: String],
        _ graph: IdentityGraph
    ) -> [JoinedRows] {
        let known = rows.keys.compactMap { key in names[key].map { (key, $0) } }
        let groups = Dictionary(grouping: known) { graph.identity(of: $0.1) }
        return groups.map { identity, members in
            JoinedRows(
                identity: identity,
                names: Dictionary(members.map { ($0.0, $0.1) }) { first, _ in first },
                rows: members.flatMap { rows[$0.0] ?? [] }.sorted {
                    ($0.receivedAt, $0.stream, $0.seq) < ($1.receivedAt, $1.stream, $1.seq)
                }
            )
        }.sorted {
            // Sums of fractions depend on their order, and equal logs are to give equal reports.
            $0.identity.representative.utf8.lexicographicallyPrecedes($1.identity.representative.utf8)
        }
    }
}

extension StoredRow {
    /// The join that a row tells of, from either of its two places.
    fileprivate func link(of name: String) -> Identity.Link? {
        guard let kind = EventKind(rawValue: kind), kind == .identify || kind == .identified,
            let extra = extra.flatMap({ JSON(parsing: $0) })
        else { return nil }
        let id = givenID ?? key.id(of: person) ?? ""
        if kind == .identified {
            guard let person = extra["by"]?.stringValue else { return nil }
            return Identity.Link(previous: name, person: person, at: at, id: id)
        }
        guard let previous = extra["previous"]?.stringValue else { return nil }
        return Identity.Link(previous: previous, person: name, at: at, id: id)
    }
}
