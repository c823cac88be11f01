import Foundation

/// The case files beside the repository, which a checkout may lack.
enum SharedCases {
    /// The folder with the case files.
    static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
        .appending(path: "../shared/cases").standardizedFileURL

    /// Whether a file is there.
    static func has(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: name).path)
    }

    /// A file decoded, or nil where it is missing or cannot be.
    static func decode<Value: Decodable>(_ type: Value.Type, from name: String) -> Value? {
        guard let data = try? Data(contentsOf: folder.appending(path: name)) else { return nil }
        return try? JSONDecoder().decode(type, from: data)
    }
}
