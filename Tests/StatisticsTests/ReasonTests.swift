import Statistics
import Testing

@Suite("A reason reads as a clause, and inputs that cannot be have one")
struct ReasonTests {
    static let reasons: [(reason: Undefined, text: String)] = [
        (.notFinite, "a number is not finite"), (.negativeCount, "a count is negative"),
        (.moreConversionsThanPeople, "more conversions than people"), (.tooLarge, "a count is too large"),
        (.outOfRange, "a level or parameter is out of range"),
        (.mismatched, "lists that belong together differ in length"),
        (.looksOutOfOrder, "the times of the looks do not rise"),
        (.noPeople(.baseline), "baseline has no people"),
        (.noPeople(.variant), "variant has no people"),
        (.noConversions(.baseline), "baseline has no conversions"),
        (.noConversions(.variant), "variant has no conversions"),
        (.zeroBaseline, "the mean of the baseline is zero"),
        (.tooFewUnits, "too few units"), (.zeroVariance, "the values do not vary"),
        (.oneArm, "fewer than two variants can be compared"), (.nothingCounted, "nobody was counted"),
        (.unreachable, "no sample size can show this effect"), (.unbounded, "the interval has no end"),
        (.notComputable, "the figure is beyond what can be computed"),
    ]

    @Test("the words", arguments: reasons)
    func words(reason: Undefined, text: String) {
        #expect(reason.description == text)
    }

    @Test("levels are shared among statements", arguments: [(1, 0.05), (5, 0.01)])
    func shared(statements: Int, alpha: Double) throws {
        #expect(try Level.fivePercent.shared(among: statements).alpha == alpha)
        #expect(throws: Undefined.outOfRange) { try Level.fivePercent.shared(among: 0) }
    }

    @Test("a summary of nothing, of less, or with a negative variance is none")
    func summaries() {
        #expect(throws: Undefined.nothingCounted) { try Summary(count: 0, mean: 1, variance: 1) }
        #expect(throws: Undefined.negativeCount) { try Summary(count: -1, mean: 1, variance: 1) }
        #expect(throws: Undefined.outOfRange) { try Summary(count: 1, mean: 1, variance: -1) }
        #expect(throws: Undefined.notFinite) { try Summary(count: 1, mean: .nan, variance: 1) }
    }

    static let comparisons: [(why: String, control: [Double], treatment: [Double], reason: Undefined)] = [
        ("no baseline to be relative to", [10, 0, 1], [10, 1, 1], .zeroBaseline),
        ("an arm that does not vary", [10, 1, 0], [10, 2, 1], .zeroVariance),
        ("one unit has no variance to speak of", [1, 1, 1], [10, 2, 1], .tooFewUnits),
    ]

    @Test("comparisons of means that cannot be are a reason", arguments: comparisons)
    func means(why: String, control: [Double], treatment: [Double], reason: Undefined) throws {
        let pair = try Pair(control: control, treatment: treatment).map { arm throws(Undefined) in
            try Summary(count: arm[0], mean: arm[1], variance: arm[2])
        }
        #expect(throws: reason, "\(why)") { try pair.tTest(.relative) }
    }

    @Test("a log lift needs two positive means")
    func logLift() throws {
        func lift(_ control: Double, _ treatment: Double) throws -> Interval {
            try Pair(
                control: Summary(count: 9, mean: control, variance: 1),
                treatment: Summary(count: 9, mean: treatment, variance: 1)
            ).logLiftInterval()
        }
        #expect(throws: Undefined.zeroBaseline) { try lift(0, 1) }
        #expect(throws: Undefined.outOfRange) { try lift(-1, 1) }
        #expect(throws: Undefined.outOfRange) { try lift(1, -1) }
        #expect(try lift(2, 3).contains(0.5))
    }
}
