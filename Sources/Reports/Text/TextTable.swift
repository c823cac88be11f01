/// Rows and columns of text: what every list that the program prints is made of.
///
/// ```swift
/// var table = TextTable([.init("name"), .init("people", .right)])
/// table.add(["control", "5012"])
/// table.text()      // for a terminal
/// table.markdown()  // for a page
/// table.csv()       // for a spreadsheet
/// ```
///
/// What steers a terminal is shown instead of obeyed, whatever cells hold.
package struct TextTable: Hashable, Sendable {
    /// The columns, first to last.
    package let columns: [Column]

    /// The rows, each with one cell a column.
    package private(set) var rows: [[Cell]] = []

    /// One column.
    package struct Column: Hashable, Sendable {
        /// What stands above it.
        package let title: String
        /// Where its cells stand.
        package let alignment: Alignment
        /// What happens to a cell that is too long for the width of the page.
        package let overflow: Overflow

        /// Describes a column.
        package init(_ title: String, _ alignment: Alignment = .left, _ overflow: Overflow = .keep) {
            self.title = title
            self.alignment = alignment
            self.overflow = overflow
        }
    }

    /// Where cells stand in their column.
    package enum Alignment: Hashable, Sendable {
        /// At the left, as words do.
        case left
        /// At the right, as numbers do.
        case right
    }

    /// What happens to text that is too long.
    package enum Overflow: Hashable, Sendable {
        /// It stays as it is: names and numbers.
        case keep
        /// It goes on in further lines, at most so many, the last of which ends with an ellipsis.
        case wrap(lines: Int)
        /// It stands in its column, in two lines at most, where there is room for all of it; otherwise under its
        /// row, across the page, in so many lines: prose beside numbers.
        case note(lines: Int)
    }

    /// The text in one place.
    package struct Cell: Hashable, Sendable, ExpressibleByStringInterpolation {
        /// The text.
        package let text: String
        /// How it stands out.
        package let style: TextStyle

        /// Creates a cell.
        package init(_ text: String, _ style: TextStyle = .plain) {
            self.text = text
            self.style = style
        }

        /// Creates a plain cell.
        package init(stringLiteral text: String) { self.init(text) }
    }

    /// Creates a table without rows.
    package init(_ columns: [Column]) { self.columns = columns }

    /// Adds a row; cells that are missing are empty, those beyond the last column are left out.
    package mutating func add(_ cells: [Cell]) {
        let missing = repeatElement(Cell(""), count: max(0, columns.count - cells.count))
        rows.append(Array(cells.prefix(columns.count)) + missing)
    }

    /// The table for a terminal: aligned columns, two spaces apart, each line ended.
    ///
    /// Columns that may wrap give way where the width asks for it, notes move under their rows, and columns
    /// close up to one space; where even that does not help, each row becomes a block with one column a line.
    ///
    /// - Parameters:
    ///   - options: Width and colour of the page.
    ///   - indent: Spaces before each line.
    /// - Returns: The lines, without colour and as wide as they are where nothing else is asked for.
    package func text(_ options: TextOptions = TextOptions(), indent: Int = 0) -> String {
        TextTableLayout(self, options, indent: indent).text
    }

    /// The table as GitHub's Markdown, with nothing in a cell that Markdown or HTML would obey.
    package func markdown() -> String {
        let head = columns.map { " " + Markdown.escaped($0.title) + " |" }.joined()
        let rule = columns.map { $0.alignment == .right ? " ---: |" : " --- |" }.joined()
        let body = rows.map { row in row.map { " " + Markdown.escaped($0.text) + " |" }.joined() }
        return ([head, rule] + body).map { "|" + $0 + "\n" }.joined()
    }

    /// The table as comma-separated values, safe to open in a spreadsheet.
    package func csv() -> String {
        CSVWriter.text([columns.map(\.title)] + rows.map { $0.map(\.text) })
    }
}
