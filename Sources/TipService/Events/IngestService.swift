import JSONReading
package import TipCore
import TipStore
import TipWire

/// Loads events from files: the rules and the answers of the endpoint, in batches that overlap.
package struct IngestService: Sendable {
    private let workspace: Workspace
    private let intake: EventIntake
    private let dialect: any Dialect

    /// A batch ends at so many lines or bytes, whichever comes first.
    private static let batchLines = 10_000
    private static let batchBytes = 4 << 20

    /// The dialects that files can be in.
    package static var dialects: [String] { Dialects.all.map(\.name) }

    /// Creates the service of a workspace.
    ///
    /// - Parameters:
    ///   - workspace: The opened database.
    ///   - dialect: What the events are written in; one that is unknown is read as the native one.
    ///   - settings: Names of events, and limits of one event.
    package init(
        _ workspace: Workspace,
        dialect: String = "native",
        settings: ServiceSettings = ServiceSettings()
    ) {
        self.workspace = workspace
        self.dialect = Dialects.named(dialect) ?? NativeDialect()
        var limits = settings.intake
        limits.events = Self.batchLines
        var intake = EventIntake(log: workspace.store.log, now: workspace.now, limits: limits)
        intake.context.names = settings.names
        self.intake = intake
    }

    /// Loading that ended before the end of a file; what was committed stays.
    package struct Stopped: Error {
        /// What became of the events before.
        package let result: Result
        /// Why it ended.
        package let cause: any Error

        /// Says what became of the events before.
        package init(result: Result, cause: any Error) {
            self.result = result
            self.cause = cause
        }
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
        package var errors: [Refused] = []
        /// The first ids that were made.
        package var generated: [(index: Int64, id: String)] = []

        /// A refused event and where it stands.
        package struct Refused: Hashable, Sendable {
            /// Its place among the events of its file, from 0.
            package let index: Int64
            /// The number of its line, from 1.
            package let line: Int64
            /// The file, where there are several.
            package var file: String?
            /// What its client called it.
            package let id: String?
            /// Why it was refused, as a stable word.
            package let code: String
            /// Why it was refused, in words.
            package let detail: String
        }

        /// Lists are cut at so many entries; the counts are not.
        package static let longestList = 10_000

        mutating func add(_ answer: BatchAnswer, from first: Int64, lines: [Int64]) {
            for (offset, item) in answer.items.enumerated() {
                let index = first + Int64(offset)
                switch item.outcome {
                case .accepted: accepted += 1
                case .duplicate: duplicates += 1
                case .rejected(let rejection):
                    rejected += 1
                    if errors.count < Self.longestList {
                        errors.append(
                            Refused(
                                index: index,
                                line: offset < lines.count ? lines[offset] : 0,
                                id: item.id,
                                code: rejection.code.rawValue,
                                detail: rejection.sentence
                            )
                        )
                    }
                }
                if item.idWasGenerated, let id = item.id, generated.count < Self.longestList {
                    generated.append((index, id))
                }
            }
        }

        /// Adds what became of another file's events; its refusals name it.
        package mutating func add(_ other: Result, of file: String? = nil) {
            accepted += other.accepted
            duplicates += other.duplicates
            rejected += other.rejected
            for error in other.errors.prefix(max(0, Self.longestList - errors.count)) {
                var named = error
                named.file = file ?? error.file
                errors.append(named)
            }
            generated += other.generated.prefix(max(0, Self.longestList - generated.count))
        }

        /// The endpoint's answer; empty lists are left out.
        package var json: JSON {
            var members: [JSON.Member] = [
                .init("accepted", .integer(accepted)), .init("duplicates", .integer(duplicates)),
                .init("rejected", .integer(rejected)),
            ]
            if !errors.isEmpty {
                let list = errors.map { entry -> JSON in
                    // Of several files each refusal says where it stands; of one the answer is the endpoint's.
                    let place: [JSON.Member] =
                        entry.file.map {
                            [.init("file", .string($0)), .init("line", .integer(entry.line))]
                        } ?? []
                    return .object(
                        place + [
                            .init("index", .integer(entry.index)),
                            .init("id", entry.id.map { .string($0) } ?? .null),
                            .init("code", .string(entry.code)), .init("detail", .string(entry.detail)),
                        ]
                    )
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

    /// Loads NDJSON, an event of the dialect in each line.
    ///
    /// - Parameters:
    ///   - read: Gives the next bytes; nil at the end.
    ///   - progress: Told how many bytes are in the log so far.
    /// - Returns: What became of the events.
    /// - Throws: `Stopped` with what `read` throws, a `StoreError`, or the cancellation of the task. What was
    ///   committed before stays, and loading the file again adds only the rest.
    package func load(
        _ read: () async throws -> [UInt8]?,
        progress: (Int64) -> Void
    ) async throws -> Result {
        var cutter = LineCutter()
        var result = Result()
        var (index, line): (Int64, Int64) = (0, 0)
        var done: Int64 = 0
        // One batch is read while the one before it is committed; they reach the log in the file's order,
        // which decides between events of one instant.
        var storing: Task<(Result, Int64), any Error>?
        do {
            let knowing = try await intake.knowing(workspace, for: dialect)
            while let batch = try await cutter.next(read, lines: Self.batchLines, bytes: Self.batchBytes) {
                try Task.checkCancellation()
                try await take(batch, knowing)
            }
            if let stored = try await storing?.value { add(stored) }
        } catch {
            // What is on its way is seen to its end: nothing may run on when the caller is told.
            if let stored = try? await storing?.value { add(stored) }
            throw Stopped(result: result, cause: error)
        }
        return result

        func take(_ batch: LineCutter.Batch, _ intake: EventIntake) async throws {
            let parcel = Parcel(body: batch.bytes, form: .lines)
            let cut = try intake.cut(parcel)
            let prepared = intake.prepare(cut, of: parcel, in: dialect)
            if let before = storing {
                storing = nil
                add(try await before.value)
            }
            let (first, start, bytes) = (index, line, Int64(batch.bytes.count))
            let lines = cut.elements.map { start + Int64($0.line ?? 0) }
            index += Int64(batch.lines)
            line += Int64(batch.bytes.count { $0 == UInt8(ascii: "\n") })
            storing = Task {
                var part = Result()
                part.add(try await intake.store(prepared), from: first, lines: lines)
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
