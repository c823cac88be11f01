import Statistics
import Testing

@Suite("Families of p-values and splits of people are judged as the reference packages judge them")
struct CorrectionTests {
    private func check(_ adjustment: Adjustment, _ reference: ReferenceCase) throws {
        let adjusted = try adjustment.adjusted(reference.inputs["p"].doubles)
        #expect(reference.mismatches(["adjusted": .numbers(adjusted)]) == [])
    }

    @Test(.needsReferenceCases, arguments: ReferenceCase.of("adjust_bonferroni"))
    func adjust_bonferroni(_ reference: ReferenceCase) throws { try check(.bonferroni, reference) }

    @Test(.needsReferenceCases, arguments: ReferenceCase.of("adjust_holm"))
    func adjust_holm(_ reference: ReferenceCase) throws { try check(.holm, reference) }

    @Test(.needsReferenceCases, arguments: ReferenceCase.of("adjust_hochberg"))
    func adjust_hochberg(_ reference: ReferenceCase) throws { try check(.hochberg, reference) }

    @Test(.needsReferenceCases, arguments: ReferenceCase.of("adjust_benjamini_hochberg"))
    func adjust_benjamini_hochberg(_ reference: ReferenceCase) throws {
        try check(.benjaminiHochberg, reference)
    }

    @Test(.needsReferenceCases, arguments: ReferenceCase.of("adjust_benjamini_yekutieli"))
    func adjust_benjamini_yekutieli(_ reference: ReferenceCase) throws {
        try check(.benjaminiYekutieli, reference)
    }

    @Test(.needsReferenceCases, arguments: ReferenceCase.of("srm_chi2"))
    func srm_chi2(_ reference: ReferenceCase) throws {
        let test = try SampleRatioTest(
            people: reference.inputs["observed"].list.map(\.count),
            weights: reference.inputs["weights"].doubles
        )
        let got: [String: JSONValue] = [
            "chi2": .number(test.chiSquare), "df": .number(Double(test.degreesOfFreedom)),
            "p": .number(test.p),
        ]
        #expect(reference.mismatches(got) == [])
    }

    @Test(
        "adjusting keeps the order of the hypotheses and never lowers a p-value",
        arguments: Adjustment.allCases
    )
    func laws(adjustment: Adjustment) throws {
        var generator = SeededGenerator(seed: 2)
        let raw = (0..<40).map { _ in (Double.random(in: 0...1, using: &generator) * 20).rounded() / 20 }
        let order = raw.indices.shuffled(using: &generator)
        let adjusted = try adjustment.adjusted(raw)
        let bonferroni = try Adjustment.bonferroni.adjusted(raw)

        #expect(try adjustment.adjusted(order.map { raw[$0] }) == order.map { adjusted[$0] })
        for (index, p) in adjusted.enumerated() {
            #expect(p >= raw[index] && p <= 1)
            if adjustment != .benjaminiYekutieli { #expect(p <= bonferroni[index]) }
            for other in raw.indices where raw[other] <= raw[index] { #expect(adjusted[other] <= p) }
        }
        #expect(try adjustment.adjusted([]) == [])
        #expect(throws: Undefined.notFinite) { try adjustment.adjusted([0.1, .nan]) }
        #expect(throws: Undefined.outOfRange) { try adjustment.adjusted([1.1]) }
    }

    @Test("only the proportions of the weights count, and arms of weight zero do not")
    func splits() throws {
        let plain = try SampleRatioTest(people: [520, 480], weights: [0.5, 0.5])
        let scaled = try SampleRatioTest(people: [520, 480], weights: [1e200, 1e200])
        let withZero = try SampleRatioTest(people: [520, 480, 77], weights: [3, 3, 0])

        #expect(plain == scaled && plain == withZero)
        #expect(abs(plain.p - 0.20590321073206466) < 1e-13)
        #expect(plain.ok)
        #expect(try SampleRatioTest(people: [1000, 0], weights: [1, 1]).ok == false)
        #expect(throws: Undefined.oneArm) { try SampleRatioTest(people: [5, 5], weights: [1, 0]) }
        #expect(throws: Undefined.nothingCounted) { try SampleRatioTest(people: [0, 0], weights: [1, 1]) }
        #expect(throws: Undefined.mismatched) { try SampleRatioTest(people: [1], weights: [1, 1]) }
        #expect(throws: Undefined.outOfRange) { try SampleRatioTest(people: [1, 1], weights: [1, -1]) }
        #expect(throws: Undefined.negativeCount) { try SampleRatioTest(people: [1, -1], weights: [1, 1]) }
    }
}
