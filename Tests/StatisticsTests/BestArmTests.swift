import Statistics
import Testing

@Suite("The best of several arms has the probability that quadrature gives it")
struct BestArmTests {
    @Test(.needsReferenceCases, arguments: ReferenceCase.of("thompson_normal"))
    func thompson_normal(_ reference: ReferenceCase) throws {
        let arms = try reference.inputs["arms"].list.map { arm in
            try Summary(count: arm["n"].double, mean: arm["mean"].double, variance: arm["var"].double)
        }
        let found = try BestArm(of: arms.map { try NormalBelief($0) })
        let floor = reference.inputs["floor"].double
        let got: [String: JSONValue] = [
            "best": .numbers(found.best), "second": .numbers(found.second),
            "weights_thompson": .numbers(try BanditRule.thompson.weights(found, floor: floor)),
            "weights_top_two": .numbers(try BanditRule.topTwo.weights(arms, floor: floor)),
        ]
        #expect(reference.mismatches(got) == [])
    }

    @Test(.needsReferenceCases, arguments: ReferenceCase.of("thompson_beta"))
    func thompson_beta(_ reference: ReferenceCase) throws {
        let beliefs = try reference.inputs["arms"].list.map { arm in
            try Proportion(conversions: arm["c"].count, people: arm["n"].count).posterior()
        }
        let found = try BestArm(of: beliefs)
        #expect(
            reference.mismatches(["best": .numbers(found.best), "second": .numbers(found.second)]) == []
        )
    }

    private func beliefs(_ counts: [(Int64, Int64)]) throws -> [Beta] {
        try counts.map { try Proportion(conversions: $0.0, people: $0.1).posterior() }
    }

    static let arms: [[(Int64, Int64)]] = [
        [(3, 10), (5, 12)], [(100, 1000), (120, 1000), (90, 1000), (0, 5)],
        [(3, 10), (300_000_000, 1_000_000_000), (2, 9)], [(0, 10), (1_000_000_000, 1_000_000_000)],
    ]

    @Test("some arm is the best and another the second best", arguments: arms.indices)
    func sums(index: Int) throws {
        let found = try BestArm(of: beliefs(Self.arms[index]))

        #expect(abs(found.best.reduce(0, +) - 1) < 1e-10)
        #expect(abs(found.second.reduce(0, +) - 1) < 1e-10)
    }

    @Test("of two arms the best is the one that beats the other, however unequal", arguments: [0, 3])
    func pair(index: Int) throws {
        let beliefs = try beliefs(Self.arms[index])
        let found = try BestArm(of: beliefs)
        let chance = try Pair(control: beliefs[0], treatment: beliefs[1]).chanceToBeat()

        #expect(abs(found.best[1] - chance) < 1e-10)
        #expect(abs(found.second[0] - chance) < 1e-10)
    }

    @Test("where lower is better the lowest arm gets the most people")
    func lowerIsBetter() throws {
        let arms = try [1.0, 2, 3].map { try Summary(count: 500, mean: $0, variance: 1) }
        let weights = try BanditRule.topTwo.weights(arms, lowerIsBetter: true)

        #expect(weights[0] >= weights[1] && weights[1] > weights[2])
        #expect(abs(weights[2] - 0.01) < 1e-9)
        #expect(abs(weights.reduce(0, +) - 1) < 1e-12)
        let rates = try BestArm(of: beliefs([(10, 100), (30, 100)]), lowerIsBetter: true)
        #expect(rates.best[0] > 0.99)
    }

    @Test("a floor that leaves nothing gives all the same, and too little data gives no weights")
    func floors() throws {
        let arms = try [1.0, 2, 3].map { try Summary(count: 99, mean: $0, variance: 1) }
        let found = try BestArm(of: arms.map { try NormalBelief($0) })

        #expect(try BanditRule.thompson.weights(found, floor: 0.5) == [1.0 / 3, 1.0 / 3, 1.0 / 3])
        #expect(throws: Undefined.tooFewUnits) { try BanditRule.thompson.weights(arms) }
        #expect(throws: Undefined.oneArm) { try BestArm(of: [Beta.uniform]) }
        #expect(throws: Undefined.outOfRange) { try BanditRule.thompson.weights(found, floor: -0.1) }
    }
}
