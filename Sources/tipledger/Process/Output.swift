import Foundation
import TipCore

/// Where a command's data goes: the standard output, or the file of `--output`.
enum Output {
    /// Writes data.
    ///
    /// A new file is written beside its place and renamed, so that a reader never sees half of it. What stands
    /// there already, which may be a device, a pipe or a link, is written to and stays what it is.
    static func write(_ bytes: [UInt8], _ command: ParsedCommand) throws {
        guard let path = command.value(of: "output") else { return try Streams.write(bytes) }
        do {
            if FileManager.default.fileExists(atPath: path) {
                let handle = try FileHandle(forWritingTo: URL(filePath: path))
                // Only a file has a length.
                try? handle.truncate(atOffset: 0)
                try handle.write(contentsOf: Data(bytes))
                try handle.close()
            } else {
                try Data(bytes).write(to: URL(filePath: path), options: .atomic)
            }
        } catch {
            throw unwritable(path)
        }
    }

    /// Makes sure, before a command does its work, that its answer will have a place.
    static func check(_ command: ParsedCommand) throws(UsageError) {
        guard let path = command.value(of: "output") else { return }
        let files = FileManager.default
        let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
        guard files.isWritableFile(atPath: files.fileExists(atPath: path) ? path : folder) else {
            throw unwritable(path)
        }
    }

    private static func unwritable(_ path: String) -> UsageError {
        UsageError(
            "--output cannot write \(path)",
            hint: "Check that the folder is there and may be written to."
        )
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
