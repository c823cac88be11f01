import Statistics
import Testing

@Suite("Distribution functions are exact to the last digits, far into the tails")
struct DistributionTests {
    @Test(.enabled(if: ReferenceCase.isThere), arguments: ReferenceCase.of("dist_norm"))
    func dist_norm(_ reference: ReferenceCase) {
        let x = reference.inputs["x"].double
        let got: [String: JSONValue] = [
            "cdf": .number(Normal.lowerTail(x)), "sf": .number(Normal.upperTail(x)),
        ]
        #expect(reference.mismatches(got) == [])
    }

    @Test(.enabled(if: ReferenceCase.isThere), arguments: ReferenceCase.of("dist_norm_ppf"))
    func dist_norm_ppf(_ reference: ReferenceCase) throws {
        let x = try Normal.quantile(reference.inputs["p"].double)
        #expect(reference.mismatches(["x": .number(x)]) == [])
    }

    @Test(.enabled(if: ReferenceCase.isThere), arguments: ReferenceCase.of("dist_t"))
    func dist_t(_ reference: ReferenceCase) throws {
        let law = try StudentT(degreesOfFreedom: reference.inputs["df"].double)
        #expect(reference.mismatches(["sf": .number(law.upperTail(reference.inputs["x"].double))]) == [])
    }

    @Test(.enabled(if: ReferenceCase.isThere), arguments: ReferenceCase.of("dist_t_ppf"))
    func dist_t_ppf(_ reference: ReferenceCase) throws {
        let law = try StudentT(degreesOfFreedom: reference.inputs["df"].double)
        let x = try law.quantile(reference.inputs["p"].double)
        #expect(reference.mismatches(["x": .number(x)]) == [])
    }

    @Test(.enabled(if: ReferenceCase.isThere), arguments: ReferenceCase.of("dist_chi2"))
    func dist_chi2(_ reference: ReferenceCase) throws {
        let law = try ChiSquare(degreesOfFreedom: reference.inputs["k"].double)
        #expect(reference.mismatches(["sf": .number(law.upperTail(reference.inputs["x"].double))]) == [])
    }

    @Test(.enabled(if: ReferenceCase.isThere), arguments: ReferenceCase.of("dist_beta"))
    func dist_beta(_ reference: ReferenceCase) throws {
        let law = try Beta(a: reference.inputs["a"].double, b: reference.inputs["b"].double)
        #expect(reference.mismatches(["cdf": .number(law.lowerTail(reference.inputs["x"].double))]) == [])
    }

    @Test(.enabled(if: ReferenceCase.isThere), arguments: ReferenceCase.of("dist_beta_ppf"))
    func dist_beta_ppf(_ reference: ReferenceCase) throws {
        let law = try Beta(a: reference.inputs["a"].double, b: reference.inputs["b"].double)
        let x = try law.quantile(reference.inputs["p"].double)
        #expect(reference.mismatches(["x": .number(x)]) == [])
    }
}
