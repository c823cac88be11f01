import TipCore

/// The checks that hold for any JSON on its way into the log, whatever its fields mean.
///
/// PostgreSQL can keep neither U+0000 in text nor a number beyond a `Double`, a key given twice means
/// different things to different readers, and depth is bounded so that no walk of the value is.
struct EventSoundness {
    /// How deep the value may nest.
    let depth: Int

    /// Throws the first thing that makes a value unfit.
    func check(_ value: JSON) throws(Rejection) {
        try check(value, level: 1)
    }

    private func check(_ value: JSON, level: Int) throws(Rejection) {
        switch value {
        case .null, .boolean, .integer: break
        case .number(let number), .float(let number):
            guard number.isFinite else {
                throw Rejection(
                    .badNumber,
                    detail: "A number is too large for a 64-bit float.",
                    hint: "Send it as a string if its digits matter."
                )
            }
        case .string(let text):
            try check(text: text)
        case .array(let elements):
            try checkDepth(level)
            for element in elements { try check(element, level: level + 1) }
        case .object(let members):
            try checkDepth(level)
            try checkKeys(members)
            for member in members { try check(member.value, level: level + 1) }
        }
    }

    private func checkDepth(_ level: Int) throws(Rejection) {
        guard level <= depth else {
            throw Rejection(.tooDeep, detail: "It nests deeper than \(depth) levels.")
        }
    }

    private func check(text: String) throws(Rejection) {
        guard !text.holdsNull else {
            throw Rejection(
                .badText,
                detail: "A text holds U+0000, which no database text can.",
                hint: "Remove it before sending."
            )
        }
    }

    /// Keys are the same where their bytes are: Swift's `==` alone would also join two spellings of one accent.
    ///
    /// Objects are small, so comparing each key with those before it beats hashing them; a large one is hashed.
    private func checkKeys(_ members: [JSON.Member]) throws(Rejection) {
        for member in members { try check(text: member.key) }
        let isRepeated: Bool
        if members.count <= 16 {
            isRepeated = members.indices.contains { index in
                let key = members[index].key
                let length = key.utf8.count
                return members[..<index].contains { member in
                    member.key.utf8.count == length && member.key == key
                        && member.key.utf8.elementsEqual(key.utf8)
                }
            }
        } else {
            isRepeated = Set(members.map { Array($0.key.utf8) }).count < members.count
        }
        guard !isRepeated else {
            throw Rejection(
                .duplicateKey,
                detail: "One object has the same key twice.",
                hint: "Readers disagree about which value counts; send it once."
            )
        }
    }
}

extension String {
    /// Whether U+0000 is in the text; a span is walked four times as fast as the view of UTF-8.
    var holdsNull: Bool {
        let bytes = utf8Span.span
        for index in bytes.indices where bytes[index] == 0 { return true }
        return false
    }
}
