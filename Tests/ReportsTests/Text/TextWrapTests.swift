import Reports
import Testing

@Suite("Text breaks into lines that fit")
struct TextWrapTests {
    static let table: [(why: String, text: String, width: Int, lines: [String])] = [
        ("it fits", "one two", 7, ["one two"]),
        ("between words", "one two three", 8, ["one two", "three"]),
        ("no space is left at the ends", "one  two   three", 5, ["one", "two", "three"]),
        ("a word longer than a line is cut", "abcdefgh ij", 3, ["abc", "def", "gh", "ij"]),
        ("a long word goes to a line of its own first", "ab cdefgh", 5, ["ab", "cdefg", "h"]),
        ("a no-break space holds a unit", "lift 8.0\u{A0}% up", 8, ["lift", "8.0\u{A0}% up"]),
        ("between wide characters", "裏庭を保存する", 6, ["裏庭を", "保存す", "る"]),
        ("wide characters do not stick out of an odd width", "保存する", 5, ["保存", "する"]),
        ("a full stop never begins a line", "保存する。", 8, ["保存す", "る。"]),
        ("nothing is one empty line", "", 5, [""]),
        ("spaces in front stay", "  a b", 3, ["  a", "b"]),
    ]

    @Test("lines of a width", arguments: table)
    func lines(why: String, text: String, width: Int, lines: [String]) {
        #expect(TextWrap.lines(of: text, width: width) == lines, "\(why)")
    }

    @Test("no line is wider than asked, and no letter is lost", arguments: 2...30)
    func law(width: Int) {
        let text = "Never lose a backyard: 裏庭はいつもリストの一番上。 antidisestablishmentarianism 🎉🎉🎉 done"
        let lines = TextWrap.lines(of: text, width: width)

        #expect(lines.allSatisfy { DisplayWidth.of($0) <= width })
        #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
    }

    static let cuts: [(text: String, width: Int, cut: String)] = [
        ("short", 5, "short"), ("shorter", 5, "shor…"), ("保存する", 7, "保存す…"), ("保存する", 6, "保存…"),
        ("ab cd", 4, "ab…"), ("x", 1, "x"),
    ]

    @Test("cut to one line", arguments: cuts)
    func cut(text: String, width: Int, cut: String) {
        #expect(TextWrap.cut(text, to: width) == cut)
    }

    @Test("cut to some lines, the last of which says that there was more")
    func atMost() {
        #expect(TextWrap.lines(of: "one two three", width: 5, atMost: 2) == ["one", "two…"])
        #expect(TextWrap.lines(of: "one seven three", width: 5, atMost: 2) == ["one", "seve…"])
        #expect(TextWrap.lines(of: "one two", width: 5, atMost: 2) == ["one", "two"])
        #expect(TextWrap.lines(of: "one two", width: 3, atMost: 1) == ["on…"])
    }
}
