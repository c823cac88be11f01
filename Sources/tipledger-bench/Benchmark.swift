import Reports
import TipCore

/// Something that is measured.
struct Benchmark: Sendable {
    /// Its name on the command line.
    let name: String
    /// What it measures.
    let summary: String
    /// Measures it.
    let run: @Sendable (BenchOptions) async throws -> [BenchResult]

    /// All of them.
    static let all = [assignment, eligibility, figures, report, pages, ingest, counts]
}

/// A figure, beside what it is compared with.
struct BenchResult: Sendable {
    let name: String
    let value: Double
    let unit: String
    /// What it is compared with; nil where it stands alone.
    var against: String?
    /// The figure of that, in the same unit.
    var baseline: Double?
    /// What the ratio should be at least; at most where a time is measured.
    var aim: Double?

    /// The figure over its baseline.
    var ratio: Double? { baseline.map { value / $0 } }

    /// All results as `tipledger.bench/1`.
    static func json(_ results: [BenchResult]) -> JSON {
        let list = results.map { result -> JSON in
            [
                "name": .string(result.name), "value": .number(result.value), "unit": .string(result.unit),
                "against": result.against.map { .string($0) } ?? .null,
                "baseline": result.baseline.map { .number($0) } ?? .null,
                "ratio": result.ratio.map { .number($0) } ?? .null,
                "aim": result.aim.map { .number($0) } ?? .null,
            ]
        }
        return ["schema": "tipledger.bench/1", "results": .array(list)]
    }

    /// All results as a table.
    static func table(_ results: [BenchResult]) -> String {
        var table = TextTable([
            .init("benchmark"), .init("value", .right), .init("unit"), .init("against"),
            .init("ratio", .right),
            .init("aim", .right),
        ])
        for result in results {
            table.add([
                .init(result.name), .init(rounded(result.value)), .init(result.unit),
                .init(result.against ?? "–"), .init(result.ratio.map(rounded) ?? "–"),
                .init(result.aim.map(rounded) ?? "–"),
            ])
        }
        return table.text()
    }

    private static func rounded(_ value: Double) -> String {
        value >= 100 ? String(Int64(value.rounded())) : String((value * 100).rounded() / 100)
    }
}
