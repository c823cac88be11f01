import Postgres
package import TipCore

/// The browsers that are signed in on the web page.
///
/// A cookie holds a random text and nothing else: not the key, and nothing from which the key could be found. The
/// database has the hash of that text, so whoever reads the database cannot be somebody else on the page.
package struct SessionStore: Sendable {
    private let pool: Pool

    /// How long a session lasts, in seconds.
    package static let lasts: Int64 = 12 * 3600

    init(pool: Pool) {
        self.pool = pool
    }

    /// Begins a session of whoever has a key.
    ///
    /// - Returns: What the cookie holds.
    package func begin(for key: KeyStore.Key, at now: Timestamp) async throws -> String {
        let token = KeyStore.random(40)
        try await pool.withConnection { connection in
            _ = try await connection.execute(SQL.endOldSessions(now: now.microseconds))
            _ = try await connection.execute(
                SQL.addSession(
                    sha256: KeyStore.hash(token),
                    keyId: key.id,
                    createdAt: now.microseconds,
                    expiresAt: now.adding(seconds: Self.lasts).microseconds
                )
            )
        }
        return token
    }

    /// The id of the key of a session; nil where there is none, or none any more.
    package func keyID(of token: String, at now: Timestamp) async throws -> String? {
        let query = SQL.session(sha256: KeyStore.hash(token), now: now.microseconds)
        return try await pool.withConnection { try await $0.query(query) }.first.map { try $0.string(0) }
    }

    /// Ends a session.
    package func end(_ token: String) async throws {
        let query = SQL.endSession(sha256: KeyStore.hash(token))
        try await pool.withConnection { _ = try await $0.execute(query) }
    }
}
