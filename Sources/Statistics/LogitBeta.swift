import Foundation

/// A rate given by its logit u = ln(x/(1 − x)), so that x and 1 − x are both exact.
struct LogitRate {
    /// The rate x.
    let value: Double

    /// 1 − x.
    let complement: Double

    /// ln x, finite where x itself is too small for a double.
    let logValue: Double

    /// ln(1 − x).
    let logComplement: Double

    init(_ u: Double) {
        let small = exp(-abs(u))
        let (less, more) = (small / (1 + small), 1 / (1 + small))
        let (logLess, logMore) = (-abs(u) - log1p(small), -log1p(small))
        (value, complement) = u < 0 ? (less, more) : (more, less)
        (logValue, logComplement) = u < 0 ? (logLess, logMore) : (logMore, logLess)
    }

    private init(value: Double, complement: Double, logValue: Double, logComplement: Double) {
        self.value = value
        self.complement = complement
        self.logValue = logValue
        self.logComplement = logComplement
    }

    /// The rate of those who did not convert.
    var mirrored: LogitRate {
        LogitRate(value: complement, complement: value, logValue: logComplement, logComplement: logValue)
    }
}

/// A beta distribution on the logit axis, where its density has one smooth peak whatever the shapes.
struct LogitBeta {
    /// The distribution.
    let law: Beta

    /// ln of the part of the density that does not depend on the rate.
    private let logScale: Double

    init(_ law: Beta) {
        self.law = law
        let sum = law.a + law.b
        let corrections =
            SaddlePoint.stirlingError(sum) - SaddlePoint.stirlingError(law.a)
            - SaddlePoint.stirlingError(law.b)
        logScale = corrections + 0.5 * log(law.a * (law.b / sum) / (2 * .pi))
    }

    /// The logit at which the density is highest.
    var mode: Double { log(law.a / law.b) }

    /// About the width of that peak.
    var width: Double { (1 / law.a + 1 / law.b).squareRoot() }

    /// The distribution of the rate of those who did not convert.
    var mirrored: LogitBeta { LogitBeta(law.mirrored) }

    /// ln of the density with respect to the logit: x(1 − x) times the usual one.
    func logDensity(_ x: LogitRate) -> Double {
        let sum = law.a + law.b
        // a − (a+b)x and b − (a+b)(1 − x) differ in sign only; the smaller of x and 1 − x gives it best.
        let distance =
            x.value < x.complement
            ? law.a.addingProduct(-sum, x.value) : -law.b.addingProduct(-sum, x.complement)
        return logScale - deviance(law.a, share: x.value, log: x.logValue, distance: distance)
            - deviance(law.b, share: x.complement, log: x.logComplement, distance: -distance)
    }

    private func deviance(_ shape: Double, share: Double, log logShare: Double, distance: Double) -> Double {
        let sum = law.a + law.b
        guard share > 1e-290 else { return shape * (log(shape / sum) - logShare) - shape }
        return SaddlePoint.deviance(shape, from: sum * share, distance: distance)
    }

    /// P(X ≤ x).
    func lowerTail(_ x: LogitRate) -> Double {
        x.value < x.complement ? law.lowerTail(x.value) : law.mirrored.upperTail(x.complement)
    }

    /// P(X > x).
    func upperTail(_ x: LogitRate) -> Double {
        x.value < x.complement ? law.upperTail(x.value) : law.mirrored.lowerTail(x.complement)
    }

    /// ln P(X > x).
    func logUpperTail(_ x: LogitRate) -> Double {
        let tail = upperTail(x)
        // Too deep for a double: the tail is led by the density over its rate of fall.
        return tail > 0 ? log(tail) : logDensity(x) - log(fall(x))
    }

    /// ln E[(X − x)⁺]: what X exceeds a rate by on average, counting nothing where it is below.
    func logExcess(_ x: LogitRate) -> Double {
        let sum = law.a + law.b
        if x.complement * sum < 0.95 * law.b { return logDensity(x) - log(law.b * sum) + log(tailSeries(x)) }
        // (m − x) P(X > x) + f(x)/(a + b): at most four digits cancel this close to the mean.
        let meanDistance = x.value < x.complement ? law.mean - x.value : x.complement - law.mirrored.mean
        return log(meanDistance * upperTail(x) + exp(logDensity(x)) / sum)
    }

    /// Σ c_{k−1} (ak + b)/(b + k) yᵏ with y = 1 − x, c₀ = 1, c_k = c_{k−1} (a + b + k − 1)/(b + k).
    ///
    /// From P(X > x) = f(x)/b Σ c_k yᵏ, put into the formula for values near the mean and collected by
    /// powers of y: every term is positive, where the formula itself would cancel in the tail.
    private func tailSeries(_ x: LogitRate) -> Double {
        let (a, b, y) = (law.a, law.b, x.complement)
        var coefficient = y
        var total = 0.0
        for k in 1...2000 {
            let k = Double(k)
            let term = coefficient * (a * k + b) / (b + k)
            total += term
            if term < total * 1e-17 { break }
            coefficient *= y * (a + b + k - 1) / (b + k)
        }
        return total
    }

    /// How fast the logarithm of the density falls at a rate above the mode.
    private func fall(_ x: LogitRate) -> Double {
        let fall = (law.a + law.b) * x.value - law.a
        return fall > 0 ? fall : 1
    }
}
