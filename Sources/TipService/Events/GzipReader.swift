import HTTPServer

/// Inflates a gzip file that is read piece by piece.
package final class GzipReader {
    private var inflater: Inflater

    /// Creates a reader at the start of a file.
    package init() throws {
        inflater = try Inflater(.gzip, start: [])
    }

    /// Whether the file may end here.
    package var isComplete: Bool { inflater.isComplete }

    /// What a piece of the file inflates to.
    ///
    /// - Throws: `DamagedFile` where it is not gzip.
    package func inflate(_ piece: [UInt8]) throws -> [UInt8] {
        var output: [UInt8] = []
        do {
            try inflater.inflate(piece.span, into: &output, limit: .max)
        } catch {
            throw DamagedFile()
        }
        return output
    }
}

/// A gzip file that is damaged.
package struct DamagedFile: Error, CustomStringConvertible {
    /// What is wrong.
    package var description: String { "The gzip file is damaged." }
}
