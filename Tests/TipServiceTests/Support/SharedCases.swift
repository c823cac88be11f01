import Foundation
import TipWire

/// The golden cases beside the repository, which a checkout may lack.
enum SharedCases {
    /// The file, or nil where it is missing or cannot be read.
    static let file: CaseFile? = {
        var folder = URL(filePath: #filePath)
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        let file = folder.deletingLastPathComponent().appending(path: "shared/cases/tipkit-cases.json")
        guard let data = try? Data(contentsOf: file) else { return nil }
        return try? CaseFile.read(bytes: Array(data), file: "tipkit-cases.json").get()
    }()
}
