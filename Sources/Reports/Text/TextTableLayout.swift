/// One table laid out for a terminal.
struct TextTableLayout {
    private let table: TextTable
    private let options: TextOptions
    private let indent: Int
    private let rows: [[TextTable.Cell]]
    private let gap = 2
    /// A column that wraps is never made narrower than this.
    private let narrowest = 16

    init(_ table: TextTable, _ options: TextOptions, indent: Int) {
        self.table = table
        self.options = options
        self.indent = indent
        rows = table.rows.map { row in row.map { TextTable.Cell(SafeText.visible($0.text), $0.style) } }
    }

    /// The lines of the table.
    var text: String {
        guard let widths else { return stacked }
        let titles = table.columns.map { TextTable.Cell($0.title, .faint) }
        return ([titles] + rows).map { lines(of: $0, widths) }.joined()
    }

    /// The widths of the columns, or nil where the table does not fit.
    private var widths: [Int]? {
        var widths = table.columns.indices.map { column in
            rows.reduce(DisplayWidth.of(table.columns[column].title)) {
                max($0, DisplayWidth.of($1[column].text))
            }
        }
        guard let width = options.width else { return widths }
        var excess = widths.reduce(indent + gap * (widths.count - 1), +) - width
        while excess > 0 {
            let flexible = widths.indices.filter {
                table.columns[$0].overflow != .keep && widths[$0] > narrowest
            }
            guard let widest = flexible.max(by: { widths[$0] < widths[$1] }) else { return nil }
            let next = flexible.filter { $0 != widest }.map { widths[$0] }.max() ?? narrowest
            let step = max(1, min(excess, widths[widest] - max(next, narrowest)))
            widths[widest] -= step
            excess -= step
        }
        return widths
    }

    /// A row in as many lines as its longest cell needs.
    private func lines(of row: [TextTable.Cell], _ widths: [Int]) -> String {
        let cells = row.indices.map { column in
            switch table.columns[column].overflow {
            case .keep: [row[column].text]
            case .wrap(let count): TextWrap.lines(of: row[column].text, width: widths[column], atMost: count)
            }
        }
        return (0..<(cells.map(\.count).max() ?? 0)).map { number in
            let parts = row.indices.map { column in
                let text = number < cells[column].count ? cells[column][number] : ""
                return padded(text, row[column].style, widths[column], table.columns[column].alignment)
            }
            return line(parts.joined(separator: String(repeating: " ", count: gap)))
        }.joined()
    }

    /// Each row as a block, one column a line.
    private var stacked: String {
        let width = table.columns.map { DisplayWidth.of($0.title) }.max() ?? 0
        let room = max(narrowest, (options.width ?? .max) - indent - width - gap)
        let blocks = rows.map { row in
            zip(table.columns, row).filter { !$1.text.isEmpty }.map { column, cell in
                let title = padded(column.title, .faint, width + gap, .left)
                let further = String(repeating: " ", count: width + gap)
                return TextWrap.lines(of: cell.text, width: room).enumerated().map { number, text in
                    line((number == 0 ? title : further) + cell.style.paint(text, colour: options.colour))
                }.joined()
            }.joined()
        }
        return blocks.joined(separator: "\n")
    }

    private func padded(
        _ text: String,
        _ style: TextStyle,
        _ width: Int,
        _ alignment: TextTable.Alignment
    ) -> String {
        let space = String(repeating: " ", count: max(0, width - DisplayWidth.of(text)))
        let painted = style.paint(text, colour: options.colour)
        return alignment == .left ? painted + space : space + painted
    }

    /// A line with its indent, without spaces at its end, no-break spaces as plain ones.
    private func line(_ text: String) -> String {
        var text = text
        while text.last == " " { text.removeLast() }
        return String(repeating: " ", count: text.isEmpty ? 0 : indent) + Words.plain(text) + "\n"
    }
}
