import CZlib

/// How a body was compressed.
package enum ContentCoding {
    case identity
    case gzip
    /// zlib's format by RFC 9110, bare deflate data by the practice of some clients; told apart by its start.
    case deflate
}

/// Undoes compression piece by piece and never makes more bytes than allowed.
///
/// Safe to use, as zlib's state never leaves it and the destructor is the only one to free it.
@safe
package struct Inflater: ~Copyable {
    /// What can go wrong.
    package enum Failure: Error {
        case corrupt
        case tooLarge
        case outOfMemory
    }

    /// zlib's state: its own memory points back to it, so it must not move.
    private let stream: UnsafeMutablePointer<z_stream>
    private let isGzip: Bool

    /// Whether the last thing read was the end of the data, or of a gzip member.
    package private(set) var isComplete = false

    /// Starts a stream.
    ///
    /// - Parameters:
    ///   - coding: gzip or deflate.
    ///   - start: the first bytes of the data, which tell the two kinds of deflate apart.
    /// - Throws: `outOfMemory`.
    package init(_ coding: ContentCoding, start: [UInt8]) throws(Failure) {
        let bits: Int32
        if coding == .gzip {
            bits = 16 + MAX_WBITS
        } else {
            bits = Self.looksLikeZlib(start) ? MAX_WBITS : -MAX_WBITS
        }
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        let size = Int32(unsafe MemoryLayout<z_stream>.size)
        guard unsafe inflateInit2_(stream, bits, ZLIB_VERSION, size) == Z_OK else {
            unsafe stream.deallocate()
            throw .outOfMemory
        }
        unsafe self.stream = stream
        self.isGzip = coding == .gzip
    }

    deinit {
        unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Whether data starts with the two bytes of RFC 1950: method 8, and a multiple of 31 together.
    private static func looksLikeZlib(_ start: [UInt8]) -> Bool {
        guard start.count >= 2 else { return true }
        return start[0] & 0x0F == 8 && (Int(start[0]) << 8 + Int(start[1])) % 31 == 0
    }

    /// Appends what a piece of the data holds.
    ///
    /// - Parameters:
    ///   - piece: the next bytes as they came.
    ///   - output: where to append.
    ///   - limit: most bytes that the output may have in all.
    /// - Throws: `corrupt`, `tooLarge`, `outOfMemory`.
    package mutating func inflate(_ piece: Span<UInt8>, into output: inout [UInt8], limit: Int)
        throws(Failure)
    {
        guard !piece.isEmpty else { return }
        var scratch = [UInt8](repeating: 0, count: 32 << 10)
        var rest = piece
        var filled = false
        repeat {
            if isComplete {
                // More data behind the end: another gzip member, or nothing that may stand there.
                guard isGzip, unsafe inflateReset(stream) == Z_OK else { throw .corrupt }
                isComplete = false
            }
            let (code, taken, made) = step(rest, &scratch)
            guard output.count + made <= limit else { throw .tooLarge }
            output.append(contentsOf: scratch.prefix(made))
            rest = rest.extracting(droppingFirst: taken)
            filled = made == scratch.count
            switch code {
            case Z_OK: break
            case Z_STREAM_END: isComplete = true
            case Z_BUF_ERROR where rest.isEmpty: return  // There was nothing left to do.
            case Z_MEM_ERROR: throw .outOfMemory
            default: throw .corrupt
            }
        } while !rest.isEmpty || (filled && !isComplete)
    }

    /// Calls zlib once: how it ended, how much input it took and how much output it made.
    private func step(_ input: Span<UInt8>, _ output: inout [UInt8]) -> (code: Int32, taken: Int, made: Int) {
        let room = output.count
        return unsafe input.withUnsafeBufferPointer { input in
            unsafe output.withUnsafeMutableBufferPointer { output in
                unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                unsafe stream.pointee.avail_in = UInt32(input.count)
                unsafe stream.pointee.next_out = output.baseAddress
                unsafe stream.pointee.avail_out = UInt32(room)
                let code = unsafe CZlib.inflate(stream, Z_NO_FLUSH)
                return unsafe (
                    code, input.count - Int(stream.pointee.avail_in), room - Int(stream.pointee.avail_out)
                )
            }
        }
    }
}
