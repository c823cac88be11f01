import Statistics
import Testing

@Suite("Means, ratios and quantiles are compared as the reference packages compare them")
struct MeanTests {
    @Test(.needsReferenceCases, arguments: ReferenceCase.of("welch_t"))
    func welch_t(_ reference: ReferenceCase) throws {
        let arms = try ["control", "treatment"].map { arm in
            try Summary(
                count: reference.inputs["n_\(arm)"].double,
                mean: reference.inputs["mean_\(arm)"].double,
                variance: reference.inputs["var_\(arm)"].double
            )
        }
        let test = try Pair(control: arms[0], treatment: arms[1]).tTest(.absolute, reference.level)
        #expect(reference.mismatches(reference.fields(of: test)) == [])
    }

    @Test(.needsReferenceCases, arguments: ReferenceCase.of("gb_ttest_prop"))
    func gb_ttest_prop(_ reference: ReferenceCase) throws {
        let summaries = try reference.proportions.map { arm throws(Undefined) in try arm.summary }
        try reference.checkTest { level throws(Undefined) in try summaries.tTest(reference.scale, level) }
    }

    @Test(.needsReferenceCases, arguments: ReferenceCase.of("gb_ttest_mean"))
    func gb_ttest_mean(_ reference: ReferenceCase) throws {
        let summaries = try reference.arms { arm in
            try Moments(
                count: arm["n"].double,
                sum: arm["sum"].double,
                sumOfSquares: arm["sum_squares"].double
            ).summary
        }
        try reference.checkTest { level throws(Undefined) in try summaries.tTest(reference.scale, level) }
    }

    @Test(.needsReferenceCases, arguments: ReferenceCase.of("gb_ttest_ratio"))
    func gb_ttest_ratio(_ reference: ReferenceCase) throws {
        let summaries = try reference.ratios.map { arm throws(Undefined) in try arm.summary }
        let more: [String: JSONValue] = [
            "ratio_control": .number(summaries.control.mean),
            "ratio_treatment": .number(summaries.treatment.mean),
            "unit_var_control": .number(summaries.control.variance),
            "unit_var_treatment": .number(summaries.treatment.variance),
        ]
        try reference.checkTest(more) { level throws(Undefined) in try summaries.tTest(reference.scale, level)
        }
    }

    @Test(.needsReferenceCases, arguments: ReferenceCase.of("tea_ratio"))
    func tea_ratio(_ reference: ReferenceCase) throws {
        let summaries = try reference.ratios.map { arm throws(Undefined) in try arm.summary }
        #expect(reference.mismatches(try reference.teaFields(of: summaries)) == [])
    }

    @Test(.needsReferenceCases, arguments: ReferenceCase.of("gb_quantile"))
    func gb_quantile(_ reference: ReferenceCase) throws {
        let samples = try reference.arms { arm in
            try QuantileSample(
                count: arm["n"].double,
                effectiveCount: arm["n_star"].double,
                probability: arm["nu"].double,
                value: arm["quantile"].double,
                lower: arm["lower"].double,
                upper: arm["upper"].double
            )
        }
        let summaries = try samples.map { arm throws(Undefined) in try arm.summary }
        let more: [String: JSONValue] = [
            "unit_var_control": .number(summaries.control.variance),
            "unit_var_treatment": .number(summaries.treatment.variance),
        ]
        try reference.checkTest(more) { level throws(Undefined) in try summaries.tTest(reference.scale, level)
        }
    }

    @Test(.needsReferenceCases, arguments: ReferenceCase.of("gb_post_stratified"))
    func gb_post_stratified(_ reference: ReferenceCase) throws {
        func moments(_ arm: JSONValue) throws -> Moments {
            try Moments(count: arm["n"].double, sum: arm["c"].double, sumOfSquares: arm["c"].double)
        }
        let strata = try reference.inputs["strata"].list.map { stratum in
            Stratum(control: try moments(stratum["control"]), treatment: try moments(stratum["treatment"]))
        }
        let together = try PostStratification(strata)
        let applied: [String: JSONValue] = ["applied": .bool(together.isApplied)]
        try reference.checkTest(applied) { level throws(Undefined) in
            try together.tTest(reference.scale, level)
        }
    }
}

extension ReferenceCase {
    /// The arms of the kinds that give sums of a numerator and a denominator.
    var ratios: Pair<RatioSample> {
        get throws {
            try arms { arm in
                let sums = ["m", "d"].map { arm[$0].double }
                let cross = [["mm", "md"], ["dd"]].map { $0.map { arm[$0].double } }
                return try RatioSample(JointMoments(count: arm["n"].double, sums: sums, crossSums: cross))
            }
        }
    }

    /// Checks a t-test whose fields have the usual names.
    ///
    /// Where the reference refuses, we refuse as well or do better: an answer then must be one whose
    /// interval and p-value agree with each other, on the absolute scale only.
    func checkTest(
        _ more: [String: JSONValue] = [:],
        _ run: (Level) throws(Undefined) -> TTest
    ) throws {
        let level = try level
        guard expected["error"] == "" || expected["error"] == .null else {
            guard let better = try? run(level) else { return }
            #expect(scale == .absolute)
            #expect(better.standardError > 0 && better.interval.contains(better.estimate))
            #expect(better.interval.contains(0) == (better.p >= level.alpha))
            return
        }
        #expect(mismatches(fields(of: try run(level)).merging(more) { $1 }) == [])
    }

    /// The fields of the tea-tasting kinds, from two summaries.
    func teaFields(of summaries: Pair<Summary>) throws -> [String: JSONValue] {
        let test = try summaries.tTest(.absolute, level)
        let lift = try summaries.logLiftInterval(level)
        let (control, treatment) = (summaries.control.mean, summaries.treatment.mean)
        return [
            "control": .number(control), "treatment": .number(treatment),
            "diff": .number(test.estimate), "diff_lower": .number(test.interval.lower),
            "diff_upper": .number(test.interval.upper), "p": .number(test.p), "t": .number(test.t),
            "lift": .number((treatment - control) / control), "lift_lower": .number(lift.lower),
            "lift_upper": .number(lift.upper),
        ]
    }
}
