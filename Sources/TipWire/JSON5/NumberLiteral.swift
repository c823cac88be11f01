/// Reads JSON5's numbers: a sign, decimal digits with fraction and exponent, or hexadecimal digits.
enum NumberLiteral {
    /// The number at the cursor, which passes it.
    static func read(_ cursor: inout JSON5Cursor) throws(JSON5Error) -> LocatedJSON.Value {
        let start = cursor.index
        let isNegative = cursor.take(Byte.minus)
        if !isNegative { _ = cursor.take(Byte.plus) }
        if cursor.word == "Infinity" || cursor.word == "NaN" {
            throw cursor.failure(
                "bad_number",
                at: start,
                found: cursor.word,
                expected: "a finite number",
                hint: "Leave the key out where there is no limit."
            )
        }
        let next = cursor.byte(ahead: 1).map { $0 | 0x20 }
        let value =
            cursor.byte == Byte.zero && next == UInt8(ascii: "x")
            ? try hexadecimal(&cursor, from: start, isNegative: isNegative)
            : try decimal(&cursor, from: start)
        guard cursor.word == nil, cursor.byte != Byte.dot else {
            throw cursor.failure(
                found: "\"\(text(from: start, to: cursor.index, cursor))\" followed by \(tail(cursor))",
                expected: "a number",
                hint: "Text needs quotes."
            )
        }
        return value
    }

    private static func decimal(
        _ cursor: inout JSON5Cursor,
        from start: Int
    ) throws(JSON5Error) -> LocatedJSON.Value {
        let firstDigit = cursor.index
        let whole = skipDigits(&cursor)
        guard whole < 2 || cursor.source.bytes[firstDigit] != Byte.zero else {
            throw cursor.failure(
                at: start,
                found: "a number with a leading zero",
                expected: "a number",
                hint: "Remove the zero, or quote the number where its digits matter."
            )
        }
        var isInteger = true
        var fraction = 0
        if cursor.take(Byte.dot) {
            isInteger = false
            fraction = skipDigits(&cursor)
        }
        guard whole + fraction > 0 else {
            throw cursor.failure(at: whole + fraction == 0 ? start : nil, expected: "a number")
        }
        if cursor.byte.map({ $0 | 0x20 }) == UInt8(ascii: "e") {
            isInteger = false
            cursor.index += 1
            if !cursor.take(Byte.minus) { _ = cursor.take(Byte.plus) }
            guard skipDigits(&cursor) > 0 else { throw cursor.failure(expected: "the digits of an exponent") }
        }
        let text = text(from: start, to: cursor.index, cursor)
        if isInteger, let number = Int64(text) { return .integer(number) }
        guard let number = Double(text), number.isFinite else {
            throw cursor.failure(
                "bad_number",
                at: start,
                found: "a number beyond a 64-bit float",
                expected: "a number up to 1.8e308"
            )
        }
        return .number(number)
    }

    private static func hexadecimal(
        _ cursor: inout JSON5Cursor,
        from start: Int,
        isNegative: Bool
    ) throws(JSON5Error) -> LocatedJSON.Value {
        cursor.index += 2
        let firstDigit = cursor.index
        while let (scalar, _) = cursor.scalar, scalar.hexDigitValue != nil { cursor.index += 1 }
        guard cursor.index > firstDigit else {
            throw cursor.failure(expected: "hexadecimal digits after 0x")
        }
        let digits = text(from: firstDigit, to: cursor.index, cursor)
        guard let number = Int64((isNegative ? "-" : "") + digits, radix: 16) else {
            throw cursor.failure(
                "bad_number",
                at: start,
                found: "a hexadecimal number beyond 64 bits",
                expected: "at most 16 digits"
            )
        }
        return .integer(number)
    }

    private static func skipDigits(_ cursor: inout JSON5Cursor) -> Int {
        let start = cursor.index
        while let byte = cursor.byte, (Byte.zero...Byte.zero + 9).contains(byte) { cursor.index += 1 }
        return cursor.index - start
    }

    private static func text(from start: Int, to end: Int, _ cursor: JSON5Cursor) -> String {
        String(decoding: cursor.source.bytes[start..<end], as: UTF8.self)
    }

    private static func tail(_ cursor: JSON5Cursor) -> String {
        cursor.word.map { "\"\($0)\"" } ?? "a second point"
    }
}
