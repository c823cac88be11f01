import Postgres

extension Projector {
    /// What is in the log and not folded, so that no count has it yet.
    package struct Backlog: Hashable, Sendable {
        /// How many events.
        package let events: Int64
        /// For how many seconds the first of them has been in the log.
        package let seconds: Double
    }

    /// How old a backlog may be before readers wait for it, although others keep writing.
    private static let usualAge = 5.0
    /// How long readers wait at most.
    private static let patience: Duration = .seconds(10)

    /// Folds what is in the log for somebody who wants to look at counts, and not at a log that never rests.
    ///
    /// Once writers have had their answers, whoever looks sees all of it. While they write, "all" is another
    /// thing at every instant: the caller goes on with what is folded, as long as what is missing has only just
    /// come. Nobody waits for longer than ten seconds; the fold goes on without them.
    ///
    /// - Returns: What is still missing; nil where nothing is.
    /// - Throws: `PostgresError`.
    package func catchUpUnlessBusy() async throws -> Backlog? {
        if log.isAppending, let backlog = try await backlog(), backlog.seconds <= Self.usualAge {
            return backlog
        }
        let (signals, signal) = AsyncStream.makeStream(of: Signal.self)
        Task {
            do {
                try await rounds.shared { try await self.catchUp() }
                signal.yield(.ended(.success(())))
            } catch {
                signal.yield(.ended(.failure(error)))
            }
        }
        let clock = Task {
            while !Task.isCancelled {
                try await Task.sleep(for: .milliseconds(10))
                signal.yield(.looked)
            }
        }
        defer { clock.cancel() }
        let deadline = ContinuousClock.now + Self.patience
        for await signal in signals {
            if case .ended(let result) = signal {
                try result.get()
                return nil
            }
            let isLate = ContinuousClock.now >= deadline
            guard isLate || log.isAppending, let backlog = try await backlog() else { continue }
            if isLate || backlog.seconds <= Self.usualAge { return backlog }
        }
        throw CancellationError()
    }

    /// What happens while a reader waits.
    private enum Signal: Sendable {
        case ended(Result<Void, any Error>)
        case looked
    }

    private func backlog() async throws -> Backlog? {
        let lags = try await lags().filter { $0.events > 0 }
        guard !lags.isEmpty else { return nil }
        return Backlog(
            events: lags.reduce(0) { $0 + $1.events },
            seconds: lags.map(\.seconds).max() ?? 0
        )
    }
}
