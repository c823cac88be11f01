import Statistics
import Testing

@Suite("The best of several arms has the probability that quadrature gives it")
struct BestArmTests {
    @Test(.enabled(if: ReferenceCase.isThere), arguments: ReferenceCase.of("thompson_normal"))
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

    @Test(.enabled(if: ReferenceCase.isThere), arguments: ReferenceCase.of("thompson_beta"))
    func thompson_beta(_ reference: ReferenceCase) throws {
        let beliefs = try reference.inputs["arms"].list.map { arm in
            try Proportion(conversions: arm["c"].count, people: arm["n"].count).posterior()
        }
        let found = try BestArm(of: beliefs)
        #expect(
            reference.mismatches(["best": .numbers(found.best), "second": .numbers(found.second)]) == []
        )
    }
}
