/// An element's place in the body and what the scan found in it.
struct Cut {
    let range: Range<Int>
    let findings: ScanFindings
    var line: Int?
    /// Set where the element is not even JSON, which only a line may be.
    var failure: JSONFailure?
}

/// Cuts a body into elements, trusting nothing inside them but their grammar.
///
/// A body that is not JSON is found out here, before any value is built.
struct BodyCutter {
    private let limits: JSONLimits
    private var scanner: GrammarScanner

    /// The elements so far, in order.
    private(set) var elements: [Cut] = []

    /// Names and values that stand beside the elements of an envelope.
    private(set) var members: [(name: Cut, value: Cut)] = []

    /// Starts with nothing cut.
    init(limits: JSONLimits) {
        self.limits = limits
        self.scanner = GrammarScanner(maxDepth: limits.maxDepth)
    }

    /// Takes the whole text as one element.
    mutating func single(_ text: Span<UInt8>) throws(JSONFailure) {
        let element = try cut(text, at: GrammarScanner.skipSpace(text, 0))
        try expectEnd(of: text, at: element.range.upperBound)
        try append(element)
    }

    /// Takes a top-level array apart.
    mutating func array(_ text: Span<UInt8>) throws(JSONFailure) {
        let start = GrammarScanner.skipSpace(text, 0)
        guard start < text.count else { throw .endOfText(text) }
        guard text[start] == .openBracket else {
            throw JSONFailure(.malformed, at: start, "Expected an array")
        }
        try expectEnd(of: text, at: try elements(text, at: start))
    }

    /// Takes an object apart whose member of the given name holds the elements.
    ///
    /// - Returns: whether there is such a member and it is an array; if not, `elements` is empty.
    mutating func envelope(_ text: Span<UInt8>, member: String) throws(JSONFailure) -> Bool {
        var position = GrammarScanner.skipSpace(text, 0)
        guard position < text.count else { throw .endOfText(text) }
        guard text[position] == .openBrace else {
            throw JSONFailure(.malformed, at: position, "Expected an object")
        }
        position = GrammarScanner.skipSpace(text, position + 1)
        if position < text.count, text[position] == .closeBrace {
            try expectEnd(of: text, at: position + 1)
            return false
        }

        var found = false
        while true {
            let name = try nameCut(text, at: position)
            position = name.next
            if position < text.count, text[position] == .openBracket, Self.isName(member, text, name.cut) {
                guard !found else {
                    throw JSONFailure(
                        .duplicateKey,
                        at: name.cut.range.lowerBound,
                        "The list of elements stands there twice"
                    )
                }
                found = true
                position = try elements(text, at: position)
            } else {
                let value = try cut(text, at: position)
                position = value.range.upperBound
                guard members.count < limits.maxElements else {
                    throw JSONFailure(
                        .tooLarge,
                        at: value.range.lowerBound,
                        "Too many members beside the elements"
                    )
                }
                members.append((name.cut, value))
            }
            position = GrammarScanner.skipSpace(text, position)
            guard position < text.count else { throw .endOfText(text) }
            if text[position] == .closeBrace { break }
            guard text[position] == .comma else {
                throw JSONFailure(.malformed, at: position, "Expected a comma or the end of the container")
            }
            position = GrammarScanner.skipSpace(text, position + 1)
        }
        try expectEnd(of: text, at: position + 1)
        return found
    }

    /// Whether a quoted name is the expected one, however it is escaped.
    private static func isName(_ expected: String, _ text: Span<UInt8>, _ cut: Cut) -> Bool {
        let quoted = text.extracting(cut.range)
        if !quoted.indices.contains(where: { quoted[$0] == .backslash }) {
            guard quoted.count == expected.utf8.count + 2 else { return false }
            return zip(1..., expected.utf8).allSatisfy { quoted[$0] == $1 }
        }
        guard cut.findings.badText == nil, let reader = DocumentReader(capacity: quoted.count) else {
            return false
        }
        return (try? reader.value(in: text, cut))?.string?.utf8.elementsEqual(expected.utf8) ?? false
    }

    /// Takes each line as an element of its own; lines of nothing but white space are none.
    mutating func lines(_ text: Span<UInt8>) throws(JSONFailure) {
        var start = 0
        var line = 1
        while start < text.count {
            var end = start
            while end < text.count, text[end] != UInt8(ascii: "\n") { end += 1 }
            let first = start + GrammarScanner.skipSpace(text.extracting(start..<end), 0)
            if first < end {
                var last = end
                while text[last - 1] == 0x20 || text[last - 1] == 0x09 || text[last - 1] == 0x0D { last -= 1 }
                try append(lineCut(text, first..<last, line))
            }
            start = end + 1
            line += 1
        }
    }

    /// Scans one line; where it is not JSON, the line fails and not the body.
    private mutating func lineCut(_ text: Span<UInt8>, _ range: Range<Int>, _ line: Int) -> Cut {
        guard range.count <= limits.maxElementBytes else {
            return Cut(range: range, findings: ScanFindings(), line: line)  // Refused by its size alone.
        }
        let lineText = text.extracting(range)
        scanner.findings = ScanFindings()
        scanner.noteWidenedBefore = Int.max
        do throws(JSONFailure) {
            let end = try scanner.value(in: lineText, at: 0)
            try expectEnd(of: lineText, at: end)
            return Cut(range: range, findings: scanner.findings.moved(by: range.lowerBound), line: line)
        } catch {
            return Cut(range: range, findings: ScanFindings(), line: line, failure: error)
        }
    }

    /// Walks over an array and cuts its elements; returns the position behind it.
    private mutating func elements(_ text: Span<UInt8>, at start: Int) throws(JSONFailure) -> Int {
        var position = GrammarScanner.skipSpace(text, start + 1)
        if position < text.count, text[position] == .closeBracket { return position + 1 }
        while true {
            let element = try cut(text, at: position)
            try append(element)
            position = GrammarScanner.skipSpace(text, element.range.upperBound)
            guard position < text.count else { throw .endOfText(text) }
            if text[position] == .closeBracket { return position + 1 }
            guard text[position] == .comma else {
                throw JSONFailure(.malformed, at: position, "Expected a comma or the end of the array")
            }
            position = GrammarScanner.skipSpace(text, position + 1)
        }
    }

    /// Scans the value at a position.
    private mutating func cut(_ text: Span<UInt8>, at start: Int) throws(JSONFailure) -> Cut {
        scanner.findings = ScanFindings()
        scanner.noteWidenedBefore = start + limits.maxElementBytes + 1
        let end = try scanner.value(in: text, at: start)
        return Cut(range: start..<end, findings: scanner.findings)
    }

    /// Scans a member's name, the colon, and the space behind it.
    private mutating func nameCut(
        _ text: Span<UInt8>,
        at start: Int
    ) throws(JSONFailure) -> (cut: Cut, next: Int) {
        scanner.findings = ScanFindings()
        let next = try scanner.name(in: text, at: start)
        var end = next
        while text[end - 1] != .quote { end -= 1 }
        return (Cut(range: start..<end, findings: scanner.findings), next)
    }

    /// Keeps an element, up to the limit.
    private mutating func append(_ element: Cut) throws(JSONFailure) {
        guard elements.count < limits.maxElements else {
            throw JSONFailure(
                .tooLarge,
                at: element.range.lowerBound,
                "More than \(limits.maxElements) elements"
            )
        }
        elements.append(element)
    }

    /// Makes sure that nothing but white space follows.
    private func expectEnd(of text: Span<UInt8>, at position: Int) throws(JSONFailure) {
        let rest = GrammarScanner.skipSpace(text, position)
        guard rest == text.count else {
            throw JSONFailure(.malformed, at: rest, "Expected the end of the text")
        }
    }
}

extension ScanFindings {
    /// The same findings in a text that starts earlier.
    fileprivate func moved(by distance: Int) -> ScanFindings {
        var moved = self
        moved.tooDeep = tooDeep.map { $0 + distance }
        moved.badText = badText.map { $0 + distance }
        moved.widened = widened.map { $0 + distance }
        return moved
    }
}
