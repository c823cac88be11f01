import Reports

extension Words {
    /// A mark of an axis of relative changes: `−5 %`, `0 %`, `+12.5 %`.
    static func tick(_ value: Double) -> String {
        // What a sum of steps leaves of zero is zero.
        guard abs(value) > 1e-9 else { return "0\u{A0}%" }
        let text = number(abs(value) * 100, digits: 3) + "\u{A0}%"
        return (value < 0 ? "−" : "+") + text
    }
}
