import Postgres
import TipCore

/// Folds persons that are joined with others: all their names have one state, in the stream of the name that
/// stands for them.
///
/// A join holds once both of its halves are folded. As the histories of several streams are read, a mark of
/// their own orders the writers of joined persons: who read before another wrote begins anew.
struct JoinedFold: Sendable {
    let fold: StateFold
    /// Where the mark of the fold's stream will stand.
    let own: Checkpoint
    /// Halves that are new in the fold's stream and not written yet.
    let fresh: [PersonLink]

    /// A person with everyone they are joined with.
    private struct Group {
        var members: Set<PersonKey> = []
    }

    /// What folding persons and everyone they are joined with changes.
    ///
    /// - Returns: What is to be written; nil where another projector knows more of the project.
    func step(for people: Set<PersonKey>) async throws -> StateStep? {
        let joins = try await joinsMark()
        var marks = try await marks()
        marks[fold.stream] = own
        let groups = try await groups(of: people)
        var step = StateStep()
        step.joins = joins
        let everyone = groups.reduce(into: Set<PersonKey>()) { $0.formUnion($1.members) }
        let byStream = Dictionary(grouping: everyone, by: fold.log.streams.stream(of:))
        guard byStream.keys.allSatisfy({ (marks[$0]?.projectSeq ?? 0) <= fold.project.seq }) else {
            return nil
        }
        var rows: [StoredRow] = []
        for (stream, people) in byStream.sorted(by: { $0.key < $1.key }) {
            rows += try await fold.history(of: Set(people), in: stream, through: marks[stream]?.seq ?? 0)
            step.people[stream] = people
            step.tipPeople[stream] = people
        }
        let names = try await names(byStream)
        let reader = try await fold.reader(rows)
        let links = try await links(in: rows, names)
        let byPerson = Dictionary(grouping: rows, by: \.person)
        for group in groups {
            let keys = group.members
            guard let first = keys.first else { continue }
            let identity = links.filter { keys.contains($0.key) }.flatMap(\.value)
                .filter {
                    keys.contains(PersonKey(of: $0.previous)) && keys.contains(PersonKey(of: $0.person))
                }
                .reduce(Identity(names[first] ?? "")) { $0.joined(with: Identity($1)) }
            let name = identity.representative
            let person = keys.count == 1 ? first : PersonKey(of: name)
            let arrived = keys.flatMap { byPerson[$0] ?? [] }.sorted {
                ($0.receivedAt, $0.stream, $0.seq) < ($1.receivedAt, $1.stream, $1.seq)
            }
            var state = PersonState()
            for event in reader.history(arrived) { state.apply(event, under: reader.catalog) }
            let owner = fold.log.streams.stream(of: person)
            let unit = StateFold.Unit(key: person, name: name, kept: try await variants(arrived, names))
            fold.add(state, of: unit, in: owner, under: reader.catalog, isKnown: false, to: &step)
        }
        return step
    }

    /// The variants that stay with somebody, from all their rows.
    private func variants(_ rows: [StoredRow], _ names: [PersonKey: String]) async throws -> [KeptVariant] {
        guard fold.readsVariants else { return [] }
        let events = try await fold.log.events(from: rows, names: names)
        return fold.project.firstExposures.variants(in: events.orderedByHistory.compactMap(\.logged))
    }

    /// The groups that persons are in: those whom halves on both sides join.
    private func groups(of people: Set<PersonKey>) async throws -> [Group] {
        var others: [PersonKey: Set<PersonKey>] = [:]
        var open = people
        while !open.isEmpty {
            for person in open { others[person] = [] }
            for (stream, people) in Dictionary(grouping: open, by: fold.log.streams.stream(of:)) {
                var links = try await fold.links(of: people, in: stream)
                if stream == fold.stream { links += fresh.filter { open.contains($0.person) } }
                for link in links { others[link.person, default: []].insert(link.other) }
            }
            open = Set(open.flatMap { others[$0] ?? [] }).subtracting(others.keys)
        }
        var groups: [Group] = []
        var seen: Set<PersonKey> = []
        for person in people where !seen.contains(person) {
            var group = Group()
            var next = [person]
            while let member = next.popLast() {
                guard group.members.insert(member).inserted else { continue }
                next += (others[member] ?? []).filter { others[$0]?.contains(member) ?? false }
            }
            seen.formUnion(group.members)
            groups.append(group)
        }
        return groups
    }

    /// The joins that rows tell of, by the person whose row it is.
    private func links(in rows: [StoredRow], _ names: [PersonKey: String]) async throws -> [PersonKey:
        [Identity.Link]]
    {
        let joins = rows.filter(\.isJoin)
        var links: [PersonKey: [Identity.Link]] = [:]
        for stored in try await fold.log.events(from: joins, names: names) {
            guard let link = stored.link(of: names[stored.person] ?? "") else { continue }
            links[stored.person, default: []].append(link)
        }
        return links
    }

    private func names(_ people: [Int32: [PersonKey]]) async throws -> [PersonKey: String] {
        var names: [PersonKey: String] = [:]
        for (stream, people) in people {
            let keys = people.map(\.value)
            let rows = try await fold.connection.run { connection in
                try connection.query(SQL.people(stream: stream, people: keys))
            }
            for row in rows { names[PersonKey(value: try row.uuid(0))] = try row.string(2) }
        }
        return names
    }

    private func marks() async throws -> [Int32: Checkpoint] {
        try await fold.connection.run { try $0.checkpoints(of: Projector.projection) }
    }

    /// The mark that orders the writers of joined persons.
    func joinsMark() async throws -> Checkpoint {
        try await fold.connection.run { connection in
            if let mark = try connection.checkpoints(of: Projector.joins)[StreamSet.projectStream] {
                return mark
            }
            try connection.execute(
                SQL.makeCheckpoint(stream: StreamSet.projectStream, projection: Projector.joins)
            )
            return Checkpoint(seq: 0, projectSeq: 0, through: .epoch)
        }
    }
}
