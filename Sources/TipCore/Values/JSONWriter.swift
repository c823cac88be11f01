/// Writing JSON text.
extension JSON {
    /// The value as JSON text on one line, or indented by two spaces a level.
    public func text(indented: Bool = false) -> String {
        String(decoding: bytes(indented: indented), as: UTF8.self)
    }

    /// The value as UTF-8 JSON text on one line, or indented by two spaces a level.
    public func bytes(indented: Bool = false) -> [UInt8] {
        var output: [UInt8] = []
        // Few answers are shorter, and growing from nothing copies what is written five times over.
        output.reserveCapacity(512)
        write(to: &output, indentation: indented ? 0 : nil)
        return output
    }

    private func write(to output: inout [UInt8], indentation: Int?) {
        switch self {
        case .null: output += "null".utf8
        case .boolean(let value): output += (value ? "true" : "false").utf8
        case .integer(let value): output += String(value).utf8
        case .number(let value): output += Self.text(of: value, keepsFraction: false).utf8
        case .float(let value): output += Self.text(of: value, keepsFraction: true).utf8
        case .string(let value): Self.write(value, to: &output)
        case .array(let values):
            Self.writeList(values, open: "[", close: "]", to: &output, indentation: indentation) {
                value,
                output,
                inner in value.write(to: &output, indentation: inner)
            }
        case .object(let members):
            Self.writeList(members, open: "{", close: "}", to: &output, indentation: indentation) {
                member,
                output,
                inner in
                Self.write(member.key, to: &output)
                output += (inner == nil ? ":" : ": ").utf8
                member.value.write(to: &output, indentation: inner)
            }
        }
    }

    private static func writeList<Element>(
        _ elements: [Element],
        open: Unicode.Scalar,
        close: Unicode.Scalar,
        to output: inout [UInt8],
        indentation: Int?,
        element write: (Element, inout [UInt8], Int?) -> Void
    ) {
        output.append(UInt8(ascii: open))
        let inner = indentation.map { $0 + 2 }
        for (index, element) in elements.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            if let inner { breakLine(inner, &output) }
            write(element, &output, inner)
        }
        if let indentation, !elements.isEmpty { breakLine(indentation, &output) }
        output.append(UInt8(ascii: close))
    }

    private static func breakLine(_ indentation: Int, _ output: inout [UInt8]) {
        output.append(UInt8(ascii: "\n"))
        output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indentation))
    }

    /// The shortest text that reads back as the same number; what JSON cannot say is null.
    private static func text(of value: Double, keepsFraction: Bool) -> String {
        guard value.isFinite else { return "null" }
        let text = value.description
        guard !keepsFraction, text.hasSuffix(".0") else { return text }
        return String(text.dropLast(2))
    }

    private static let hexDigits = Array("0123456789abcdef".utf8)

    /// Writes a string with the escapes that RFC 8259 asks for and no other.
    public static func write(_ string: String, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        // Nearly every text needs no escape, and is then taken over whole.
        if string.utf8.contains(where: needsEscape) {
            for byte in string.utf8 { write(byte, to: &output) }
        } else {
            output.append(contentsOf: string.utf8)
        }
        output.append(UInt8(ascii: "\""))
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private static func write(_ byte: UInt8, to output: inout [UInt8]) {
        switch byte {
        case UInt8(ascii: "\""): output += "\\\"".utf8
        case UInt8(ascii: "\\"): output += "\\\\".utf8
        case 0x0A: output += "\\n".utf8
        case 0x0D: output += "\\r".utf8
        case 0x09: output += "\\t".utf8
        case 0..<0x20:
            output += "\\u00".utf8
            output.append(hexDigits[Int(byte >> 4)])
            output.append(hexDigits[Int(byte & 15)])
        default: output.append(byte)
        }
    }
}
