/// The string literals of a Swift source, each as the template that a sentence would make of it.
struct SwiftLiterals {
    /// The templates: `{1}`, `{2}` … stand for what is put in.
    private(set) var templates: [String] = []
    private let source: [Character]
    private var place = 0

    /// Reads a source; what stands in comments is no literal.
    init(_ source: String) {
        self.source = Array(source)
        while place < self.source.count { readCode(until: nil) }
    }

    private func begins(_ text: String) -> Bool {
        let characters = Array(text)
        return place + characters.count <= source.count
            && Array(source[place..<place + characters.count]) == characters
    }

    /// Reads code up to a closing parenthesis that belongs to no opening one, or to the end.
    private mutating func readCode(until end: Character?) {
        var depth = 0
        while place < source.count {
            if begins("//") {
                while place < source.count, source[place] != "\n" { place += 1 }
            } else if begins("#\"") {
                readRaw()
            } else if source[place] == "\"" {
                readLiteral()
            } else {
                if source[place] == "(" { depth += 1 }
                if source[place] == ")" {
                    if depth == 0, end != nil { return }
                    depth -= 1
                }
                place += 1
            }
        }
    }

    /// Raw literals are no sentences here.
    private mutating func readRaw() {
        place += 2
        while place < source.count, !begins("\"#") { place += 1 }
        place += 2
    }

    private mutating func readLiteral() {
        let isLong = begins("\"\"\"")
        place += isLong ? 3 : 1
        var text = ""
        var parts = 0
        while place < source.count, !(isLong ? begins("\"\"\"") : source[place] == "\"") {
            guard source[place] == "\\" else {
                text.append(source[place])
                place += 1
                continue
            }
            place += 1
            switch source[place] {
            case "(":
                place += 1
                parts += 1
                text += "{\(parts)}"
                readCode(until: ")")
            case "\n": text.append("\u{0}")
            case "n": text.append("\n")
            case "u" where begins("u{A0}"):
                text.append("\u{A0}")
                place += 4
            default: text.append(source[place])
            }
            place += 1
        }
        place += isLong ? 3 : 1
        templates.append(isLong ? Self.unwrapped(text) : text)
    }

    /// A literal of several lines without its indentation, lines that go on put together.
    private static func unwrapped(_ text: String) -> String {
        // What follows a line that goes on is its next line; the marker stands where the end was.
        let lines = text.replacing("\u{0}", with: "\u{0}\n").split(separator: "\n").map { line in
            line.drop { $0 == " " }
        }
        return lines.filter { !$0.isEmpty }.map { line in
            line.hasSuffix("\u{0}") ? String(line.dropLast()) : line + "\n"
        }.joined().trimmingSuffix("\n")
    }
}

extension String {
    fileprivate func trimmingSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
}
