import JSONReading

/// Random JSON values, and texts that say them in one of the many ways JSON allows.
enum TextSample {
    /// A value nested at most so deep.
    static func value(depth: Int, _ random: inout SeededGenerator) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &random) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &random))
        case 2:
            return .integer(
                Int64(truncatingIfNeeded: random.next()) >> Int64.random(in: 0...63, using: &random)
            )
        case 3:
            let number = Double(bitPattern: random.next())
            return .number(number.isFinite ? number : -0.0)
        case 4, 5: return .string(string(&random))
        case 6:
            return .array(
                (0..<Int.random(in: 0...5, using: &random)).map { _ in value(depth: depth - 1, &random) }
            )
        default:
            // Sometimes more names than are compared one by one.
            let count = Int.random(in: 0...(depth == 1 ? 20 : 4), using: &random)
            return .object(
                (0..<count).map { JSONMember("\($0)" + string(&random), value(depth: depth - 1, &random)) }
            )
        }
    }

    /// A string of characters that need care: quotes, controls, two to four bytes.
    static func string(_ random: inout SeededGenerator) -> String {
        let alphabet: [Unicode.Scalar] = [
            "a", "b", "z", "0", " ", "/", "\"", "\\", "\n", "\t", "\u{1}", "\u{1F}", "\u{7F}", "\u{80}", "é",
            "\u{301}",
            "\u{7FF}", "\u{800}", "€", "\u{D7FF}", "\u{E000}", "\u{FFFF}", "\u{10000}", "😀", "\u{10FFFF}",
        ]
        var text = ""
        for _ in 0..<Int.random(in: 0...24, using: &random) {
            text.unicodeScalars.append(alphabet[Int.random(in: alphabet.indices, using: &random)])
        }
        return text
    }

    /// A text that says the value.
    static func text(of value: JSONValue, _ random: inout SeededGenerator) -> String {
        let text: String
        switch value {
        case .null: text = "null"
        case .bool(let bool): text = "\(bool)"
        case .integer(let integer): text = "\(integer)"
        case .number(let number): text = "\(number)"  // Always with a point or an exponent.
        case .string(let string): text = quoted(string, &random)
        case .array(let elements):
            var texts: [String] = []
            for element in elements { texts.append(self.text(of: element, &random)) }
            text = "[\(space(&random))\(texts.joined(separator: ","))]"
        case .object(let members):
            var texts: [String] = []
            for member in members {
                let name = space(&random) + quoted(member.name, &random) + space(&random)
                texts.append("\(name):\(self.text(of: member.value, &random))")
            }
            text = "{\(texts.joined(separator: ","))\(space(&random))}"
        }
        return space(&random) + text + space(&random)
    }

    /// The string in quotes, some characters escaped though they need not be.
    private static func quoted(_ string: String, _ random: inout SeededGenerator) -> String {
        var text = "\""
        for scalar in string.unicodeScalars {
            let mustEscape = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
            if !mustEscape, !Int.random(in: 0...5, using: &random).isMultiple(of: 6) {
                text.unicodeScalars.append(scalar)
            } else {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16, uppercase: Bool.random(using: &random))
                    text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            }
        }
        return text + "\""
    }

    private static func space(_ random: inout SeededGenerator) -> String {
        ["", "", "", " ", "\n", "\t\r\n  "][Int.random(in: 0..<6, using: &random)]
    }

    /// Changes, drops or adds one byte.
    static func damage(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
        let marks = Array(#"{}[]:,"\u09-+.eE tn"#.utf8) + [0x00, 0x1F, 0x80, 0xC3, 0xED, 0xFF]
        let mark = marks[Int.random(in: marks.indices, using: &random)]
        let place = Int.random(in: bytes.startIndex...bytes.endIndex, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes.insert(mark, at: place)
        case 1 where place < bytes.endIndex: bytes[place] = mark
        case _ where place < bytes.endIndex: bytes.remove(at: place)
        default: bytes.append(mark)
        }
    }
}
