/// A test statistic with a standard normal distribution if the arms do not differ.
package struct ZTest: Hashable, Sendable {
    /// The difference in standard errors; positive where the treatment's rate is higher.
    package let z: Double

    /// The two-sided p-value, exact however small.
    package let p: Double
}

extension Pair where Sample == Proportion {
    /// The two-proportion z-test with the pooled rate (formula F1).
    ///
    /// Where nobody or everybody converted there is no spread and no evidence: z = 0, p = 1.
    package func pooledTest() throws(Undefined) -> ZTest {
        let difference = try difference()
        let people = control.n + treatment.n
        let pooled = (control.x + treatment.x) / people
        let pooledMisses = (control.misses + treatment.misses) / people
        let variance = pooled * pooledMisses * (1 / control.n + 1 / treatment.n)
        guard variance > 0 else { return ZTest(z: 0, p: 1) }
        let z = difference / variance.squareRoot()
        return ZTest(z: z, p: Normal.twoSidedTail(z))
    }
}
