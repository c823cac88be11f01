import Postgres

/// The 16 bytes that stand for a person in the log: the head of the SHA-256 of the id that apps send.
///
/// A hash that nobody can steer keeps persons apart without a look-up, and the stream follows from it.
package struct PersonKey: Hashable, Sendable {
    /// The bytes as a big-endian number, as PostgreSQL's `uuid` holds them.
    package let value: UInt128

    /// Creates a key from what a row holds.
    package init(value: UInt128) {
        self.value = value
    }

    /// Creates the key of a person.
    package init(of person: String) {
        value = SHA256.digest(of: person).bytes.prefix(16).reduce(0) { $0 << 8 | UInt128($1) }
    }

    /// Nobody: the person of stream 0.
    package static let nobody = PersonKey(value: 0)
}

/// The fixed set of streams of a log, chosen when the database was made.
package struct StreamSet: Hashable, Sendable {
    /// The ids of the streams that hold persons, rising.
    package let ids: [Int32]

    /// The stream of the events that have no person.
    package static let projectStream: Int32 = 0

    /// Creates the set; nil where it is empty.
    package init?(ids: [Int32]) {
        let streams = ids.filter { $0 != Self.projectStream }.sorted()
        guard !streams.isEmpty else { return nil }
        self.ids = streams
    }

    /// The stream in which a person's events stand.
    package func stream(of person: PersonKey) -> Int32 {
        ids[Int(UInt64(truncatingIfNeeded: person.value >> 64) % UInt64(ids.count))]
    }
}
