import FoundationEssentials
import TipCore

/// Where a command's data goes: the standard output, or the file of `--output`.
enum Output {
    /// Writes data.
    ///
    /// A file is written beside its place and renamed, so that a reader never sees half of it.
    static func write(_ bytes: [UInt8], _ command: ParsedCommand) throws {
        guard let path = command.value(of: "output") else { return try Streams.write(bytes) }
        do {
            try Data(bytes).write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw UsageError(
                "--output cannot write \(path)",
                hint: "Check that the folder is there and may be written to."
            )
        }
    }

    /// Writes text.
    static func write(_ text: String, _ command: ParsedCommand) throws {
        try write(Array(text.utf8), command)
    }

    /// Writes JSON, indented, with a line end.
    static func write(_ json: JSON, _ command: ParsedCommand) throws {
        try write(json.text(indented: true) + "\n", command)
    }
}

/// Files that a command reads.
enum InputFile {
    /// The bytes of a file.
    ///
    /// - Throws: `BadInput` where it cannot be read.
    static func read(_ path: String) throws(BadInput) -> [UInt8] {
        do {
            return [UInt8](try Data(contentsOf: URL(filePath: path)))
        } catch {
            throw BadInput("\(path) cannot be read", hint: "Check the name of the file and its permissions.")
        }
    }
}

/// A file that cannot be read or does not say what it should; the program ends with 5.
struct BadInput: Error, Hashable, Sendable {
    /// What is wrong.
    let message: String
    /// What to do about it.
    let hint: String

    init(_ message: String, hint: String) {
        self.message = message
        self.hint = hint
    }
}
