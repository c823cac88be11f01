import TipService
import TipStore

/// The keys of a new private database.
enum FirstKeys {
    /// Makes one key a scope where there is none yet, and shows them this once.
    static func make(_ workspace: Workspace) async throws {
        guard workspace.isPrivate, try await workspace.store.keys.list().isEmpty else { return }
        for scope in KeyStore.Scope.allCases {
            let made = try await workspace.store.keys.create(scope: scope, name: "first", at: workspace.now())
            Streams.note("\(scope.rawValue) key: \(made.text)")
        }
    }
}
