import Foundation
import Glibc
import Testing

/// The built program, run as a user runs it.
enum Program {
    /// How a run ended, and what it said.
    struct Ending: Sendable {
        let code: Int32
        let output: String
        let messages: String
    }

    /// Where the program is: beside the tests.
    static func path() throws -> String {
        let bundle = try #require(CommandLine.arguments.first { $0.contains(".xctest") })
        var folder = URL(filePath: bundle).deletingLastPathComponent()
        // The argument may be the bundle, or a file some folders inside it.
        for _ in 0..<4 {
            let program = folder.appending(path: "tipledger").path(percentEncoded: false)
            if FileManager.default.isExecutableFile(atPath: program) { return program }
            folder = folder.deletingLastPathComponent()
        }
        throw NotBuilt()
    }

    /// The program is not where the tests are.
    struct NotBuilt: Error {}

    /// The environment of a run: that of the tests without a database, and what a test sets.
    static func environment(_ set: [String: String]) -> [String: String] {
        let inherited = ProcessInfo.processInfo.environment.filter {
            !$0.key.hasPrefix("PG") && $0.key != "DATABASE_URL" && $0.key != "COLUMNS"
        }
        return inherited.merging(set) { $1 }
    }

    /// Runs the program to its end.
    ///
    /// `arguments`: Its arguments.
    /// `folder`: Where it runs, and where what it says is kept.
    /// `input`: What it reads on the standard input.
    /// `set`: Variables of its environment.
    static func run(
        _ arguments: [String],
        in folder: Folder,
        input: [UInt8] = [],
        environment set: [String: String] = [:]
    ) async throws -> Ending {
        let run = try RunningProgram(arguments, in: folder, input: input, environment: set)
        let code = try await run.ending()
        return Ending(code: code, output: run.output, messages: run.messages)
    }
}

/// A program that runs.
final class RunningProgram: Sendable {
    private let process: Process
    private let outputFile: String
    private let messagesFile: String

    /// Starts the program; what it says goes to files, so that nobody need read along.
    init(
        _ arguments: [String],
        in folder: Folder,
        input: [UInt8] = [],
        environment set: [String: String] = [:]
    ) throws {
        let number = UInt32.random(in: .min ... .max)
        outputFile = folder.path("out-\(number)")
        messagesFile = folder.path("err-\(number)")
        let inputFile = folder.path("in-\(number)")
        try Data(input).write(to: URL(filePath: inputFile))
        for file in [outputFile, messagesFile] { try Data().write(to: URL(filePath: file)) }
        process = Process()
        // A library that is loaded first may change the environment, after which Swift finds no arguments: `env`, which
        // becomes the program, goes through that for it.
        let words = set["LD_PRELOAD"] == nil ? [] : ["/usr/bin/env"]
        let line = words + [try Program.path()] + arguments
        process.executableURL = URL(filePath: line[0])
        process.arguments = Array(line[1...])
        process.currentDirectoryURL = URL(filePath: folder.root)
        process.environment = Program.environment(set)
        process.standardInput = try FileHandle(forReadingFrom: URL(filePath: inputFile))
        process.standardOutput = try FileHandle(forWritingTo: URL(filePath: outputFile))
        process.standardError = try FileHandle(forWritingTo: URL(filePath: messagesFile))
        try process.run()
    }

    deinit {
        if process.isRunning { signal(SIGKILL) }
    }

    /// What it has written to the standard output.
    var output: String { Self.text(outputFile) }

    /// What it has written to the standard error.
    var messages: String { Self.text(messagesFile) }

    /// The system's number of it.
    var identifier: Int32 { process.processIdentifier }

    /// Whether it has not ended.
    var isRunning: Bool { process.isRunning }

    /// Sends it a signal.
    func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Waits until it has ended, two minutes at most.
    ///
    /// Gives Its exit code, or minus the signal that ended it.
    func ending() async throws -> Int32 {
        let deadline = ContinuousClock.now + .seconds(120)
        while process.isRunning {
            guard ContinuousClock.now < deadline else {
                signal(SIGKILL)
                throw TooLong()
            }
            try await Task.sleep(for: .milliseconds(10))
        }
        let isSignal = process.terminationReason == .uncaughtSignal
        return isSignal ? -process.terminationStatus : process.terminationStatus
    }

    /// The program did not end in time.
    struct TooLong: Error {}

    private static func text(_ file: String) -> String {
        (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    }
}

/// A folder of its own for one test, which every account may enter.
struct Folder: Sendable {
    let root: String

    /// The path of a file in it.
    func path(_ name: String) -> String { root + "/" + name }

    /// Writes a file and gives its path.
    func write(_ name: String, _ text: String) throws -> String {
        try text.write(toFile: path(name), atomically: true, encoding: .utf8)
        return path(name)
    }
}

/// Gives a body a folder, and removes it afterwards.
func withFolder(_ body: (Folder) async throws -> Void) async throws {
    let url = FileManager.default.temporaryDirectory
        .appending(path: "tipledger-run-\(UInt64.random(in: .min ... .max))")
    try FileManager.default.createDirectory(
        at: url,
        withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o755]
    )
    defer { try? FileManager.default.removeItem(at: url) }
    try await body(Folder(root: url.path(percentEncoded: false)))
}

/// Waits until something holds, looking now and then; a test that waits too long fails.
func waitUntil(
    _ what: String,
    within limit: Duration = .seconds(60),
    sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + limit
    while try await !condition() {
        guard ContinuousClock.now < deadline else {
            Issue.record("gave up waiting until \(what)", sourceLocation: sourceLocation)
            throw RunningProgram.TooLong()
        }
        try await Task.sleep(for: .milliseconds(20))
    }
}
