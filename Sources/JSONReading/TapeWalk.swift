/// Builds a value from simdjson's tape.
///
/// The tape is a list of 64-bit words: a kind in the top byte and a payload below (doc/tape.md of simdjson).
/// It was written by simdjson from the element just parsed, so its indices are trusted; recursion is as deep
/// as the element, which the scan has limited.
@safe
struct TapeWalk {
    private let tape: UnsafePointer<UInt64>
    private let strings: UnsafePointer<UInt8>

    /// The word to read next; the first one only says where the document ends.
    private var index = 1

    /// Starts at the document's value.
    ///
    /// - Parameters:
    ///   - tape: simdjson's words; must outlive the walk.
    ///   - strings: simdjson's unescaped strings, each behind its length; must outlive the walk.
    @unsafe
    init(tape: UnsafePointer<UInt64>, strings: UnsafePointer<UInt8>) {
        unsafe self.tape = tape
        unsafe self.strings = strings
    }

    /// Builds the value that starts at the next word.
    ///
    /// - Throws: `duplicateKey`.
    mutating func value() throws(JSONFailure) -> JSONValue {
        let word = nextWord()
        switch UInt8(truncatingIfNeeded: word >> 56) {
        case UInt8(ascii: "\""): return .string(string(at: word))
        case UInt8(ascii: "l"): return .integer(Int64(bitPattern: nextWord()))
        case UInt8(ascii: "d"): return .number(Double(bitPattern: nextWord()))
        case UInt8(ascii: "u"): return .number(Double(nextWord()))
        case UInt8(ascii: "t"): return .bool(true)
        case UInt8(ascii: "f"): return .bool(false)
        case UInt8(ascii: "n"): return .null
        case .openBracket: return .array(try elements(word))
        case .openBrace: return .object(try members(word))
        default: throw JSONFailure(.malformed, at: 0, "Unreadable (unknown kind on the tape)")
        }
    }

    /// Builds an array's elements up to its end.
    private mutating func elements(_ start: UInt64) throws(JSONFailure) -> [JSONValue] {
        let end = Self.end(start)
        var elements: [JSONValue] = []
        elements.reserveCapacity(Self.count(start))
        while index < end { elements.append(try value()) }
        index = end + 1
        return elements
    }

    /// Builds an object's members up to its end and sees to it that no name stands there twice.
    private mutating func members(_ start: UInt64) throws(JSONFailure) -> [JSONMember] {
        let end = Self.end(start)
        let count = Self.count(start)
        var members: [JSONMember] = []
        members.reserveCapacity(count)
        var names: Set<ExactName> = []
        while index < end {
            let name = ExactName(text: string(at: nextWord()))
            // Few names are compared with each other; for many, a table costs less.
            let isNew =
                count > 16
                ? names.insert(name).inserted : !members.contains { ExactName(text: $0.name) == name }
            guard isNew else { throw JSONFailure(.duplicateKey, at: 0, "An object has the same name twice") }
            members.append(JSONMember(name.text, try value()))
        }
        index = end + 1
        return members
    }

    /// Takes a word off the tape.
    private mutating func nextWord() -> UInt64 {
        defer { index += 1 }
        return unsafe tape[index]
    }

    /// Copies a string, which stands behind its length in four bytes; the scan has seen that it is UTF-8.
    private func string(at word: UInt64) -> String {
        let start = unsafe strings + Int(word & 0x00FF_FFFF_FFFF_FFFF)
        let length = unsafe UnsafeRawPointer(start).loadUnaligned(as: UInt32.self)
        let bytes = unsafe UnsafeBufferPointer(start: start + 4, count: Int(length))
        return unsafe String(decoding: bytes, as: UTF8.self)
    }

    /// The index of a container's closing word; the payload is one more.
    private static func end(_ word: UInt64) -> Int {
        Int(word & 0xFFFF_FFFF) - 1
    }

    /// How many elements or members a container has; simdjson counts up to 2^24 - 1.
    private static func count(_ word: UInt64) -> Int {
        Int(word >> 32 & 0xFF_FFFF)
    }
}
