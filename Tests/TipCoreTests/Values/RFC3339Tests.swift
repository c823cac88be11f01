import Testing

@testable import TipCore

@Suite("An instant reads every form that SDKs send, and nothing else")
struct RFC3339Tests {
    static let forms: [(text: String, microseconds: Int64, why: String)] = [
        ("1970-01-01T00:00:00Z", 0, "the epoch"),
        ("2026-03-02T10:00:00Z", 1_772_445_600_000_000, "seconds and Z"),
        ("2026-03-02T10:00:00.000Z", 1_772_445_600_000_000, "milliseconds, as JavaScript writes them"),
        ("2026-03-02T10:00:00.123Z", 1_772_445_600_123_000, "milliseconds"),
        ("2026-03-02T10:00:00.1Z", 1_772_445_600_100_000, "one digit"),
        ("2026-03-02T10:00:00.123456+00:00", 1_772_445_600_123_456, "microseconds, as Python writes them"),
        ("2026-03-02T10:00:00.123456789Z", 1_772_445_600_123_456, "nanoseconds, as Go writes them: cut"),
        ("2026-03-02T10:00:00.9999999Z", 1_772_445_600_999_999, "cut, never rounded"),
        ("2026-03-02t10:00:00z", 1_772_445_600_000_000, "small letters"),
        ("2026-03-02 10:00:00Z", 1_772_445_600_000_000, "a space"),
        ("2026-03-02T19:00:00+09:00", 1_772_445_600_000_000, "east of UTC"),
        ("2026-03-02T04:30:00-05:30", 1_772_445_600_000_000, "west of UTC"),
        ("2026-03-02T10:00:00-00:00", 1_772_445_600_000_000, "UTC of an unknown place"),
        ("2026-03-01T10:01:00-23:59", 1_772_445_600_000_000, "the largest offset"),
        ("2016-12-31T23:59:60Z", 1_483_228_800_000_000, "a leap second is the next minute's first second"),
        ("2024-02-29T00:00:00Z", 1_709_164_800_000_000, "a leap day"),
        ("2000-02-29T00:00:00Z", 951_782_400_000_000, "a leap day of a year by 400"),
        ("1969-12-31T23:59:59.5Z", -500_000, "before the epoch"),
        ("0000-01-01T00:00:00Z", -62_167_219_200_000_000, "the first year that can be said"),
        ("9999-12-31T23:59:59.999999Z", 253_402_300_799_999_999, "the last instant that can be said"),
    ]

    @Test("what is read", arguments: forms)
    func reads(text: String, microseconds: Int64, why: String) {
        #expect(Timestamp(rfc3339: text)?.microseconds == microseconds, "\(why)")
    }

    static let broken = [
        "", "2026", "2026-03-02", "2026-03-02T10:00Z", "2026-03-02T10:00:00", "2026-03-02T10:00:00 Z",
        "2026-03-02T10:00:00.Z", "2026-03-02T10:00:00.1234567890Z", "2026-03-02T10:00:00,5Z",
        "2026-03-02T24:00:00Z", "2026-03-02T10:60:00Z", "2026-03-02T10:00:61Z", "2026-13-02T10:00:00Z",
        "2026-00-02T10:00:00Z", "2026-02-29T10:00:00Z", "1900-02-29T00:00:00Z", "2026-04-31T10:00:00Z",
        "2026-03-00T10:00:00Z", "2026-03-02T10:00:00+0900", "2026-03-02T10:00:00+09",
        "2026-03-02T10:00:00+24:00",
        "2026-03-02T10:00:00+09:60", "2026-03-02T10:00:00ZZ", " 2026-03-02T10:00:00Z",
        "2026-03-02T10:00:00Z ",
        "2026-3-2T10:00:00Z", "+2026-03-02T10:00:00Z", "02026-03-02T10:00:00Z", "20260302T100000Z",
        "2026-03-02X10:00:00Z", "２０２６-03-02T10:00:00Z", "1772445600",
    ]

    @Test("what is not", arguments: broken)
    func refuses(text: String) {
        #expect(Timestamp(rfc3339: text) == nil)
    }

    static let written: [(microseconds: Int64, text: String)] = [
        (0, "1970-01-01T00:00:00Z"),
        (1, "1970-01-01T00:00:00.000001Z"),
        (100_000, "1970-01-01T00:00:00.1Z"),
        (-1, "1969-12-31T23:59:59.999999Z"),
        (-86_400_000_000, "1969-12-31T00:00:00Z"),
        (1_772_445_600_120_000, "2026-03-02T10:00:00.12Z"),
        (253_402_300_800_000_000, "10000-01-01T00:00:00Z"),
    ]

    @Test("it is written in UTC with a fraction only where there is one", arguments: written)
    func writes(microseconds: Int64, text: String) {
        #expect(Timestamp(microseconds: microseconds).rfc3339 == text)
    }

    @Test("what is written reads back", arguments: Seeds.first(50))
    func roundTrip(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let range = -62_167_219_200_000_000...253_402_300_799_999_999 as ClosedRange<Int64>
            let instant = Timestamp(microseconds: Int64.random(in: range, using: &generator))
            #expect(Timestamp(rfc3339: instant.rfc3339) == instant)
        }
    }

    @Test("adding holds at the ends of time")
    func saturation() {
        let last = Timestamp(microseconds: .max)
        let first = Timestamp(microseconds: .min)

        #expect(last.adding(microseconds: 1) == last)
        #expect(first.adding(microseconds: -1) == first)
        #expect(Timestamp.epoch.adding(seconds: .max) == last)
        #expect(Timestamp.epoch.adding(seconds: .min) == first)
        #expect(Timestamp.epoch.adding(seconds: 2) == Timestamp(microseconds: 2_000_000))
    }

    @Test("milliseconds are rounded down on both sides of the epoch")
    func milliseconds() {
        #expect(Timestamp(microseconds: 1999).milliseconds == 1)
        #expect(Timestamp(microseconds: -1).milliseconds == -1)
        #expect(Timestamp(microseconds: -1000).milliseconds == -1)
        #expect(Timestamp(microseconds: -1001).milliseconds == -2)
    }
}
