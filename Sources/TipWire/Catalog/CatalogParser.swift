import TipCore

/// Reads a catalog off its JSON; `CopyReading`, `TipReading` and `ExperimentReading` hold its parts.
struct CatalogParser {
    /// What is wrong so far.
    var log: ProblemLog
    /// What was read so far.
    var draft = CatalogDraft()

    init(log: ProblemLog) {
        self.log = log
    }

    /// Reads the whole of a catalog into the draft.
    mutating func read(_ value: LocatedJSON) {
        guard var file = ObjectReader(value, "a catalog", &log) else { return }
        if let value = file.value("displayFrequency") {
            draft.catalog.displayFrequency = displayFrequency(value) ?? .immediate
        }
        if let value = file.value("timeZone"), let zone = timeZone(value) { draft.catalog.timeZone = zone }
        readParameters(file.value("parameters"))
        readEvents(file.value("events"))
        for value in file.list("tips", &log) { readTip(value) }
        for value in file.list("groups", &log) { readGroup(value) }
        for value in file.list("experiments", &log) { readExperiment(value) }
        file.finish(&log)
    }

    /// A name, seconds, or `{seconds: n}`.
    mutating func displayFrequency(_ value: LocatedJSON) -> DisplayFrequency? {
        let names = DisplayFrequency.named.map(\.name)
        switch value.value {
        case .string(let name):
            guard let frequency = DisplayFrequency(name: name) else {
                log.badWord(name, at: value.offset, words: names + ["or a number of seconds"])
                return nil
            }
            return frequency
        case .object:
            guard var object = ObjectReader(value, "seconds", &log) else { return nil }
            defer { object.finish(&log) }
            return object.required("seconds", &log).flatMap { seconds($0) }
        default: return seconds(value)
        }
    }

    private mutating func seconds(_ value: LocatedJSON) -> DisplayFrequency? {
        let names = DisplayFrequency.named.map(\.name).joined(separator: ", ")
        return log.number(value, expected: "one of \(names), or seconds, 0 or more") { $0 >= 0 }
            .flatMap(DisplayFrequency.init(seconds:))
    }

    /// An IANA name.
    mutating func timeZone(_ value: LocatedJSON) -> String? {
        guard let name = log.text(value) else { return nil }
        guard TimeZoneName.isKnown(name) else {
            log.error(
                "bad_time_zone",
                at: value.offset,
                found: value.inWords,
                expected: "an IANA time zone such as Asia/Tokyo",
                hint: NameHint.of(
                    name,
                    in: TimeZoneName.all,
                    else: "Names are those of the IANA time zone database: a region, a slash and a city."
                )
            )
            return nil
        }
        return name
    }

    private mutating func readParameters(_ value: LocatedJSON?) {
        draft.declaresParameters = value != nil
        for member in log.namedMembers(value, expected: "an object of parameters by name") {
            if member.key.hasPrefix(ExperimentParameter.prefix) {
                log.error(
                    "reserved_name",
                    at: member.keyOffset,
                    found: "\"\(member.key)\"",
                    expected: "a name that does not begin with \(ExperimentParameter.prefix)",
                    hint: "Assigned variants have these names; rules can read them without a declaration."
                )
            }
            guard let parameter = parameter(member.value) else { continue }
            draft.catalog.parameters[member.key] = parameter
            draft.parameterPlaces[member.key] = member.keyOffset
        }
    }

    private mutating func parameter(_ value: LocatedJSON) -> ParameterDefinition? {
        guard var object = ObjectReader(value, "a parameter with type and default", &log) else { return nil }
        let type = object.word("type", as: ScalarType.self, &log)
        let defaultValue = object.value("default")
        let given = defaultValue.flatMap { scalar($0) }
        let isTransient = object.boolean("transient", &log) ?? false
        object.finish(&log)
        if let type, let defaultValue, let kind = given?.type, kind != type {
            log.wrongKind(defaultValue, expected: "a \(type.rawValue), as its type says, or null")
        }
        return ParameterDefinition(
            type: type ?? given?.type,
            defaultValue: given ?? .null,
            isTransient: isTransient
        )
    }

    private mutating func scalar(_ value: LocatedJSON) -> Scalar? {
        if case .string = value.value { return log.text(value, canBeEmpty: true).map(Scalar.string) }
        guard let scalar = Scalar(value.json) else {
            log.wrongKind(value, expected: "true, false, a number, a text or null")
            return nil
        }
        return scalar
    }

    private mutating func readEvents(_ value: LocatedJSON?) {
        draft.declaresEvents = value != nil
        for member in log.namedMembers(value, expected: "an object of events by name") {
            guard var object = ObjectReader(member.value, "an event with info and donationLimit", &log) else {
                continue
            }
            let info = info(object.value("info"))
            let limit = donationLimit(object.value("donationLimit"))
            object.finish(&log)
            draft.catalog.events[member.key] = EventDefinition(info: info, donationLimit: limit)
            draft.eventPlaces[member.key] = member.keyOffset
        }
    }

    /// The fields of a donation with their kinds.
    private mutating func info(_ value: LocatedJSON?) -> NamedValues<ScalarType> {
        var info: NamedValues<ScalarType> = [:]
        for member in log.namedMembers(value, expected: "an object of kinds by field") {
            let words = ScalarType.allCases.map(\.rawValue)
            guard case .string(let word) = member.value.value else {
                log.wrongKind(member.value, expected: "one of \(words.joined(separator: ", "))")
                continue
            }
            guard let type = ScalarType(rawValue: word) else {
                log.badWord(word, at: member.value.offset, words: words)
                continue
            }
            if member.key == "date" {
                log.warn(
                    "reserved_name",
                    at: member.keyOffset,
                    found: "the field \"date\"",
                    expected: "another name",
                    hint: "In a rule, date is the time of the donation, so this field cannot be read there."
                )
            }
            info[member.key] = type
        }
        return info
    }

    private mutating func donationLimit(_ value: LocatedJSON?) -> DonationLimit {
        guard let value, var object = ObjectReader(value, "a limit with maximumCount", &log) else {
            return DonationLimit()
        }
        let count = object.integer("maximumCount", in: 0...1_000_000_000, &log)
        let positive: (Double) -> Bool = { $0 > 0 }
        let age = object.number("maximumAge", expected: "seconds, more than 0", where: positive, &log)
        // The golden cases write the unit into the name; one file may hold either.
        let seconds = object.number(
            "maximumAgeSeconds",
            expected: "seconds, more than 0",
            where: positive,
            &log
        )
        object.finish(&log)
        return DonationLimit(maximumCount: count.map(Int.init) ?? 1000, maximumAgeSeconds: age ?? seconds)
    }
}

extension Scalar {
    /// The kind this value has; null has none.
    var type: ScalarType? {
        switch self {
        case .null: nil
        case .boolean: .boolean
        case .number: .number
        case .string: .string
        }
    }
}

/// The parameters that hold assigned variants.
enum ExperimentParameter {
    /// What their names begin with; the experiment's id follows.
    static let prefix = "experiment."
}
