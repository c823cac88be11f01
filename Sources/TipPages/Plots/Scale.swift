import Foundation

/// Maps the values of an axis to places on the page, and chooses where its marks stand.
struct Scale: Hashable, Sendable {
    /// The values from one end to the other.
    let domain: ClosedRange<Double>
    /// The place of the first value.
    let start: Double
    /// The place of the last value; less than `start` on an axis that runs upwards.
    let end: Double

    /// A scale that shows all values, zero if asked, and a margin of a twentieth beyond them.
    init(showing values: [Double], withZero: Bool, from start: Double, to end: Double) {
        let known = values.filter(\.isFinite) + (withZero ? [0] : [])
        let lowest = known.min() ?? 0
        let highest = known.max() ?? 1
        // Where all values are one, the axis still needs a length.
        let margin = highest > lowest ? (highest - lowest) / 20 : max(abs(highest), 0.01) / 2
        domain = lowest - margin...highest + margin
        self.start = start
        self.end = end
    }

    /// A scale over a given range.
    init(_ domain: ClosedRange<Double>, from start: Double, to end: Double) {
        self.domain = domain
        self.start = start
        self.end = end
    }

    /// The place of a value; one beyond the end stands at the end.
    func place(_ value: Double) -> Double {
        let width = domain.upperBound - domain.lowerBound
        let part = width > 0 ? (value - domain.lowerBound) / width : 0.5
        return start + min(1, max(0, part)) * (end - start)
    }

    /// About so many marks at round values: one, two, two and a half or five times a power of ten apart.
    func marks(_ count: Int = 5) -> [Double] {
        let width = domain.upperBound - domain.lowerBound
        guard width > 0, width.isFinite, count > 0 else { return [domain.lowerBound] }
        let rough = width / Double(count)
        let power = pow(10, log10(rough).rounded(.down))
        let step = [1, 2, 2.5, 5, 10].map { $0 * power }.first { $0 >= rough } ?? rough
        let first = (domain.lowerBound / step).rounded(.up)
        let last = (domain.upperBound / step).rounded(.down)
        guard last >= first else { return [] }
        return (0...Int(last - first)).map { (first + Double($0)) * step }
    }
}

extension Double {
    /// The number with at most two decimals, as a place on the page is written.
    var placed: String {
        let hundredths = (self * 100).rounded() / 100
        guard hundredths.isFinite else { return "0" }
        return hundredths == hundredths.rounded() ? String(Int(hundredths)) : String(hundredths)
    }
}
