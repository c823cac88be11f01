import HTTPServer
import Synchronization
import TipWire

/// What a server counts, in Prometheus' text form.
///
/// Labels are words of ours: the pattern of a route, a dialect, a reason, never what a client sent.
final class Metrics: Sendable {
    private struct State {
        var events: [Labels: Int] = [:]
        var refused: [Labels: Int] = [:]
        var requests: [Labels: Int] = [:]
        var durations: [String: Histogram] = [:]
    }

    /// Values of labels, in the order of their names.
    typealias Labels = [String]

    private struct Histogram {
        static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
        var counts = [Int](repeating: 0, count: bounds.count + 1)
        var sum = 0.0

        mutating func add(_ seconds: Double) {
            counts[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
            sum += seconds
        }
    }

    private let state = Mutex(State())

    /// The label of a request that no route matched.
    static let noRoute = "none"

    /// Counts what became of the events of a request.
    func count(_ answer: BatchAnswer, dialect: String) {
        var outcomes: [String: Int] = [:]
        var reasons: [String: Int] = [:]
        for item in answer.items {
            outcomes[item.outcome.word, default: 0] += 1
            guard case .rejected(let rejection) = item.outcome else { continue }
            reasons[rejection.code.rawValue, default: 0] += 1
        }
        state.withLock { [outcomes, reasons] state in
            for (word, count) in outcomes { state.events[[dialect, word], default: 0] += count }
            for (code, count) in reasons { state.refused[[dialect, code], default: 0] += count }
        }
    }

    /// How many events came in each dialect and what became of them, by dialect and outcome.
    var eventsByDialect: [String: [String: Int]] {
        state.withLock { $0.events }.reduce(into: [:]) { sums, entry in
            sums[entry.key[0], default: [:]][entry.key[1], default: 0] += entry.value
        }
    }

    /// Counts a request that has ended.
    func count(_ summary: HTTPSummary, route: String?) {
        let route = route ?? Self.noRoute
        // Methods have no end either: one that no route takes is told as such.
        let known = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"]
        let method = summary.method.map { known.contains($0) ? $0 : "other" } ?? "none"
        let seconds = summary.duration / .seconds(1)
        state.withLock { state in
            state.requests[[route, method, summary.status.map(String.init) ?? "none"], default: 0] += 1
            state.durations[route, default: Histogram()].add(seconds)
        }
    }

    /// The counts as families of samples.
    var families: [MetricFamily] {
        let state = state.withLock { $0 }
        var events = MetricFamily("tipledger_events_total", .counter, "Events by what became of them")
        events.add(state.events, ["dialect", "outcome"])
        var refused = MetricFamily(
            "tipledger_events_quarantined_total",
            .counter,
            "Events put in quarantine by reason"
        )
        refused.add(state.refused, ["dialect", "reason"])
        var requests = MetricFamily("tipledger_http_requests_total", .counter, "Requests that have ended")
        requests.add(state.requests, ["route", "method", "status"])
        var durations = MetricFamily(
            "tipledger_http_request_duration_seconds",
            .histogram,
            "Time from the request line to the end of the answer"
        )
        for (route, histogram) in state.durations.sorted(by: { $0.key < $1.key }) {
            var sum = 0
            for (place, count) in histogram.counts.enumerated() {
                sum += count
                let bound = place < Histogram.bounds.count ? "\(Histogram.bounds[place])" : "+Inf"
                durations.add(Double(sum), [("route", route), ("le", bound)], suffix: "_bucket")
            }
            durations.add(histogram.sum, [("route", route)], suffix: "_sum")
            durations.add(Double(sum), [("route", route)], suffix: "_count")
        }
        return [events, refused, requests, durations]
    }
}

/// Samples of one name.
struct MetricFamily: Sendable {
    /// The kinds of Prometheus.
    enum Kind: String, Sendable { case counter, gauge, histogram }

    private let name: String
    private var lines: [String]
    private(set) var isEmpty = true

    /// Begins a family.
    init(_ name: String, _ kind: Kind, _ help: String) {
        self.name = name
        lines = ["# HELP \(name) \(help)", "# TYPE \(name) \(kind.rawValue)"]
    }

    /// Adds a sample.
    mutating func add(_ value: Double, _ labels: [(String, String)] = [], suffix: String = "") {
        isEmpty = false
        let text = labels.map { "\($0.0)=\"\(Self.escaped($0.1))\"" }.joined(separator: ",")
        let whole = value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
        lines.append("\(name)\(suffix)\(labels.isEmpty ? "" : "{\(text)}") \(whole)")
    }

    /// Adds counts by the values of their labels, in the order of these.
    mutating func add(_ counts: [Metrics.Labels: Int], _ names: [String]) {
        for (values, count) in counts.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            add(Double(count), Array(zip(names, values)))
        }
    }

    /// The family as text, ending with a line feed; nothing where it has no sample.
    var text: String { isEmpty ? "" : lines.joined(separator: "\n") + "\n" }

    private static func escaped(_ value: String) -> String {
        value.reduce(into: "") { text, character in
            switch character {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "\n": text += "\\n"
            default: text.append(character)
            }
        }
    }
}
