import TipCore

extension [StoredEvent] {
    /// The events of one person in the order in which they are folded; those of other kinds keep their place
    /// by time and arrival.
    var inHistoryOrder: [StoredEvent] {
        let arrived = sorted { $0.seq < $1.seq }
        let keys = arrived.map { stored in
            stored.logged?.event.historyKey
                ?? HistoryOrder.Key(at: stored.at, device: 0, sequence: nil)
        }
        return HistoryOrder.order(of: keys).map { arrived[$0] }
    }
}
