import Reports

extension Words {
    /// A mark of an axis of relative changes: `−5 %`, `0 %`, `+12.5 %`.
    static func tick(_ value: Double) -> String {
        // What a sum of steps leaves of zero is zero.
        guard abs(value) > 1e-9 else { return "0\u{A0}%" }
        let text = number(abs(value) * 100, digits: 3) + "\u{A0}%"
        return (value < 0 ? "−" : "+") + text
    }

    /// A range of relative changes: `−2.5 … +19.7 %`.
    static func changes(_ range: ClosedRange<Double>) -> String {
        change(range.lowerBound).replacing("\u{A0}%", with: "") + "\u{A0}…\u{A0}" + change(range.upperBound)
    }
}
