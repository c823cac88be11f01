import Postgres
import Reports
import TipCore

/// Adds sums of exposures into a snapshot.
struct SnapshotCounter: Sendable {
    private(set) var snapshot: ExperimentSnapshot
    private var days: [Timestamp: [Int64]] = [:]
    private var compared: [Timestamp: ExperimentSnapshot.Day] = [:]

    init(_ empty: ExperimentSnapshot) {
        snapshot = empty
    }

    /// Sums over exposures of one variant, one standing and one metric.
    struct Sums: Hashable, Sendable {
        var variant: String
        var standing: Participation.Standing
        /// nil counts everyone, else those who converted on a metric.
        var metric: Int?
        var people: Int64
        var counts: ExposureRow.Counts

        /// Reads a row of the query over tallies.
        init(tally row: Row, names: [Int32: String]) throws {
            variant = names[try row.int32(0)] ?? ""
            standing = Participation.Standing(rawValue: Int(try row.int16(1))) ?? .compared
            let metric = try row.int16(2)
            self.metric = metric < 0 ? nil : Int(metric)
            people = try row.int64(3)
            counts = ExposureRow.Counts(
                impressions: try row.int64(4),
                taps: try row.int64(5),
                actionPerformed: try row.int64(6),
                tipClosed: try row.int64(7),
                late: try row.int64(8),
                events: try row.int64(9)
            )
        }

        private init(_ row: ExposureRow, variant: String, metric: Int?) {
            self.variant = variant
            standing = row.standing
            self.metric = metric
            people = 1
            counts = metric == nil ? row.counts : .init()
        }

        private init(_ participation: Participation, metric: Int?) {
            variant = participation.variant
            standing = participation.standing
            self.metric = metric
            people = 1
            counts = metric == nil ? ExposureRow.Counts(participation) : .init()
        }

        /// The sums that one participation makes.
        static func all(of participation: Participation) -> [Sums] {
            let converted = participation.convertedAt.indices.filter { participation.convertedAt[$0] != nil }
            return [Sums(participation, metric: nil)]
                + converted.map { Sums(participation, metric: $0) }
        }

        /// The sums that one exposure makes.
        static func all(of row: ExposureRow, names: [Int32: String]) -> [Sums] {
            let variant = names[row.variant] ?? ""
            let converted = row.convertedAt.indices.filter { row.convertedAt[$0] != nil }
            return [Sums(row, variant: variant, metric: nil)]
                + converted.map { Sums(row, variant: variant, metric: $0) }
        }
    }

    /// Adds sums of people whose window has closed, or has not.
    mutating func add(_ sums: Sums, isMatured: Bool) {
        guard sums.standing == .compared, isMatured else {
            if sums.metric == nil { addUncompared(sums) }
            return
        }
        guard let arm = snapshot.arms.firstIndex(where: { $0.variant == sums.variant }) else { return }
        if let metric = sums.metric {
            guard metric < snapshot.arms[arm].conversions.count else { return }
            snapshot.arms[arm].conversions[metric] += sums.people
            return
        }
        snapshot.arms[arm].people += sums.people
        snapshot.arms[arm].impressions += sums.counts.impressions
        snapshot.arms[arm].taps += sums.counts.taps
        snapshot.arms[arm].actionPerformed += sums.counts.actionPerformed
        snapshot.arms[arm].tipClosed += sums.counts.tipClosed
        snapshot.countedEvents += sums.counts.events
        snapshot.lateEvents += sums.counts.late
    }

    private mutating func addUncompared(_ sums: Sums) {
        switch sums.standing {
        case .compared: snapshot.immature += sums.people
        case .multipleVariants:
            snapshot.multipleVariants += sums.people
            snapshot.multipleVariantsByFirst[sums.variant, default: 0] += sums.people
        case .unexpectedVariant: snapshot.unexpectedVariant += sums.people
        case .test: snapshot.testers += sums.people
        case .bot: snapshot.bots += sums.people
        case .optedOut: snapshot.optedOut += sums.people
        // Whoever has several names is counted once, from all their histories.
        case .joined: break
        }
    }

    /// Adds a unit that was folded from its history, where its exposure is in the slice that is counted.
    mutating func add(_ participation: Participation, matured: Timestamp) {
        guard snapshot.slice?.contains(participation.exposedAt) ?? true else { return }
        for sums in Sums.all(of: participation) {
            add(sums, isMatured: participation.exposedAt <= matured)
        }
        guard participation.standing == .compared,
            let arm = snapshot.arms.firstIndex(where: { $0.variant == participation.variant })
        else { return }
        addToDay(participation.exposedAt.day, arm: arm, people: 1)
        guard participation.exposedAt <= matured else { return }
        addCompared(
            participation.exposedAt.day,
            arm: arm,
            people: 1,
            conversions: participation.convertedAt.first.map { $0 == nil ? 0 : 1 } ?? 0
        )
    }

    /// Adds people to a day of the check of the split.
    mutating func addToDay(_ day: Timestamp, arm: Int, people: Int64) {
        days[day, default: Array(repeating: 0, count: snapshot.arms.count)][arm] += people
    }

    /// Adds matured people to the day on which they were exposed.
    mutating func addCompared(_ day: Timestamp, arm: Int, people: Int64, conversions: Int64) {
        let empty = ExperimentSnapshot.Day(start: day, arms: snapshot.arms.count)
        compared[day, default: empty].people[arm] += people
        compared[day, default: empty].conversions[arm] += conversions
    }

    /// Adds one exposure to its day, where it is matured and compared.
    mutating func addCompared(_ exposure: ExposureRow, variant: String?, matured: Timestamp) {
        guard exposure.standing == .compared, exposure.exposedAt <= matured,
            let arm = snapshot.arms.firstIndex(where: { $0.variant == variant })
        else { return }
        let converts = exposure.convertedAt.first.map { $0 != nil } ?? false
        addCompared(exposure.exposedAt.day, arm: arm, people: 1, conversions: converts ? 1 : 0)
    }

    /// Adds a row of the query over the days of tallies: everyone, or those who converted.
    mutating func addCompared(_ row: Row, variant: String?) throws {
        guard let arm = snapshot.arms.firstIndex(where: { $0.variant == variant }) else { return }
        let (isEveryone, people) = (try row.int16(2) < 0, try row.int64(3))
        addCompared(
            Timestamp(microseconds: try row.timestamp(0)),
            arm: arm,
            people: isEveryone ? people : 0,
            conversions: isEveryone ? 0 : people
        )
    }

    /// The snapshot with its days in order.
    var result: ExperimentSnapshot {
        var snapshot = snapshot
        snapshot.days = compared.sorted { $0.key < $1.key }.map(\.value)
        snapshot.splitDays = days.sorted { $0.key < $1.key }.map(\.value)
        return snapshot
    }
}

extension FrozenPhase {
    /// The last exposure whose window on the primary metric has closed at an instant.
    func lastMatured(asOf instant: Timestamp) -> Timestamp {
        guard let within = metrics[0].within else { return instant }
        return instant.advanced(bySeconds: -within)
    }
}
