import Foundation

/// The golden cases beside the repository, which need not be there.
enum SharedCases {
    /// The bytes of the file, or nil where it is missing.
    static let bytes: [UInt8]? = {
        var folder = URL(filePath: #filePath)
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        let file = folder.deletingLastPathComponent().appending(path: "shared/cases/tipkit-cases.json")
        return (try? Data(contentsOf: file)).map(Array.init)
    }()
}
