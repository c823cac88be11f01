/// Which statements a connection has had planned by the server, and under which names.
///
/// A statement seen for the first time is run as it is; seen again, it is worth a plan of its own.
/// The least recently used make room, so that texts made at run time cannot fill the server.
struct StatementCache {
    /// What tells statements apart: the same text with other types is another statement.
    struct Key: Hashable {
        let text: String
        let types: [DataType]
    }

    /// How to run a statement.
    enum Plan: Equatable {
        /// As it is.
        case direct
        /// After having it planned under a name.
        case prepare(name: String)
        /// Under the name it was planned under.
        case prepared(name: String)
    }

    private struct Entry {
        var name: String?
        var lastUse: Int
    }

    private let capacity: Int
    private var entries: [Key: Entry] = [:]
    private var abandoned: [String] = []
    private var clock = 0

    /// Keeps at most so many statements; with a capacity of 0 every statement runs as it is.
    init(capacity: Int) {
        self.capacity = capacity
    }

    /// How many statements are known.
    var count: Int { entries.count }

    /// Decides how to run a statement, and notes that it was used.
    mutating func plan(for key: Key) -> Plan {
        guard capacity > 0 else { return .direct }
        clock += 1
        guard let known = entries[key] else {
            makeRoom()
            entries[key] = Entry(name: nil, lastUse: clock)
            return .direct
        }
        let name = known.name ?? "tl_\(clock)"
        entries[key] = Entry(name: name, lastUse: clock)
        return known.name == nil ? .prepare(name: name) : .prepared(name: name)
    }

    /// The name that a statement was planned under, noting that it was used; nil where it was not.
    mutating func name(for key: Key) -> String? {
        guard let name = entries[key]?.name else { return nil }
        clock += 1
        entries[key]?.lastUse = clock
        return name
    }

    /// Drops a statement whose plan could not be made or no longer holds.
    mutating func forget(_ key: Key) {
        if let name = entries.removeValue(forKey: key)?.name { abandoned.append(name) }
    }

    /// Gives the names that the server may drop, each once.
    mutating func takeAbandoned() -> [String] {
        defer { abandoned = [] }
        return abandoned
    }

    private mutating func makeRoom() {
        guard entries.count >= capacity, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
        else { return }
        forget(oldest.key)
    }
}
