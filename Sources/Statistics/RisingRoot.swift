/// The number at which a rising function reaches a value, by doubling and then halving.
///
/// Halving is slow and cannot fail; the functions here are cheap and some are flat.
///
/// - Parameters:
///   - goal: The value to reach.
///   - lower: A number at which the function is under the value.
///   - guess: A number above it, from which to double; about the answer's size.
///   - function: The function, which rises from `lower` on.
/// - Returns: The number, to fourteen digits.
/// - Throws: ``Undefined/unreachable`` where the function stays under the value.
func risingRoot(
    of goal: Double,
    from lower: Double,
    to guess: Double,
    _ function: (Double) throws(Undefined) -> Double
) throws(Undefined) -> Double {
    var low = lower
    var high = guess
    var doublings = 0
    while try function(high) < goal {
        low = high
        high = lower + (high - lower) * 2
        doublings += 1
        guard doublings < 200, high.isFinite else { throw .unreachable }
    }
    for _ in 0..<200 where high - low > 1e-14 * abs(high) {
        let middle = low + (high - low) / 2
        if middle <= low || middle >= high { break }
        if try function(middle) < goal { low = middle } else { high = middle }
    }
    return low + (high - low) / 2
}
