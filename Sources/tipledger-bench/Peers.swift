import Foundation
import TipCore

/// Packages from PyPI that figures are measured beside, which `scripts/bootstrap bench` installs.
struct PythonPeer: Sendable {
    private let interpreter = ".build-peers/bin/python"

    /// Finds a package, or several with commas between, in the folder that the program was started in; nil where one is
    /// not there.
    init?(package: String) {
        guard Self.run(interpreter, ["-c", "import \(package)"]) != nil else { return nil }
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
