public import TipCore

/// What became of each event of a request to `POST /v1/events`, in the order they were sent.
public struct BatchAnswer: Hashable, Sendable {
    /// What became of the events.
    public var items: [Item]

    /// What became of one event.
    public struct Item: Hashable, Sendable {
        /// The event's id: the client's, or the one the server made; nil where it was unreadable.
        public var id: String?
        /// Whether the server made the id.
        public var idWasGenerated: Bool
        /// Whether the log took it.
        public var outcome: Outcome

        /// Creates an item.
        public init(id: String?, idWasGenerated: Bool = false, outcome: Outcome) {
            self.id = id
            self.idWasGenerated = idWasGenerated
            self.outcome = outcome
        }
    }

    /// Whether the log took an event.
    public enum Outcome: Hashable, Sendable {
        /// It is committed.
        case accepted
        /// It was there already, and adds nothing.
        case duplicate
        /// It is in quarantine for this reason.
        case rejected(Rejection)

        /// The word under `results`.
        public var word: String {
            switch self {
            case .accepted: "accepted"
            case .duplicate: "duplicate"
            case .rejected: "rejected"
            }
        }
    }

    /// Creates an answer.
    public init(items: [Item] = []) {
        self.items = items
    }

    /// The answer to a batch, as <doc:Contract> has it; empty lists are left out.
    ///
    /// - Parameter withResults: Whether each event's outcome is listed, as `?results=1` asks.
    /// - Returns: The body of the answer.
    public func json(withResults: Bool = false) -> JSON {
        var errors: [JSON] = []
        var generated: [JSON] = []
        var (accepted, duplicates): (Int64, Int64) = (0, 0)
        for (index, item) in items.enumerated() {
            switch item.outcome {
            case .accepted: accepted += 1
            case .duplicate: duplicates += 1
            case .rejected(let rejection):
                errors.append([
                    "index": .integer(Int64(index)), "id": item.id.map(JSON.string) ?? .null,
                    "code": .string(rejection.code.rawValue), "detail": .string(rejection.sentence),
                ])
                continue
            }
            if item.idWasGenerated, let id = item.id {
                generated.append(["index": .integer(Int64(index)), "id": .string(id)])
            }
        }
        var members = [
            JSON.Member("accepted", .integer(accepted)), JSON.Member("duplicates", .integer(duplicates)),
            JSON.Member("rejected", .integer(Int64(errors.count))),
        ]
        if !errors.isEmpty { members.append(JSON.Member("errors", .array(errors))) }
        if !generated.isEmpty { members.append(JSON.Member("generated", .array(generated))) }
        if withResults {
            members.append(JSON.Member("results", .array(items.map { .string($0.outcome.word) })))
        }
        return .object(members)
    }
}
