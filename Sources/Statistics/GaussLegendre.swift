import Foundation

/// Gauss–Legendre quadrature on short pieces, exact for polynomials of degree 2n − 1.
struct GaussLegendre: Sendable {
    /// The nodes on −1…1, rising.
    let nodes: [Double]

    /// The weights of the nodes, which add up to two.
    let weights: [Double]

    /// Finds the roots of the Legendre polynomial of a degree by Newton's method.
    init(points: Int) {
        var found: [(node: Double, weight: Double)] = []
        let n = Double(points)
        for index in 0..<points {
            var x = -cos(.pi * (Double(index) + 0.75) / (n + 0.5))
            var slope = 1.0
            for _ in 0..<20 {
                var (previous, current) = (1.0, x)
                for degree in stride(from: 2.0, through: n, by: 1) {
                    (previous, current) = (
                        current, ((2 * degree - 1) * x * current - (degree - 1) * previous) / degree
                    )
                }
                slope = n * (x * current - previous) / (x * x - 1)
                let step = current / slope
                x -= step
                if abs(step) < 1e-16 { break }
            }
            found.append((x, 2 / ((1 - x * x) * slope * slope)))
        }
        nodes = found.map(\.node)
        weights = found.map(\.weight)
    }

    /// The rule that all integrations of this room use for one piece.
    static let eight = GaussLegendre(points: 8)

    /// Nodes and weights on an interval cut into so many equal pieces.
    func composite(from lower: Double, to upper: Double, pieces: Int) -> [(node: Double, weight: Double)] {
        let half = (upper - lower) / Double(pieces) / 2
        return (0..<pieces).flatMap { piece in
            let centre = lower + half * (2 * Double(piece) + 1)
            return zip(nodes, weights).map { (centre + half * $0, half * $1) }
        }
    }
}
