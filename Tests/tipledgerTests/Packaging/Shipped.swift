import Foundation
import TipTestSupport

/// The files that are shipped beside the program, and the tools that read them.
enum Shipped {
    /// The root of the repository.
    static let root: URL = {
        var folder = URL(filePath: #filePath)
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        return folder
    }()

    /// The text of a file by its path from the root on.
    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// Whether a file or folder is there.
    static func has(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appending(path: path).path(percentEncoded: false))
    }

    /// A tool of the system; nil where it is not installed.
    static func tool(_ name: String) -> String? {
        ["/usr/bin/", "/bin/"].map { $0 + name }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// How a tool ended and all that it said.
    struct Ending: Sendable {
        let code: Int32
        let output: String
        let messages: String
    }

    /// Runs a tool to its end, in the root of the repository or another folder.
    static func run(
        _ words: [String],
        in folder: String? = nil,
        environment set: [String: String] = [:]
    ) throws -> Ending {
        let process = Process()
        process.executableURL = URL(filePath: words[0])
        process.arguments = Array(words.dropFirst())
        process.currentDirectoryURL = folder.map { URL(filePath: $0) } ?? root
        process.environment = Program.environment(set)
        let (output, messages) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = messages
        try process.run()
        // These tools say little on the standard error, less than a pipe holds.
        let said = output.fileHandleForReading.readDataToEndOfFile()
        let told = messages.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Ending(
            code: process.terminationStatus,
            output: String(decoding: said, as: UTF8.self),
            messages: String(decoding: told, as: UTF8.self)
        )
    }
}
