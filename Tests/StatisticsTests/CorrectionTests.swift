import Statistics
import Testing

@Suite("Families of p-values and splits of people are judged as the reference packages judge them")
struct CorrectionTests {
    private func check(_ adjustment: Adjustment, _ reference: ReferenceCase) throws {
        let adjusted = try adjustment.adjusted(reference.inputs["p"].doubles)
        #expect(reference.mismatches(["adjusted": .numbers(adjusted)]) == [])
    }

    @Test(.enabled(if: ReferenceCase.isThere), arguments: ReferenceCase.of("adjust_bonferroni"))
    func adjust_bonferroni(_ reference: ReferenceCase) throws { try check(.bonferroni, reference) }

    @Test(.enabled(if: ReferenceCase.isThere), arguments: ReferenceCase.of("adjust_holm"))
    func adjust_holm(_ reference: ReferenceCase) throws { try check(.holm, reference) }

    @Test(.enabled(if: ReferenceCase.isThere), arguments: ReferenceCase.of("adjust_hochberg"))
    func adjust_hochberg(_ reference: ReferenceCase) throws { try check(.hochberg, reference) }

    @Test(.enabled(if: ReferenceCase.isThere), arguments: ReferenceCase.of("adjust_benjamini_hochberg"))
    func adjust_benjamini_hochberg(_ reference: ReferenceCase) throws {
        try check(.benjaminiHochberg, reference)
    }

    @Test(.enabled(if: ReferenceCase.isThere), arguments: ReferenceCase.of("adjust_benjamini_yekutieli"))
    func adjust_benjamini_yekutieli(_ reference: ReferenceCase) throws {
        try check(.benjaminiYekutieli, reference)
    }

    @Test(.enabled(if: ReferenceCase.isThere), arguments: ReferenceCase.of("srm_chi2"))
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
}
