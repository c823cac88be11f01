import Foundation

/// The repository that this file stands in, read as text.
enum Repository {
    /// Where it begins.
    static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// A file by its path from the root on.
    struct File: CustomStringConvertible, Sendable {
        /// Its path from the root on.
        let path: String

        /// What it holds.
        let text: String

        /// Its lines, without the empty one after a last line break.
        var lines: [Substring] {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            return lines.last == "" ? lines.dropLast() : lines
        }

        /// The part of the path after the last `/`.
        var name: String { path.split(separator: "/").last.map(String.init) ?? path }

        /// The target of a file under `Sources/` or `Tests/`: the second part of its path.
        var room: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }

        /// The path, which is all that a failed test needs to say.
        var description: String { path }
    }

    /// What builds and runs leave behind, which is none of the house's.
    private static let leftBehind = [".git", ".build", ".tipledger", ".swiftpm", "__pycache__"]

    /// All text files, ordered by path.
    static let files: [File] = {
        let names =
            (try? FileManager.default.contentsOfDirectory(atPath: root.path(percentEncoded: false))) ?? []
        return names.filter { name in !leftBehind.contains(where: name.hasPrefix) || name == ".gitignore" }
            .flatMap(paths).sorted().compactMap(file)
    }()

    /// The Swift files of the program.
    static let sources = files.filter { $0.path.hasPrefix("Sources/") && $0.path.hasSuffix(".swift") }

    /// The Swift files of the tests and what they stand on.
    static let tests = files.filter { $0.path.hasPrefix("Tests/") && $0.path.hasSuffix(".swift") }

    /// The documents.
    static let documents = files.filter { $0.path.hasSuffix(".md") }

    /// One file by its path from the root on.
    static func file(_ path: String) -> File? {
        guard let text = try? String(contentsOf: root.appending(path: path), encoding: .utf8) else {
            return nil
        }
        return File(path: path, text: text)
    }

    /// Whether a file or folder is there.
    static func has(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appending(path: path).path(percentEncoded: false))
    }

    private static func paths(under name: String) -> [String] {
        let path = root.appending(path: name).path(percentEncoded: false)
        guard let below = FileManager.default.subpaths(atPath: path) else { return [name] }
        return below.filter { !$0.contains("__pycache__") }.map { name + "/" + $0 }
    }
}
