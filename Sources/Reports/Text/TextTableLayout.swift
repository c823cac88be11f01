/// One table laid out for a terminal.
struct TextTableLayout {
    private let columns: [TextTable.Column]
    private let rows: [[TextTable.Cell]]
    private let options: TextOptions
    private let indent: Int
    /// A column that wraps is never made narrower than this.
    private let narrowest = 16

    init(_ table: TextTable, _ options: TextOptions, indent: Int) {
        columns = table.columns
        rows = table.rows.map { row in row.map { TextTable.Cell(SafeText.visible($0.text), $0.style) } }
        self.options = options
        self.indent = indent
    }

    /// The lines of the table.
    var text: String {
        let all = Array(columns.indices)
        let (notes, others) = (all.filter(isNote), all.filter { !isNote($0) })
        for gap in [2, 1] {
            if let widths = widths(of: all, gap), showsNotes(widths) {
                return aligned(all, widths, gap, notes: [])
            }
            if !notes.isEmpty, let widths = widths(of: others, gap) {
                return aligned(others, widths, gap, notes: notes)
            }
        }
        return stacked
    }

    // MARK: Widths

    private func isNote(_ column: Int) -> Bool {
        if case .note = columns[column].overflow { true } else { false }
    }

    /// Whether the notes stand in their columns with nothing cut away.
    private func showsNotes(_ widths: [Int]) -> Bool {
        columns.indices.filter(isNote).allSatisfy { column in
            rows.allSatisfy { TextWrap.lines(of: $0[column].text, width: widths[column]).count <= 2 }
        }
    }

    /// The widths of some columns, or nil where they do not fit.
    private func widths(of places: [Int], _ gap: Int) -> [Int]? {
        var widths = places.map { column in
            rows.reduce(DisplayWidth.of(columns[column].title)) { max($0, DisplayWidth.of($1[column].text)) }
        }
        guard let width = options.width else { return widths }
        var excess = widths.reduce(indent + gap * (widths.count - 1), +) - width
        while excess > 0 {
            let flexible = widths.indices.filter {
                columns[places[$0]].overflow != .keep && widths[$0] > narrowest
            }
            guard let widest = flexible.max(by: { widths[$0] < widths[$1] }) else { return nil }
            let next = flexible.filter { $0 != widest }.map { widths[$0] }.max() ?? narrowest
            let step = max(1, min(excess, widths[widest] - max(next, narrowest)))
            widths[widest] -= step
            excess -= step
        }
        return widths
    }

    // MARK: Lines

    /// The table in columns, some of them as notes under the rows.
    private func aligned(_ places: [Int], _ widths: [Int], _ gap: Int, notes: [Int]) -> String {
        let titles = columns.map { TextTable.Cell($0.title, .faint) }
        let further = indent + (widths.first ?? 0) + gap
        let body = rows.map { row in
            lines(of: row, places, widths, gap) + notes.map { note(row[$0], columns[$0], further) }.joined()
        }
        return lines(of: titles, places, widths, gap) + body.joined()
    }

    /// A row in as many lines as its longest cell needs.
    private func lines(
        of row: [TextTable.Cell],
        _ places: [Int],
        _ widths: [Int],
        _ gap: Int
    ) -> String {
        let cells = zip(places, widths).map { column, width in
            switch columns[column].overflow {
            case .keep: [row[column].text]
            case .wrap(let count): TextWrap.lines(of: row[column].text, width: width, atMost: count)
            case .note: TextWrap.lines(of: row[column].text, width: width)
            }
        }
        return (0..<(cells.map(\.count).max() ?? 0)).map { number in
            let parts = places.indices.map { place in
                let text = number < cells[place].count ? cells[place][number] : ""
                let column = places[place]
                return padded(text, row[column].style, widths[place], columns[column].alignment)
            }
            return line(parts.joined(separator: String(repeating: " ", count: gap)))
        }.joined()
    }

    /// A note under its row, from the second column to the end of the page.
    private func note(_ cell: TextTable.Cell, _ column: TextTable.Column, _ further: Int) -> String {
        guard !cell.text.isEmpty, case .note(let count) = column.overflow else { return "" }
        let room = max(narrowest, (options.width ?? .max) - further)
        return TextWrap.lines(of: cell.text, width: room, atMost: count).map { text in
            line(
                String(repeating: " ", count: further - indent)
                    + cell.style.paint(text, colour: options.colour)
            )
        }.joined()
    }

    /// Each row as a block, one column a line.
    private var stacked: String {
        let width = (columns.map { DisplayWidth.of($0.title) }.max() ?? 0) + 2
        let room = max(narrowest, (options.width ?? .max) - indent - width)
        let blocks = rows.map { row in
            zip(columns, row).filter { !$1.text.isEmpty }.map { column, cell in
                let title = padded(column.title, .faint, width, .left)
                let further = String(repeating: " ", count: width)
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
