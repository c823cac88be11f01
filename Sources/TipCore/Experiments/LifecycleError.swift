/// A step in the life of a catalog or an experiment that does not fit what came before it.
public struct LifecycleError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public let problem: Problem
    /// The experiment, variant or revision it is about.
    public let subject: String

    /// The ways a step can fail to fit.
    public enum Problem: String, Hashable, Sendable, CaseIterable {
        /// Another catalog was applied meanwhile.
        case staleRevision = "stale_revision"
        /// The experiment runs or ran already.
        case alreadyStarted = "already_started"
        /// The experiment was never started.
        case notStarted = "not_started"
        /// The experiment is over.
        case alreadyStopped = "already_stopped"
        /// The step lies before the start of the current phase.
        case beforeStart = "before_start"
        /// The turn of a switch lies before the last one.
        case beforeSwitch = "before_switch"
        /// The experiment does not enrol.
        case notRunning = "not_running"
        /// The experiment is not paused.
        case notPaused = "not_paused"
        /// The share is not between 0 and 1.
        case badShare = "bad_share"
        /// The step is dated later than now.
        case fromTheFuture = "from_the_future"
        /// The experiment has no such variant.
        case unknownVariant = "unknown_variant"
    }

    /// Creates an error.
    public init(_ problem: Problem, subject: String) {
        self.problem = problem
        self.subject = subject
    }

    /// A stable word for the problem.
    public var code: String { problem.rawValue }

    /// What is wrong and what to do about it.
    public var description: String {
        switch problem {
        case .staleRevision:
            "Another catalog was applied meanwhile. Look at the difference again and apply again."
        case .alreadyStarted:
            "Experiment \(subject) has been started before. A new try needs a new id."
        case .notStarted:
            "Experiment \(subject) has not been started. Start it with: tipledger experiment start \(subject)"
        case .alreadyStopped: "Experiment \(subject) is over. A new try needs a new id."
        case .beforeStart:
            "The step lies before the start of the current phase of \(subject). Give a later time with --at."
        case .beforeSwitch:
            "The turn lies before the last one of tip \(subject). Give a later time with --at."
        case .notRunning: "Experiment \(subject) is not running."
        case .notPaused: "Experiment \(subject) is not paused."
        case .fromTheFuture:
            "The step is dated later than now, and the log holds what happened. Take it when its time has come."
        case .badShare: "The share must be a number from 0 to 1."
        case .unknownVariant: "The experiment has no variant \(subject)."
        }
    }
}
