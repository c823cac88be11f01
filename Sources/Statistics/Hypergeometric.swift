import Foundation

/// How many of the successes fall to the treatment, if the arms do not differ and the totals stand.
struct Hypergeometric {
    /// People of the treatment, people of the control, and successes of both together.
    let treated: Int64
    let untreated: Int64
    let successes: Int64

    /// The counts that the totals allow.
    var support: ClosedRange<Int64> { max(0, successes - untreated)...min(successes, treated) }

    /// The most probable count, within one of it.
    var mode: Int64 {
        let guess =
            (Double(successes) + 1) * (Double(treated) + 1) / (Double(treated) + Double(untreated) + 2)
        return min(max(Int64(guess), support.lowerBound), support.upperBound)
    }

    /// ln P(X = k), for k of the support, as a product of binomials by Loader's saddle point.
    func logProbability(_ k: Int64) -> Double {
        let all = Double(treated) + Double(untreated)
        guard support.count > 1 else { return 0 }
        let p = Double(successes) / all
        let q = (Double(treated - successes) + Double(untreated)) / all
        return SaddlePoint.logBinomial(Double(k), of: Double(treated), p: p, q: q)
            + SaddlePoint.logBinomial(Double(successes - k), of: Double(untreated), p: p, q: q)
            - SaddlePoint.logBinomial(Double(successes), of: all, p: p, q: q)
    }

    /// P(X ≤ k), for a k below the mode.
    func lowerTail(_ k: Int64) -> Double {
        guard k >= support.lowerBound else { return 0 }
        return exp(logProbability(k)) * sum(from: k, step: -1, to: support.lowerBound)
    }

    /// P(X ≥ k), for a k above the mode.
    func upperTail(_ k: Int64) -> Double {
        guard k <= support.upperBound else { return 0 }
        return exp(logProbability(k)) * sum(from: k, step: 1, to: support.upperBound)
    }

    /// P(X = k), P(X = k ± 1) … relative to the first, added up until they no longer count.
    private func sum(from start: Int64, step: Int64, to end: Int64) -> Double {
        var term = 1.0
        var total = 1.0
        var k = start
        while k != end {
            term *= step > 0 ? ratioUp(k) : 1 / ratioUp(k - 1)
            total += term
            if term < total * 1e-18 { break }
            k += step
        }
        return total
    }

    /// P(X = k + 1) / P(X = k).
    private func ratioUp(_ k: Int64) -> Double {
        (Double(treated - k) / Double(k + 1))
            * (Double(successes - k) / Double(untreated - successes + k + 1))
    }
}
