import JSONReading
package import TipCore
import TipStore
import TipWire

/// Loads events from files: the rules and the answers of the endpoint, in batches that overlap.
package struct IngestService: Sendable {
    private let intake: EventIntake

    /// A batch ends at so many lines or bytes, whichever comes first.
    private static let batchLines = 10_000
    private static let batchBytes = 4 << 20

    /// Creates the service of a workspace.
    package init(_ workspace: Workspace) {
        var limits = IntakeLimits()
        limits.events = Self.batchLines
        intake = EventIntake(log: workspace.store.log, now: workspace.now, limits: limits)
    }

    /// What became of the events of a file.
    package struct Result: Sendable {
        /// Creates the result of nothing.
        package init() {}

        /// How many are in the log now.
        package var accepted: Int64 = 0
        /// How many were there before.
        package var duplicates: Int64 = 0
        /// How many are in quarantine.
        package var rejected: Int64 = 0
        /// The first refusals, by their place in the file.
        package var errors: [(index: Int64, id: String?, code: String, detail: String)] = []
        /// The first ids that were made.
        package var generated: [(index: Int64, id: String)] = []

        /// Lists are cut at so many entries; the counts are not.
        package static let longestList = 10_000

        mutating func add(_ answer: BatchAnswer, from first: Int64) {
            for (offset, item) in answer.items.enumerated() {
                let index = first + Int64(offset)
                switch item.outcome {
                case .accepted: accepted += 1
                case .duplicate: duplicates += 1
                case .rejected(let rejection):
                    rejected += 1
                    if errors.count < Self.longestList {
                        errors.append((index, item.id, rejection.code.rawValue, rejection.sentence))
                    }
                }
                if item.idWasGenerated, let id = item.id, generated.count < Self.longestList {
                    generated.append((index, id))
                }
            }
        }

        /// Adds what became of another file's events.
        package mutating func add(_ other: Result) {
            accepted += other.accepted
            duplicates += other.duplicates
            rejected += other.rejected
            errors += other.errors.prefix(max(0, Self.longestList - errors.count))
            generated += other.generated.prefix(max(0, Self.longestList - generated.count))
        }

        /// The endpoint's answer; empty lists are left out.
        package var json: JSON {
            var members: [JSON.Member] = [
                .init("accepted", .integer(accepted)), .init("duplicates", .integer(duplicates)),
                .init("rejected", .integer(rejected)),
            ]
            if !errors.isEmpty {
                let list = errors.sorted { $0.index < $1.index }.map { entry -> JSON in
                    [
                        "index": .integer(entry.index), "id": entry.id.map { .string($0) } ?? .null,
                        "code": .string(entry.code),
                        "detail": .string(entry.detail),
                    ]
                }
                members.append(.init("errors", .array(list)))
            }
            if !generated.isEmpty {
                let list = generated.sorted { $0.index < $1.index }.map { entry -> JSON in
                    ["index": .integer(entry.index), "id": .string(entry.id)]
                }
                members.append(.init("generated", .array(list)))
            }
            return .object(members)
        }
    }

    /// Loads NDJSON.
    ///
    /// - Parameters:
    ///   - read: Gives the next bytes; nil at the end.
    ///   - progress: Told how many bytes are in the log so far.
    /// - Returns: What became of the events.
    /// - Throws: What `read` throws, and `StoreError`. What was committed before stays, and loading the file
    ///   again adds only the rest.
    package func load(
        _ read: () async throws -> [UInt8]?,
        progress: (Int64) -> Void
    ) async throws -> Result {
        var cutter = LineCutter()
        var result = Result()
        var index: Int64 = 0
        var done: Int64 = 0
        // One batch is read while the one before it is committed; they reach the log in the file's order,
        // which decides between events of one instant.
        var storing: Task<(Result, Int64), any Error>?
        do {
            while let batch = try await cutter.next(read, lines: Self.batchLines, bytes: Self.batchBytes) {
                try await take(batch)
            }
        } catch {
            // What is on its way is seen to its end: nothing may run on when the caller is told.
            _ = await storing?.result
            throw error
        }
        if let stored = try await storing?.value { add(stored) }
        return result

        func take(_ batch: LineCutter.Batch) async throws {
            let prepared = try intake.read(batch.bytes, form: .lines)
            if let stored = try await storing?.value { add(stored) }
            let (first, bytes) = (index, Int64(batch.bytes.count))
            index += Int64(batch.lines)
            storing = Task { [intake] in
                var part = Result()
                part.add(try await intake.store(prepared), from: first)
                return (part, bytes)
            }
        }

        func add(_ stored: (part: Result, bytes: Int64)) {
            result.add(stored.part)
            done += stored.bytes
            progress(done)
        }
    }
}

/// Cuts a stream of bytes into batches of whole lines.
struct LineCutter: Sendable {
    private var pending: [UInt8] = []
    private var isEnd = false

    /// A batch of whole lines.
    struct Batch: Sendable {
        let bytes: [UInt8]
        /// How many of the lines are not blank.
        let lines: Int
    }

    /// The next batch; nil at the end.
    mutating func next(
        _ read: () async throws -> [UInt8]?,
        lines limit: Int,
        bytes byteLimit: Int
    ) async throws -> Batch? {
        var lines = 0
        var lineStart = 0
        var position = 0
        while true {
            while position < pending.count {
                guard pending[position] == UInt8(ascii: "\n") else {
                    position += 1
                    continue
                }
                if !Self.isBlank(pending[lineStart..<position]) { lines += 1 }
                position += 1
                lineStart = position
                if lines >= limit || position >= byteLimit { return cut(at: position, lines: lines) }
            }
            if isEnd {
                if !Self.isBlank(pending[lineStart...]) { lines += 1 }
                return pending.isEmpty ? nil : cut(at: pending.count, lines: lines)
            }
            if let more = try await read() { pending += more } else { isEnd = true }
        }
    }

    private mutating func cut(at end: Int, lines: Int) -> Batch {
        let batch = Batch(bytes: Array(pending[..<end]), lines: lines)
        pending.removeFirst(end)
        return batch
    }

    private static func isBlank(_ line: ArraySlice<UInt8>) -> Bool {
        line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    }
}
