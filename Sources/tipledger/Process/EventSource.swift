import Foundation
import Synchronization
import TipService

/// The bytes of a file of events, inflated where it is gzip, piece by piece.
final class EventSource: Sendable {
    /// The file's name, for people.
    let name: String
    /// The file's size in bytes; 0 where it is not known.
    let size: Int64

    private struct State {
        var handle: FileHandle?
        var inflater: GzipReader?
        var position: Int64 = 0
    }

    private let state: Mutex<State>

    private static let pieceBytes = 1 << 18

    /// Opens a file, or the standard input for `-`.
    ///
    /// - Throws: `BadInput` where it cannot be opened.
    init(_ path: String) throws(BadInput) {
        name = path == "-" ? "standard input" : path
        guard path != "-" else {
            size = 0
            state = Mutex(State(handle: .standardInput))
            return
        }
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw BadInput("\(path) cannot be read", hint: "Check the name of the file and its permissions.")
        }
        let end = try? handle.seekToEnd()
        try? handle.seek(toOffset: 0)
        size = Int64(end ?? 0)
        state = Mutex(State(handle: handle))
    }

    /// How many bytes of the file have been read.
    var position: Int64 { state.withLock { $0.position } }

    /// The next bytes; nil at the end.
    ///
    /// - Throws: `BadInput` where the file cannot be read, or is no whole gzip file.
    func read() throws -> [UInt8]? {
        do {
            return try piece()
        } catch is DamagedFile {
            throw BadInput(
                "\(name) is damaged",
                hint: "What came before the damage is loaded; mend it and load again."
            )
        } catch let error where !(error is BadInput) {
            throw BadInput("\(name) cannot be read", hint: "Check that it is a file and its permissions.")
        }
    }

    private func piece() throws -> [UInt8]? {
        try state.withLock { state throws -> [UInt8]? in
            while true {
                let piece = try state.handle?.read(upToCount: Self.pieceBytes) ?? Data()
                if piece.isEmpty {
                    guard state.inflater?.isComplete ?? true else {
                        throw BadInput("\(name) ends in the middle", hint: "The gzip file is cut off.")
                    }
                    return nil
                }
                let isFirst = state.position == 0
                state.position += Int64(piece.count)
                if isFirst, piece.starts(with: [0x1F, 0x8B]) { state.inflater = try GzipReader() }
                guard state.inflater != nil else { return [UInt8](piece) }
                let bytes = try state.inflater?.inflate([UInt8](piece)) ?? []
                if !bytes.isEmpty { return bytes }
            }
        }
    }
}
