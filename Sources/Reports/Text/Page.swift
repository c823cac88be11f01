/// Text for a terminal, line after line, within a width.
///
/// What steers a terminal is shown instead of obeyed, in every line.
struct Page {
    let options: TextOptions
    private(set) var text = ""

    /// The columns that a label takes before the text it stands beside.
    static let labelWidth = 12

    init(_ options: TextOptions) {
        self.options = options
    }

    /// Adds an empty line.
    mutating func skip() {
        text += "\n"
    }

    /// Adds text in as many lines as it needs.
    mutating func add(_ line: some CustomStringConvertible, _ style: TextStyle = .plain, indent: Int = 0) {
        for part in lines(line.description, indent) {
            text += String(repeating: " ", count: indent) + paint(part, style) + "\n"
        }
    }

    /// Adds text beside a label, further lines under the first.
    mutating func add(label: String, _ line: some CustomStringConvertible, _ style: TextStyle = .plain) {
        let labelled = label + String(repeating: " ", count: max(1, Self.labelWidth - DisplayWidth.of(label)))
        for (number, part) in lines(line.description, Self.labelWidth).enumerated() {
            let start = number == 0 ? labelled : String(repeating: " ", count: Self.labelWidth)
            text += paint(start, number == 0 ? .faint : .plain) + paint(part, style) + "\n"
        }
    }

    /// Adds a table, each line indented.
    mutating func add(_ table: TextTable, indent: Int = 2) {
        text += table.text(options, indent: indent)
    }

    private func lines(_ line: String, _ indent: Int) -> [String] {
        let visible = SafeText.visible(line)
        guard let width = options.width else { return [visible] }
        return TextWrap.lines(of: visible, width: max(20, width - indent))
    }

    private func paint(_ text: String, _ style: TextStyle) -> String {
        style.paint(Words.plain(text), colour: options.colour)
    }
}
