import Statistics
import Testing

@Suite("What is known from before the experiment is taken out as the reference packages take it out")
struct CovariateTests {
    private func samples(_ reference: ReferenceCase) throws -> Pair<CovariateSample> {
        try reference.arms { arm in
            let sums = ["post", "pre"].map { arm[$0].double }
            let cross = [["post_post", "post_pre"], ["pre_pre"]].map { $0.map { arm[$0].double } }
            return try CovariateSample(JointMoments(count: arm["n"].double, sums: sums, crossSums: cross))
        }
    }

    @Test(.needsReferenceCases, arguments: ReferenceCase.of("gb_cuped"))
    func gb_cuped(_ reference: ReferenceCase) throws {
        let samples = try samples(reference)
        let adjusted = try samples.adjusted()
        let more: [String: JSONValue] = [
            "theta": .number(try samples.slope()),
            "adjusted_control": .number(adjusted.control.mean),
            "adjusted_treatment": .number(adjusted.treatment.mean),
            "var_control": .number(adjusted.control.variance),
            "var_treatment": .number(adjusted.treatment.variance),
        ]
        try reference.checkTest(more) { level throws(Undefined) in try samples.tTest(reference.scale, level) }
    }

    @Test(.needsReferenceCases, arguments: ReferenceCase.of("tea_cuped"))
    func tea_cuped(_ reference: ReferenceCase) throws {
        let adjusted = try samples(reference).adjusted(around: .pooledMean)
        #expect(reference.mismatches(try reference.teaFields(of: adjusted)) == [])
    }

    @Test(.needsReferenceCases, arguments: ReferenceCase.of("gb_cuped_ratio"))
    func gb_cuped_ratio(_ reference: ReferenceCase) throws {
        let samples = try reference.arms { arm in
            let sums = ["m", "d", "xm", "xd"].map { arm[$0].double }
            let cross = [["mm", "md", "m_xm", "m_xd"], ["dd", "d_xm", "d_xd"], ["xmxm", "xmxd"], ["xdxd"]]
            return try CovariateRatioSample(
                JointMoments(
                    count: arm["n"].double,
                    sums: sums,
                    crossSums: cross.map { $0.map { arm[$0].double } }
                )
            )
        }
        let theta: [String: JSONValue] = ["theta": .number(try samples.slope())]
        try reference.checkTest(theta) { level throws(Undefined) in try samples.tTest(reference.scale, level)
        }
    }
}
