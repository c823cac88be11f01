import Foundation

/// What a program has written to a log since a moment.
struct LogTail {
    private let path: String
    private let start: UInt64

    /// Watches a log.
    ///
    /// - Parameters:
    ///   - path: The file; it need not be there.
    ///   - fromEnd: Whether what it holds already does not count.
    init(_ path: String, fromEnd: Bool = false) {
        self.path = path
        let size = (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? UInt64
        start = fromEnd ? size ?? 0 : 0
    }

    /// The last lines, in one, as far as a message has room for them.
    var text: String {
        let lines = contents.split(whereSeparator: \.isNewline).suffix(3)
        return lines.isEmpty ? "it said nothing" : String(lines.joined(separator: " / ").suffix(600))
    }

    /// Says whether a server found that another still holds its data.
    ///
    /// The server says so in words only; they are English whatever the system's language is, as the
    /// cluster's own settings see to that.
    var saysDataAreHeld: Bool {
        let text = contents
        return text.contains("postmaster.pid\" already exists") || text.contains("is still in use")
    }

    private var contents: String {
        guard let file = FileHandle(forReadingAtPath: path) else { return "" }
        defer { try? file.close() }
        guard (try? file.seek(toOffset: start)) != nil, let bytes = try? file.readToEnd() else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }
}
