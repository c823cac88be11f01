import Testing

@testable import Reports

@Suite("Nothing in text from outside steers a terminal, a page or a spreadsheet")
struct SafeTextTests {
    static let visible: [(why: String, text: String, shown: String)] = [
        ("ordinary text stays", "Save, \"now\" 保存 🎉 👨‍👩‍👧 — ok", "Save, \"now\" 保存 🎉 👨‍👩‍👧 — ok"),
        ("an escape sequence", "\u{1B}[31mred\u{1B}[0m", "\\u{1B}[31mred\\u{1B}[0m"),
        ("the one-character form of the same", "\u{9B}31m", "\\u{9B}31m"),
        ("a window title", "\u{1B}]0;owned\u{7}", "\\u{1B}]0;owned\\u{7}"),
        ("lines and tabs", "a\nb\r\nc\td", "a\\nb\\r\\nc\\td"),
        ("backspaces and delete", "ab\u{8}\u{7F}", "ab\\u{8}\\u{7F}"),
        ("direction turned over", "a\u{202E}b\u{2066}c\u{2069}", "a\\u{202E}b\\u{2066}c\\u{2069}"),
        ("marks of direction are harmless", "א\u{200F}!", "א\u{200F}!"),
        ("line separators", "a\u{2028}b\u{2029}c", "a\\u{2028}b\\u{2029}c"),
        ("a byte order mark", "\u{FEFF}a", "\\u{FEFF}a"),
    ]

    @Test("a terminal sees what would steer it", arguments: visible)
    func terminal(why: String, text: String, shown: String) {
        #expect(SafeText.visible(text) == shown, "\(why)")
    }

    static let markdown: [(why: String, text: String, shown: String)] = [
        ("a pipe would end the cell", "a|b", "a\\|b"),
        ("tags", "<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
        ("an entity", "&lt;", "&amp;lt;"),
        ("emphasis and code", "*a* _b_ `c` ~d~", "\\*a\\* \\_b\\_ \\`c\\` \\~d\\~"),
        ("a link", "[x](javascript:y)", "\\[x\\](javascript:y)"),
        ("a backslash before a pipe", "a\\|b", "a\\\\\\|b"),
        ("a line end would end the row", "a\nb", "a\\\\nb"),
        ("a reference to an issue", "#1", "\\#1"),
    ]

    @Test("Markdown sees letters only", arguments: markdown)
    func page(why: String, text: String, shown: String) {
        #expect(Markdown.escaped(text) == shown, "\(why)")
    }

    static let csv: [(why: String, text: String, field: String)] = [
        ("plain", "Save", "Save"), ("a comma", "a,b", "\"a,b\""), ("quotes", "a \"b\"", "\"a \"\"b\"\"\""),
        ("lines", "a\nb\r\nc", "\"a\nb\r\nc\""), ("a formula", "=1+1", "'=1+1"),
        ("a formula with quotes", "=HYPERLINK(\"x\")", "\"'=HYPERLINK(\"\"x\"\")\""),
        ("a sum", "+1+2", "'+1+2"), ("a difference", "-2+3", "'-2+3"),
        ("an old formula", "@SUM(A1)", "'@SUM(A1)"),
        ("a tab in front", "\t=1", "'\t=1"), ("a return in front", "\r=1", "\"'\r=1\""),
        ("a negative number", "-0.5", "-0.5"), ("a small one", "-1.5e-07", "-1.5e-07"),
        ("a signed one", "+3", "+3"),
        ("no number at all", "-", "'-"), ("words that numbers are called by", "-inf", "'-inf"),
        ("an escape sequence", "\u{1B}[2J", "\\u{1B}[2J"), ("nothing", "", ""),
        ("inside it is harmless", "a=b", "a=b"),
    ]

    @Test("a spreadsheet runs no cell", arguments: csv)
    func spreadsheet(why: String, text: String, field: String) {
        #expect(CSVWriter.field(text) == field, "\(why)")
    }

    @Test("what is written as CSV is read back the same, apart from the apostrophes")
    func roundTrip() throws {
        let records = [["a", "b,c", "d\"e", "f\r\ng"], ["", "\n", "保存", "x"]]
        var reader = CSVReader(Array(CSVWriter.text(records).utf8))
        var read: [[String]] = []
        while let record = try reader.next() { read.append(record.fields) }

        #expect(read == records)
    }
}
