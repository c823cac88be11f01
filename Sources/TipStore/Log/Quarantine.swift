import Postgres
package import TipCore

/// The events that were refused, to be looked at, tried again, or thrown away.
package struct Quarantine: Sendable {
    private let pool: Pool

    /// A refused event, without its bytes unless it was asked for alone.
    package struct Entry: Hashable, Sendable {
        /// Its name in lists and commands: a UUID.
        package let id: String
        /// When it came.
        package let receivedAt: Timestamp
        /// Why it was refused, as a stable word.
        package let code: String
        /// The dialect it was sent in.
        package let dialect: String
        /// The field it is about, where one is.
        package let field: String?
        /// Why it was refused, in words, without what a person typed.
        package let detail: String
        /// What its client called it, where that could be read.
        package let eventID: String?
        /// How many bytes it has.
        package let byteCount: Int
        /// The bytes as they came; nil in lists.
        package var body: [UInt8]?
        let stream: Int32
        let key: UInt128

        /// Whether it is a note of an event that is in the log, and that the fold could not read.
        package var isNote: Bool { dialect == SetAside.dialect }
    }

    /// Which refused events are asked for; what is nil asks for all.
    package struct Filter: Hashable, Sendable {
        /// Refused for this reason.
        package var code: String?
        /// Sent in this dialect.
        package var dialect: String?
        /// Come before this instant.
        package var before: Timestamp?
        /// Of those that came at that instant, the ones behind this event in lists; nil is none of them.
        package var past: Entry?
        /// Come at this instant or later.
        package var after: Timestamp?

        /// Asks for all.
        package init() {}
    }

    init(pool: Pool) {
        self.pool = pool
    }

    /// How many refused events there are of a dialect and a reason.
    package struct Size: Hashable, Sendable {
        /// The dialect they were sent in.
        package let dialect: String
        /// Why they were refused.
        package let code: String
        /// How many, of the first hundred thousand of all at most.
        package let events: Int64
    }

    /// Counts refused events by dialect and reason, for whoever watches the server.
    package func sizes() async throws -> [Size] {
        let rows = try await pool.withConnection { try await $0.query(SQL.quarantineSizes()) }
        return try rows.map {
            Size(dialect: try $0.string(0), code: try $0.string(1), events: try $0.int64(2))
        }
    }

    /// Lists refused events, the newest first.
    package func list(_ filter: Filter, limit: Int) async throws -> [Entry] {
        let query = Self.query(for: filter, limit: limit)
        let rows = try await pool.withConnection { try await $0.query(query) }
        return try rows.map { try Entry($0, body: nil) }
    }

    /// One refused event with its bytes; nil where there is none of this name.
    package func entry(_ id: String) async throws -> Entry? {
        guard let query = Self.query(for: id) else { return nil }
        let rows = try await pool.withConnection { try await $0.query(query) }
        return try rows.first.map { try Entry($0, body: $0.bytes(9)) }
    }

    // Built before anything is awaited, as a 16-byte key kept over a suspension brings the toolchain down.

    private static func query(for filter: Filter, limit: Int) -> Query {
        SQL.quarantined(
            code: filter.code,
            dialect: filter.dialect,
            before: filter.before?.microseconds,
            after: filter.after?.microseconds,
            past: filter.past?.key,
            count: Int32(clamping: limit)
        )
    }

    private static func query(for id: String) -> Query? {
        UUIDText.parse(id).map { SQL.quarantinedBody(id: $0) }
    }

    /// Throws refused events away.
    package func remove(_ entries: [Entry]) async throws {
        let streams = Dictionary(grouping: entries, by: \.stream).sorted { $0.key < $1.key }
        let queries = streams.map { SQL.removeQuarantine(stream: $0.key, ids: $0.value.map(\.key)) }
        try await pool.withConnection { connection in
            for query in queries { _ = try await connection.execute(query) }
        }
    }
}

extension Quarantine.Entry {
    fileprivate init(_ row: Row, body: [UInt8]?) throws {
        stream = try row.int32(0)
        key = try row.uuid(1)
        id = UUIDText.format(key)
        receivedAt = Timestamp(microseconds: try row.timestamp(2))
        code = try row.string(3)
        dialect = try row.string(4)
        field = try row.string(ifPresent: 5)
        detail = try row.string(6)
        eventID = try row.string(ifPresent: 7)
        byteCount = Int(try row.int32(8))
        self.body = body
    }
}
