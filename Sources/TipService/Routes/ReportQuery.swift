import HTTPServer
import Reports
import TipCore

/// The query of a report's route, each value checked.
struct ReportQuery: Sendable {
    private let request: HTTPRequest

    init(_ request: HTTPRequest) {
        self.request = request
    }

    /// What is asked.
    ///
    /// - Throws: `Problem` 400 for a value that cannot be read.
    func options(now: Timestamp) throws -> ReportService.Options {
        var options = ReportService.Options()
        options.baseline = request.queryValue("baseline")
        options.locale = request.queryValue("locale")
        options.isPartial = try flag("partial")
        if let text = request.queryValue("phase") {
            guard let phase = Int(text), phase > 0 else {
                throw bad("phase", "Give the number of a phase, from 1.")
            }
            options.phase = phase
        }
        options.asOf = try time("asOf")
        options.knownAt = try time("knownAt")
        options.since = try time("since")
        options.until = try time("until")
        if let name = request.queryValue("by") {
            guard let dimension = Dimension(name: name) else {
                throw bad("by", NearestName.hint(for: name, among: Dimension.contextNames))
            }
            options.details.dimension = dimension
        }
        if let zone = request.queryValue("timezone") {
            guard ZoneClock.named(zone) != nil else { throw bad("timezone", "Give an IANA name.") }
            options.details.timeZone = zone
        }
        return options
    }

    private func flag(_ name: String) throws -> Bool {
        switch request.queryValue(name) {
        case nil, "0", "false": return false
        case "1", "true": return true
        default: throw bad(name, "Give 1 or 0.")
        }
    }

    private func time(_ name: String) throws -> Timestamp? {
        guard let text = request.queryValue(name) else { return nil }
        guard let time = Timestamp(rfc3339: text) else { throw bad(name, "Write it as RFC 3339.") }
        return time
    }

    private func bad(_ name: String, _ hint: String) -> Problem {
        Problem(400, "bad_query", "The query parameter \(name) cannot be read.", hint: hint)
    }
}
