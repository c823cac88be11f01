import Foundation
package import Statistics
package import TipCore

/// Numbers as people read them, with enough digits to tell them apart and no more.
///
/// A number and its unit, and the groups of a long number, are held together by no-break spaces, so that
/// lines do not break inside of them; ``plain(_:)`` makes these ordinary where the lines are made.
package enum Words {
    /// Text with ordinary spaces only, as a terminal and a search want it.
    package static func plain(_ text: String) -> String {
        text.contains("\u{A0}") ? String(text.map { $0 == "\u{A0}" ? " " : $0 }) : text
    }

    /// A count: `5012`, and from five digits on in groups, `143 180`.
    package static func count(_ count: some BinaryInteger) -> String {
        let digits = String(count.magnitude)
        let sign = count < 0 ? "−" : ""
        guard digits.count > 4 else { return sign + digits }
        let head = digits.count % 3
        var groups = head > 0 ? [String(digits.prefix(head))] : []
        var rest = digits.dropFirst(head)
        while !rest.isEmpty {
            groups.append(String(rest.prefix(3)))
            rest = rest.dropFirst(3)
        }
        return sign + groups.joined(separator: "\u{A0}")
    }

    /// A count and what is counted: `1 person`, `2 people`.
    package static func count(_ count: some BinaryInteger, _ one: String, _ many: String) -> Sentence {
        Sentence(template: "{1}\u{A0}" + (count == 1 ? one : many), parts: [.text(Self.count(count))])
    }

    /// A share of a whole: `12.2 %`, `2.56 %`, `0.034 %`.
    package static func share(_ share: Double) -> String {
        decimal(share * 100, places: places(for: share * 100, digits: 3, least: 1)) + "\u{A0}%"
    }

    /// A small share in passing: `0.4 %`, `12 %`.
    package static func roughly(_ share: Double) -> String {
        number(share * 100, digits: 2) + "\u{A0}%"
    }

    /// A share that somebody chose, without digits that nobody wrote: `95 %`, `2 %`.
    package static func chosen(_ share: Double) -> String {
        number(share * 100, digits: 4) + "\u{A0}%"
    }

    /// A relative change with its sign: `+8.0 %`, `−100.0 %`.
    package static func change(_ change: Double) -> String {
        signed(change * 100, places: places(for: change * 100, digits: 2, least: 1)) + "\u{A0}%"
    }

    /// A difference of shares with its sign, in percentage points: `+0.98 points`.
    package static func points(_ difference: Double) -> Sentence {
        "\(signed(difference * 100, places: places(for: difference * 100, digits: 2, least: 2)))\u{A0}points"
    }

    /// An interval of relative changes: `−2.5 … +19.7 %`.
    package static func changes(_ interval: Interval) -> String {
        range(interval, signed) + "\u{A0}%"
    }

    /// A range of relative changes: `−2.5 … +19.7 %`.
    package static func changes(_ range: ClosedRange<Double>) -> String {
        self.range(range, signed) + "\u{A0}%"
    }

    /// An interval of differences of shares: `−0.32 … +2.29 points`.
    package static func points(_ interval: Interval) -> Sentence {
        "\(range(interval, signed))\u{A0}points"
    }

    /// An interval of shares: `11.3 … 13.2 %`.
    package static func shares(_ interval: Interval) -> String {
        range(interval, decimal) + "\u{A0}%"
    }

    /// A p-value, never as zero: `0.141`, `0.81`, `3.1e-07`.
    package static func p(_ p: Double) -> String {
        guard p > 0 else { return "≤\u{A0}1e-300" }
        guard p >= 0.000_1 else { return scientific(p) }
        return stripped(decimal(p, places: places(for: p, digits: 3, least: 2)))
    }

    /// A plain number with so many significant digits: a statistic, a bound.
    package static func number(_ value: Double, digits: Int = 3) -> String {
        stripped(decimal(value, places: places(for: value, digits: digits, least: 0)))
    }

    /// A number with fixed decimals and a minus that is as wide as a plus.
    static func decimal(_ value: Double, places: Int) -> String {
        let scale = pow(10, Double(places))
        let scaled = (abs(value) * scale).rounded()
        guard scaled < 1e15 else { return value.description }
        let digits = String(Int64(scaled))
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
        let whole = padded.dropLast(places)
        let sign = value < 0 && scaled > 0 ? "−" : ""
        return sign + whole + (places > 0 ? "." + padded.suffix(places) : "")
    }

    /// A number with fixed decimals and its sign; zero has none.
    private static func signed(_ value: Double, places: Int) -> String {
        let text = decimal(value, places: places)
        return value > 0 && text.contains { ("1"..."9").contains($0) } ? "+" + text : text
    }

    private static func range(_ interval: Interval, _ number: (Double, Int) -> String) -> String {
        range(interval.lower...max(interval.lower, interval.upper), number)
    }

    private static func range(_ range: ClosedRange<Double>, _ number: (Double, Int) -> String) -> String {
        let (lower, upper) = (range.lowerBound * 100, range.upperBound * 100)
        let places = places(for: upper - lower, digits: 2, least: 1)
        return number(lower, places) + "\u{A0}…\u{A0}" + number(upper, places)
    }

    /// How many decimals show so many digits of a number that are not leading zeros; at most 9.
    private static func places(for value: Double, digits: Int, least: Int) -> Int {
        let magnitude = abs(value)
        guard magnitude > 0, magnitude.isFinite else { return least }
        return min(9, max(least, digits - 1 - Int(log10(magnitude).rounded(.down))))
    }

    /// One digit, a fraction digit, and the power of ten.
    private static func scientific(_ value: Double) -> String {
        var exponent = Int(log10(value).rounded(.down))
        // Two steps: ten to the power of 308 and more is beyond a double.
        var mantissa = value * pow(10, Double(-exponent / 2)) * pow(10, Double(-exponent - -exponent / 2))
        mantissa = (mantissa * 10).rounded() / 10
        if mantissa >= 10 { (mantissa, exponent) = (1, exponent + 1) }
        return decimal(mantissa, places: 1) + "e-" + (exponent > -10 ? "0" : "") + String(-exponent)
    }

    /// A decimal without zeros at its end.
    private static func stripped(_ text: String) -> String {
        guard text.contains(".") else { return text }
        var text = text
        while text.last == "0" { text.removeLast() }
        if text.last == "." { text.removeLast() }
        return text
    }
}
