/// Writes comma-separated values by RFC 4180, safe to open in a spreadsheet.
package enum CSVWriter {
    /// Records as text: fields in quotes where they need them, lines ended by CRLF.
    package static func text(_ records: [[String]]) -> String {
        records.map { $0.map(field).joined(separator: ",") + "\r\n" }.joined()
    }

    /// One field.
    ///
    /// Spreadsheets run a cell as a formula where it begins with one of a few characters, so that the name of
    /// a variant could send the sheet to a stranger; such a cell gets an apostrophe in front, unless it is a
    /// number. Control characters other than tabs and line ends are shown, not kept.
    static func field(_ text: String) -> String {
        var text = SafeText.visible(text, except: ["\t", "\r", "\n"])
        if let first = text.unicodeScalars.first, "=+-@\t\r".unicodeScalars.contains(first), !isNumber(text) {
            text = "'" + text
        }
        guard text.unicodeScalars.contains(where: { "\",\r\n".unicodeScalars.contains($0) }) else {
            return text
        }
        let doubled = text.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined()
        return "\"" + doubled + "\""
    }

    /// Whether text is a decimal number, as spreadsheets read them: `-2.5`, `1e-05`.
    private static func isNumber(_ text: String) -> Bool {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0) }
            && Double(text) != nil
    }
}
