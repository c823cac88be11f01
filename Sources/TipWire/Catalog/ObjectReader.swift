import TipCore

/// Takes known keys off an object of a catalog file and reports those that nothing knows.
///
/// `null` counts as a key that is left out.
struct ObjectReader {
    /// Where the object begins.
    let offset: Int
    private let members: [LocatedJSON.Member]
    private var known: [String] = []

    /// Reads an object, or notes an error where it is something else; `what` names it, such as `a tip`.
    init?(_ value: LocatedJSON, _ what: String, _ log: inout ProblemLog) {
        guard case .object(let members) = value.value else {
            log.wrongKind(value, expected: "an object: \(what)")
            return nil
        }
        self.members = members
        offset = value.offset
    }

    /// Takes the value of a key.
    mutating func value(_ key: String) -> LocatedJSON? {
        known.append(key)
        guard let value = members.first(where: { $0.key.hasSameBytes(as: key) })?.value, value.value != .null
        else {
            return nil
        }
        return value
    }

    /// Takes the value of a key that must be there.
    mutating func required(_ key: String, _ log: inout ProblemLog) -> LocatedJSON? {
        if let value = value(key) { return value }
        log.error(
            "missing_key",
            at: offset,
            found: "no \"\(key)\"",
            expected: "the key \"\(key)\"",
            hint: "Write \(key): and its value inside these braces."
        )
        return nil
    }

    /// Notes an error for each key that nothing took; to be called last.
    func finish(_ log: inout ProblemLog) {
        for member in members where !known.contains(member.key) {
            log.error(
                "unknown_key",
                at: member.keyOffset,
                found: "\"\(member.key)\"",
                expected: "one of \(known.joined(separator: ", "))",
                hint: NameHint.of(member.key, in: known, else: "Take it out: nothing reads it.")
            )
        }
    }
}

extension ObjectReader {
    /// Takes a text of at least one character.
    mutating func text(_ key: String, _ log: inout ProblemLog) -> String? {
        value(key).flatMap { log.text($0) }
    }

    /// Takes a boolean.
    mutating func boolean(_ key: String, _ log: inout ProblemLog) -> Bool? {
        guard let value = value(key) else { return nil }
        guard case .boolean(let flag) = value.value else {
            log.wrongKind(value, expected: "true or false")
            return nil
        }
        return flag
    }

    /// Takes a whole number of a range.
    mutating func integer(
        _ key: String,
        in range: ClosedRange<Int64> = .min ... .max,
        _ log: inout ProblemLog
    ) -> Int64? {
        guard let value = value(key) else { return nil }
        guard let number = value.double, let whole = value.integer else {
            log.wrongKind(value, expected: "a whole number")
            return nil
        }
        guard range.contains(whole) else {
            let limits =
                range.upperBound == .max
                ? "at least \(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
            log.error(
                "out_of_range",
                at: value.offset,
                found: JSON.number(number).text(),
                expected: limits,
                hint: "The nearest is \(whole < range.lowerBound ? range.lowerBound : range.upperBound)."
            )
            return nil
        }
        return whole
    }

    /// Takes a number for which a condition holds; `expected` puts the condition in words.
    mutating func number(
        _ key: String,
        expected: String,
        where holds: (Double) -> Bool,
        _ log: inout ProblemLog
    ) -> Double? {
        value(key).flatMap { log.number($0, expected: expected, where: holds) }
    }

    /// Takes a list; an absent one is empty.
    mutating func list(_ key: String, _ log: inout ProblemLog) -> [LocatedJSON] {
        guard let value = value(key) else { return [] }
        return log.list(value)
    }

    /// Takes one of the words of an enumeration.
    mutating func word<Word: RawRepresentable & CaseIterable>(
        _ key: String,
        as type: Word.Type = Word.self,
        _ log: inout ProblemLog
    ) -> Word? where Word.RawValue == String {
        guard let value = value(key) else { return nil }
        let words = Word.allCases.map(\.rawValue)
        guard case .string(let text) = value.value else {
            log.wrongKind(value, expected: "one of \(words.joined(separator: ", "))")
            return nil
        }
        if let word = Word(rawValue: text) { return word }
        log.badWord(text, at: value.offset, words: words)
        return nil
    }
}
