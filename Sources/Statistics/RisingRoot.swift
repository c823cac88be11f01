/// The number over a lower limit at which a rising function reaches a value.
///
/// Doubles or halves the distance from the limit until the value lies between, then closes in.
///
/// - Parameters:
///   - goal: The value to reach.
///   - lower: A limit at which the function would be under the value; it is not asked there.
///   - guess: A number over the limit, about the answer's size.
///   - function: The function, which rises over the limit.
/// - Returns: The number, to about fourteen digits.
/// - Throws: ``Undefined/unreachable`` where the function stays on one side of the value.
func risingRoot(
    of goal: Double,
    from lower: Double,
    to guess: Double,
    _ function: (Double) throws(Undefined) -> Double
) throws(Undefined) -> Double {
    var near = (place: guess, value: try function(guess) - goal)
    let factor = near.value < 0 ? 2.0 : 0.5
    for _ in 0..<200 {
        var next = near
        next.place = lower + (near.place - lower) * factor
        guard next.place.isFinite, next.place > lower else { throw .unreachable }
        next.value = try function(next.place) - goal
        if (next.value < 0) != (near.value < 0) {
            return try crossing(near, next) { place throws(Undefined) in try function(place) - goal }
        }
        near = next
    }
    throw .unreachable
}

/// Where a function crosses zero between two places of opposite sign (Chandrupatla, 1997).
///
/// Inverse quadratic steps where they are sure to help, halving where they are not: seldom more than
/// ten evaluations, never more than bisection would take.
private func crossing(
    _ first: (place: Double, value: Double),
    _ second: (place: Double, value: Double),
    _ function: (Double) throws(Undefined) -> Double
) throws(Undefined) -> Double {
    var (a, b) = (second, first)
    var fraction = 0.5
    for _ in 0..<200 {
        let place = a.place + fraction * (b.place - a.place)
        let new = (place: place, value: try function(place))
        guard !new.value.isNaN else { throw .notComputable }
        // `c` is the point that was left out; the zero stays between `a`, the newest, and `b`.
        let c: (place: Double, value: Double)
        if (new.value < 0) == (a.value < 0) { c = a } else { (c, b) = (b, a) }
        a = new
        let best = abs(a.value) < abs(b.value) ? a : b
        let least = 1e-15 * abs(best.place) / abs(b.place - a.place)
        if best.value == 0 || least >= 0.5 { return best.place }
        let xi = (a.place - b.place) / (c.place - b.place)
        let phi = (a.value - b.value) / (c.value - b.value)
        if phi * phi < xi, (1 - phi) * (1 - phi) < 1 - xi {
            let toward = a.value / (b.value - a.value) * c.value / (b.value - c.value)
            let beyond =
                (c.place - a.place) / (b.place - a.place) * a.value / (c.value - a.value) * b.value
                / (c.value - b.value)
            fraction = toward + beyond
        } else {
            fraction = 0.5
        }
        fraction = min(1 - least, max(least, fraction))
    }
    return a.place
}
