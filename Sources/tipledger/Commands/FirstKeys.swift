import TipService
import TipStore

/// The keys of a new private database.
enum FirstKeys {
    /// Makes one key a scope where there is none yet, and shows them this once.
    static func make(_ workspace: Workspace) async throws {
        guard workspace.isPrivate else { return }
        guard try await workspace.store.keys.list().isEmpty else {
            Streams.note(
                "keys: those made before are in force; more: tipledger keys create --scope write --name NAME"
            )
            return
        }
        for scope in KeyStore.Scope.allCases {
            // Of two servers that start at once, one makes it.
            let text = try await workspace.store.keys.createFirst(scope: scope, at: workspace.now())
            if let text { Streams.note("\(scope.rawValue) key: \(text)") }
        }
    }
}
