/// Text from outside made fit to be printed: nothing in it can move the cursor, colour the screen or turn
/// the direction of what follows.
///
/// Copy, names and ids come from files and from the network. A terminal obeys control characters wherever
/// they stand, so they are shown instead: `\n`, `\t`, `\u{1B}`.
package enum SafeText {
    /// The text with everything that steers a terminal shown by its number, except what is wanted.
    package static func visible(_ text: String, except wanted: Set<Unicode.Scalar> = []) -> String {
        guard text.unicodeScalars.contains(where: isSteering) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if isSteering(scalar), !wanted.contains(scalar) {
                result += shown(scalar)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Whether a scalar does something rather than being drawn.
    ///
    /// Format characters that shape letters and emoji (joiners, marks of direction, tags of flags) stay; those
    /// that override or isolate direction go, as they make text read as what it is not.
    static func isSteering(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case ..<0x20, 0x7F..<0xA0: true
        case ..<0x2028: false
        case 0x2028...0x202E, 0x2066...0x206F, 0xFEFF, 0xFFF9...0xFFFB: true
        default: false
        }
    }

    private static func shown(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
        }
    }
}
