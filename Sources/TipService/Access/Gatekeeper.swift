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
    private let known = Mutex(Known())

    private static let staleAfterSeconds = 1.0
    private static let rereadAfterSeconds = 0.05

    init(store: KeyStore, now: @escaping @Sendable () -> Timestamp) {
        self.store = store
        self.now = now
    }

    /// Checks that a request has a key of a scope.
    ///
    /// - Throws: `Problem` 401 where the key is missing or unknown, 403 where its scope is another.
    func check(_ request: HTTPRequest, scope: KeyStore.Scope) async throws {
        guard let text = Self.key(of: request) else {
            throw Problem(
                401,
                "key_missing",
                "The request has no key.",
                hint: "Send Authorization: Bearer tl_\(scope.rawValue)_…, or X-API-Key."
            )
        }
        guard let key = try await find(KeyStore.hash(text)), key.isValid(at: now()) else {
            throw Problem(
                401,
                "key_unknown",
                "The key is unknown, expired or revoked.",
                hint: "tipledger keys create --scope \(scope.rawValue)"
            )
        }
        guard key.scope.allows(scope) else {
            throw Problem(
                403,
                "wrong_scope",
                "The key has scope \(key.scope.rawValue); the request needs \(scope.rawValue).",
                hint: "tipledger keys create --scope \(scope.rawValue)"
            )
        }
    }

    /// The key a request carries.
    private static func key(of request: HTTPRequest) -> String? {
        if let header = request.headers["X-API-Key"], !header.isEmpty { return header }
        guard let header = request.headers["Authorization"] else { return nil }
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        let key = parts[1].drop { $0 == " " }
        return key.isEmpty ? nil : String(key)
    }

    private func find(_ hash: [UInt8]) async throws -> KeyStore.Key? {
        let (key, age) = known.withLock { known in
            (known.keys[hash], known.readAt.map { now().microseconds - $0.microseconds })
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
        return keys[hash]
    }
}
