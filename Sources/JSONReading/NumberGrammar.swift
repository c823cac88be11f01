/// Numbers: RFC 8259 section 6.
extension GrammarScanner {
    /// Walks over a number and returns its end; notes those that must be read as doubles though written as
    /// integers.
    mutating func number(in text: Span<UInt8>, at start: Int) throws(JSONFailure) -> Int {
        var position = start
        let negative = text[position] == .minus
        if negative { position += 1 }

        let firstDigit = position
        position = try Self.digits(in: text, at: position)
        if text[firstDigit] == .zero, position > firstDigit + 1 {
            throw JSONFailure(.malformed, at: start, "A number must not start with a needless zero")
        }

        let integerEnd = position
        if position < text.count, text[position] == UInt8(ascii: ".") {
            position = try Self.digits(in: text, at: position + 1)
        }
        if position < text.count, text[position] | 0x20 == UInt8(ascii: "e") {
            position += 1
            if position < text.count, text[position] == .minus || text[position] == UInt8(ascii: "+") {
                position += 1
            }
            position = try Self.digits(in: text, at: position)
        }

        if position == integerEnd, position < noteWidenedBefore,
            !Self.isInteger(text, firstDigit..<position, negative: negative)
        {
            findings.widened.append(position)
        }
        return position
    }

    /// Walks over one digit or more.
    private static func digits(in text: Span<UInt8>, at start: Int) throws(JSONFailure) -> Int {
        var position = start
        while position < text.count, (UInt8.zero ... .nine).contains(text[position]) { position += 1 }
        guard position > start else {
            if start == text.count { throw .endOfText(text) }
            throw JSONFailure(.malformed, at: start, "Expected a digit")
        }
        return position
    }

    /// Whether digits without a needless zero, with this sign, are a 64-bit integer other than `-0`.
    private static func isInteger(_ text: Span<UInt8>, _ digits: Range<Int>, negative: Bool) -> Bool {
        if digits.count < 19 { return !(negative && text[digits.lowerBound] == .zero) }
        guard digits.count == 19 else { return false }
        var magnitude: UInt64 = 0  // Nineteen digits always fit.
        for position in digits { magnitude = magnitude * 10 + UInt64(text[position] - .zero) }
        return magnitude <= Int64.max.magnitude + (negative ? 1 : 0)
    }
}
