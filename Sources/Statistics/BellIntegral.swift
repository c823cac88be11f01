import Foundation

/// Integrals over the whole line of functions with one peak, given by their logarithms.
///
/// Made for integrands that are log-concave and analytic, as products of normal or beta densities
/// and distribution functions are (the latter on the logit axis). For them the trapezoidal rule
/// converges exponentially, and the peak and the ends can be found without any table. Working with
/// logarithms keeps full relative accuracy when the whole integral is 1e-300.
struct BellIntegral {
    /// The logarithm of the integrand; minus infinity where it vanishes.
    let logIntegrand: (Double) -> Double

    /// How far under the peak the integrand is left out: e⁻⁴² is 6e-19.
    private static let depth = 42.0

    /// The most points that are tried before the integral counts as not computable.
    private static let mostPoints = 1 << 16

    /// Integrates, starting the search for the peak at a guess, with steps of about its width.
    func value(near guess: Double, width: Double) throws(Undefined) -> Double {
        let peak = try peak(near: guess, width: width)
        let top = logIntegrand(peak)
        guard top.isFinite else {
            // Nothing to see even at the peak: the integral is below the range of double.
            guard top < 0 else { throw .notComputable }
            return 0
        }
        let range = try range(around: peak, width: width)
        let sum = try Self.trapezoid(over: range, finest: width) { exp(logIntegrand($0) - top) }
        return try settled(exp(top) * sum)
    }

    /// Where the integrand is not negligible against its peak, for which the search starts at a guess.
    func range(near guess: Double, width: Double) throws(Undefined) -> Interval {
        try range(around: peak(near: guess, width: width), width: width)
    }

    private func range(around peak: Double, width: Double) throws(Undefined) -> Interval {
        let floor = logIntegrand(peak) - Self.depth
        return try Interval(
            lower: edge(from: peak, step: -width, under: floor),
            upper: edge(from: peak, step: width, under: floor)
        )
    }

    /// The place of the peak, near enough that the integrand there is within a few per cent of it.
    private func peak(near guess: Double, width: Double) throws(Undefined) -> Double {
        guard guess.isFinite, width.isFinite, width > 0 else { throw .notComputable }
        var middle = guess
        var height = logIntegrand(guess)
        var step = width
        if logIntegrand(guess - step) > logIntegrand(guess + step) { step = -step }
        // Walk uphill, faster and faster, until the ground falls; then look between the last steps.
        var beyond = middle + step
        for _ in 0..<200 {
            let next = logIntegrand(beyond)
            guard next > height else { break }
            (middle, height) = (beyond, next)
            step *= 1.6
            beyond = middle + step
        }
        guard !height.isNaN, beyond.isFinite else { throw .notComputable }
        var around = abs(step)
        while around > width * 0.05, around > abs(middle) * 1e-14 {
            for candidate in [middle - around / 2, middle + around / 2] {
                let next = logIntegrand(candidate)
                if next > height { (middle, height) = (candidate, next) }
            }
            around /= 2
        }
        return middle
    }

    /// Where the integrand has fallen under a floor, walking away from the peak.
    private func edge(from peak: Double, step: Double, under floor: Double) -> Double {
        var inside = peak
        var stride = step
        var outside = peak + stride
        for _ in 0..<400 where logIntegrand(outside) > floor {
            inside = outside
            stride *= 1.5
            outside = inside + stride
        }
        for _ in 0..<5 {
            let middle = inside + (outside - inside) / 2
            if logIntegrand(middle) > floor { inside = middle } else { outside = middle }
        }
        return outside
    }

    /// The integral of a function that vanishes at both ends, with ever more points until two agree.
    ///
    /// The first points stand no wider apart than the finest feature of the function. A difference that is
    /// negligible in itself counts as agreement: what is left of a density far from its peak ends abruptly
    /// at the end of the range, and is nothing there.
    static func trapezoid(
        over range: Interval,
        finest: Double,
        negligible: Double = 0,
        _ function: (Double) -> Double
    ) throws(Undefined) -> Double {
        let length = range.upper - range.lower
        let wanted = max(32, (length / finest).rounded(.up))
        guard wanted < Double(mostPoints) else { throw .notComputable }
        var intervals = Int(wanted)
        var step = length / wanted
        var sum = 0.0
        for i in 1..<intervals { sum += function(range.lower + Double(i) * step) }
        while intervals < mostPoints {
            var between = 0.0
            for i in 0..<intervals { between += function(range.lower + (Double(i) + 0.5) * step) }
            let refined = (sum + between) / 2
            // The error squares with each halving: agreement to 1e-7 means the finer sum is exact.
            let agrees = abs(refined - sum) <= max(1e-7 * refined, negligible / step)
            sum += between
            intervals *= 2
            step /= 2
            if agrees { return sum * step }
        }
        throw .notComputable
    }
}
