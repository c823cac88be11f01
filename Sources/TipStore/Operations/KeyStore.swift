import Postgres
package import TipCore

/// The keys of the HTTP interface.
package struct KeyStore: Sendable {
    private let pool: Pool
    private let readings = SharedReading<[Key]>()

    /// What a key allows; no scope includes another, but `admin` includes `read`.
    package enum Scope: String, Hashable, Sendable, CaseIterable {
        case write, evaluate, read, admin

        /// Whether a key of this scope may do what needs another.
        package func allows(_ needed: Scope) -> Bool {
            self == needed || (self == .admin && needed == .read)
        }
    }

    /// A key without its secret.
    package struct Key: Hashable, Sendable {
        /// Its name in lists and in `revoke`.
        package let id: String
        /// What it allows.
        package let scope: Scope
        /// What somebody called it.
        package let name: String
        /// The SHA-256 of its text.
        package let sha256: [UInt8]
        /// When it was made.
        package let createdAt: Timestamp
        /// When it ends by itself.
        package let expiresAt: Timestamp?
        /// When it was ended.
        package let revokedAt: Timestamp?
        /// When it last let somebody in, to within some minutes; nil where it never did.
        package let lastUsedAt: Timestamp?

        /// Whether it opens anything at an instant.
        package func isValid(at instant: Timestamp) -> Bool {
            revokedAt == nil && expiresAt.map { instant < $0 } ?? true
        }
    }

    init(pool: Pool) {
        self.pool = pool
    }

    /// Makes a key.
    ///
    /// - Returns: The key, and its text, which is kept nowhere.
    package func create(
        scope: Scope,
        name: String,
        expiresAt: Timestamp? = nil,
        at instant: Timestamp
    ) async throws -> (key: Key, text: String) {
        let text = Self.text(for: scope)
        let key = Key(
            id: "key_\(Self.random(10))",
            scope: scope,
            name: name,
            sha256: Self.hash(text),
            createdAt: instant,
            expiresAt: expiresAt,
            revokedAt: nil,
            lastUsedAt: nil
        )
        try await pool.withConnection { connection in
            _ = try await connection.execute(
                SQL.addKey(
                    id: key.id,
                    scope: scope.rawValue,
                    name: name,
                    sha256: key.sha256,
                    createdAt: instant.microseconds,
                    expiresAt: expiresAt?.microseconds
                )
            )
        }
        return (key, text)
    }

    /// Makes the first key of a scope.
    ///
    /// - Returns: Its text; nil where there was one, or where another process was faster.
    package func createFirst(scope: Scope, at instant: Timestamp) async throws -> String? {
        let text = Self.text(for: scope)
        let rows = try await pool.withConnection { connection in
            try await connection.query(
                SQL.addFirstKey(
                    id: "key_first_\(scope.rawValue)",
                    scope: scope.rawValue,
                    name: "first",
                    sha256: Self.hash(text),
                    createdAt: instant.microseconds
                )
            )
        }
        return rows.isEmpty ? nil : text
    }

    /// Makes a key in the place of another, which goes on for a while so that apps can be changed over; it ends when
    /// the other would have.
    ///
    /// - Returns: The new key and its text; nil where there is no such key in force.
    package func rotate(
        _ id: String,
        overlapUntil end: Timestamp,
        at instant: Timestamp
    ) async throws -> (key: Key, text: String)? {
        guard let old = try await list().first(where: { $0.id == id }), old.isValid(at: instant) else {
            return nil
        }
        let made = try await create(
            scope: old.scope,
            name: old.name,
            expiresAt: old.expiresAt,
            at: instant
        )
        _ = try await pool.withConnection {
            try await $0.query(SQL.endKey(id: id, expiresAt: end.microseconds))
        }
        return made
    }

    /// Notes when keys last let somebody in.
    package func noteUse(_ uses: [String: Timestamp]) async throws {
        guard !uses.isEmpty else { return }
        let sorted = uses.sorted { $0.key < $1.key }
        _ = try await pool.withConnection { connection in
            try await connection.execute(
                SQL.noteKeyUse(ids: sorted.map(\.key), times: sorted.map(\.value.microseconds))
            )
        }
    }

    private static func text(for scope: Scope) -> String { "tl_\(scope.rawValue)_\(random(32))" }

    /// A text of so many letters and digits that nobody can guess.
    static func random(_ count: Int) -> String {
        let alphabet = Array("abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789")
        return String((0..<count).map { _ in alphabet[Int.random(in: alphabet.indices)] })
    }

    /// All keys, oldest first; whoever asks while they are read shares the next reading.
    package func list() async throws -> [Key] {
        try await readings.shared { try await self.read() }
    }

    private func read() async throws -> [Key] {
        let rows = try await pool.withConnection { try await $0.query(SQL.keys()) }
        return try rows.compactMap { row in
            guard let scope = Scope(rawValue: try row.string(1)) else { return nil }
            return Key(
                id: try row.string(0),
                scope: scope,
                name: try row.string(2),
                sha256: try row.bytes(3),
                createdAt: Timestamp(microseconds: try row.timestamp(4)),
                expiresAt: try row.timestamp(ifPresent: 5).map { Timestamp(microseconds: $0) },
                revokedAt: try row.timestamp(ifPresent: 6).map { Timestamp(microseconds: $0) },
                lastUsedAt: try row.timestamp(ifPresent: 7).map { Timestamp(microseconds: $0) }
            )
        }
    }

    /// Ends a key.
    ///
    /// - Returns: Whether there was such a key that had not been ended.
    package func revoke(_ id: String) async throws -> Bool {
        try await pool.withConnection { try await !$0.query(SQL.revokeKey(id: id)).isEmpty }
    }

    /// The hash under which a key's text is kept.
    package static func hash(_ text: String) -> [UInt8] {
        SHA256.digest(of: text).bytes
    }
}
