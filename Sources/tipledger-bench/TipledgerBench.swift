import Foundation
import TipCore

/// The benchmarks: each measures a hot path, beside its limit or a peer where it has one, in one run.
@main
struct TipledgerBench {
    static func main() async {
        do {
            let options = try BenchOptions(Array(CommandLine.arguments.dropFirst()))
            var results: [BenchResult] = []
            for name in options.names {
                guard let benchmark = Benchmark.all.first(where: { $0.name == name }) else {
                    let hint = NearestName.hint(for: name, among: Benchmark.all.map(\.name))
                    throw BenchFailure("there is no benchmark '\(name)'. \(hint)")
                }
                note("\(benchmark.name): \(benchmark.summary)")
                results += try await benchmark.run(options)
            }
            print(
                options.isJSON ? BenchResult.json(results).text(indented: true) : BenchResult.table(results)
            )
        } catch {
            note("\(error)")
            exit(1)
        }
    }

    /// Tells something on the standard error.
    static func note(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data("bench: \(text)\n".utf8))
    }
}

/// What a command line asks of the benchmarks.
struct BenchOptions: Sendable {
    /// The benchmarks, in the order in which they run.
    let names: [String]
    /// Whether the results are printed as JSON.
    let isJSON: Bool
    /// A file that a benchmark reads.
    let file: String?
    /// How many events the smaller log of a benchmark has.
    let events: Int

    init(_ words: [String]) throws {
        var names: [String] = []
        var format = "table"
        var file: String?
        var events = 1_000_000
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "--format":
                guard let value = rest.popFirst(), ["table", "json"].contains(value) else {
                    throw BenchFailure("--format is table or json")
                }
                format = value
            case "--file": file = rest.popFirst()
            case "--events":
                guard let number = rest.popFirst().flatMap({ Int($0) }), (1000...100_000_000).contains(number)
                else { throw BenchFailure("--events is a number from 1000") }
                events = number
            default: names.append(word)
            }
        }
        self.names = names.isEmpty ? Benchmark.all.map(\.name) : names
        isJSON = format == "json"
        self.file = file
        self.events = events
    }
}

/// A benchmark that could not be run, or that found a wrong result.
struct BenchFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
