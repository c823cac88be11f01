package import Foundation

/// Programs of others that tests drive or compare with.
package enum Programs {
    /// The interpreter of the packages that `scripts/bootstrap tests` installs; nil where one of some modules is not
    /// there.
    package static func python(importing modules: String...) -> String? {
        var folder = URL(filePath: #filePath)
        for _ in 0..<3 { folder.deleteLastPathComponent() }
        let python = folder.appending(path: ".build-peers/bin/python").path(percentEncoded: false)
        return run(python, ["-c", "import " + modules.joined(separator: ", ")]) == nil ? nil : python
    }

    /// What a program prints; nil where it cannot be run or fails.
    ///
    /// It is waited for on a thread of its own: tests share two threads or so, and one that a program holds for a
    /// minute is missed by everything that measures time.
    ///
    /// - Parameters:
    ///   - program: The path of the program.
    ///   - arguments: Its arguments.
    ///   - input: A file that it reads as its standard input; nil is none of its own.
    ///   - folder: Where it runs; nil is where the tests do.
    ///   - environment: Variables besides those of the tests.
    /// - Returns: All of its standard output.
    package static func output(
        of program: String,
        _ arguments: [String],
        input: FileHandle? = nil,
        in folder: String? = nil,
        environment: [String: String] = [:]
    ) async -> String? {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(returning: run(program, arguments, input, folder, environment))
            }
        }
    }

    private static func run(
        _ program: String,
        _ arguments: [String],
        _ input: FileHandle? = nil,
        _ folder: String? = nil,
        _ environment: [String: String] = [:]
    ) -> String? {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        if let input { process.standardInput = input }
        if let folder { process.currentDirectoryURL = URL(filePath: folder) }
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? String(decoding: data, as: UTF8.self) : nil
    }
}
