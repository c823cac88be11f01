import Reports
import TipCore
import TipService

/// What a command line asks of a report beyond the experiment.
enum ReportArguments {
    /// The times, of which those counted back are counted from the command's clock.
    static func times(
        _ command: ParsedCommand,
        _ options: ReportService.Options,
        now: Timestamp
    ) throws(UsageError) -> ReportService.Options {
        var options = options
        options.asOf = try time(command, "as-of", now)
        options.knownAt = try time(command, "known-at", now)
        options.since = try time(command, "since", now)
        options.until = try time(command, "until", now)
        if let since = options.since, let until = options.until, since >= until {
            throw UsageError("--since is not before --until", hint: "Give the earlier time as --since.")
        }
        return options
    }

    private static func time(_ command: ParsedCommand, _ option: String, _ now: Timestamp) throws(UsageError)
        -> Timestamp?
    {
        guard let text = command.value(of: option) else { return nil }
        return try TimeArgument.parse(text, option: option, now: now)
    }

    /// What is found from the units.
    static func details(_ command: ParsedCommand) throws(UsageError) -> ReportDetails.Request {
        var request = ReportDetails.Request()
        if let name = command.value(of: "by") {
            guard let dimension = Dimension(name: name) else {
                throw UsageError(
                    "--by cannot be '\(name)'",
                    hint: NearestName.hint(for: name, among: Dimension.contextNames)
                        + " A parameter is written param.<name>."
                )
            }
            request.dimension = dimension
        }
        if let zone = command.value(of: "timezone") {
            guard ZoneClock.named(zone) != nil else {
                throw UsageError(
                    "--timezone knows no '\(zone)'",
                    hint: "Write an IANA name such as Asia/Tokyo."
                )
            }
            request.timeZone = zone
        }
        if command.has("aa") {
            request.permutations = try command.integer(of: "aa", in: 1...Permutations.mostRounds, default: 1)
        }
        request.seed = UInt64(try command.integer(of: "seed", in: 0...Int.max, default: 7))
        return request
    }
}
