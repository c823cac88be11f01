import Statistics
import Testing

@Suite("Looks at planned times spend the error rate as planned")
struct GroupSequentialTests {
    @Test(.needsReferenceCases, arguments: ReferenceCase.of("lan_demets_power2"))
    func lan_demets_power2(_ reference: ReferenceCase) throws {
        let plan = try GroupSequential(
            times: reference.inputs["t"].doubles,
            level: reference.level,
            isTwoSided: reference.inputs["sides"].double == 2
        )
        #expect(reference.mismatches(["z": .numbers(plan.bounds)]) == [])
    }

    @Test(
        "the level is spent exactly, however the looks fall",
        arguments: [[1], [0.5, 1], [0.1, 0.11, 0.9, 1]]
    )
    func spends(times: [Double]) throws {
        for spending in [ErrorSpending.power(2), .power(1), .obrienFleming] {
            let plan = try GroupSequential(times: times, spending: spending)
            #expect(abs(try plan.power(drift: 0) - 0.05) < 1e-9)
        }
        let oneSided = try GroupSequential(times: times, isTwoSided: false)
        #expect(abs(try oneSided.power(drift: 0) - 0.05) < 1e-9)
    }

    @Test("one look is the test without looks, and costs nothing")
    func oneLook() throws {
        let plan = try GroupSequential(looks: 1)

        #expect(abs((plan.bounds.first ?? 0) - 1.959963984540054) < 1e-9)
        #expect(abs(try plan.inflation(power: 0.8) - 1) < 1e-9)
    }

    /// Inflation and last bound; both were checked with four million simulated paths for five and 14 looks.
    static let plans: [(looks: Int, inflation: Double, last: Double)] = [
        (2, 1.02755, 2.018310), (5, 1.06337, 2.114027), (14, 1.08707, 2.197624),
    ]

    @Test("the price of looking", arguments: plans)
    func inflation(looks: Int, inflation: Double, last: Double) throws {
        let plan = try GroupSequential(looks: looks)

        #expect(abs(try plan.inflation(power: 0.8) - inflation) < 2e-5)
        #expect(abs((plan.bounds.last ?? 0) - last) < 1e-6)
        #expect(abs(try plan.power(drift: (2.801581 * 2.801581 * inflation).squareRoot()) - 0.8) < 1e-4)
    }

    @Test("two looks close together, a hundred looks, and hardly any error are computed all the same")
    func extremes() throws {
        let close = try GroupSequential(times: [0.5, 0.50001, 1])
        let many = try GroupSequential(looks: 60)
        let early = try GroupSequential(times: [1e-9, 1])

        #expect(abs(try close.power(drift: 0) - 0.05) < 1e-7)
        #expect(abs(try many.power(drift: 0) - 0.05) < 1e-7)
        #expect(early.bounds.first == GroupSequential.highestBound)
    }

    static let bad: [(why: String, times: [Double], reason: Undefined)] = [
        ("none", [], .mismatched), ("falling", [0.5, 0.4], .looksOutOfOrder),
        ("equal", [0.5, 0.5], .looksOutOfOrder),
        ("past the end", [0.5, 1.1], .looksOutOfOrder), ("at the start", [0, 1], .looksOutOfOrder),
        ("no number", [.nan], .notFinite), ("too many", Array(repeating: 0.5, count: 1001), .outOfRange),
    ]

    @Test("times that are none are a reason", arguments: bad)
    func refuses(why: String, times: [Double], reason: Undefined) {
        #expect(throws: reason, "\(why)") { try GroupSequential(times: times) }
    }
}
