import TipCore

/// The state that is left of dropped events, in the form in which queries give it among the events.
extension PersonState {
    /// Reads the state in the JSON of such a row; nil where there is none, or a newer program wrote it.
    init?(leftIn extra: JSON) {
        guard let digits = extra["state"]?.stringValue.map({ Array($0.utf8) }), digits.count.isMultiple(of: 2)
        else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        for place in stride(from: 0, to: digits.count, by: 2) {
            guard let high = Self.value(digits[place]), let low = Self.value(digits[place + 1]) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        guard let read = try? PersonState.decode(bytes) else { return nil }
        self = read.state
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x61...0x66: digit - 0x57
        default: nil
        }
    }
}
