/// The target of a request taken apart (RFC 9112 section 3.2, RFC 3986).
struct RequestTarget {
    let path: String
    let segments: [String]
    let query: [HTTPQueryItem]

    /// Takes a target apart.
    ///
    /// - Parameter target: the bytes between the two spaces of the request line: a path with or without query,
    ///   the same behind `http://host`, or `*`.
    /// - Throws: `badTarget`.
    init(_ target: [UInt8]) throws(HTTPRefusal) {
        guard target.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw HTTPRefusal(.badTarget, "The target has characters that must be percent-encoded")
        }
        var rest = Self.withoutAuthority(target[...])
        if rest.elementsEqual("*".utf8) {
            self.path = "*"
            self.segments = []
            self.query = []
            return
        }
        if rest.isEmpty || rest.first == UInt8(ascii: "?") { rest = [UInt8(ascii: "/")] + rest }
        guard rest.first == UInt8(ascii: "/") else { throw HTTPRefusal(.badTarget, "The target is no path") }

        let parts = rest.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        self.path = String(decoding: parts[0], as: UTF8.self)
        var segments: [String] = []
        for part in parts[0].dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        {
            segments.append(try Self.decoded(part, plusIsSpace: false))
        }
        self.segments = segments
        self.query = parts.count == 2 ? try Self.query(parts[1]) : []
    }

    /// The path of a target, also of one whose query cannot be read; nil where it has none.
    static func path(of target: [UInt8]) -> String? {
        try? RequestTarget(Array(target.prefix { $0 != UInt8(ascii: "?") })).path
    }

    /// Takes `http://host` off an absolute target.
    private static func withoutAuthority(_ target: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        for scheme in ["http://", "https://"] {
            let start = target.prefix(scheme.utf8.count)
            guard start.map({ $0 | 0x20 }).elementsEqual(scheme.utf8.map { $0 | 0x20 }) else { continue }
            let rest = target.dropFirst(scheme.utf8.count)
            return rest.drop { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        }
        return target
    }

    /// Takes the items of a query apart; empty ones are left out.
    static func query(_ text: ArraySlice<UInt8>) throws(HTTPRefusal) -> [HTTPQueryItem] {
        var items: [HTTPQueryItem] = []
        for item in text.split(separator: UInt8(ascii: "&")) {
            let parts = item.split(
                separator: UInt8(ascii: "="),
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            let name = try decoded(parts[0], plusIsSpace: true)
            let value = parts.count == 2 ? try decoded(parts[1], plusIsSpace: true) : ""
            items.append(HTTPQueryItem(name, value))
        }
        return items
    }

    /// Undoes percent-encoding; the result must be text without U+0000, which nothing behind could store.
    private static func decoded(_ part: ArraySlice<UInt8>, plusIsSpace: Bool) throws(HTTPRefusal) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(part.count)
        var rest = part
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "+"), plusIsSpace {
                bytes.append(UInt8(ascii: " "))
            } else if byte == UInt8(ascii: "%") {
                guard let high = rest.popFirst().flatMap(hexadecimal),
                    let low = rest.popFirst().flatMap(hexadecimal)
                else { throw HTTPRefusal(.badTarget, "Two hexadecimal digits must follow a percent sign") }
                bytes.append(high << 4 | low)
            } else {
                bytes.append(byte)
            }
        }
        guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
            throw HTTPRefusal(.badTarget, "The target does not decode to text")
        }
        return text
    }

    /// The value of a hexadecimal digit.
    private static func hexadecimal(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
