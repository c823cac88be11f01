/// An instant, as PostgreSQL keeps it: whole microseconds, here counted from 1970-01-01T00:00:00Z.
///
/// The server counts from 2000 and knows two infinities; they are the ends of the `Int64` range
/// here, and an instant the server's count cannot hold becomes the infinity on its side.
package struct Timestamptz: Hashable, Sendable {
    /// Microseconds since 1970-01-01T00:00:00Z.
    package var microseconds: Int64

    /// Names an instant by its microseconds since 1970-01-01T00:00:00Z.
    package init(_ microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// From 1970-01-01 to 2000-01-01: 10,957 days.
    private static let epochOffset: Int64 = 10_957 * 86_400 * 1_000_000

    /// The server's count: microseconds since 2000-01-01T00:00:00Z, or an infinity.
    var sinceServerEpoch: Int64 {
        if microseconds == .max { return .max }
        let (count, overflow) = microseconds.subtractingReportingOverflow(Self.epochOffset)
        return overflow ? .min : count
    }

    /// Takes the server's count.
    init(sinceServerEpoch count: Int64) {
        if count == .min {
            microseconds = .min
        } else {
            let (sum, overflow) = count.addingReportingOverflow(Self.epochOffset)
            microseconds = overflow ? .max : sum
        }
    }
}

extension Timestamptz: PostgresValue {
    package static var dataType: DataType { .timestamptz }
    package static var arrayType: DataType { .timestamptzArray }

    package func encode(into bytes: inout [UInt8]) {
        bytes.append(bigEndian: sinceServerEpoch)
    }

    package static func decode(_ bytes: RawSpan, type: DataType) -> Timestamptz? {
        bytes.bigEndian(Int64.self).map(Timestamptz.init(sinceServerEpoch:))
    }
}
