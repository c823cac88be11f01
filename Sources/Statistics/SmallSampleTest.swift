/// A p-value for two proportions, with the test that gave it.
package struct ProportionTest: Hashable, Sendable {
    /// Which test decided.
    package let method: Method

    /// The two-sided p-value.
    package let p: Double

    /// The tests between which the smallest cell decides.
    package enum Method: String, Hashable, Sendable {
        /// The pooled z-test.
        case pooledZ
        /// Fisher's exact test.
        case fisherExact
    }
}

extension Pair where Sample == Proportion {
    /// The number of people below which a cell is too small for the normal approximation.
    package static var smallestCell: Int64 { 5 }

    /// The smallest of the four cells: those who converted and those who did not, in either arm.
    package var leastCell: Int64 {
        min(control.conversions, control.failures, treatment.conversions, treatment.failures)
    }

    /// Tests whether the rates differ: exactly where a cell is small, by the pooled z otherwise (F16).
    package func test() throws(Undefined) -> ProportionTest {
        leastCell < Self.smallestCell
            ? ProportionTest(method: .fisherExact, p: try fisherExactP())
            : ProportionTest(method: .pooledZ, p: try pooledTest().p)
    }
}
