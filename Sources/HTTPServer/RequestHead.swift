/// What the header of a request says, once it has passed the checks.
struct RequestHead {
    let method: String
    let target: RequestTarget
    let headers: HTTPHeaders

    /// How the body is compressed.
    let coding: ContentCoding

    /// How long the body is; nil where it is chunked.
    let contentLength: Int?

    /// Checks what RFC 9112 wants and libmicrohttpd lets pass, and reads what the server needs to know.
    ///
    /// - Parameters:
    ///   - header: the header as parsed.
    ///   - target: the bytes of the target as they came.
    ///   - limits: how much may be sent.
    /// - Throws: the refusal; the connection is then to be closed, as its next bytes could be read in two ways.
    init(_ header: ParsedHeader, target: [UInt8], limits: HTTPLimits) throws(HTTPRefusal) {
        guard header.text.count <= limits.headerBytes else {
            throw HTTPRefusal(.headersTooLarge, "The header has more than \(limits.headerBytes) bytes")
        }
        try header.checkLayout()
        try header.checkCharacters()
        try Self.checkHost(header)
        contentLength = try Self.bodyLength(header)
        if let contentLength, contentLength > limits.bodyBytes {
            throw BodyReceiver.tooLarge(limits.bodyBytes)
        }
        try Self.checkExpectation(header)
        method = ParsedHeader.string(header.text[header.method])
        self.target = try RequestTarget(target)
        headers = header.headers
        coding = try Self.coding(headers)
    }

    /// Sees to it that there is one Host at most, and one at least from HTTP/1.1 on.
    private static func checkHost(_ header: ParsedHeader) throws(HTTPRefusal) {
        let hosts = header.values("host")
        guard hosts.count <= 1 else { throw HTTPRefusal(.badRequest, "There is more than one Host header") }
        guard let host = hosts.first else {
            if header.isVersion10 { return }
            throw HTTPRefusal(.badRequest, "The Host header is missing")
        }
        guard host.allSatisfy({ $0 > 0x20 && !"/?#@\\,".utf8.contains($0) }) else {
            throw HTTPRefusal(.badRequest, "The Host header is no host")
        }
    }

    /// How long the body is: nil for chunked, 0 for none.
    private static func bodyLength(_ header: ParsedHeader) throws(HTTPRefusal) -> Int? {
        let lengths = header.values("content-length")
        let codings = header.values("transfer-encoding")
        guard !codings.isEmpty else {
            guard lengths.count <= 1 else {
                throw HTTPRefusal(.badRequest, "There is more than one Content-Length header")
            }
            guard let length = lengths.first else { return 0 }
            guard !length.isEmpty, length.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
            else {
                throw HTTPRefusal(.badRequest, "Content-Length is no number")
            }
            return Int(ParsedHeader.string(length)) ?? .max
        }
        guard lengths.isEmpty else {
            throw HTTPRefusal(.badRequest, "Content-Length and Transfer-Encoding must not stand together")
        }
        guard codings.count == 1, !header.isVersion10 else {
            throw HTTPRefusal(.badRequest, "Transfer-Encoding must stand once, and in HTTP/1.1")
        }
        // To the byte, as libmicrohttpd compares: what it does not know as chunked, it reads without an end.
        guard header.isSame(codings[0], "chunked") else {
            throw HTTPRefusal(.unsupportedTransferEncoding, "The only transfer coding here is chunked")
        }
        return nil
    }

    /// Sees to it that the client expects nothing but leave to send the body.
    private static func checkExpectation(_ header: ParsedHeader) throws(HTTPRefusal) {
        for value in header.values("expect") where !header.isSame(value, "100-continue") {
            throw HTTPRefusal(.unsupportedExpectation, "The only expectation here is 100-continue")
        }
    }

    /// How the body is compressed.
    private static func coding(_ headers: HTTPHeaders) throws(HTTPRefusal) -> ContentCoding {
        let values = headers.values("Content-Encoding")
        guard values.count <= 1 else {
            throw HTTPRefusal(.unsupportedEncoding, "A body may be compressed only once")
        }
        switch values.first?.lowercased() {
        case nil, "", "identity": return .identity
        case "gzip", "x-gzip": return .gzip
        case "deflate": return .deflate
        default:
            throw HTTPRefusal(.unsupportedEncoding, "The content codings here are gzip, deflate and identity")
        }
    }
}
