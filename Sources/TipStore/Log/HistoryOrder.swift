import TipCore

extension [StoredEvent] {
    /// The events of one stream in the order in which they are folded.
    var inHistoryOrder: [StoredEvent] {
        sorted { $0.seq < $1.seq }.orderedByHistory
    }

    /// Events that stand in their order of arrival, in the order in which they are folded; rows that are not
    /// events of a person keep their place by time and arrival.
    var orderedByHistory: [StoredEvent] {
        let keys = map { stored in
            stored.logged?.event.historyKey
                ?? HistoryOrder.Key(at: stored.at, device: 0, sequence: nil)
        }
        return HistoryOrder.order(of: keys).map { self[$0] }
    }
}
