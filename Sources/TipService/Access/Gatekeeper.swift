import FoundationEssentials
import HTTPServer
import Synchronization
import TipCore
import TipStore

/// Lets requests in by their key.
///
/// Keys are few and read often, so they are kept in memory: a new one is seen at once (an unknown key makes
/// the list be read again, at most twenty times a second), a revoked one within a second.
final class Gatekeeper: Sendable {
    private struct Known {
        var keys: [[UInt8]: KeyStore.Key] = [:]
        var readAt: Timestamp?
    }

    private let store: KeyStore
    private let now: @Sendable () -> Timestamp
    private let limits: RateLimits
    private let notes: RequestNotes
    private let known = Mutex(Known())
    private let uses = Mutex<[String: Timestamp]>([:])

    private static let staleAfterSeconds = 1.0
    private static let rereadAfterSeconds = 0.05

    init(
        store: KeyStore,
        now: @escaping @Sendable () -> Timestamp,
        limits: RateLimits,
        notes: RequestNotes
    ) {
        self.store = store
        self.now = now
        self.limits = limits
        self.notes = notes
    }

    /// Writes down when keys last let somebody in.
    func writeUses() async throws {
        let taken = uses.withLock { uses in
            defer { uses = [:] }
            return uses
        }
        do {
            try await store.noteUse(taken)
        } catch {
            uses.withLock { $0.merge(taken) { newer, _ in newer } }
            throw error
        }
    }

    /// Checks that a key is there and has a scope.
    ///
    /// - Returns: The key.
    /// - Throws: `Problem` 401 where the key is missing or unknown, 403 where its scope is another, 429 where it asks too often.
    @discardableResult
    func check(
        _ key: String?,
        scope: KeyStore.Scope,
        of request: HTTPRequest
    ) async throws -> KeyStore.Key {
        try await check(key, anyOf: [scope], of: request)
    }

    /// Checks that a key is there, has one of some scopes, and has not asked too often.
    @discardableResult
    func check(
        _ key: String?,
        anyOf scopes: [KeyStore.Scope],
        of request: HTTPRequest
    ) async throws -> KeyStore.Key {
        guard let text = key, !text.isEmpty else {
            throw Problem(
                401,
                "key_missing",
                "The request has no key.",
                hint: "Send Authorization: Bearer tl_\(scopes.first?.rawValue ?? "")_…, or X-API-Key."
            )
        }
        let hash = KeyStore.hash(text)
        return try await check(try await find { $0[hash] }, anyOf: scopes, of: request)
    }

    /// Checks the key that a session was begun with, as if it were sent with the request.
    func check(
        keyID: String,
        scope: KeyStore.Scope,
        of request: HTTPRequest
    ) async throws -> KeyStore.Key {
        let key = try await find { keys in keys.values.first { $0.id == keyID } }
        return try await check(key, anyOf: [scope], of: request)
    }

    private func check(
        _ key: KeyStore.Key?,
        anyOf scopes: [KeyStore.Scope],
        of request: HTTPRequest
    ) async throws -> KeyStore.Key {
        let hint = "tipledger keys create --scope \(scopes.first?.rawValue ?? "")"
        guard let key, key.isValid(at: now()) else {
            throw Problem(401, "key_unknown", "The key is unknown, expired or revoked.", hint: hint)
        }
        guard scopes.contains(where: { key.scope.allows($0) }) else {
            let wanted = scopes.map(\.rawValue).joined(separator: " or ")
            throw Problem(
                403,
                "wrong_scope",
                "The key has scope \(key.scope.rawValue); the request needs \(wanted).",
                hint: hint
            )
        }
        notes.key(key.id, of: request.id)
        try limits.takeKey(key.id, isAdmin: key.scope == .admin)
        uses.withLock { $0[key.id] = now() }
        return key
    }

    /// The key in the headers of a request: `X-API-Key`, a Bearer token, or the user of Basic.
    static func key(in request: HTTPRequest) -> String? {
        if let header = request.headers["X-API-Key"], !header.isEmpty { return header }
        guard let header = request.headers["Authorization"] else { return nil }
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        let value = String(parts[1].drop { $0 == " " })
        switch parts[0].lowercased() {
        case "bearer": return value.isEmpty ? nil : value
        case "basic":
            guard let data = Data(base64Encoded: value) else { return nil }
            let user = String(decoding: data.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
            return user.isEmpty ? nil : user
        default: return nil
        }
    }

    /// The key that is picked among all, which are by the hash of their text.
    private func find(_ pick: @Sendable ([[UInt8]: KeyStore.Key]) -> KeyStore.Key?) async throws
        -> KeyStore.Key?
    {
        let (key, age) = known.withLock { known in
            (pick(known.keys), known.readAt.map { now().microseconds - $0.microseconds })
        }
        let limit = (key == nil ? Self.rereadAfterSeconds : Self.staleAfterSeconds) * 1_000_000
        if let age, Double(age) < limit { return key }
        let list: [KeyStore.Key]
        do {
            list = try await store.list()
        } catch {
            // A database that is away must not shut out keys that were good a moment ago.
            if let key { return key }
            throw error
        }
        let keys = Dictionary(list.map { ($0.sha256, $0) }) { first, _ in first }
        known.withLock { known in
            known.keys = keys
            known.readAt = now()
        }
        return pick(keys)
    }
}
