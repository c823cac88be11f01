import Foundation

/// The distribution of a drifting sum among the paths that no look has stopped yet.
///
/// Armitage, McPherson, Rowe (1969): each look convolves it with a normal step and cuts off what
/// crosses. Kept as masses on quadrature nodes that are fine enough for the steps on either side.
struct SubDensity {
    /// A value of the sum and the probability that stands for its surroundings.
    private var masses: [(value: Double, mass: Double)] = [(0, 1)]

    /// The time of the last look, as a fraction of the planned information.
    private(set) var time = 0.0

    /// The mean of the sum at full information.
    let drift: Double

    /// Beyond so many standard deviations nothing counts: 1e-18.
    private static let reach = 9.0

    init(drift: Double) { self.drift = drift }

    /// How likely the sum at a time is above a bound.
    func above(_ bound: Double, at next: Double) -> Double {
        tail {
            bound - $0 - drift * (next - time)
        } over: {
            (next - time).squareRoot()
        }
    }

    /// How likely the sum at a time is below a bound.
    func below(_ bound: Double, at next: Double) -> Double {
        tail {
            $0 + drift * (next - time) - bound
        } over: {
            (next - time).squareRoot()
        }
    }

    /// How dense the sum at a time is at a value: minus the rate at which ``above(_:at:)`` falls there.
    func density(_ value: Double, at next: Double) -> Double {
        let step = (next - time).squareRoot()
        let shift = drift * (next - time)
        return masses.reduce(0) { sum, piece in
            let z = (value - piece.value - shift) / step
            return abs(z) > Self.reach ? sum : sum + piece.mass * Normal.density(z) / step
        }
    }

    private func tail(_ distance: (Double) -> Double, over spread: () -> Double) -> Double {
        let step = spread()
        return masses.reduce(0) { sum, piece in
            let z = distance(piece.value) / step
            return z > Self.reach ? sum : sum + piece.mass * erfc(z * 0.5.squareRoot()) / 2
        }
    }

    /// Moves to a look, keeping what lies between two bounds; the look after it says how finely.
    mutating func advance(to next: Double, between lower: Double, and upper: Double, then after: Double?) {
        let step = (next - time).squareRoot()
        let spread = Self.reach * next.squareRoot()
        let centre = drift * next
        let (low, high) = (max(lower, centre - spread), min(upper, centre + spread))
        guard low < high else {
            (masses, time) = ([], next)
            return
        }
        // Pieces two steps wide: on them a normal density is as good as a polynomial.
        let finest = min(step, ((after ?? next + step * step) - next).squareRoot())
        let pieces = max(4, Int(((high - low) / (2 * finest)).rounded(.up)))
        let nodes = GaussLegendre.eight.composite(from: low, to: high, pieces: pieces)
        let shift = drift * (next - time)
        // Without drift and between bounds of one size, one half is the mirror of the other.
        let isEven = drift == 0 && low == -high
        var first = 0
        var moved = (isEven ? nodes[..<(nodes.count / 2)] : nodes[...]).map { node in
            // Both lists rise, so the pieces within reach are a window that slides along.
            while first < masses.count, node.node - masses[first].value - shift > Self.reach * step {
                first += 1
            }
            var density = 0.0
            var index = first
            while index < masses.count, masses[index].value + shift - node.node < Self.reach * step {
                let z = (node.node - masses[index].value - shift) / step
                density += masses[index].mass * exp(-z * z / 2)
                index += 1
            }
            return (value: node.node, mass: node.weight * density / (step * (2 * Double.pi).squareRoot()))
        }
        if isEven { moved += moved.reversed().map { (value: -$0.value, mass: $0.mass) } }
        (masses, time) = (moved, next)
    }
}
