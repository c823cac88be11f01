/// A tip's status for a person from their last event on, as it changes by itself.
///
/// With it a status at an instant is a look-up: whoever keeps schedules needs no rules to read them.
package struct TipSchedule: Hashable, Sendable {
    /// The status until the first change.
    package private(set) var status: TipStatus
    /// The instants at which it becomes another one, in order.
    package private(set) var changes: [Change] = []
    /// The instant from which on nothing is known, as too many changes lie before it; nil where all is known.
    package private(set) var knownUntil: Timestamp?

    /// A status from an instant on.
    package struct Change: Hashable, Sendable {
        /// The instant.
        package let at: Timestamp
        /// The status.
        package let status: TipStatus
    }

    /// How many changes a schedule holds at most.
    package static let changeLimit = 64
    /// How many verdicts are looked at for one schedule at most.
    static let stepLimit = 4096

    /// A schedule that begins with a status.
    init(_ status: TipStatus) {
        self.status = status
    }

    /// The status at an instant not before the person's last event; nil where it is not known.
    package func status(at instant: Timestamp) -> TipStatus? {
        if let knownUntil, instant >= knownUntil { return nil }
        return changes.last { $0.at <= instant }?.status ?? status
    }

    /// Has a status from an instant on, which is not before what was said so far; the same one says nothing.
    mutating func become(_ next: TipStatus, at instant: Timestamp) {
        guard next != changes.last?.status ?? status else { return }
        changes.append(Change(at: instant, status: next))
    }

    /// Knows nothing from an instant on.
    mutating func end(at instant: Timestamp) {
        knownUntil = instant
        changes.removeAll { $0.at >= instant }
    }
}

extension Eligibility {
    /// Goes on with a tip's schedule through a stretch of time under the conditions of this value.
    ///
    /// - Parameters:
    ///   - tip: The tip, which has a definition at `definition`.
    ///   - definition: The place of the definition.
    ///   - start: The beginning of the stretch, not before the person's last event.
    ///   - end: Its end, not included; nil where it has none.
    ///   - schedule: What was found up to `start`; nil where nothing was.
    /// - Returns: The schedule up to the end.
    func schedule(
        of tip: UInt32,
        _ definition: Int,
        from start: Timestamp,
        to end: Timestamp?,
        after schedule: TipSchedule?
    ) -> TipSchedule {
        var verdict = verdict(on: tip, definition, at: start)
        var result = schedule ?? TipSchedule(verdict.status)
        result.become(verdict.status, at: start)
        var instant = start
        var steps = 0
        while let next = nextChange(of: tip, definition, differingFrom: verdict, after: instant),
            end.map({ next < $0 }) ?? true
        {
            steps += 1
            guard steps <= TipSchedule.stepLimit, result.changes.count < TipSchedule.changeLimit else {
                result.end(at: next)
                return result
            }
            verdict = self.verdict(on: tip, definition, at: next)
            result.become(verdict.status, at: next)
            instant = next
        }
        return result
    }
}
