import Postgres

/// How much a log holds in memory and commits at once.
package struct AppendLimits: Hashable, Sendable {
    /// The most rows of one transaction, unless one request has more.
    package var groupRows = 10_000
    /// The most rows that wait in one lane; beyond it requests are refused.
    package var waitingRows = 50_000
    /// How many writers share the streams.
    package var lanes = 2
    /// How long an append waits for the database before it is given up.
    package var patience = Duration.seconds(15)

    /// Creates the default limits.
    package init() {}
}

extension AppendLimits {
    /// Why an append that waited so long is given up.
    var outOfPatience: PostgresError {
        PostgresError(
            .connectionLost,
            message: "the database has not committed within \(patience)",
            hint: "Look for locks, a full disk or a server that hangs."
        )
    }
}

/// The answer that a request for an append waits for; given once, by whoever comes first.
final class LaneAnswer: Sendable {
    /// When it is given up.
    let due: ContinuousClock.Instant
    private let continuation: Guarded<CheckedContinuation<[AppendOutcome], any Error>?>

    init(_ continuation: CheckedContinuation<[AppendOutcome], any Error>, due: ContinuousClock.Instant) {
        self.due = due
        self.continuation = Guarded(continuation)
    }

    /// Whether it has been given.
    var isGiven: Bool { continuation.withLock { $0 == nil } }

    /// Gives the answer, unless there is one.
    ///
    /// - Returns: Whether this one counts.
    @discardableResult
    func give(_ result: Result<[AppendOutcome], any Error>) -> Bool {
        let waiting = continuation.withLock { continuation in
            defer { continuation = nil }
            return continuation
        }
        waiting?.resume(with: result)
        return waiting != nil
    }
}
