import Testing

@testable import Reports

@Suite("A table is aligned in columns, fits its page, and loses nothing that it can keep")
struct TextTableTests {
    private func keys() -> TextTable {
        var table = TextTable([.init("name"), .init("scope"), .init("events", .right)])
        table.add(["ios", "write", "143180"])
        table.add([.init("保存", .strong), "evaluate", "7"])
        return table
    }

    @Test("names at the left, numbers at the right, wide characters counted")
    func aligned() {
        #expect(
            keys().text() == """
                name  scope     events
                ios   write     143180
                保存  evaluate       7

                """
        )
    }

    @Test("an indent goes before every line")
    func indented() {
        #expect(keys().text(indent: 2).split(separator: "\n").allSatisfy { $0.hasPrefix("  ") })
    }

    @Test("as Markdown")
    func markdown() {
        #expect(
            keys().markdown() == """
                | name | scope | events |
                | --- | --- | ---: |
                | ios | write | 143180 |
                | 保存 | evaluate | 7 |

                """
        )
    }

    @Test("as comma-separated values")
    func csv() {
        #expect(keys().csv() == "name,scope,events\r\nios,write,143180\r\n保存,evaluate,7\r\n")
    }

    @Test("colour paints cells and no spaces, and without it nothing is different")
    func colour() {
        let painted = keys().text(TextOptions(colour: true))
        let stripped = painted.replacing(/\u{1B}\[[0-9]+m/, with: "")

        #expect(painted.contains("\u{1B}[1m保存\u{1B}[0m  evaluate"))
        #expect(stripped == keys().text())
    }

    private func copy(_ overflow: TextTable.Overflow) -> TextTable {
        var table = TextTable([.init("variant"), .init("copy", .left, overflow), .init("people", .right)])
        table.add(["control", "Save as a Favorite", "5012"])
        table.add(["benefit", "Never lose a backyard again, however many you visit in a year", "4988"])
        return table
    }

    @Test("a column that wraps gives way, and is cut after its last line")
    func wrap() {
        #expect(
            copy(.wrap(lines: 2)).text(TextOptions(width: 40)) == """
                variant  copy                     people
                control  Save as a Favorite         5012
                benefit  Never lose a backyard      4988
                         again, however many yo…

                """
        )
    }

    @Test("a note stands in its column as long as nothing of it has to be cut")
    func noteInColumn() {
        #expect(
            copy(.note(lines: 3)).text(TextOptions(width: 50)) == """
                variant  copy                               people
                control  Save as a Favorite                   5012
                benefit  Never lose a backyard again,         4988
                         however many you visit in a year

                """
        )
    }

    @Test("otherwise it goes under its row")
    func noteUnderRow() {
        #expect(
            copy(.note(lines: 3)).text(TextOptions(width: 36)) == """
                variant  people
                control    5012
                         Save as a Favorite
                benefit    4988
                         Never lose a backyard
                         again, however many you
                         visit in a year

                """
        )
    }

    @Test("a page too narrow for columns has a block a row")
    func stacked() {
        #expect(
            copy(.keep).text(TextOptions(width: 34)) == """
                variant  control
                copy     Save as a Favorite
                people   5012

                variant  benefit
                copy     Never lose a backyard
                         again, however many you
                         visit in a year
                people   4988

                """
        )
    }

    @Test("no line is wider than the page, whatever the page", arguments: 34...90)
    func widths(width: Int) {
        for overflow: TextTable.Overflow in [.keep, .wrap(lines: 2), .note(lines: 9)] {
            let lines = copy(overflow).text(TextOptions(width: width)).split(separator: "\n")
            #expect(lines.allSatisfy { DisplayWidth.of($0) <= width }, "\(overflow) at \(width)")
        }
    }

    @Test("what would steer a terminal is measured and shown as text")
    func hostile() {
        var table = TextTable([.init("copy"), .init("n", .right)])
        table.add(["\u{1B}[2Jx\ny", "1"])

        #expect(table.text() == "copy           n\n\\u{1B}[2Jx\\ny  1\n")
    }

    @Test("rows that are too short or too long become as long as the others")
    func ragged() {
        var table = TextTable([.init("a"), .init("b")])
        table.add(["1"])
        table.add(["1", "2", "3"])

        #expect(table.rows.map { $0.map(\.text) } == [["1", ""], ["1", "2"]])
    }

    @Test("a table without rows has its titles")
    func empty() {
        #expect(TextTable([.init("name"), .init("scope")]).text() == "name  scope\n")
        #expect(TextTable([.init("name")]).csv() == "name\r\n")
    }
}
