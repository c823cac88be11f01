/// Reading and writing instants as RFC 3339 text.
///
/// Foundation's readers each accept some of the forms that SDKs send and refuse others, so this one is
/// ours: `T`, `t` or a space between date and time; `Z`, `z` or a numeric offset; any number of fraction
/// digits from one to nine, kept to microseconds and cut, not rounded. Second 60 (a leap second) is read
/// as the first second of the next minute, as POSIX time has no place for it.
extension Timestamp {
    /// Reads an instant, or returns nil where the text is not RFC 3339 or not a real date.
    ///
    /// Years 0000 to 9999 are read; whether an instant is acceptable is for the caller to say.
    public init?(rfc3339 text: some StringProtocol) {
        var reader = DigitReader(Array(text.utf8))
        guard let year = reader.number(digits: 4), reader.take(UInt8(ascii: "-")),
            let month = reader.number(digits: 2), reader.take(UInt8(ascii: "-")),
            let day = reader.number(digits: 2),
            let date = CivilDate(year: year, month: month, day: day),
            reader.take(anyOf: [UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " ")]),
            let seconds = reader.timeOfDay(),
            let fraction = reader.fraction(),
            let offset = reader.offset(),
            reader.isAtEnd
        else { return nil }
        microseconds = ((date.daysSinceEpoch * 86_400 + seconds - offset) * 1_000_000) + fraction
    }

    /// The instant in UTC with `Z`, with a fraction only if it is not zero, and then without trailing zeros.
    ///
    /// Years outside 0000 to 9999 are written with the digits they need, which no reader need accept.
    public var rfc3339: String {
        var seconds = microseconds / 1_000_000
        var fraction = microseconds % 1_000_000
        if fraction < 0 {
            fraction += 1_000_000
            seconds -= 1
        }
        var days = seconds / 86_400
        var second = seconds % 86_400
        if second < 0 {
            second += 86_400
            days -= 1
        }
        let date = CivilDate(daysSinceEpoch: days)
        var text = padded(date.year, 4) + "-" + padded(date.month, 2) + "-" + padded(date.day, 2)
        text += "T" + padded(second / 3600, 2) + ":" + padded(second / 60 % 60, 2)
        text += ":" + padded(second % 60, 2)
        if fraction != 0 {
            var digits = padded(fraction, 6)
            while digits.last == "0" { digits.removeLast() }
            text += "." + digits
        }
        return text + "Z"
    }

    private func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number.magnitude)
        let zeros = String(repeating: "0", count: max(0, width - digits.count))
        return (number < 0 ? "-" : "") + zeros + digits
    }
}

/// A cursor over ASCII digits and separators.
private struct DigitReader<Bytes: Collection> where Bytes.Element == UInt8 {
    private var rest: Bytes.SubSequence

    init(_ bytes: Bytes) {
        rest = bytes[...]
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func take(_ byte: UInt8) -> Bool {
        guard rest.first == byte else { return false }
        rest.removeFirst()
        return true
    }

    mutating func take(anyOf bytes: [UInt8]) -> Bool {
        guard let first = rest.first, bytes.contains(first) else { return false }
        rest.removeFirst()
        return true
    }

    mutating func digit() -> Int64? {
        guard let byte = rest.first, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
        rest.removeFirst()
        return Int64(byte - UInt8(ascii: "0"))
    }

    mutating func number(digits: Int) -> Int64? {
        var value: Int64 = 0
        for _ in 0..<digits {
            guard let next = digit() else { return nil }
            value = value * 10 + next
        }
        return value
    }

    /// Seconds since midnight of `hh:mm:ss`.
    mutating func timeOfDay() -> Int64? {
        guard let hour = number(digits: 2), hour < 24, take(UInt8(ascii: ":")),
            let minute = number(digits: 2), minute < 60, take(UInt8(ascii: ":")),
            let second = number(digits: 2), second <= 60
        else { return nil }
        return hour * 3600 + minute * 60 + second
    }

    /// Microseconds of a fraction of one to nine digits; 0 where there is none, nil where it is broken.
    mutating func fraction() -> Int64? {
        guard take(UInt8(ascii: ".")) else { return 0 }
        var count = 0
        var value: Int64 = 0
        while let next = digit() {
            count += 1
            if count <= 6 { value = value * 10 + next }
        }
        guard (1...9).contains(count) else { return nil }
        for _ in min(count, 6)..<6 { value *= 10 }
        return value
    }

    /// Seconds east of UTC.
    mutating func offset() -> Int64? {
        if take(anyOf: [UInt8(ascii: "Z"), UInt8(ascii: "z")]) { return 0 }
        let sign: Int64
        if take(UInt8(ascii: "+")) {
            sign = 1
        } else if take(UInt8(ascii: "-")) {
            sign = -1
        } else {
            return nil
        }
        guard let hours = number(digits: 2), hours < 24, take(UInt8(ascii: ":")),
            let minutes = number(digits: 2), minutes < 60
        else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }
}
