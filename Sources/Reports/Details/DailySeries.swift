import TipCore

/// How people and conversions of each variant came to what they are, day by day in a time zone.
///
/// A person counts on the day of the exposure and a conversion with its person, so the last day has the totals of
/// the report, in any zone.
package struct DailySeries: Hashable, Sendable {
    /// The zone, an IANA name.
    package let timeZone: String
    /// The days on which somebody was exposed, first to last.
    package let days: [Day]

    /// The sums up to the end of one day.
    package struct Day: Hashable, Sendable {
        /// The day as `2026-11-30`.
        package let date: String
        /// The people of each variant so far, in the order of the report.
        package internal(set) var people: [Int64]
        /// Those of them who converted.
        package internal(set) var conversions: [Int64]
    }

    /// Adds up compared units; nil where there is no zone of this name.
    init?(_ timeZone: String, _ units: [CountedUnit], arms: [String]) {
        guard let clock = ZoneClock.named(timeZone) else { return nil }
        self.timeZone = timeZone
        let empty = Array(repeating: Int64(0), count: arms.count)
        var added: [Int64: (people: [Int64], conversions: [Int64])] = [:]
        for unit in units {
            guard let arm = arms.firstIndex(of: unit.participation.variant) else { continue }
            let day = clock.day(of: unit.participation.exposedAt)
            added[day, default: (empty, empty)].people[arm] += 1
            if unit.participation.convertedAt.first.map({ $0 != nil }) ?? false {
                added[day, default: (empty, empty)].conversions[arm] += 1
            }
        }
        days = Self.sums(
            of: added.sorted { $0.key < $1.key }.map { day, counts in
                (Timestamp.epoch.adding(seconds: day * 86_400), counts.people, counts.conversions)
            }
        )
    }

    /// Adds up the days that a snapshot has counted, which are those of UTC; nil where it has none.
    package init?(of snapshot: ExperimentSnapshot) {
        guard !snapshot.days.isEmpty else { return nil }
        timeZone = "UTC"
        days = Self.sums(of: snapshot.days.map { ($0.start, $0.people, $0.conversions) })
    }

    /// The sums up to the end of each day, from the counts of each.
    private static func sums(of days: [(midnight: Timestamp, people: [Int64], conversions: [Int64])]) -> [Day]
    {
        var sums: [Day] = []
        for day in days {
            let before = sums.last
            let people = zip(before?.people ?? day.people.map { _ in 0 }, day.people)
            let conversions = zip(before?.conversions ?? day.people.map { _ in 0 }, day.conversions)
            sums.append(
                Day(
                    date: String(day.midnight.rfc3339.prefix { $0 != "T" }),
                    people: people.map { $0 + $1 },
                    conversions: conversions.map { $0 + $1 }
                )
            )
        }
        return sums
    }
}
