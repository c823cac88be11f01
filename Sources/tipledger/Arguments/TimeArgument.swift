import FoundationEssentials
import TipCore

/// Times on the command line: RFC 3339, a date, or how long ago.
enum TimeArgument {
    /// Reads a time.
    ///
    /// - Parameters:
    ///   - text: `2026-11-30T15:00:00Z`, `2026-11-30` (midnight UTC), or `30d`, `12h`, `45m`, `2w` before now.
    ///   - option: The option it was given for.
    ///   - now: What "before now" is counted from; nil is the time of day.
    /// - Returns: The instant.
    /// - Throws: `UsageError` where the text is none of these.
    static func parse(_ text: String, option: String, now: Timestamp? = nil) throws(UsageError) -> Timestamp {
        if let time = Timestamp(rfc3339: text) ?? Timestamp(rfc3339: text + "T00:00:00Z") { return time }
        if let seconds = DurationArgument.seconds(text) {
            return (now ?? wallClock()).advanced(bySeconds: -seconds)
        }
        throw UsageError(
            "--\(option) cannot read '\(text)'",
            hint: "Write 2026-11-30T15:00:00Z, 2026-11-30, or 30d for thirty days ago."
        )
    }

    /// The time of day.
    static func wallClock() -> Timestamp {
        Timestamp(microseconds: Int64((Date().timeIntervalSince1970 * 1_000_000).rounded(.down)))
    }
}

/// Spans of time on the command line.
enum DurationArgument {
    private static let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800]

    /// The seconds of `30d`, `12h`, `45m`, `90s` or `2w`; nil where the text is none of these.
    static func seconds(_ text: String) -> Double? {
        guard let last = text.last, let unit = units[last], let count = Double(text.dropLast()), count >= 0,
            count.isFinite
        else { return nil }
        return count * unit
    }
}

/// Numbers on the command line.
extension ParsedCommand {
    /// The whole number given for an option, in a range.
    func integer(of option: String, in range: ClosedRange<Int>, default fallback: Int) throws(UsageError)
        -> Int
    {
        guard let text = value(of: option) else { return fallback }
        guard let number = Int(text), range.contains(number) else {
            throw UsageError(
                "--\(option) cannot be '\(text)'",
                hint: "Give a whole number from \(range.lowerBound) to \(range.upperBound)."
            )
        }
        return number
    }

    /// The number given for an option, where a condition holds.
    func number(
        of option: String,
        expected: String,
        where holds: (Double) -> Bool
    ) throws(UsageError) -> Double? {
        guard let text = value(of: option) else { return nil }
        guard let number = Double(text), number.isFinite, holds(number) else {
            throw UsageError("--\(option) cannot be '\(text)'", hint: "Give \(expected).")
        }
        return number
    }

    /// The format of the output: the one asked for, or the command's first.
    func format() throws(UsageError) -> OutputFormat {
        guard let name = value(of: "format") else { return spec.formats.first ?? .table }
        guard let format = spec.formats.first(where: { $0.rawValue == name }) else {
            throw UsageError(
                "\(spec.name) has no format '\(name)'",
                hint: NearestName.hint(for: name, among: spec.formats.map(\.rawValue))
            )
        }
        return format
    }
}
