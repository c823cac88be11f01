package import TipCore
package import TipStore

/// Drops what is older than is to be kept.
package struct RetentionService: Sendable {
    private let workspace: Workspace

    /// Creates the service of a workspace.
    package init(_ workspace: Workspace) {
        self.workspace = workspace
    }

    /// Drops what is older than the month of an instant.
    ///
    /// - Parameters:
    ///   - instant: Some time in the first month that is kept.
    ///   - isDry: Whether it is only counted.
    /// - Returns: What was dropped, or would be.
    /// - Throws: What reading and writing the log throws.
    package func drop(before instant: Timestamp, isDry: Bool) async throws -> Retention.Result {
        try await Retention(workspace.store).drop(before: instant, isDry: isDry)
    }
}

extension Retention.Result {
    /// What was dropped.
    package var json: JSON {
        [
            "before": .string(cut.rfc3339), "people": .integer(people), "events": .integer(events),
            "keptPeople": .integer(keptPeople), "months": .integer(Int64(months)),
        ]
    }
}
