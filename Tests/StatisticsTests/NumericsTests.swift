import Foundation
import Testing

@testable import Statistics

@Suite("The numerical parts are exact where the usual forms cancel")
struct NumericsTests {
    @Test("Stirling errors restore ln Γ", arguments: [0.01, 0.5, 1, 2, 7.3, 14.9, 15, 16, 100, 1e6])
    func stirling(z: Double) {
        let main = (z - 0.5) * log(z) - z + 0.5 * log(2 * Double.pi)
        #expect(abs(main + SaddlePoint.stirlingError(z) - lgamma(z)) <= 1e-14 * max(1, abs(lgamma(z))))
    }

    @Test("the shifted and the series form of Stirling errors meet")
    func stirlingMeets() {
        let (below, above) = (SaddlePoint.stirlingError(15.0.nextDown), SaddlePoint.stirlingError(15))
        #expect(abs(below - above) < 1e-15)
        #expect(SaddlePoint.stirlingError(-1).isNaN)
    }

    /// x, m and x ln(x/m) − x + m by mpmath with 40 digits.
    static let deviances: [(x: Double, m: Double, value: Double)] = [
        (0, 3, 3), (3, 3, 0), (5, 3, 0.5541281188299536),
        (1_000_000_001, 1_000_000_000, 4.9999999983333333e-10),
        (1e9, 1.1e9, 4_689_820.195_675_140),
    ]

    @Test("deviances", arguments: deviances)
    func deviance(x: Double, m: Double, value: Double) {
        #expect(abs(SaddlePoint.deviance(x, from: m) - value) <= 2e-14 * value)
    }

    @Test("hypergeometric probabilities add up to one, and their tails are sums of them")
    func hypergeometric() {
        let law = Hypergeometric(treated: 60, untreated: 35, successes: 48)
        let all = law.support.map { exp(law.logProbability($0)) }

        #expect(law.support == 13...48)
        #expect(abs(all.reduce(0, +) - 1) < 1e-13)
        #expect(abs(law.lowerTail(25) - all.prefix(13).reduce(0, +)) < 1e-15)
        #expect(abs(law.upperTail(36) - all.suffix(13).reduce(0, +)) < 1e-15)
        #expect(law.lowerTail(12) == 0 && law.upperTail(49) == 0)
    }

    @Test("eight points integrate polynomials of degree fifteen exactly")
    func gaussLegendre() {
        let rule = GaussLegendre.eight.composite(from: 0, to: 1, pieces: 1)
        for degree in 0...15 {
            let integral = rule.reduce(0) { $0 + $1.weight * pow($1.node, Double(degree)) }
            #expect(abs(integral - 1 / Double(degree + 1)) < 1e-15)
        }
    }

    static let bells:
        [(why: String, guess: Double, width: Double, log: @Sendable (Double) -> Double, value: Double)] = [
            ("a normal density, found from far away", -40, 1, { -$0 * $0 / 2 }, 2.506628274631000502),
            (
                "one at a million", 1_000_000, 1, { -pow($0 - 1e6, 2) / 2 },
                2.506628274631000502
            ),
            ("one that falls gently on one side", 0, 1, { $0 - exp($0) }, 1),
            ("one whose value is 1e-200", 0, 1, { -$0 * $0 / 2 - 460 }, 2.506628274631000502 * exp(-460)),
            ("nothing at all", 0, 1, { _ in -Double.infinity }, 0),
        ]

    @Test("integrals of bells", arguments: bells.indices)
    func bell(index: Int) throws {
        let (why, guess, width, log, value) = Self.bells[index]
        let integral = try BellIntegral(logIntegrand: log).value(near: guess, width: width)

        #expect(abs(integral - value) <= 1e-9 * value, "\(why)")
    }

    @Test("what is no bell is not computable", arguments: [Double.nan, .infinity, 0, -1])
    func noBell(width: Double) {
        #expect(throws: Undefined.notComputable) {
            try BellIntegral { -$0 * $0 }.value(near: 0, width: width)
        }
        #expect(throws: Undefined.notComputable) {
            try BellIntegral { _ in .nan }.value(near: 0, width: 1)
        }
    }

    @Test("roots are found from any guess, in few steps", arguments: [1e-8, 0.3, 2, 1e8])
    func roots(guess: Double) throws {
        var asked = 0
        let root = try risingRoot(of: 2, from: 0, to: guess) { x throws(Undefined) in
            asked += 1
            return x * x * x
        }

        #expect(abs(root - 1.2599210498948732) < 1e-14)
        #expect(asked < 50)
    }

    @Test("a function that never reaches the value is unreachable")
    func noRoot() {
        #expect(throws: Undefined.unreachable) {
            try risingRoot(of: 2, from: 0, to: 1) { x throws(Undefined) in 1 - exp(-x) }
        }
        #expect(throws: Undefined.unreachable) {
            try risingRoot(of: -1, from: 0, to: 1) { x throws(Undefined) in x }
        }
    }
}
