import Statistics
import Testing

@Suite("Two proportions are compared as the reference packages compare them")
struct ProportionTests {
    @Test(.needsReferenceCases, arguments: ReferenceCase.of("prop_z_pooled"))
    func prop_z_pooled(_ reference: ReferenceCase) throws {
        let test = try reference.proportions.pooledTest()
        #expect(reference.mismatches(["z": .number(test.z), "p": .number(test.p)]) == [])
    }

    @Test(.needsReferenceCases, arguments: ReferenceCase.of("prop_fisher_exact"))
    func prop_fisher_exact(_ reference: ReferenceCase) throws {
        let p = try reference.proportions.fisherExactP()
        #expect(reference.mismatches(["p": .number(p)]) == [])
    }

    @Test(.needsReferenceCases, arguments: ReferenceCase.of("prop_wilson"))
    func prop_wilson(_ reference: ReferenceCase) throws {
        let one = try Proportion(
            conversions: reference.inputs["c"].count,
            people: reference.inputs["n"].count
        )
        #expect(reference.mismatches(try one.wilsonInterval(reference.level).fields) == [])
    }

    @Test(.needsReferenceCases, arguments: ReferenceCase.of("prop_clopper_pearson"))
    func prop_clopper_pearson(_ reference: ReferenceCase) throws {
        let one = try Proportion(
            conversions: reference.inputs["c"].count,
            people: reference.inputs["n"].count
        )
        #expect(reference.mismatches(try one.clopperPearsonInterval(reference.level).fields) == [])
    }

    @Test(.needsReferenceCases, arguments: ReferenceCase.of("prop_newcombe_diff"))
    func prop_newcombe_diff(_ reference: ReferenceCase) throws {
        let interval = try reference.proportions.newcombeInterval(reference.level)
        #expect(reference.mismatches(interval.fields) == [])
    }

    @Test(.needsReferenceCases, arguments: ReferenceCase.of("prop_wald_log"))
    func prop_wald_log(_ reference: ReferenceCase) throws {
        let pair = try reference.proportions
        let level = try reference.level
        let difference = try pair.waldDifference(level)
        var got: [String: JSONValue] = [
            "diff": .number(difference.estimate), "diff_lower": .number(difference.interval.lower),
            "diff_upper": .number(difference.interval.upper), "p": .number(difference.p),
        ]
        // Where the reference's lift or one of its ends is no number, ours has a reason instead.
        if reference.expected.isNumber("lift") { got["lift"] = .number(try pair.lift()) }
        if reference.expected.isNumber("lift_lower"), reference.expected.isNumber("lift_upper") {
            let lift = try pair.logLiftInterval(level)
            got["lift_lower"] = .number(lift.lower)
            got["lift_upper"] = .number(lift.upper)
        } else {
            #expect(throws: Undefined.self) { try pair.logLiftInterval(level) }
        }
        let without = ["lift", "lift_lower", "lift_upper"].filter { got[$0] == nil }
        #expect(reference.mismatches(got, except: Set(without)) == [])
    }

    @Test(.needsReferenceCases, arguments: ReferenceCase.of("fieller_lift"))
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
