/// Corrections of the p-values of one family for being several (formulas M1…M3).
///
/// Each gives adjusted p-values in the order of the raw ones, to be compared with the level as it
/// stands. Equal p-values stay equal.
package enum Adjustment: String, Hashable, Sendable, CaseIterable {
    /// Each times their number; keeps the family-wise error.
    case bonferroni
    /// Step down from the smallest; keeps the family-wise error, and rejects all that Bonferroni does.
    case holm
    /// Step up from the largest; keeps the family-wise error of independent tests.
    case hochberg
    /// Keeps the false discovery rate of independent tests.
    case benjaminiHochberg
    /// Keeps the false discovery rate of tests that depend in any way.
    case benjaminiYekutieli

    /// Adjusts the p-values of one family, each of which is in 0…1.
    package func adjusted(_ pValues: [Double]) throws(Undefined) -> [Double] {
        for p in pValues { try probability(p) }
        let count = Double(pValues.count)
        let rising = pValues.indices.sorted { pValues[$0] < pValues[$1] }
        var result = pValues
        switch self {
        case .bonferroni:
            return pValues.map { min(1, $0 * count) }
        case .holm:
            var running = 0.0
            for (rank, index) in rising.enumerated() {
                running = max(running, min(1, (count - Double(rank)) * pValues[index]))
                result[index] = running
            }
        case .hochberg, .benjaminiHochberg, .benjaminiYekutieli:
            // 1 + 1/2 + … + 1/m: what dependence of any kind costs.
            let dependence =
                self == .benjaminiYekutieli
                ? stride(from: 1, through: count, by: 1).reduce(0) { $0 + 1 / $1 } : 1
            var running = 1.0
            for (index, rank) in Array(zip(rising, 1...)).reversed() {
                let factor = self == .hochberg ? count - Double(rank) + 1 : count / Double(rank) * dependence
                running = min(running, factor * pValues[index])
                result[index] = running
            }
        }
        return result
    }
}
