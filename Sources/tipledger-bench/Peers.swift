import Foundation
import TipCore

/// Programs of others that figures are measured beside: packages from PyPI, in an environment of its own.
struct PythonPeer: Sendable {
    private let interpreter: String

    /// Finds or installs packages; nil where they cannot be had.
    ///
    /// - Parameters:
    ///   - packages: What pip installs.
    ///   - modules: What Python imports of them; nil where the names are the same.
    init?(packages: [String], modules: [String]? = nil) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tipledger-bench-peers")
        interpreter = folder.appending(path: "bin/python").path(percentEncoded: false)
        let imports = "import " + (modules ?? packages).joined(separator: ", ")
        if Self.run(interpreter, ["-c", imports]) != nil { return }
        _ = Self.run("/usr/bin/env", ["python3", "-m", "venv", folder.path(percentEncoded: false)])
        _ = Self.run(interpreter, ["-m", "pip", "-q", "install"] + packages)
        guard Self.run(interpreter, ["-c", imports]) != nil else { return nil }
    }

    /// The number that a script prints last.
    func figure(_ script: String) throws -> Double {
        guard let output = Self.run(interpreter, ["-c", script]),
            let line = output.split(separator: "\n").last, let figure = Double(line)
        else { throw BenchFailure("a script of a peer failed") }
        return figure
    }

    private static func run(_ program: String, _ arguments: [String]) -> String? {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? String(decoding: data, as: UTF8.self) : nil
    }
}

/// Programs of the system that figures are measured beside.
enum CommandLinePeer {
    /// What a program prints; nil where it is not installed.
    static func output(of words: [String]) throws -> String? {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        // What env says of a program that it does not find.
        guard process.terminationStatus != 127 else { return nil }
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw BenchFailure("\(words[0]) ended with \(process.terminationStatus)")
        }
        return String(decoding: data, as: UTF8.self)
    }
}
