import TipCore

/// Reading values of one kind, with an error noted for any other.
extension ProblemLog {
    /// Notes that a value has another kind than expected.
    mutating func wrongKind(_ value: LocatedJSON, expected: String) {
        error(
            "wrong_kind",
            at: value.offset,
            found: value.inWords,
            expected: expected,
            hint: Self.remedy(of: value, expected: expected)
        )
    }

    /// How to make a value the kind that is expected.
    private static func remedy(of value: LocatedJSON, expected: String) -> String {
        if expected.contains("a list") { return "Put it in brackets: [ … ]." }
        if expected.hasPrefix("an object") { return "Put its members in braces: { … }." }
        switch value.value {
        case .string: return "Take off the quotes, which make it a text."
        case .null: return "Leave the key out where it has no value."
        case .array, .object: return "Write one value in its place."
        case .integer,
            .number where expected.contains("whole number"):
            return "Leave the fraction out."
        default:
            return expected.contains("text") || expected.hasPrefix("one of")
                ? "Put it in quotes." : "Write one, or leave the key out."
        }
    }

    /// Notes that a word is none of those that may stand there.
    mutating func badWord(_ word: String, at offset: Int, words: [String]) {
        error(
            "bad_value",
            at: offset,
            found: "\"\(word)\"",
            expected: "one of \(words.joined(separator: ", "))",
            hint: NameHint.of(
                word,
                in: words,
                else: "Write one of these words in quotes, or leave the key out."
            )
        )
    }

    /// A text that is not empty and has no U+0000, which no database text can hold.
    mutating func text(_ value: LocatedJSON, canBeEmpty: Bool = false) -> String? {
        guard case .string(let text) = value.value else {
            wrongKind(value, expected: "text in quotes")
            return nil
        }
        guard canBeEmpty || !text.isEmpty else {
            error(
                "bad_text",
                at: value.offset,
                found: "an empty text",
                expected: "text",
                hint: "Write it, or leave the key out."
            )
            return nil
        }
        if let place = text.utf8.firstIndex(of: 0) {
            let offset = StringLiteral.offset(
                ofUTF8: text.utf8.distance(from: text.startIndex, to: place),
                in: source,
                literalAt: value.offset
            )
            error(
                "bad_text",
                at: offset,
                found: "U+0000",
                expected: "text that a database can hold",
                hint: "Take \\u0000 out."
            )
            return nil
        }
        return text
    }

    /// The name of a thing: 1 to 256 bytes without control characters.
    mutating func name(_ value: LocatedJSON) -> String? {
        guard let name = text(value), isName(name, at: value.offset) else { return nil }
        return name
    }

    /// Whether a text can name a thing; notes an error where it cannot.
    mutating func isName(_ name: String, at offset: Int) -> Bool {
        let limit = EventLimits().nameBytes
        guard name.utf8.count <= limit else {
            error(
                "bad_name",
                at: offset,
                found: "a name of \(name.utf8.count) bytes",
                expected: "at most \(limit)",
                hint: "Take a shorter name; what people read belongs into title and message."
            )
            return false
        }
        let control = name.unicodeScalars.first { $0.properties.generalCategory == .control }
        guard !name.isEmpty, control == nil else {
            let found = control.map { "a name with \($0.name)" } ?? "an empty name"
            error(
                "bad_name",
                at: offset,
                found: found,
                expected: "a name without control characters",
                hint: "Names are letters, digits, spaces and punctuation."
            )
            return false
        }
        return true
    }

    /// What is most often wrong with a number that is out of range.
    private static func remedy(of number: Double, expected: String) -> String {
        if number < 0 { return "Write it without the minus." }
        guard number > 1, number <= 100, expected.hasPrefix("a share") || expected.hasPrefix("a level") else {
            return "Take one that fits, or leave the key out for what is usual."
        }
        return
            "A share is a fraction: \(JSON.number(number).text()) % is written \(JSON.number(number / 100).text())."
    }

    /// A number for which a condition holds.
    mutating func number(_ value: LocatedJSON, expected: String, where holds: (Double) -> Bool) -> Double? {
        guard let number = value.double else {
            wrongKind(value, expected: expected)
            return nil
        }
        guard holds(number) else {
            error(
                "out_of_range",
                at: value.offset,
                found: JSON.number(number).text(),
                expected: expected,
                hint: Self.remedy(of: number, expected: expected)
            )
            return nil
        }
        return number
    }

    /// The elements of a list.
    mutating func list(_ value: LocatedJSON) -> [LocatedJSON] {
        guard case .array(let elements) = value.value else {
            wrongKind(value, expected: "a list")
            return []
        }
        return elements
    }

    /// The members of an object whose keys are names; the others are noted and left out.
    mutating func namedMembers(_ value: LocatedJSON?, expected: String) -> [LocatedJSON.Member] {
        guard let value else { return [] }
        guard case .object(let members) = value.value else {
            wrongKind(value, expected: expected)
            return []
        }
        return members.filter { isName($0.key, at: $0.keyOffset) }
    }
}

extension LocatedJSON {
    /// The number this is.
    var double: Double? {
        switch value {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }

    /// The whole number this is, also where it is written `3.0`.
    var integer: Int64? {
        switch value {
        case .integer(let number): number
        case .number(let number): Int64(exactly: number)
        default: nil
        }
    }

    /// The value in words, short enough for a message.
    var inWords: String {
        switch value {
        case .null: "null"
        case .boolean(let flag): "\(flag)"
        case .integer, .number: "the number \(json.text())"
        case .string(let text):
            text.count <= 40 ? "the text \(json.text())" : "a text of \(text.count) characters"
        case .array: "a list"
        case .object: "an object"
        }
    }
}
