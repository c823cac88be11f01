/// Texts as C wants a list of them: pointers to bytes that end with a zero, and a null pointer last.
struct CStrings {
    private var bytes: [CChar] = []
    private var starts: [Int] = []

    /// Copies the texts; one is cut where it has a zero byte, as any C string is.
    init(_ strings: [String]) {
        for string in strings {
            starts.append(bytes.count)
            bytes.append(contentsOf: string.utf8CString)
        }
    }

    /// Lends the list for as long as the closure runs.
    func withPointers<Result>(
        _ body: (UnsafePointer<UnsafePointer<CChar>?>?) throws -> Result
    ) rethrows -> Result {
        try unsafe bytes.withUnsafeBufferPointer { buffer in
            var pointers = unsafe starts.map { start in unsafe buffer.baseAddress.map { unsafe $0 + start } }
            unsafe pointers.append(nil)
            return try unsafe pointers.withUnsafeBufferPointer { try unsafe body($0.baseAddress) }
        }
    }
}

extension Bindings {
    /// Lends the values to libpq for as long as the closure runs: types, values, lengths, and the
    /// word for each that it is in binary.
    func withPointers(
        _ body: (
            UnsafePointer<UInt32>?, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?,
            UnsafePointer<Int32>?
        ) -> OpaquePointer?
    ) -> OpaquePointer? {
        // An empty value still needs an address, since libpq takes a null pointer for null.
        let bytes = self.bytes.isEmpty ? [0] : self.bytes
        let binary = [Int32](repeating: 1, count: count)
        return unsafe bytes.withUnsafeBytes { buffer in
            let base = unsafe buffer.assumingMemoryBound(to: CChar.self).baseAddress
            var offset = 0
            let values = unsafe lengths.map { length -> UnsafePointer<CChar>? in
                guard length >= 0 else { return nil }
                defer { offset += Int(length) }
                return unsafe base.map { unsafe $0 + offset }
            }
            return unsafe body(types.map(\.rawValue), values, lengths, binary)
        }
    }
}
