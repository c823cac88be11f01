import Statistics
import Testing

@Suite("Figures that are safe under peeking are those of the reference packages")
struct SequentialTests {
    private func effect(_ reference: ReferenceCase) throws -> Effect {
        try reference.proportions.map { arm throws(Undefined) in try arm.summary }.effect(reference.scale)
    }

    private func sequence(_ reference: ReferenceCase) throws -> ConfidenceSequence {
        try ConfidenceSequence(level: reference.level, tuning: reference.inputs["tuning"].double)
    }

    private func units(_ reference: ReferenceCase) -> Double {
        reference.inputs["n_control"].double + reference.inputs["n_treatment"].double
    }

    @Test(.needsReferenceCases, arguments: ReferenceCase.of("gb_sequential"))
    func gb_sequential(_ reference: ReferenceCase) throws {
        let (effect, sequence, units) = (try effect(reference), try sequence(reference), units(reference))
        let interval = try sequence.interval(effect, units: units)
        let got: [String: JSONValue] = [
            "estimate": .number(effect.estimate), "se": .number(effect.standardError),
            "lower": .number(interval.lower), "upper": .number(interval.upper),
            "p": .number(try sequence.p(effect, units: units)),
        ]
        #expect(reference.mismatches(got) == [])
    }

    @Test(.needsReferenceCases, arguments: ReferenceCase.of("gb_sequential_one_sided"))
    func gb_sequential_one_sided(_ reference: ReferenceCase) throws {
        let effect = try effect(reference)
        let halfWidth = try sequence(reference)
            .oneSidedHalfWidth(standardError: effect.standardError, units: units(reference))
        let got: [String: JSONValue] = [
            "estimate": .number(effect.estimate), "halfwidth": .number(halfWidth),
        ]
        #expect(reference.mismatches(got) == [])
    }

    @Test(.needsReferenceCases, arguments: ReferenceCase.of("sequential_inflation"))
    func sequential_inflation(_ reference: ReferenceCase) throws {
        let ratio = try sequence(reference).inflation(units: reference.inputs["n_total"].double)
        #expect(reference.mismatches(["width_ratio": .number(ratio)]) == [])
    }

    @Test(.needsReferenceCases, arguments: ReferenceCase.of("normal_mixture_bound"))
    func normal_mixture_bound(_ reference: ReferenceCase) throws {
        let mixture = try NormalMixture(level: reference.level, tightestAt: reference.inputs["v_opt"].double)
        let got: [String: JSONValue] = [
            "bound": .number(try mixture.bound(at: reference.inputs["v"].double)),
            "rho": .number(mixture.rho),
        ]
        #expect(reference.mismatches(got) == [])
    }

    @Test(.needsReferenceCases, arguments: ReferenceCase.of("normal_log_mixture"))
    func normal_log_mixture(_ reference: ReferenceCase) throws {
        let mixture = try NormalMixture(
            level: Level(alpha: reference.inputs["alpha_opt"].double),
            tightestAt: reference.inputs["v_opt"].double
        )
        let evidence = try mixture.logEvidence(
            sum: reference.inputs["s"].double,
            at: reference.inputs["v"].double
        )
        #expect(reference.mismatches(["log_e_value": .number(evidence)]) == [])
    }

    @Test(.needsReferenceCases, arguments: ReferenceCase.of("msprt_normal"))
    func msprt_normal(_ reference: ReferenceCase) throws {
        let arms = try ["control", "treatment"].map { arm in
            // Only the difference matters; the mean of the control is as good as any.
            try Summary(
                count: reference.inputs["n_\(arm)"].double,
                mean: arm == "control" ? 0 : reference.inputs["diff"].double,
                variance: reference.inputs["var_\(arm)"].double
            )
        }
        let pair = Pair(control: arms[0], treatment: arms[1])
        let level = try reference.level
        let variance =
            reference.inputs["tau2"] == .null
            ? try MixtureTest.statsigMixingVariance(pair, level: level) : reference.inputs["tau2"].double
        let test = try MixtureTest(pair.effect(.absolute), mixingVariance: variance, level: level)
        let got: [String: JSONValue] = [
            "tau2": .number(variance), "lambda_log": .number(test.logRatio), "p": .number(test.p),
            "halfwidth": .number(test.halfWidth),
        ]
        #expect(reference.mismatches(got) == [])
    }

    @Test(.needsReferenceCases, arguments: ReferenceCase.of("bernoulli_cs"))
    func bernoulli_cs(_ reference: ReferenceCase) throws {
        let counts = try Proportion(
            conversions: reference.inputs["c"].count,
            people: reference.inputs["n"].count
        )
        let sequence = try BernoulliSequence(
            level: reference.level,
            tightestAt: reference.inputs["t_opt"].double
        )
        #expect(reference.mismatches(try sequence.interval(counts).fields) == [])
    }

    @Test(.needsReferenceCases, arguments: ReferenceCase.of("srm_sequential"))
    func srm_sequential(_ reference: ReferenceCase) throws {
        var check = try SequentialSampleRatio(
            weights: reference.inputs["weights"].doubles,
            concentration: reference.inputs["concentration"].double
        )
        let p = try reference.inputs["rows"].list.map { row in
            try check.add(row.list.map(\.count))
            return check.p
        }
        #expect(reference.mismatches(["p": .numbers(p)]) == [])
    }

    @Test(.needsReferenceCases, arguments: ReferenceCase.of("gb_gaussian_posterior"))
    func gb_gaussian_posterior(_ reference: ReferenceCase) throws {
        let prior =
            reference.inputs["prior_variance"] == .null
            ? nil
            : try GaussianPrior(
                mean: reference.inputs["prior_mean"].double,
                variance: reference.inputs["prior_variance"].double
            )
        let summaries = try reference.proportions.map { arm throws(Undefined) in try arm.summary }
        guard reference.expected["error"] == "" else {
            #expect(throws: Undefined.self) {
                try GaussianPosterior(summaries, reference.scale, priorOnLift: prior)
            }
            return
        }
        let posterior = try GaussianPosterior(summaries, reference.scale, priorOnLift: prior)
        let inverse = reference.inputs["inverse"] == true
        let interval = try posterior.interval(reference.level)
        let risk = [
            posterior.lossOfKeeping(lowerIsBetter: inverse), posterior.lossOfShipping(lowerIsBetter: inverse),
        ]
        let got: [String: JSONValue] = [
            "mean": .number(posterior.mean), "sd": .number(posterior.standardDeviation),
            "chance_to_win": .number(posterior.chanceToWin(lowerIsBetter: inverse)),
            "lower": .number(interval.lower), "upper": .number(interval.upper),
            "risk": .numbers(risk), "error": "",
        ]
        #expect(reference.mismatches(got) == [])
    }
}
