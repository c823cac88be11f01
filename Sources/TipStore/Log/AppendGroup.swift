import TipCore

/// The rows of all requests that are committed together, and what becomes of each: a value, so that every
/// question of duplicates is decided without a database.
struct AppendGroup: Sendable {
    /// The rows in the order of arrival.
    let rows: [EventRow]
    /// What became of each row; nil while it is not decided.
    private(set) var outcomes: [AppendOutcome?]
    /// The key of each row.
    private let keys: [Key]
    /// The rows in the order of their keys, those of one key in the order of arrival.
    private let order: [Int]
    /// Whether two rows have one key.
    private let hasTwins: Bool

    /// A row's place in the log's key.
    struct Key: Hashable, Comparable, Sendable {
        let stream: Int32
        let event: EventKey

        init(_ row: EventRow) {
            stream = row.stream
            event = row.key
        }

        init(stream: Int32, event: EventKey) {
            self.stream = stream
            self.event = event
        }

        static func < (left: Key, right: Key) -> Bool {
            left.stream != right.stream ? left.stream < right.stream : left.event < right.event
        }
    }

    /// Begins with nothing decided.
    init(rows: [EventRow]) {
        self.rows = rows
        outcomes = Array(repeating: nil, count: rows.count)
        let keys = rows.map { Key($0) }
        let order = rows.indices.sorted { keys[$0] != keys[$1] ? keys[$0] < keys[$1] : $0 < $1 }
        hasTwins = zip(order, order.dropFirst()).contains { keys[$0] == keys[$1] }
        self.keys = keys
        self.order = order
    }

    /// The keys of rows that are not decided, each once, in the order of the log's key: two writers that take
    /// keys in one order never wait for each other in a circle.
    var openKeys: [Key] {
        var found: [Key] = []
        for index in order where outcomes[index] == nil && found.last != keys[index] {
            found.append(keys[index])
        }
        return found
    }

    /// The rows that are to be written: the first of each key that is not decided, in the order of arrival.
    var fresh: [Int] {
        guard hasTwins else { return open }
        var seen: Set<Key> = []
        return open.filter { seen.insert(keys[$0]).inserted }
    }

    /// The rows that are to be written, in the order of the log's key.
    var freshByKey: [Int] {
        guard hasTwins else { return order.filter { outcomes[$0] == nil } }
        let fresh = Set(fresh)
        return order.filter(fresh.contains)
    }

    /// What each stream must give, streams rising.
    var places: [Places] {
        var places: [Int32: Places] = [:]
        for index in fresh {
            let row = rows[index]
            var place = places[row.stream] ?? Places(stream: row.stream)
            place.count += 1
            place.newest = max(place.newest, row.at)
            places[row.stream] = place
            // A join names somebody of another stream, who must not be erased while it is written.
            if let other = row.mentioned?.stream, places[other] == nil {
                places[other] = Places(stream: other)
            }
        }
        return places.values.sorted { $0.stream < $1.stream }
    }

    /// What a group asks of one stream.
    struct Places: Hashable, Sendable {
        let stream: Int32
        /// How many places.
        var count: Int64 = 0
        /// The newest time among the events.
        var newest = Timestamp.epoch
    }

    private var open: [Int] { outcomes.indices.filter { outcomes[$0] == nil } }

    /// Decides the rows whose key is in the log already: the first event stays, and one that says something
    /// else is a conflict.
    mutating func decide(against existing: ExistingRows) {
        guard !existing.isEmpty else { return }
        for index in outcomes.indices where outcomes[index] == nil {
            guard let first = existing[keys[index]] else { continue }
            outcomes[index] = rows[index].saysTheSame(as: first) ? .duplicate : .conflict
        }
    }

    /// Recognises rows that an earlier attempt committed although its answer was lost: a place belongs to the
    /// row that took it, so a row found at the place it was given is ours.
    mutating func recognise(_ stored: [StoredRow], assigned: [Int: Int64]) {
        let seqs = Dictionary(stored.map { (Key(stream: $0.stream, event: $0.key), $0.seq) }) { first, _ in
            first
        }
        for (index, seq) in assigned where seqs[keys[index]] == seq { outcomes[index] = .accepted }
    }

    /// Decides the rows of persons who were erased, and those that name one.
    mutating func refuse(_ erased: Set<PersonKey>) {
        guard !erased.isEmpty else { return }
        for index in open {
            let isNamed = rows[index].mentioned.map { erased.contains($0.person) } ?? false
            if isNamed || erased.contains(rows[index].person) { outcomes[index] = .erased }
        }
    }

    /// The persons that the rows to be written are of or name, each once.
    var people: [PersonPlace] {
        let fresh = fresh.map { rows[$0] }
        return Array(
            Set(
                fresh.map { PersonPlace(stream: $0.stream, person: $0.person) }
                    + fresh.compactMap(\.mentioned)
            )
        )
    }

    /// Some of the rows as a group of their own.
    func part(_ range: Range<Int>) -> AppendGroup {
        var part = AppendGroup(rows: Array(rows[range]))
        part.outcomes = Array(outcomes[range])
        return part
    }

    /// Decides the rest after the fresh rows have been committed.
    mutating func committed() {
        for index in fresh { outcomes[index] = .accepted }
        guard outcomes.contains(nil) else { return }
        decide(against: written)
    }

    /// The rows that this group put into the log.
    var written: ExistingRows {
        ExistingRows(rows, outcomes.indices.filter { outcomes[$0] == .accepted }.map { (keys[$0], $0) })
    }
}

/// Rows of the log by their keys.
struct ExistingRows: Sendable {
    private var rows: [EventRow]
    private var places: [AppendGroup.Key: Int]

    /// No rows.
    init() {
        rows = []
        places = [:]
    }

    /// Takes some of the rows of an array, without copying them; the first of a key counts.
    init(_ rows: [EventRow], _ places: [(AppendGroup.Key, Int)]) {
        self.rows = rows
        self.places = Dictionary(places) { first, _ in first }
    }

    /// Whether there are none.
    var isEmpty: Bool { places.isEmpty }

    /// The row of a key.
    subscript(key: AppendGroup.Key) -> EventRow? { places[key].map { rows[$0] } }

    /// Adds rows of other keys.
    mutating func add(_ other: ExistingRows) {
        let start = rows.count
        rows += other.rows
        places.merge(other.places.mapValues { $0 + start }) { first, _ in first }
    }
}
