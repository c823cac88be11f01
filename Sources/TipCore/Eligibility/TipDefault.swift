/// A tip's status for everybody to whom nothing has happened that concerns it.
///
/// A store keeps it once, and of each person only the tips that are otherwise. What can hold such a tip back
/// still is the person's own: an opt-out, and the display frequency after the first display of another tip.
package struct TipDefault: Hashable, Sendable {
    /// The tip.
    package let tip: UInt32
    /// The stretches in the order of time; the first has no beginning.
    package let stretches: [Stretch]

    /// A stretch in which the status is the same.
    package struct Stretch: Hashable, Sendable {
        /// When it begins; nil for the first.
        package let start: Timestamp?
        /// The status.
        package let status: TipStatus
        /// How long after the latest first display of any tip this one is pending, in microseconds.
        package let wait: Int64
    }

    /// The schedule of a person whom nothing else concerns, from their last event on.
    func schedule(of state: PersonState, from start: Timestamp) -> TipSchedule {
        var schedule: TipSchedule?
        for (place, stretch) in stretches.enumerated() {
            let end = place + 1 < stretches.count ? stretches[place + 1].start : nil
            if let end, end <= start { continue }
            let from = max(start, stretch.start ?? start)
            var release = from
            if !state.isOptedOut, stretch.status == .available, let clock = state.clock {
                release = max(from, clock.at.adding(microseconds: stretch.wait))
            }
            let held = state.isOptedOut || release > from ? TipStatus.pending : stretch.status
            var next = schedule ?? TipSchedule(held)
            next.become(held, at: from)
            if release > from, end.map({ release < $0 }) ?? true { next.become(stretch.status, at: release) }
            schedule = next
        }
        return schedule ?? TipSchedule(.pending)
    }
}
