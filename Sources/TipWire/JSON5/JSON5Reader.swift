/// Reads JSON5: JSON with comments, trailing commas, single quotes, bare keys and a few more numbers.
///
/// Every strict JSON text is one. What JSON5 allows and a catalog has no use for is refused: `Infinity`,
/// `NaN`, and a key that stands twice in one object. The grammar is that of json5.org, version 1.0.0.
public struct JSON5Reader: Sendable {
    /// How deep values may nest, so that no text can exhaust the stack.
    public let maximumDepth: Int

    /// Creates a reader.
    public init(maximumDepth: Int = 64) {
        self.maximumDepth = maximumDepth
    }

    /// Reads a text that has one value.
    public func read(_ source: SourceText) throws(JSON5Error) -> LocatedJSON {
        var parser = JSON5Parser(cursor: JSON5Cursor(source, at: source.start), maximumDepth: maximumDepth)
        return try parser.document()
    }

    /// Reads UTF-8 that has one value.
    public func read(bytes: [UInt8]) throws(JSON5Error) -> LocatedJSON {
        if let offset = Self.firstInvalidByte(of: bytes) {
            throw JSON5Error(
                code: "bad_text",
                position: SourceText(bytes: Array(bytes[..<offset])).position(of: offset),
                found: "a byte that is not UTF-8",
                expected: "text in UTF-8",
                hint: "Save the file as UTF-8."
            )
        }
        return try read(SourceText(bytes: bytes))
    }

    private static func firstInvalidByte(of bytes: [UInt8]) -> Int? {
        var parser = Unicode.UTF8.ForwardParser()
        var input = bytes.makeIterator()
        var offset = 0
        while true {
            switch parser.parseScalar(from: &input) {
            case .valid(let scalar): offset += scalar.count
            case .emptyInput: return nil
            case .error: return offset
            }
        }
    }
}

/// The state of one reading.
private struct JSON5Parser {
    var cursor: JSON5Cursor
    let maximumDepth: Int

    mutating func document() throws(JSON5Error) -> LocatedJSON {
        try cursor.skipBlanks()
        let value = try value(depth: 1)
        try cursor.skipBlanks()
        guard cursor.byte == nil else { throw cursor.failure(expected: "the end of the file") }
        return value
    }

    private mutating func value(depth: Int) throws(JSON5Error) -> LocatedJSON {
        guard depth <= maximumDepth else {
            throw cursor.failure("too_deep", expected: "at most \(maximumDepth) levels")
        }
        let start = cursor.index
        return LocatedJSON(try bareValue(depth: depth), at: start)
    }

    private mutating func bareValue(depth: Int) throws(JSON5Error) -> LocatedJSON.Value {
        switch cursor.byte {
        case Byte.openBrace: return try object(depth: depth)
        case Byte.openBracket: return try array(depth: depth)
        case Byte.quote, Byte.apostrophe: return .string(try StringLiteral.read(&cursor))
        case Byte.plus, Byte.minus, Byte.dot: return try NumberLiteral.read(&cursor)
        case .some(Byte.zero...Byte.zero + 9): return try NumberLiteral.read(&cursor)
        default: return try word()
        }
    }

    private mutating func word() throws(JSON5Error) -> LocatedJSON.Value {
        let word = cursor.word
        let value: LocatedJSON.Value
        switch word {
        case "null": value = .null
        case "true": value = .boolean(true)
        case "false": value = .boolean(false)
        case "Infinity", "NaN": return try NumberLiteral.read(&cursor)
        default: throw cursor.failure(expected: "a value", hint: hint(forValue: word))
        }
        cursor.index += word?.utf8.count ?? 0
        return value
    }

    private mutating func array(depth: Int) throws(JSON5Error) -> LocatedJSON.Value {
        cursor.index += 1
        var elements: [LocatedJSON] = []
        try cursor.skipBlanks()
        while !cursor.take(Byte.closeBracket) {
            elements.append(try value(depth: depth + 1))
            try separator(before: Byte.closeBracket)
        }
        return .array(elements)
    }

    private mutating func object(depth: Int) throws(JSON5Error) -> LocatedJSON.Value {
        cursor.index += 1
        var members: [LocatedJSON.Member] = []
        var lines: [[UInt8]: Int] = [:]
        try cursor.skipBlanks()
        while !cursor.take(Byte.closeBrace) {
            let start = cursor.index
            let key = try key()
            if let first = lines.updateValue(cursor.source.position(of: start).line, forKey: Array(key.utf8))
            {
                throw cursor.failure(
                    "duplicate_key",
                    at: start,
                    found: "\"\(key)\" again",
                    expected: "a key that the object does not have yet",
                    hint: "The first one is in line \(first)."
                )
            }
            try cursor.skipBlanks()
            guard cursor.take(Byte.colon) else {
                throw cursor.failure(expected: "\":\" after the key", hint: hint(forColon: cursor.byte))
            }
            try cursor.skipBlanks()
            members.append(LocatedJSON.Member(key: key, keyOffset: start, value: try value(depth: depth + 1)))
            try separator(before: Byte.closeBrace)
        }
        return .object(members)
    }

    private mutating func key() throws(JSON5Error) -> String {
        if cursor.byte == Byte.quote || cursor.byte == Byte.apostrophe {
            return try StringLiteral.read(&cursor)
        }
        var key = String.UnicodeScalarView()
        while let (scalar, length) = try cursor.identifierScalar() {
            guard key.isEmpty ? scalar.isIdentifierStart : scalar.isIdentifierPart else { break }
            key.append(scalar)
            cursor.index += length
        }
        guard !key.isEmpty else {
            throw cursor.failure(expected: "a key or \"}\"", hint: hint(forKey: cursor.byte))
        }
        return String(key)
    }

    /// Passes the comma after an element, which may be missing before the closing bracket only.
    private mutating func separator(before close: UInt8) throws(JSON5Error) {
        try cursor.skipBlanks()
        if cursor.take(Byte.comma) {
            try cursor.skipBlanks()
        } else if cursor.byte != close {
            let startsNext = cursor.word != nil || cursor.byte == Byte.quote || cursor.byte == Byte.openBrace
            throw cursor.failure(
                expected: "\",\" or \"\(Unicode.Scalar(close))\"",
                hint: startsNext || cursor.byte == Byte.apostrophe ? "A comma is missing before it." : nil
            )
        }
    }

    private func hint(forValue word: String?) -> String? {
        switch word {
        case "True", "TRUE", "yes", "YES": return "Write true."
        case "False", "FALSE", "no", "NO": return "Write false."
        case "None", "nil", "undefined", "Null", "NULL": return "Write null."
        case .some: return "Text needs quotes."
        case nil: break
        }
        switch cursor.scalar?.scalar {
        case "\u{201C}", "\u{201D}", "\u{2018}", "\u{2019}", "\u{300C}": return "Use straight quotes."
        case "#": return "A comment starts with //."
        case ",": return "A value is missing before the comma."
        default: return nil
        }
    }

    private func hint(forColon byte: UInt8?) -> String? {
        switch byte {
        case UInt8(ascii: "="): "A colon stands between a key and its value."
        case Byte.minus, Byte.dot: "A key with other characters than letters, digits, _ and $ needs quotes."
        default: nil
        }
    }

    private func hint(forKey byte: UInt8?) -> String? {
        switch byte {
        case Byte.comma: "There is a comma too many."
        case UInt8(ascii: "#"): "A comment starts with //."
        case nil: "A \"}\" is missing."
        default: "A key with other characters than letters, digits, _ and $ needs quotes."
        }
    }
}
