import Synchronization

/// Passes messages on, but not the same one again and again: while a database is gone, every request fails alike.
///
/// A message that was passed on less than `pause` ago is counted instead; the next one to pass says how often it
/// came meanwhile.
final class RepeatFilter: Sendable {
    private let pause: Duration
    private let now: @Sendable () -> ContinuousClock.Instant
    private let pass: @Sendable (String) -> Void
    private let known = Mutex<[String: Known]>([:])

    private struct Known {
        var passedAt: ContinuousClock.Instant
        var heldBack = 0
    }

    /// How many messages are kept in mind; of more, those that are over their pause are forgotten, then all.
    private static let limit = 128

    /// Creates a filter.
    ///
    /// - Parameters:
    ///   - pause: How long a message is not passed on again.
    ///   - now: The clock.
    ///   - pass: Takes what passes.
    init(
        pause: Duration = .seconds(30),
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        pass: @escaping @Sendable (String) -> Void
    ) {
        self.pause = pause
        self.now = now
        self.pass = pass
    }

    /// Takes a message.
    func tell(_ message: String) {
        let instant = now()
        let passing: String? = known.withLock { known in
            if let before = known[message], before.passedAt.duration(to: instant) < pause {
                known[message]?.heldBack += 1
                return nil
            }
            let heldBack = known[message]?.heldBack ?? 0
            if known.count >= Self.limit {
                known = known.filter { $1.passedAt.duration(to: instant) < pause }
                if known.count >= Self.limit { known = [:] }
            }
            known[message] = Known(passedAt: instant)
            let count = heldBack == 0 ? "" : " (and \(heldBack) times more since this was last said)"
            return message + count
        }
        if let passing { pass(passing) }
    }
}
