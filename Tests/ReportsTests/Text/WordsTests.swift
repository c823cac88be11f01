import Testing
import TipCore

@testable import Reports
@testable import Statistics

@Suite("Numbers have the digits that tell them apart, and no more")
struct WordsTests {
    static let counts: [(Int64, String)] = [
        (0, "0"), (7, "7"), (5012, "5012"), (10_000, "10 000"), (143_180, "143 180"),
        (1_000_000_000_000, "1 000 000 000 000"), (-12, "−12"), (-12_345, "−12 345"),
    ]

    @Test("counts in groups from five digits on", arguments: counts)
    func count(value: Int64, text: String) {
        #expect(Words.plain(Words.count(value)) == text)
    }

    static let shares: [(Double, String)] = [
        (0, "0.0 %"), (0.122107, "12.2 %"), (0.0256, "2.56 %"), (0.000341, "0.0341 %"), (1, "100.0 %"),
        (0.99996, "100.0 %"), (0.000000012, "0.00000120 %"), (0.5, "50.0 %"),
    ]

    @Test("shares with three digits", arguments: shares)
    func share(value: Double, text: String) {
        #expect(Words.plain(Words.share(value)) == text)
    }

    static let changes: [(Double, String)] = [
        (0.0803, "+8.0 %"), (-0.436, "−43.6 %"), (0, "0.0 %"), (-1, "−100.0 %"), (0.00041, "+0.041 %"),
        (12.5, "+1250.0 %"), (-0.0000000000001, "0.000000000 %"),
    ]

    @Test("changes with their sign, which zero has none of", arguments: changes)
    func change(value: Double, text: String) {
        #expect(Words.plain(Words.change(value)) == text)
    }

    static let intervals: [(lower: Double, upper: Double, text: String)] = [
        (-0.02525, 0.19737, "−2.5 … +19.7 %"), (0.1, 0.2, "+10.0 … +20.0 %"),
        (0.000_41, 0.000_49, "+0.0410 … +0.0490 %"), (-0.03, 0, "−3.0 … 0.0 %"), (-1, 1, "−100.0 … +100.0 %"),
        (0, 0, "0.0 … 0.0 %"),
    ]

    @Test("intervals as fine as they are wide", arguments: intervals)
    func interval(lower: Double, upper: Double, text: String) throws {
        #expect(Words.plain(Words.changes(try Interval(lower: lower, upper: upper))) == text)
    }

    static let pValues: [(Double, String)] = [
        (1, "1"), (0.81, "0.81"), (0.1407, "0.141"), (0.0496, "0.0496"), (0.05, "0.05"),
        (0.000_14, "0.00014"),
        (0.000_099_9, "1.0e-04"), (3.14e-7, "3.1e-07"), (9.96e-11, "1.0e-10"), (1e-300, "1.0e-300"),
        (.leastNonzeroMagnitude, "4.9e-324"), (0, "≤ 1e-300"),
    ]

    @Test("p-values, none of which is zero", arguments: pValues)
    func p(value: Double, text: String) {
        #expect(Words.plain(Words.p(value)) == text)
    }

    static let decimals: [(value: Double, places: Int, text: String)] = [
        (0.5, 0, "1"), (2.5, 0, "3"), (0.049, 1, "0.0"), (-0.049, 1, "0.0"), (-0.06, 1, "−0.1"),
        (1e14, 0, "100000000000000"),
        (12.345, 2, "12.35"), (0.1, 3, "0.100"), (1e300, 1, "1e+300"),
    ]

    @Test("decimals of a given number", arguments: decimals)
    func decimal(value: Double, places: Int, text: String) {
        #expect(Words.decimal(value, places: places) == text)
    }

    @Test("a number and its unit are held together until lines are made")
    func noBreak() {
        #expect(Words.share(0.122) == "12.2\u{A0}%")
        #expect(Words.count(143_180) == "143\u{A0}180")
        #expect(Words.count(1, "person", "people").english == "1\u{A0}person")
        #expect(Words.count(2, "person", "people").english == "2\u{A0}people")
    }

    static let windows: [(seconds: Double?, window: String?, phrase: String)] = [
        (604_800, "7d", "tap within 7 days of the first impression"),
        (86_400, "1d", "tap within 1 day of the first impression"),
        (5400, "90m", "tap within 90 minutes of the first impression"),
        (7200, "2h", "tap within 2 hours of the first impression"),
        (1.5, "1.5s", "tap within 1.5 seconds of the first impression"),
        (nil, nil, "tap after the first impression"),
    ]

    @Test("windows in their longest whole unit", arguments: windows)
    func window(seconds: Double?, window: String?, phrase: String) {
        let metric = MetricDefinition(metric: .tap, within: seconds)

        #expect(metric.window.value == window)
        #expect(Words.plain(metric.phrase.english) == phrase)
    }

    @Test("every metric has a word for what people did")
    func deeds() {
        let metrics: [Metric] =
            [.tap, .action("learn-more"), .donation("saved")]
            + InvalidationReason.allCases.map { .invalidation($0) }

        #expect(
            metrics.map { MetricDefinition(metric: $0).deed.english } == [
                "tapped it", "pressed \"learn-more\"", "did \"saved\"", "did what it says", "closed it",
                "saw it as often as allowed", "saw it as long as allowed",
            ]
        )
    }
}
