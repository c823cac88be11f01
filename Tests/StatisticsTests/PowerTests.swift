import Foundation
import Statistics
import Testing

@Suite("Plans need as many people as the reference packages say")
struct PowerTests {
    private func meanPlan(_ reference: ReferenceCase) throws -> MeanPlan {
        try MeanPlan(
            difference: reference.inputs["effect"].double,
            standardDeviation: reference.inputs["sd"].double,
            ratio: reference.inputs["ratio_treatment_to_control"].double,
            level: reference.level
        )
    }

    @Test(.needsReferenceCases, arguments: ReferenceCase.of("power_mean"))
    func power_mean(_ reference: ReferenceCase) throws {
        let plan = try meanPlan(reference)
        let units = reference.inputs["n_control"].double
        let got: [String: JSONValue] = [
            "power_normal": .number(try plan.normalPower(controlUnits: units)),
            "power_t": .number(try plan.studentPower(controlUnits: units)),
        ]
        #expect(reference.mismatches(got) == [])
    }

    @Test(.needsReferenceCases, arguments: ReferenceCase.of("sample_size_mean"))
    func sample_size_mean(_ reference: ReferenceCase) throws {
        let plan = try meanPlan(reference)
        let power = reference.inputs["power"].double
        let got: [String: JSONValue] = [
            "n_control_normal": .orWord("nan") { try plan.normalControlUnits(power: power) },
            "n_control_t": .orWord("nan") { try plan.studentControlUnits(power: power) },
            "effect_size": .number(plan.effectSize),
        ]
        #expect(reference.mismatches(got) == [])
    }

    @Test(.needsReferenceCases, arguments: ReferenceCase.of("power_prop"))
    func power_prop(_ reference: ReferenceCase) throws {
        let control = reference.inputs["p_control"].double
        let plan = try ProportionPlan(
            control: control,
            treatment: control + reference.inputs["diff"].double,
            ratio: reference.inputs["ratio_control_to_treatment"].double,
            level: reference.level
        )
        let got: [String: JSONValue] = [
            "power": .number(try plan.power(treatmentPeople: reference.inputs["n_treatment"].double)),
            "std_null": .number(plan.deviationWithoutEffect), "std_alt": .number(plan.deviationWithEffect),
        ]
        #expect(reference.mismatches(got) == [])
    }

    @Test(.needsReferenceCases, arguments: ReferenceCase.of("sample_size_prop"))
    func sample_size_prop(_ reference: ReferenceCase) throws {
        let control = reference.inputs["p_control"].double
        let plan = try ProportionPlan(
            control: control,
            treatment: control + reference.inputs["mde_absolute"].double,
            ratio: reference.inputs["kappa"].double,
            level: reference.level
        )
        let power = reference.inputs["power"].double
        let got: [String: JSONValue] = [
            "n_treatment_exact": .number(try plan.treatmentPeople(power: power)),
            "total_exact": .number(try plan.people(power: power)),
            "total": .number(try plan.wholePeople(power: power)),
        ]
        #expect(reference.mismatches(got) == [])
    }

    @Test(.needsReferenceCases, arguments: ReferenceCase.of("sample_size_sequential"))
    func sample_size_sequential(_ reference: ReferenceCase) throws {
        let control = reference.inputs["p_control"].double
        let plan = try ProportionPlan(
            control: control,
            treatment: control * (1 + reference.inputs["lift"].double),
            level: reference.level
        )
        let tuning = reference.inputs["tuning"] == .null ? nil : reference.inputs["tuning"].double
        let people = try plan.peoplePerArm(power: reference.inputs["power"].double, tuning: tuning)
        #expect(reference.mismatches(["n_per_arm": .number(people)]) == [])
    }

    @Test(.needsReferenceCases, arguments: ReferenceCase.of("mde_relative"))
    func mde_relative(_ reference: ReferenceCase) throws {
        let baseline = try Summary(
            count: reference.inputs["n_per_arm"].double,
            mean: reference.inputs["mean"].double,
            variance: reference.inputs["variance"].double
        )
        let effect = try DetectableEffect(
            baseline: baseline,
            unitsPerArm: baseline.count,
            power: reference.inputs["power"].double,
            level: reference.level
        )
        let got: [String: JSONValue] = [
            "mde": .orWord("none") { try effect.relative() }, "mde_simple": .number(try effect.simple()),
        ]
        #expect(reference.mismatches(got) == [])
    }

    @Test(.needsReferenceCases, arguments: ReferenceCase.of("gb_mid_power"))
    func gb_mid_power(_ reference: ReferenceCase) throws {
        let inputs = reference.inputs
        let pair = try reference.arms { arm in
            try Summary(count: arm["n"].double, mean: arm["mean"].double, variance: arm["var"].double)
        }
        let goals = inputs["goal_metrics"].double
        let tests = inputs["corrected"] == true ? (inputs["variations"].double - 1) * goals : 1
        let level = try reference.level.shared(among: Int(tests))
        let rule: MidRunPower.Rule =
            if inputs["sequential"] == true {
                .sequential(try ConfidenceSequence(level: level, tuning: inputs["tuning"].double))
            } else if inputs["prior"].doubles.count == 2 {
                .posterior(
                    level,
                    try GaussianPrior(mean: inputs["prior"].doubles[0], variance: inputs["prior"].doubles[1])
                )
            } else {
                .fixedHorizon(level)
            }
        let units = pair.control.count + pair.treatment.count
        let midRun = try MidRunPower(
            pair.effect(.relative),
            units: units,
            target: inputs["target_mde"].double,
            rule: rule
        )
        let extra = try midRun.extra(power: pow(inputs["target_power"].double, 1 / goals))
        let got: [String: JSONValue] = [
            "power_now": .number(try midRun.power(extra: 0)),
            "power_at_double": .number(try midRun.power(extra: 1)),
            "scaling_factor": .number(extra),
            "additional_users": extra == 0 ? .null : .number(extra * units),
        ]
        #expect(reference.mismatches(got) == [])
    }

    @Test("a plan's size has the power it was made for", arguments: [0.3, 0.8, 0.99])
    func sizesHavePower(power: Double) throws {
        let means = try MeanPlan(difference: -0.1, standardDeviation: 1.3, ratio: 0.4)
        let rates = try ProportionPlan(control: 0.1, treatment: 0.12)

        #expect(
            abs(try means.normalPower(controlUnits: means.normalControlUnits(power: power)) - power) < 1e-12
        )
        #expect(
            abs(try means.studentPower(controlUnits: means.studentControlUnits(power: power)) - power) < 1e-9
        )
        // The size is unpooled, the power pooled: they meet within a percent for rates this close.
        #expect(abs(try rates.power(treatmentPeople: rates.treatmentPeople(power: power)) - power) < 0.01)
    }

    @Test("the detectable lift exceeds its own standard error by the reach")
    func detectable() throws {
        let baseline = try Summary(count: 1, mean: 0.05, variance: 0.0475)
        let lift = try DetectableEffect(baseline: baseline, unitsPerArm: 20_000, power: 0.8).relative()
        let meanVariance = 0.0475 / 20_000
        let variance = meanVariance / 0.0025 * (1 + (1 + lift) * (1 + lift))

        #expect(abs(lift / variance.squareRoot() - 2.801585218) < 1e-8)
    }

    @Test("no effect is found by no number, and more people find more")
    func monotone() throws {
        let rates = try ProportionPlan(control: 0.1, treatment: 0.11)
        #expect(try rates.power(treatmentPeople: 1000) < rates.power(treatmentPeople: 2000))
        #expect(try rates.treatmentPeople(power: 0.8) < rates.peoplePerArm(power: 0.8, tuning: nil))
        #expect(throws: Undefined.unreachable) {
            try ProportionPlan(control: 0.1, treatment: 0.1).treatmentPeople(power: 0.8)
        }
        #expect(throws: Undefined.unreachable) {
            try MeanPlan(difference: 0, standardDeviation: 1).normalControlUnits(power: 0.8)
        }
        #expect(throws: Undefined.tooFewUnits) {
            try MeanPlan(difference: 9, standardDeviation: 1).normalControlUnits(power: 0.8)
        }
    }
}

extension JSONValue {
    /// A number, or the word with which the cases say that there is none.
    static func orWord(_ word: String, _ formula: () throws -> Double) -> JSONValue {
        if let value = try? formula() { .number(value) } else { .string(word) }
    }
}
