import TipCore

extension [StoredEvent] {
    /// The events in the order in which they are folded.
    var inHistoryOrder: [StoredEvent] {
        sorted { ($0.at, $0.seq) < ($1.at, $1.seq) }
    }
}
