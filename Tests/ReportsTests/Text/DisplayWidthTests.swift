import Reports
import Testing

@Suite("The width of text is what a terminal gives it")
struct DisplayWidthTests {
    static let table: [(why: String, text: String, width: Int)] = [
        ("nothing", "", 0), ("Latin letters", "Save", 4), ("an accent of its own scalar", "cafe\u{301}", 4),
        ("kana and kanji take two columns", "保存する", 8), ("Hangul syllables", "저장", 4),
        ("Hangul from its letters is one syllable", "\u{1112}\u{1161}\u{11AB}", 2),
        ("full-width letters and punctuation", "ＡＢ、。", 8), ("half-width kana take one", "ｻｰﾋﾞｽ", 5),
        ("Chinese beyond the first plane", "𠮷", 2), ("Greek and Cyrillic take one", "αЖ", 2),
        ("the minus sign and the ellipsis take one", "−…", 2), ("an emoji", "🎉", 2),
        ("a skin tone is part of its emoji", "👍🏽", 2), ("a family is one picture", "👨‍👩‍👧", 2),
        ("a flag is two letters and one picture", "🇯🇵", 2), ("the flag of a part of a country", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2),
        ("a heart asked for in colour", "❤️", 2), ("a heart as text", "❤", 1), ("a key", "1️⃣", 2),
        ("a digit is no emoji", "1", 1), ("joiners have no width", "a\u{200D}b\u{200B}c", 3),
        ("a soft hyphen is drawn", "a\u{AD}b", 3), ("Devanagari with its vowel signs", "नमस्ते", 4),
        ("Thai with its marks above", "บันทึก", 4), ("a no-break space", "5\u{A0}%", 3),
    ]

    @Test("each kind of character", arguments: table)
    func width(why: String, text: String, width: Int) {
        #expect(DisplayWidth.of(text) == width, "\(why)")
    }

    @Test("the width of a text is the sum over its characters", arguments: table)
    func sum(why: String, text: String, width: Int) {
        #expect(text.reduce(0) { $0 + DisplayWidth.of($1) } == width, "\(why)")
    }
}
