/// Conditions on single donations that stand next to each other in a rule, all of which must hold.
///
/// "Not older than" conditions become one reach and "at least as old as" conditions one lag, so that they
/// are two binary searches in a list that is sorted by time.
struct DonationWindow: Hashable, Sendable {
    /// The oldest age in microseconds that is in, the age itself included (R4); nil is any.
    private(set) var reach: Int64?
    /// The youngest age in microseconds that is in, the age itself included.
    private(set) var lag: Int64 = 0
    /// The other conditions.
    private(set) var tests: [Test] = []

    /// A condition that must look at each donation.
    enum Test: Hashable, Sendable {
        /// It is of the person's current day.
        case isInToday
        /// It is, or is not, exactly that many microseconds old.
        case age(Int64, isEqual: Bool)
        /// A field compares with a value that is not `nil`.
        case field(UInt32, RuleComparator, Scalar)
        /// A field compares with `nil`.
        case fieldAgainstNil(UInt32, RuleComparator)
    }

    /// Whether the window lets everything through.
    var isOpen: Bool { reach == nil && lag == 0 && tests.isEmpty }

    /// Whether what it lets through changes as time passes.
    var isTimed: Bool {
        reach != nil || lag > 0
            || tests.contains { test in
                switch test {
                case .isInToday, .age: true
                case .field, .fieldAgainstNil: false
                }
            }
    }

    /// Whether it asks for the current day.
    var asksForToday: Bool { tests.contains(.isInToday) }

    /// Keeps donations not older than a span, the span itself included.
    mutating func keep(upTo span: Int64) {
        reach = min(reach ?? span, span)
    }

    /// Keeps donations for which a condition holds.
    mutating func keep(_ condition: RuleCondition, fields: inout NameTable) {
        switch condition {
        case .isInToday: tests.append(.isInToday)
        case .date(.greaterOrEqual, let span): keep(upTo: span.microseconds)
        case .date(.greater, let span): keep(upTo: span.microseconds - 1)
        case .date(.lessOrEqual, let span): lag = max(lag, span.microseconds)
        case .date(.less, let span): lag = max(lag, span.microseconds + 1)
        case .date(.equal, let span): tests.append(.age(span.microseconds, isEqual: true))
        case .date(.notEqual, let span): tests.append(.age(span.microseconds, isEqual: false))
        case .field(let name, let comparator, .null):
            tests.append(.fieldAgainstNil(fields.intern(name), comparator))
        case .field(let name, let comparator, let value):
            tests.append(.field(fields.intern(name), comparator, value))
        }
    }

    /// The places of a sorted list that the reach and the lag let through.
    func bounds(in items: [Donation], from lowest: Int, at now: Timestamp) -> Range<Int> {
        var low = lowest
        if let reach {
            low = max(low, Self.firstIndex(in: items, notBefore: now.adding(microseconds: -reach)))
        }
        var high = items.count
        if lag > 0 {
            high = Self.firstIndex(in: items, notBefore: now.adding(microseconds: 1 - lag))
        }
        return low..<max(low, high)
    }

    /// Whether a donation passes, at an instant in a zone.
    func admits(_ donation: Donation, at now: Timestamp, in zone: ZoneClock) -> Bool {
        let age = now.microseconds &- donation.at.microseconds
        if let reach, age > reach { return false }
        return age >= lag && passesTests(donation, at: now, in: zone)
    }

    /// Whether a donation passes the conditions that are not the reach or the lag.
    func passesTests(_ donation: Donation, at now: Timestamp, in zone: ZoneClock) -> Bool {
        tests.allSatisfy { test in
            switch test {
            case .isInToday: zone.day(of: donation.at) == zone.day(of: now)
            case .age(let span, let isEqual):
                (now.microseconds &- donation.at.microseconds == span) == isEqual
            case .field, .fieldAgainstNil: Self.holds(test, for: donation)
            }
        }
    }

    /// Whether a donation passes the conditions that time does not change.
    func passesFieldTests(_ donation: Donation) -> Bool {
        tests.allSatisfy { Self.holds($0, for: donation) }
    }

    /// A missing field never matches, not even `== nil` (R17); tests of time count as passed.
    private static func holds(_ test: Test, for donation: Donation) -> Bool {
        switch test {
        case .isInToday, .age: true
        case .field(let field, let comparator, let literal):
            donation.value(of: field).map { comparator.holds($0, literal) } ?? false
        case .fieldAgainstNil(let field, let comparator):
            donation.value(of: field).map(comparator.holdsAgainstNil) ?? false
        }
    }

    /// The instants after `now` at which a donation of some date may enter or leave.
    func moments(of date: Timestamp, after now: Timestamp) -> [Timestamp] {
        var moments: [Timestamp] = []
        if let reach { moments.append(date.adding(microseconds: reach).adding(microseconds: 1)) }
        if lag > 0 { moments.append(date.adding(microseconds: lag)) }
        for case .age(let span, _) in tests {
            moments.append(date.adding(microseconds: span))
            moments.append(date.adding(microseconds: span).adding(microseconds: 1))
        }
        return moments.filter { $0 > now && $0.microseconds < .max }
    }

    private static func firstIndex(in items: [Donation], notBefore instant: Timestamp) -> Int {
        var low = 0
        var high = items.count
        while low < high {
            let middle = (low + high) / 2
            if items[middle].at < instant { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
