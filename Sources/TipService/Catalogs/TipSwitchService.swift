package import TipCore
import TipStore

/// The kill switch: holds a tip back from everybody at once, and lets its rules decide again.
///
/// Each turn is an event of stream 0; turning a switch to where it stands writes nothing. An item of a
/// reusable tip has a switch of its own; it is off where either is.
package struct TipSwitchService: Sendable {
    private let workspace: Workspace

    /// Creates the service of a workspace.
    package init(_ workspace: Workspace) {
        self.workspace = workspace
    }

    /// Where a switch stands after it was turned.
    package struct Standing: Sendable {
        /// The tip.
        package let tip: String
        /// Whether it is off.
        package let isOff: Bool
        /// Since when; nil for a tip that was never off.
        package let at: Timestamp?
        /// Whether this turn changed it.
        package let isChanged: Bool

        /// The standing as `POST /v1/tips/{tip}/off` answers it.
        package var json: JSON {
            [
                "tip": .string(tip), "off": .boolean(isOff), "at": at.map { .string($0.rfc3339) } ?? .null,
                "changed": .boolean(isChanged),
            ]
        }
    }

    /// Turns a switch.
    ///
    /// - Parameters:
    ///   - tip: The tip, or one item of a reusable tip.
    ///   - isOff: Whether it is to be off.
    ///   - instant: From when on; may lie in the past, but not before the last turn; nil is now.
    /// - Returns: Where it stands.
    /// - Throws: `UnknownTip` with the nearest name, `LifecycleError` where the time does not fit, and `StoreError`
    ///   where the database does not answer.
    package func turn(_ tip: String, off isOff: Bool, at instant: Timestamp? = nil) async throws -> Standing {
        try await workspace.store.project.refresh()
        let catalog = try CatalogService(workspace).current().catalog
        let isKnown = catalog.tips.contains { definition in
            definition.id.utf8.elementsEqual(tip.utf8)
                || TipTemplate(id: definition.id)?.item(of: tip) != nil
        }
        let now = workspace.now()
        // A clock that was set back must not put this turn before the last one.
        let last = workspace.store.project.current.lifecycle.lastSwitch(of: tip)
        guard isKnown || isOff == false && last?.isOff == true else { throw UnknownTip(tip, among: catalog) }
        if let instant {
            guard instant <= now else { throw LifecycleError(.fromTheFuture, subject: tip) }
            guard instant >= last?.at ?? instant else { throw LifecycleError(.beforeSwitch, subject: tip) }
        }
        var standing = last
        let written = try await workspace.store.project.decide(at: instant ?? max(now, last?.at ?? now)) {
            state in
            standing = state.lifecycle.lastSwitch(of: tip)
            guard standing?.isOff ?? false != isOff else { return nil }
            return isOff ? .tipOff(tip: tip) : .tipOn(tip: tip)
        }
        let turned = written ? workspace.store.project.current.lifecycle.lastSwitch(of: tip) : standing
        return Standing(tip: tip, isOff: isOff, at: turned?.at, isChanged: written)
    }
}
