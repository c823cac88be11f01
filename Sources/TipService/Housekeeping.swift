import TipStore

/// What must be done now and then while the server runs: partitions made ahead, the private database kept up.
struct Housekeeping: Sendable {
    let workspace: Workspace
    let gatekeeper: Gatekeeper
    let tell: @Sendable (String) -> Void

    /// How many rounds of a second lie between two looks at the partitions.
    private static let roundsBetweenMonths = 3600
    /// How many rounds lie between two notes of which keys were used.
    private static let roundsBetweenUses = 60

    /// Looks after things until the task is cancelled.
    func run() async {
        var untilMonths = 0
        while !Task.isCancelled {
            do {
                // The database first: without it nothing else here can be done.
                try await keepDatabase()
                if untilMonths <= 0 {
                    // Where it fails it is told, and tried again in the next round.
                    let made = try await workspace.store.makeMonthsAhead()
                    if made > 0 { tell("log: made \(made) monthly partition(s) ahead") }
                    untilMonths = Self.roundsBetweenMonths
                }
                if untilMonths % Self.roundsBetweenUses == 0 { try await gatekeeper.writeUses() }
            } catch is CancellationError {
                return
            } catch {
                guard !Task.isCancelled else { return }
                tell("housekeeping: \(error)")
            }
            untilMonths -= 1
            do { try await Task.sleep(for: .seconds(1)) } catch { return }
        }
    }

    /// A private server that was killed is started again; what was answered before is in its log.
    private func keepDatabase() async throws {
        // A connection that broke by itself is not the server's end: only where a fresh one fails too is it gone.
        if (try? await workspace.store.ping()) != nil { return }
        do {
            try await workspace.store.ping()
        } catch {
            guard try await workspace.ensureDatabase() else { throw error }
            tell("database: the private PostgreSQL was gone and has been started again")
        }
    }
}
