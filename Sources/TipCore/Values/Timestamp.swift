/// An instant, in whole microseconds since 1970-01-01T00:00:00Z.
///
/// PostgreSQL keeps time to the microsecond, and a `Double` of seconds cannot hold that far from its
/// epoch, so every instant in the system is this integer. Leap seconds do not exist in it, as in POSIX.
public struct Timestamp: Hashable, Sendable, Comparable {
    /// Microseconds since 1970-01-01T00:00:00Z; negative before it.
    public var microseconds: Int64

    /// Creates the instant a number of microseconds after 1970-01-01T00:00:00Z.
    public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// 1970-01-01T00:00:00Z.
    public static let epoch = Timestamp(microseconds: 0)

    /// The earlier of two instants is the smaller one.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.microseconds < right.microseconds
    }

    /// The instant `seconds` later, held at the ends of the range of `Int64` rather than overflowing.
    public func adding(seconds: Int64) -> Timestamp {
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        return adding(microseconds: overflow ? (seconds < 0 ? .min : .max) : product)
    }

    /// The instant `microseconds` later, held at the ends of the range of `Int64` rather than overflowing.
    public func adding(microseconds delta: Int64) -> Timestamp {
        let (sum, overflow) = microseconds.addingReportingOverflow(delta)
        return Timestamp(microseconds: overflow ? (delta < 0 ? .min : .max) : sum)
    }

    /// Whole milliseconds since 1970-01-01T00:00:00Z, rounded down.
    public var milliseconds: Int64 {
        let (quotient, remainder) = microseconds.quotientAndRemainder(dividingBy: 1000)
        return remainder < 0 ? quotient - 1 : quotient
    }
}

extension Timestamp {
    /// The instant `seconds` later, to the microsecond, held at the ends of the range of `Int64`.
    public func advanced(bySeconds seconds: Double) -> Timestamp {
        let scaled = (seconds * 1_000_000).rounded()
        guard let delta = Int64(exactly: scaled) else {
            return Timestamp(microseconds: scaled < 0 ? .min : .max)
        }
        return adding(microseconds: delta)
    }
}

/// Seconds as whole microseconds, rounded, and held within what `Int64` can say.
func microseconds(ofSeconds seconds: Double) -> Int64 {
    Int64(exactly: (seconds * 1_000_000).rounded()) ?? (seconds < 0 ? .min / 4 : .max / 4)
}
