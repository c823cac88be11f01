/// How many columns of a terminal text takes.
///
/// Copy is often Japanese, Chinese or Korean, whose characters take two columns (UAX #11, classes W and F),
/// and a table that counts characters would be ragged there. Text with control characters has no width:
/// make it ``SafeText`` first.
package enum DisplayWidth {
    /// The columns that text takes.
    package static func of(_ text: some StringProtocol) -> Int {
        text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
            ? text.utf8.count : text.reduce(0) { $0 + of($1) }
    }

    /// The columns that one character takes, however many scalars it is made of.
    package static func of(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard scalars.count > 1 else { return scalars.first.map { width(of: $0) } ?? 0 }
        return isEmoji(scalars) ? 2 : scalars.reduce(0) { $0 + width(of: $1) }
    }

    /// Whether several scalars are drawn as one picture: a flag, a family, or a sign asked for in colour.
    private static func isEmoji(_ scalars: Character.UnicodeScalarView) -> Bool {
        guard let first = scalars.first, first.properties.isEmoji else { return false }
        return first.properties.isEmojiPresentation
            || scalars.contains { $0 == "\u{FE0F}" || $0 == "\u{200D}" }
    }

    private static func width(of scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: return 0
        // The soft hyphen is drawn as a hyphen; other format characters only steer their neighbours.
        case .format: return scalar == "\u{AD}" ? 1 : 0
        default: break
        }
        switch scalar.value {
        case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0  // Vowels and finals that join a Hangul syllable.
        case ..<0x1100: return 1
        default: break
        }
        // A regional indicator alone is a letter in a box of one column; two of them are a flag.
        if scalar.properties.isEmojiPresentation { return (0x1F1E6...0x1F1FF).contains(scalar.value) ? 1 : 2 }
        return isWide(scalar.value) ? 2 : 1
    }

    /// The ranges of UAX #11's classes W and F, without emoji; unassigned gaps inside them count as wide.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2630...0x2637, 0x268A...0x268F, 0x2E80...0x303E, 0x3041...0xA4CF,
        0xA960...0xA97F, 0xAC00...0xD7A3,
        0xF900...0xFAFF, 0xFE10...0xFE1F, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
        0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1D300...0x1D37F, 0x1F200...0x1F2FF, 0x20000...0x3FFFD,
    ]

    private static func isWide(_ value: UInt32) -> Bool {
        guard value >= 0x1100 else { return false }
        return wide.contains { $0.contains(value) }
    }
}
