import Postgres
import TipCore

/// A person's state as its row holds it.
struct PersonStateRow: Hashable, Sendable {
    let stream: Int32
    let person: PersonKey
    let lastAt: Timestamp
    let clockAt: Timestamp?
    let isOptedOut: Bool
    let foldKey: UInt64
    let state: [UInt8]

    /// Encodes a state; nil for that of a person to whom nothing has happened.
    init?(_ state: PersonState, stream: Int32, person: PersonKey, under catalog: CompiledCatalog) {
        guard let lastAt = state.lastEvent else { return nil }
        self.stream = stream
        self.person = person
        self.lastAt = lastAt
        clockAt = state.clockStart
        isOptedOut = state.isOptedOut
        foldKey = catalog.foldKey
        self.state = state.encoded(under: catalog)
    }
}

/// What is kept of a tip of a person, as its row holds it.
struct TipStateRow: Hashable, Sendable {
    let stream: Int32
    let person: PersonKey
    let tip: Int32
    let impressions: Int32
    let seconds: Double
    let firstDisplayed: Int64?
    let invalidatedAt: Int64?
    let reason: Int16?
    let taps: Int32
    let schedule: StatusColumns

    /// Takes a record.
    init(_ record: TipRecord, stream: Int32, person: PersonKey) {
        self.stream = stream
        self.person = person
        tip = Int32(clamping: record.tip)
        impressions = Int32(clamping: record.displays)
        seconds = Double(record.displayedMicroseconds) / 1_000_000
        firstDisplayed = record.firstDisplayed?.microseconds
        invalidatedAt = record.invalidation?.at.microseconds
        reason = record.invalidation.map { Int16($0.reason.code) }
        taps = Int32(clamping: record.taps)
        schedule = StatusColumns(record.schedule)
    }

    /// Reads a row of `tip-states.sql`.
    init(_ row: Row, stream: Int32) throws {
        self.stream = stream
        person = PersonKey(value: try row.uuid(0))
        tip = try row.int32(1)
        impressions = try row.int32(2)
        seconds = try row.double(3)
        firstDisplayed = try row.timestamp(ifPresent: 4)
        invalidatedAt = try row.timestamp(ifPresent: 5)
        reason = try row.int16(ifPresent: 6)
        taps = try row.int32(11)
        schedule = StatusColumns(
            status: try row.int16(7),
            changesAt: try row.array(ifPresent: 8, of: Timestamptz.self)?.map(\.microseconds),
            statuses: try row.array(ifPresent: 9, of: Int16.self),
            knownUntil: try row.timestamp(ifPresent: 10)
        )
    }
}

/// A schedule by its columns.
struct StatusColumns: Hashable, Sendable {
    let status: Int16
    let changesAt: [Int64]?
    let statuses: [Int16]?
    let knownUntil: Int64?
}

extension StatusColumns {
    /// Takes a schedule; one without changes has no arrays.
    init(_ schedule: TipSchedule) {
        let changes = schedule.changes
        status = schedule.status.code
        changesAt = changes.isEmpty ? nil : changes.map(\.at.microseconds)
        statuses = changes.isEmpty ? nil : changes.map(\.status.code)
        knownUntil = schedule.knownUntil?.microseconds
    }
}

extension TipStatus {
    /// The status as columns hold it; the numbers never change.
    var code: Int16 {
        switch self {
        case .pending: 0
        case .available: 1
        case .invalidated: 2
        }
    }
}
