import Foundation

/// The parts of counting probabilities that cancel when written with plain factorials.
///
/// C. Loader, "Fast and accurate computation of binomial probabilities" (2000): a probability is the
/// exponential of minus a deviance, divided by a square root, corrected by Stirling errors. Each part
/// is small and exact, where differences of ln Γ would lose eight digits at a billion.
enum SaddlePoint {
    /// ln Γ(z) − ((z − ½) ln z − z + ½ ln 2π), for z > 0.
    static func stirlingError(_ z: Double) -> Double {
        guard z > 0 else { return .nan }
        var shifted = z
        var error = 0.0
        // δ(z) = δ(z + 1) + (z + ½) ln(1 + 1/z) − 1, until the series below is exact.
        while shifted < 15 {
            error += (shifted + 0.5) * log1p(1 / shifted) - 1
            shifted += 1
        }
        let w = 1 / (shifted * shifted)
        let tail = 1.0 / 1188 - w * (691.0 / 360_360 - w / 156)
        let series = 1.0 / 12 - w * (1.0 / 360 - w * (1.0 / 1260 - w * (1.0 / 1680 - w * tail)))
        return error + series / shifted
    }

    /// x ln(x/m) − x + m ≥ 0: how far a count lies from its expectation, for x ≥ 0 and m > 0.
    static func deviance(_ x: Double, from m: Double) -> Double { deviance(x, from: m, distance: x - m) }

    /// The same with x − m given, where the caller knows it better than a subtraction would.
    static func deviance(_ x: Double, from m: Double, distance: Double) -> Double {
        guard x > 0 else { return m }
        guard abs(distance) < 0.1 * (x + m) else { return x * log(x / m) - distance }
        // Near the expectation the logarithm cancels; its series in v = (x − m)/(x + m) does not.
        let v = distance / (x + m)
        var sum = distance * v
        var power = 2 * x * v
        for j in 1...100 {
            power *= v * v
            let next = sum + power / Double(2 * j + 1)
            if next == sum { break }
            sum = next
        }
        return sum
    }

    /// ln of the probability of `x` successes among `n` trials of probability `p`, for 0 < p < 1.
    static func logBinomial(_ x: Double, of n: Double, p: Double, q: Double) -> Double {
        if x == 0 { return -(deviance(n, from: n * q) + n * p) }
        if x == n { return -(deviance(n, from: n * p) + n * q) }
        let corrections = stirlingError(n) - stirlingError(x) - stirlingError(n - x)
        let deviances = deviance(x, from: n * p) + deviance(n - x, from: n * q)
        return corrections - deviances + 0.5 * log(n / (2 * .pi * x * (n - x)))
    }
}
