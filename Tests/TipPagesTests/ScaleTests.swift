import Testing
import TipTestSupport

@testable import TipPages

@Suite("An axis holds its values, and its marks are round")
struct ScaleTests {
    @Test("whatever is shown lies on the axis, in order", arguments: 1...40)
    func holding(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let width = Double.random(in: 1e-9...1e9, using: &random)
        let values = (0..<5).map { _ in Double.random(in: -width...width, using: &random) }.sorted()
        let scale = Scale(showing: values, withZero: seed % 2 == 0, from: 10, to: 300)
        let places = values.map { scale.place($0) }
        #expect(places == places.sorted() && places.allSatisfy { (10...300).contains($0) })
        let marks = scale.marks()
        #expect((1...11).contains(marks.count), "\(marks)")
        #expect(marks.allSatisfy { scale.domain.contains($0) })
        #expect(zip(marks, marks.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test(
        "one value, no value, and values that are none",
        arguments: [
            [], [0], [3], [-2, -2], [.nan, .infinity, 1],
        ] as [[Double]]
    )
    func degenerate(values: [Double]) {
        let scale = Scale(showing: values, withZero: false, from: 0, to: 100)
        #expect(scale.domain.lowerBound < scale.domain.upperBound)
        #expect(scale.place(.infinity).isFinite && scale.place(-.infinity).isFinite)
        #expect(!scale.marks().isEmpty)
    }

    @Test(
        "places are short",
        arguments: [(0, "0"), (1.5, "1.5"), (12.3456, "12.35"), (-0.001, "0"), (.nan, "0")]
    )
    func placing(value: Double, text: String) {
        #expect(value.placed == text)
    }
}
