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
            guard let high = digits[place].hexDigit, let low = digits[place + 1].hexDigit else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        guard let read = try? PersonState.decode(bytes) else { return nil }
        self = read.state
    }
}

extension UInt8 {
    /// What the byte says as a hexadecimal digit in ASCII; nil where it is none.
    fileprivate var hexDigit: UInt8? {
        Character(Unicode.Scalar(self)).hexDigitValue.map { UInt8($0) }
    }
}
