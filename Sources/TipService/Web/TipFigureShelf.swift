import Reports
import Synchronization
import TipCore
import TipStore

/// How people stand to the tips, kept for a while: it reads a row a person, and many look at it.
///
/// Whoever asks for what is a little old gets it at once, and it is read anew beside them.
final class TipFigureShelf: Sendable {
    /// Figures and the instant that they are of.
    struct Figures: Sendable {
        let tips: NamedValues<TipFigures>
        let asOf: Timestamp
    }

    private struct State {
        var kept: (figures: Figures, at: ContinuousClock.Instant)?
        var isReading = false
    }

    private let workspace: Workspace
    private let state = Mutex(State())

    private static let fresh: Duration = .seconds(10)
    private static let usable: Duration = .seconds(300)

    init(workspace: Workspace) {
        self.workspace = workspace
    }

    /// The figures of now, or of a little before.
    func figures() async throws -> Figures {
        let (kept, reads) = state.withLock { state -> (Figures?, Bool) in
            guard let kept = state.kept else { return (nil, false) }
            let age = kept.at.duration(to: .now)
            guard age < Self.usable else { return (nil, false) }
            let reads = age >= Self.fresh && !state.isReading
            if reads { state.isReading = true }
            return (kept.figures, reads)
        }
        if reads {
            Task {
                defer { state.withLock { $0.isReading = false } }
                _ = try? await read()
            }
        }
        if let kept { return kept }
        return try await read()
    }

    private func read() async throws -> Figures {
        let backlog = try await workspace.store.projector.catchUpUnlessBusy()
        // What came in the last moments may be missing: the figures are of the instant before it.
        let instant = workspace.now().adding(seconds: -Int64((backlog?.seconds ?? 0).rounded(.up)))
        let figures = Figures(tips: try await workspace.store.tipFigures(at: instant), asOf: instant)
        state.withLock { $0.kept = (figures, .now) }
        return figures
    }
}
