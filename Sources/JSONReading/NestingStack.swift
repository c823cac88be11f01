/// Which brackets are open: one bit each, so that eight million of them cost a megabyte and no recursion.
struct NestingStack {
    /// How many are open.
    private(set) var depth = 0

    /// The bits of the innermost 1...64 brackets, the innermost lowest; a set bit is an object.
    private var innermost: UInt64 = 0

    /// The bits of whole groups of 64 further out.
    private var outer: [UInt64] = []

    /// Opens an object or an array.
    mutating func open(object: Bool) {
        if depth > 0, depth % 64 == 0 {
            outer.append(innermost)
            innermost = 0
        }
        innermost = innermost << 1 | (object ? 1 : 0)
        depth += 1
    }

    /// Closes the innermost bracket.
    ///
    /// - Precondition: one is open.
    mutating func close() {
        depth -= 1
        innermost >>= 1
        if depth > 0, depth % 64 == 0 {
            innermost = outer.popLast() ?? 0
        }
    }

    /// Whether the innermost open bracket is an object's.
    var isObject: Bool { innermost & 1 == 1 }
}
