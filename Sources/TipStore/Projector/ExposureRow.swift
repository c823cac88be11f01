import Postgres
import TipCore

/// A participation as its row holds it: names as ids of words.
struct ExposureRow: Hashable, Sendable {
    var person: PersonKey
    /// The device where that is the unit; else empty.
    var device: String
    var experiment: Int32
    var phase: Int32
    var variant: Int32
    var standing: Participation.Standing
    var exposedAt: Timestamp
    var convertedAt: [Timestamp?]
    var counts: Counts

    /// The counters of a participation.
    struct Counts: Hashable, Sendable {
        var impressions: Int64 = 0
        var taps: Int64 = 0
        var actionPerformed: Int64 = 0
        var tipClosed: Int64 = 0
        var late: Int64 = 0
        var events: Int64 = 0

        init() {}

        /// The counters of what one unit did.
        init(_ participation: Participation) {
            impressions = Int64(participation.impressions)
            taps = Int64(participation.taps)
            actionPerformed = Int64(participation.actionPerformed)
            tipClosed = Int64(participation.tipClosed)
            late = Int64(participation.late)
            events = Int64(participation.events)
        }

        init(
            impressions: Int64,
            taps: Int64,
            actionPerformed: Int64,
            tipClosed: Int64,
            late: Int64,
            events: Int64
        ) {
            self.impressions = impressions
            self.taps = taps
            self.actionPerformed = actionPerformed
            self.tipClosed = tipClosed
            self.late = late
            self.events = events
        }

        static func += (left: inout Counts, right: Counts) {
            left.add(right, sign: 1)
        }

        mutating func add(_ other: Counts, sign: Int64) {
            impressions += sign * other.impressions
            taps += sign * other.taps
            actionPerformed += sign * other.actionPerformed
            tipClosed += sign * other.tipClosed
            late += sign * other.late
            events += sign * other.events
        }
    }

    /// Turns a participation into a row.
    init(
        _ participation: Participation,
        person: PersonKey,
        device: String,
        experiment: Int32,
        phase: Int,
        variant: Int32
    ) {
        self.person = person
        self.device = device
        self.experiment = experiment
        self.phase = Int32(clamping: phase)
        self.variant = variant
        standing = participation.standing
        exposedAt = participation.exposedAt
        convertedAt = participation.convertedAt
        counts = Counts(participation)
    }

    /// Reads a row whose columns stand in the order of the table from the experiment on.
    init(_ row: Row, person: PersonKey, device: String, from first: Int) throws {
        self.person = person
        self.device = device
        experiment = try row.int32(first)
        phase = try row.int32(first + 1)
        variant = try row.int32(first + 2)
        standing = Participation.Standing(rawValue: Int(try row.int16(first + 3))) ?? .compared
        exposedAt = Timestamp(microseconds: try row.timestamp(first + 4))
        convertedAt = try row.nullables(first + 5, of: Timestamptz.self).map { time in
            time.map { Timestamp(microseconds: $0.microseconds) }
        }
        counts = Counts(
            impressions: Int64(try row.int32(first + 6)),
            taps: Int64(try row.int32(first + 7)),
            actionPerformed: Int64(try row.int32(first + 8)),
            tipClosed: Int64(try row.int32(first + 9)),
            late: Int64(try row.int32(first + 10)),
            events: Int64(try row.int32(first + 11))
        )
    }
}

/// Sums over exposures that change, by the columns of `tally`.
struct TallyChange: Sendable {
    /// One row of the table.
    struct Key: Hashable, Comparable, Sendable {
        let experiment: Int32
        let phase: Int32
        let variant: Int32
        let standing: Int16
        let hour: Timestamp
        /// -1 for everyone, else the metric.
        let metric: Int16

        /// The columns but the last, as one comparable value.
        private var order: (Int32, Int32, Int32, Int16, Timestamp, Int16) {
            (experiment, phase, variant, standing, hour, metric)
        }

        static func < (left: Key, right: Key) -> Bool { left.order < right.order }
    }

    /// What is added to a row.
    struct Sums: Hashable, Sendable {
        var people: Int64 = 0
        var counts = ExposureRow.Counts()
    }

    private(set) var changes: [Key: Sums] = [:]

    /// Adds an exposure, or takes it away where `sign` is -1.
    mutating func add(_ row: ExposureRow, sign: Int64) {
        add(row, metric: -1, counts: row.counts, sign: sign)
        for (metric, converted) in row.convertedAt.enumerated() where converted != nil {
            add(row, metric: Int16(clamping: metric), counts: .init(), sign: sign)
        }
    }

    private mutating func add(_ row: ExposureRow, metric: Int16, counts: ExposureRow.Counts, sign: Int64) {
        let key = Key(
            experiment: row.experiment,
            phase: row.phase,
            variant: row.variant,
            standing: Int16(row.standing.rawValue),
            hour: row.exposedAt.hour,
            metric: metric
        )
        changes[key, default: Sums()].people += sign
        changes[key, default: Sums()].counts.add(counts, sign: sign)
    }

    /// The changes that are not nothing, in the order of the table's key.
    var sorted: [(key: Key, sums: Sums)] {
        changes.filter { $0.value != Sums() }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}

extension Timestamp {
    /// The start of the hour the instant lies in, in UTC.
    var hour: Timestamp { start(ofEach: 3_600_000_000) }

    /// The start of the day the instant lies in, in UTC.
    var day: Timestamp { start(ofEach: 86_400_000_000) }

    private func start(ofEach length: Int64) -> Timestamp {
        let remainder = microseconds % length
        return Timestamp(microseconds: microseconds - (remainder < 0 ? remainder + length : remainder))
    }
}
