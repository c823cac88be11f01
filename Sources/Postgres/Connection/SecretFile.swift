import Foundation

/// A secret that stands in a file, as containers and service managers hand them over.
///
/// A command line and an environment can be read by others on the machine; a file has an owner.
struct SecretFile {
    /// What the file holds, without the line end that an editor or `echo` leaves.
    let text: String

    /// No password and no address is longer.
    private static let mostBytes = 4096

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: Where it is.
    ///   - variable: The variable that named it, for the message.
    /// - Throws: `PostgresError` of kind `cannotConnect` that names the file and never what it holds.
    init(_ path: String, named variable: String) throws(PostgresError) {
        func refusal(_ what: String, _ hint: String) -> PostgresError {
            PostgresError(.cannotConnect, message: "\(variable) names \(path), \(what)", hint: hint)
        }
        // At the end of a file there is nothing to read, which is not the same as an error.
        guard let handle = FileHandle(forReadingAtPath: path),
            let bytes = try? handle.read(upToCount: Self.mostBytes + 1) ?? Data()
        else {
            throw refusal(
                "which cannot be read",
                "Check that the file is there and that this account may read it."
            )
        }
        var line = bytes[...]
        for end in [UInt8(ascii: "\n"), UInt8(ascii: "\r")] where line.last == end { line = line.dropLast() }
        guard !line.isEmpty else { throw refusal("which is empty", "Write the secret into it.") }
        guard bytes.count <= Self.mostBytes, !line.contains(where: { $0 < 0x20 }),
            let text = String(validating: line, as: UTF8.self)
        else { throw refusal("which is not one line of text", "Write the secret and nothing else into it.") }
        self.text = text
    }
}
