import Foundation
import Synchronization

/// The offsets of a time zone from UTC, and so the calendar day of any instant there.
///
/// This is the only place that asks Foundation, which asks ICU: a zone's transitions are read once for
/// 1970 to 2500 and kept, so that a day costs a binary search. After 2500 the last offset stays.
public struct ZoneClock: Hashable, Sendable {
    /// The instants at which the offset changes, ascending, in microseconds.
    private let transitions: [Int64]
    /// The offsets east of UTC in microseconds: one before the first transition, then one from each on.
    private let offsets: [Int64]

    private static let dayLength: Int64 = 86_400_000_000
    private static let known = Mutex<[String: ZoneClock]>([:])

    /// UTC.
    public static let utc = ZoneClock(transitions: [], offsets: [0])

    private init(transitions: [Int64], offsets: [Int64]) {
        self.transitions = transitions
        self.offsets = offsets
    }

    /// The clock of an IANA zone, or nil where there is no zone of that name.
    public static func named(_ name: String) -> ZoneClock? {
        guard name != "UTC" else { return .utc }
        if let clock = known.withLock({ $0[name] }) { return clock }
        guard name.utf8.count <= 64, let clock = ZoneClock(reading: name) else { return nil }
        known.withLock { $0[name] = clock }
        return clock
    }

    private init?(reading name: String) {
        guard let zone = TimeZone(identifier: name) else { return nil }
        let end = Date(timeIntervalSince1970: 16_725_225_600)  // 2500-01-01
        var date = Date(timeIntervalSince1970: -1)
        var transitions: [Int64] = []
        var offsets = [Int64(zone.secondsFromGMT(for: date)) * 1_000_000]
        while let next = zone.nextDaylightSavingTimeTransition(after: date), next > date, next < end {
            transitions.append(Int64(next.timeIntervalSince1970.rounded()) * 1_000_000)
            offsets.append(Int64(zone.secondsFromGMT(for: next)) * 1_000_000)
            date = next
        }
        self.init(transitions: transitions, offsets: offsets)
    }

    /// Days from 1970-01-01 to the local day of an instant.
    public func day(of instant: Timestamp) -> Int64 {
        day(of: instant.microseconds, segment: segment(at: instant.microseconds))
    }

    /// The next instant at which the local day is another one, or nil at the end of time.
    ///
    /// A day begins at its midnight, at a transition that skips midnight, or, where clocks are set back
    /// over midnight, a second time.
    public func nextDayChange(after instant: Timestamp) -> Timestamp? {
        var segment = segment(at: instant.microseconds)
        let today = day(of: instant.microseconds, segment: segment)
        while true {
            let end = segment < transitions.count ? transitions[segment] : .max
            let (midnight, overflow) = (today + 1).multipliedReportingOverflow(by: Self.dayLength)
            let boundary = midnight.subtractingReportingOverflow(offsets[segment])
            if !overflow, !boundary.overflow, boundary.partialValue < end {
                return Timestamp(microseconds: boundary.partialValue)
            }
            guard segment < transitions.count else { return nil }
            segment += 1
            if day(of: end, segment: segment) != today { return Timestamp(microseconds: end) }
        }
    }

    private func day(of microseconds: Int64, segment: Int) -> Int64 {
        let (local, overflow) = microseconds.addingReportingOverflow(offsets[segment])
        let shifted = overflow ? microseconds : local
        let (quotient, remainder) = shifted.quotientAndRemainder(dividingBy: Self.dayLength)
        return remainder < 0 ? quotient - 1 : quotient
    }

    /// How many transitions are at or before an instant.
    private func segment(at microseconds: Int64) -> Int {
        var low = 0
        var high = transitions.count
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle] <= microseconds { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
