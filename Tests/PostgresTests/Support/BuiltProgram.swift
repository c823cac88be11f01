import Foundation
import Testing

/// A program that the package built beside its tests.
enum BuiltProgram {
    /// Where a program is.
    static func path(_ name: String) throws -> String {
        let bundle = CommandLine.arguments.first { $0.contains(".xctest") }
        let folder = try #require(bundle.map { URL(filePath: $0) })
        var candidate = folder.deletingLastPathComponent()
        // The argument may be the bundle, or a file some folders inside it.
        for _ in 0..<4 {
            let program = candidate.appending(path: name).path(percentEncoded: false)
            if FileManager.default.isExecutableFile(atPath: program) { return program }
            candidate = candidate.deletingLastPathComponent()
        }
        throw NotBuilt(name: name)
    }

    /// The program is not where the tests are.
    struct NotBuilt: Error {
        let name: String
    }
}
