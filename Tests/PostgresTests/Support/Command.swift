import Foundation

/// A program run to its end.
enum Command {
    /// Runs a program and gives how it ended and what it said, on either output.
    static func run(_ arguments: [String]) async throws -> (status: Int32, printed: String) {
        let process = Process()
        process.executableURL = URL(filePath: arguments[0])
        process.arguments = Array(arguments.dropFirst())
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        return try await withCheckedThrowingContinuation { continuation in
            // Reading blocks until the program ends.
            Thread {
                do {
                    try process.run()
                    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
                    process.waitUntilExit()
                    continuation.resume(
                        returning: (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
                    )
                } catch {
                    continuation.resume(throwing: error)
                }
            }.start()
        }
    }
}
