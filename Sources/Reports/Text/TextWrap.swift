/// Breaks text into lines of a terminal.
package enum TextWrap {
    /// The lines of text, each at most `width` columns wide.
    ///
    /// Lines break at spaces, and on either side of a character of two columns, as Japanese and Chinese have
    /// no spaces; a word longer than a line is cut. A no-break space (U+00A0) never breaks, which keeps a
    /// number with its unit. There is always at least one line.
    package static func lines(of text: some StringProtocol, width: Int) -> [String] {
        let width = max(2, width)
        var lines: [String] = []
        var line = ""
        var room = width
        for piece in pieces(of: text) {
            let length = DisplayWidth.of(piece)
            let isSpace = piece == " "
            if length > room {
                if !line.isEmpty { lines.append(trimmed(line)) }
                (line, room) = ("", width)
                if isSpace { continue }
            }
            if isSpace && line.isEmpty && !lines.isEmpty { continue }
            for part in length > width ? cut(piece, width) : [piece] {
                let partLength = DisplayWidth.of(part)
                if partLength > room {
                    lines.append(line)
                    (line, room) = ("", width)
                }
                line += part
                room -= partLength
            }
        }
        if !line.isEmpty || lines.isEmpty { lines.append(trimmed(line)) }
        return lines
    }

    /// The text in one line of at most `width` columns, an ellipsis where something was cut away.
    package static func cut(_ text: String, to width: Int) -> String {
        guard DisplayWidth.of(text) > width else { return text }
        var result = ""
        var room = width - 1
        for character in text {
            room -= DisplayWidth.of(character)
            guard room >= 0 else { break }
            result.append(character)
        }
        return trimmed(result) + "…"
    }

    /// The lines of text, at most `count` of them; the last one ends with an ellipsis where there were more.
    package static func lines(of text: String, width: Int, atMost count: Int) -> [String] {
        let lines = lines(of: text, width: width)
        guard lines.count > count, let last = lines.prefix(count).last else { return lines }
        let isFull = DisplayWidth.of(last) >= width
        return lines.prefix(count - 1) + [isFull ? cut(last + "…", to: width) : last + "…"]
    }

    /// Marks that East Asian typesetting never puts at the start of a line.
    private static let neverFirst: Set<Character> = [
        "、", "。", "，", "．", "・", "：", "；", "？", "！", "）", "」", "』", "】", "〉", "》", "〕", "ー", "々", "…",
    ]

    /// What lines cannot break inside of: words, single spaces, single wide characters.
    private static func pieces(of text: some StringProtocol) -> [String] {
        var pieces: [String] = []
        var word = ""
        for character in text {
            if word.isEmpty, let last = pieces.last, last != " ", neverFirst.contains(character) {
                pieces[pieces.count - 1] = last + String(character)
            } else if character == " " || DisplayWidth.of(character) == 2 {
                if !word.isEmpty { pieces.append(word) }
                word = ""
                pieces.append(String(character))
            } else {
                word.append(character)
            }
        }
        if !word.isEmpty { pieces.append(word) }
        return pieces
    }

    /// A word too long for a line, cut into parts that fit.
    private static func cut(_ word: String, _ width: Int) -> [String] {
        var parts: [String] = []
        var part = ""
        var room = width
        for character in word {
            let length = DisplayWidth.of(character)
            if length > room {
                parts.append(part)
                (part, room) = ("", width)
            }
            part.append(character)
            room -= length
        }
        return parts + [part]
    }

    private static func trimmed(_ line: String) -> String {
        var line = line
        while line.last == " " { line.removeLast() }
        return line
    }
}
