import TipStore

/// What must be done now and then while the server runs: partitions made ahead, the private database kept up.
struct Housekeeping: Sendable {
    let workspace: Workspace
    let tell: @Sendable (String) -> Void

    /// Looks after things until the task is cancelled.
    func run() async {
        var round = 0
        while !Task.isCancelled {
            do {
                if round % 3600 == 0 {
                    let made = try await workspace.store.makeMonthsAhead()
                    if made > 0 { tell("log: made \(made) monthly partition(s) ahead") }
                }
                round += 1
                try await Task.sleep(for: .seconds(1))
                try await keepDatabase()
            } catch is CancellationError {
                return
            } catch {
                tell("housekeeping: \(error)")
                round = max(round, 1)
                do { try await Task.sleep(for: .seconds(1)) } catch { return }
            }
        }
    }

    /// A private server that was killed is started again; what was answered before is in its log.
    private func keepDatabase() async throws {
        do {
            try await workspace.store.ping()
        } catch {
            guard try await workspace.ensureDatabase() else { throw error }
            tell("database: the private PostgreSQL was gone and has been started again")
        }
    }
}
