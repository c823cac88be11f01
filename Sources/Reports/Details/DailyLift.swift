package import Statistics
import TipCore

/// How one variant stood against the baseline at the end of one day, from the people who had come by then.
package struct DailyLift: Hashable, Sendable {
    /// The day as `2026-11-30`.
    package let date: String
    /// The variant.
    package let variant: String
    /// Its lift.
    package let lift: Figure<Double>
    /// The interval of the lift on the log scale, at the level of the report and for a single look.
    package let interval: Figure<Interval>
}

extension ExperimentReport {
    /// The lift of every variant day by day; the last day has the figures of the report.
    package func lifts(by series: DailySeries) -> [DailyLift] {
        let names = snapshot.arms.map(\.variant)
        guard let control = names.firstIndex(where: { $0.hasSameBytes(as: baseline) }) else { return [] }
        return names.indices.filter { $0 != control }.flatMap { arm in
            series.days.map { day in
                let pair = Figure { () throws(Undefined) in
                    Pair(
                        control: try Proportion(
                            conversions: day.conversions[control],
                            people: day.people[control]
                        ),
                        treatment: try Proportion(conversions: day.conversions[arm], people: day.people[arm])
                    )
                }
                return DailyLift(
                    date: day.date,
                    variant: names[arm],
                    lift: pair.flatMap { pair throws(Undefined) in try pair.lift() },
                    interval: pair.flatMap { [method] pair throws(Undefined) in
                        try pair.logLiftInterval(method.level)
                    }
                )
            }
        }
    }
}
