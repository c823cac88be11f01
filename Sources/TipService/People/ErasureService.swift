package import TipCore
package import TipStore

/// Erases persons, as they may ask for.
package struct ErasureService: Sendable {
    private let workspace: Workspace

    /// Creates the service of a workspace.
    package init(_ workspace: Workspace) {
        self.workspace = workspace
    }

    /// Erases a person under all their names; what comes of them later is refused.
    ///
    /// - Returns: What was erased; nothing where it had been done before.
    /// - Throws: What reading and writing the log throws; erasing again does the rest.
    package func erase(_ person: String) async throws -> Erasure.Result {
        try await workspace.store.project.refresh()
        return try await Erasure(workspace.store).erase(person, at: workspace.now())
    }
}

extension Erasure.Result {
    /// What was erased, without saying who.
    package var json: JSON {
        [
            "names": .integer(Int64(names)), "events": .integer(events), "quarantined": .integer(quarantined),
            "erasedBefore": .boolean(wasErased),
        ]
    }
}
