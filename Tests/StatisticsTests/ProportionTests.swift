import Statistics
import Testing

@Suite("Two proportions are compared as the reference packages compare them")
struct ProportionTests {
    @Test(.enabled(if: ReferenceCase.isThere), arguments: ReferenceCase.of("prop_z_pooled"))
    func prop_z_pooled(_ reference: ReferenceCase) throws {
        let test = try reference.proportions.pooledTest()
        #expect(reference.mismatches(["z": .number(test.z), "p": .number(test.p)]) == [])
    }

    @Test(.enabled(if: ReferenceCase.isThere), arguments: ReferenceCase.of("prop_fisher_exact"))
    func prop_fisher_exact(_ reference: ReferenceCase) throws {
        let p = try reference.proportions.fisherExactP()
        #expect(reference.mismatches(["p": .number(p)]) == [])
    }

    @Test(.enabled(if: ReferenceCase.isThere), arguments: ReferenceCase.of("prop_wilson"))
    func prop_wilson(_ reference: ReferenceCase) throws {
        let one = try Proportion(
            conversions: reference.inputs["c"].count,
            people: reference.inputs["n"].count
        )
        #expect(reference.mismatches(try one.wilsonInterval(reference.level).fields) == [])
    }

    @Test(.enabled(if: ReferenceCase.isThere), arguments: ReferenceCase.of("prop_clopper_pearson"))
    func prop_clopper_pearson(_ reference: ReferenceCase) throws {
        let one = try Proportion(
            conversions: reference.inputs["c"].count,
            people: reference.inputs["n"].count
        )
        #expect(reference.mismatches(try one.clopperPearsonInterval(reference.level).fields) == [])
    }

    @Test(.enabled(if: ReferenceCase.isThere), arguments: ReferenceCase.of("prop_newcombe_diff"))
    func prop_newcombe_diff(_ reference: ReferenceCase) throws {
        let interval = try reference.proportions.newcombeInterval(reference.level)
        #expect(reference.mismatches(interval.fields) == [])
    }

    @Test(.enabled(if: ReferenceCase.isThere), arguments: ReferenceCase.of("prop_wald_log"))
    func prop_wald_log(_ reference: ReferenceCase) throws {
        let pair = try reference.proportions
        let difference = try pair.waldDifference(reference.level)
        let lift = try pair.logLiftInterval(reference.level)
        let got: [String: JSONValue] = [
            "diff": .number(difference.estimate), "diff_lower": .number(difference.interval.lower),
            "diff_upper": .number(difference.interval.upper), "p": .number(difference.p),
            "lift": .number(try pair.lift()), "lift_lower": .number(lift.lower),
            "lift_upper": .number(lift.upper),
        ]
        #expect(reference.mismatches(got) == [])
    }

    @Test(.enabled(if: ReferenceCase.isThere), arguments: ReferenceCase.of("fieller_lift"))
    func fieller_lift(_ reference: ReferenceCase) throws {
        let summaries = try reference.proportions.map { proportion throws(Undefined) in try proportion.summary
        }
        guard reference.expected["bounded"] == true else {
            #expect(throws: Undefined.unbounded) { try summaries.fiellerLift(reference.level) }
            return
        }
        let fields = try summaries.fiellerLift(reference.level).fields
        #expect(reference.mismatches(fields.merging(["bounded": true]) { $1 }) == [])
    }
}
