/// Collects a body within its limit and undoes its content coding as it comes.
struct BodyReceiver: ~Copyable {
    private let coding: ContentCoding
    private let limit: Int
    private var inflater: Inflater?

    /// The first bytes of a compressed body, until there are enough to tell its kind.
    private var start: [UInt8] = []

    /// How many bytes came, as sent.
    private var receivedBytes = 0

    /// What is decoded so far.
    private(set) var body: [UInt8] = []

    /// Starts with nothing.
    ///
    /// - Parameters:
    ///   - coding: how the body is compressed.
    ///   - limit: most bytes, as sent and decoded.
    ///   - expected: how many will be sent, where that is known; some room is made at once, but not all of it,
    ///     as announcing bytes costs a client nothing.
    init(coding: ContentCoding, limit: Int, expected: Int?) {
        self.coding = coding
        self.limit = limit
        if let expected { body.reserveCapacity(min(expected, 64 << 10)) }
    }

    /// Takes the next bytes.
    ///
    /// - Throws: `bodyTooLarge`, `badEncoding`, or `overloaded` where zlib has no memory.
    mutating func receive(_ piece: Span<UInt8>) throws(HTTPRefusal) {
        receivedBytes += piece.count
        guard receivedBytes <= limit else { throw Self.tooLarge(limit) }
        guard coding != .identity else {
            unsafe piece.withUnsafeBufferPointer { unsafe body.append(contentsOf: $0) }
            return
        }
        do throws(Inflater.Failure) {
            if inflater == nil {
                unsafe piece.withUnsafeBufferPointer { unsafe start.append(contentsOf: $0) }
                guard start.count >= 2 else { return }
                let first = start
                start = []
                inflater = try Inflater(coding, start: first)
                try inflater?.inflate(first.span, into: &body, limit: limit)
            } else {
                try inflater?.inflate(piece, into: &body, limit: limit)
            }
        } catch {
            switch error {
            case .tooLarge: throw Self.tooLarge(limit)
            case .corrupt: throw HTTPRefusal(.badEncoding, "The body is not what its Content-Encoding says")
            case .outOfMemory: throw HTTPRefusal(.overloaded, "There is no memory to decompress the body")
            }
        }
    }

    /// Ends the body and hands it over.
    ///
    /// - Returns: the decoded bytes.
    /// - Throws: `badEncoding` where compressed data stops before its end.
    mutating func finish() throws(HTTPRefusal) -> [UInt8] {
        if receivedBytes > 0, coding != .identity, inflater?.isComplete != true {
            throw HTTPRefusal(.badEncoding, "The compressed body stops before its end")
        }
        inflater = nil
        defer { body = [] }
        return body
    }

    /// The refusal of a body over the limit.
    static func tooLarge(_ limit: Int) -> HTTPRefusal {
        HTTPRefusal(.bodyTooLarge, "The body has more than \(limit) bytes")
    }
}
