/// The header of a request as libmicrohttpd has parsed it: the text, and where names and values stand in it.
///
/// libmicrohttpd parses in place: names and values are pieces of the text that came from the socket, and the
/// ends of lines, the colon and the space behind it are what lies between them. So a gap that is wider or
/// narrower than CR LF shows what the parser has let pass or joined: a folded line, a bare line feed, a zero
/// byte. A name or value that stands elsewhere was put together by the parser.
struct ParsedHeader {
    /// The text from the method to the empty line behind the fields, that included; the parser has overwritten
    /// some of what stands between the pieces, and the target.
    let text: [UInt8]

    /// How many bytes the target had as it came.
    let targetSize: Int

    /// Where the method, the version and each field stand; a piece outside of the text is broken.
    let method: Range<Int>
    let version: Range<Int>
    let fields: [(name: Range<Int>, value: Range<Int>)]

    /// Sees to it that each piece follows the one before as the grammar has it.
    func checkLayout() throws(HTTPRefusal) {
        guard method.lowerBound == 0, version.lowerBound == method.upperBound + 1 + targetSize + 1 else {
            throw HTTPRefusal(
                .badRequest,
                "The request line must have three parts with one space between them"
            )
        }
        var next = version.upperBound + 2
        for (name, value) in fields {
            guard name.lowerBound == next, value.lowerBound > name.upperBound else { throw Self.broken }
            next = value.upperBound + 2
        }
        guard next + 2 == text.count else { throw Self.broken }
    }

    private static let broken = HTTPRefusal(
        .badRequest,
        "Lines of the header must end with CR LF and must not be folded"
    )

    /// Sees to it that method and names are tokens, and that values have no control characters.
    func checkCharacters() throws(HTTPRefusal) {
        guard isToken(method) else { throw HTTPRefusal(.badRequest, "The method is no token") }
        for (name, value) in fields {
            guard isToken(name) else {
                throw HTTPRefusal(
                    .badRequest,
                    "A header name has characters that are not allowed, such as a space"
                )
            }
            guard value.allSatisfy({ text[$0] == 0x09 || (text[$0] >= 0x20 && text[$0] != 0x7F) }) else {
                throw HTTPRefusal(.badRequest, "A header value has control characters")
            }
        }
    }

    /// Whether a piece is a token by RFC 9110 section 5.6.2.
    private func isToken(_ piece: Range<Int>) -> Bool {
        !piece.isEmpty
            && piece.allSatisfy { position in
                switch text[position] {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default:
                    "!#$%&'*+-.^_`|~".utf8.contains(text[position])
                }
            }
    }

    /// The values of all fields with a name, which is given in lower case, to the byte as they came.
    func values(_ name: StaticString) -> [ArraySlice<UInt8>] {
        var values: [ArraySlice<UInt8>] = []
        for field in fields where isSame(text[field.name], name) { values.append(text[field.value]) }
        return values
    }

    /// Whether bytes are a word that is given in lower case.
    func isSame(_ bytes: ArraySlice<UInt8>, _ word: StaticString) -> Bool {
        guard bytes.count == word.utf8CodeUnitCount else { return false }
        return word.withUTF8Buffer { word in
            unsafe zip(bytes, word).allSatisfy { byte, letter in
                byte == letter
                    || ((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) && byte | 0x20 == letter)
            }
        }
    }

    /// Whether the client speaks HTTP/1.0.
    var isVersion10: Bool { text[version].elementsEqual("HTTP/1.0".utf8) }

    /// All fields as text, without white space around the values.
    var headers: HTTPHeaders {
        var headers = HTTPHeaders()
        for (name, value) in fields {
            var value = text[value]  // Space at its start libmicrohttpd has skipped.
            while let last = value.last, last == 0x20 || last == 0x09 { value.removeLast() }
            headers.add(Self.string(text[name]), Self.string(value))
        }
        return headers
    }

    /// Bytes as text: UTF-8 where they are, else a character a byte (ISO 8859-1), as header values once were.
    static func string(_ bytes: ArraySlice<UInt8>) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var text = ""
        for byte in bytes { text.unicodeScalars.append(Unicode.Scalar(byte)) }
        return text
    }
}
