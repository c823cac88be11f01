import Testing

@testable import TipCore

/// A case of `tipkit-cases.json` as it stands in the file.
struct SharedCase: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let title: String
    let basis: String
    let config: Config?
    let timeZone: String?
    let parameters: [String: Parameter]?
    let events: [String: DonatedEvent]?
    let tips: [Tip]
    let groups: [Group]?
    let inputs: [Input]
    let expect: [Expectation]

    var testDescription: String { id + ": " + title }

    struct Config: Decodable, Sendable {
        let displayFrequency: Frequency?
        let redisplaysSetClock: Bool?
        let ignoringTipsSetClock: Bool?
        let stickyGroups: Bool?
        let minimumViewSeconds: Double?
        let presumedEndSeconds: Double?
    }

    enum Frequency: Decodable, Sendable {
        case named(String)
        case seconds(Double)

        private struct Seconds: Decodable {
            let seconds: Double
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let name = try? container.decode(String.self) {
                self = .named(name)
            } else if let number = try? container.decode(Double.self) {
                self = .seconds(number)
            } else {
                self = .seconds(try container.decode(Seconds.self).seconds)
            }
        }

        var value: DisplayFrequency? {
            switch self {
            case .named(let name): DisplayFrequency(name: name)
            case .seconds(let seconds): DisplayFrequency(seconds: seconds)
            }
        }
    }

    struct Parameter: Decodable, Sendable {
        let `default`: Value?
        let transient: Bool?
    }

    struct DonatedEvent: Decodable, Sendable {
        let donationLimit: Limit?

        struct Limit: Decodable, Sendable {
            let maximumCount: Int?
            let maximumAgeSeconds: Double?
        }
    }

    struct Tip: Decodable, Sendable {
        let id: String
        let rules: [String]?
        let options: Options?
        let actions: [Action]?

        struct Options: Decodable, Sendable {
            let maxDisplayCount: Int?
            let maxDisplayDuration: Double?
            let ignoresDisplayFrequency: Bool?
        }

        struct Action: Decodable, Sendable {
            let id: String
            let invalidates: Bool?
        }
    }

    struct Group: Decodable, Sendable {
        let id: String
        let priority: String?
        let tips: [String]
    }

    struct Expectation: Decodable, Sendable {
        let at: String
        let tip: String?
        let status: String?
        let reason: String?
        let since: String?
        let because: [String]?
        let displayCount: Int?
        let displayedSeconds: Double?
        let group: String?
        let currentTip: String?
    }

    struct Input: Decodable, Sendable {
        let at: String
        let type: String
        let id: String?
        let device: String?
        let seq: Int64?
        let event: String?
        let info: [String: Value]?
        let name: String?
        let value: Value?
        let timeZone: String?
        let tip: String?
        let display: String?
        let action: String?
        let reason: String?
        let kind: String?
        let tips: [String]?
        let until: String?
        let displayFrequency: Frequency?
        let `repeat`: Repeat?

        struct Repeat: Decodable, Sendable {
            let count: Int
            let everySeconds: Int64
        }
    }

    /// A scalar of the file.
    struct Value: Decodable, Sendable {
        let scalar: Scalar

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                scalar = .null
            } else if let value = try? container.decode(Bool.self) {
                scalar = .boolean(value)
            } else if let value = try? container.decode(Double.self) {
                scalar = .number(value)
            } else {
                scalar = .string(try container.decode(String.self))
            }
        }
    }
}

extension SharedCase {
    /// The catalog of the case.
    func catalog() throws -> Catalog {
        Catalog(
            displayFrequency: config?.displayFrequency?.value ?? .immediate,
            timeZone: timeZone ?? "UTC",
            parameters: (parameters ?? [:]).mapValues {
                ParameterDefinition(
                    defaultValue: $0.default?.scalar ?? .null,
                    isTransient: $0.transient ?? false
                )
            },
            events: (events ?? [:]).mapValues {
                EventDefinition(
                    donationLimit: DonationLimit(
                        maximumCount: $0.donationLimit?.maximumCount ?? 1000,
                        maximumAgeSeconds: $0.donationLimit?.maximumAgeSeconds
                    )
                )
            },
            tips: try tips.map { tip in
                TipDefinition(
                    id: tip.id,
                    copy: Copy(
                        actions: (tip.actions ?? []).map {
                            ActionDefinition(id: $0.id, invalidates: $0.invalidates ?? false)
                        }
                    ),
                    rules: try (tip.rules ?? []).map { try Rule(parsing: $0) },
                    options: TipOptions(
                        maxDisplayCount: tip.options?.maxDisplayCount,
                        maxDisplayDuration: tip.options?.maxDisplayDuration,
                        ignoresDisplayFrequency: tip.options?.ignoresDisplayFrequency ?? false
                    )
                )
            },
            groups: (groups ?? []).map { group in
                let priority = group.priority.flatMap(GroupDefinition.Priority.init)
                return GroupDefinition(id: group.id, priority: priority ?? .firstAvailable, tips: group.tips)
            },
            settings: EligibilitySettings(
                redisplaysSetClock: config?.redisplaysSetClock ?? false,
                ignoringTipsSetClock: config?.ignoringTipsSetClock ?? true,
                stickyGroups: config?.stickyGroups ?? true,
                minimumViewSeconds: config?.minimumViewSeconds ?? 60,
                presumedEndSeconds: config?.presumedEndSeconds ?? 60
            )
        )
    }

    /// The case as a value that can be run.
    func golden() throws -> GoldenCase {
        let catalog = try catalog()
        let (events, timeline) = history(under: catalog)
        return GoldenCase(
            id: id,
            title: title,
            catalog: catalog,
            events: events,
            timeline: timeline,
            expectations: expect.map(\.golden)
        )
    }

    /// The events of the case, in listed order, and what changed for everybody.
    func history(under catalog: Catalog) -> (events: [Event], timeline: ProjectTimeline) {
        var timeline = ProjectTimeline()
        timeline.record(
            .configuration(displayFrequency: catalog.displayFrequency, timeZone: catalog.timeZone),
            at: .epoch
        )
        var events: [Event] = []
        for input in inputs {
            if input.type == "config_changed" {
                let change = ProjectTimeline.Change.configuration(
                    displayFrequency: input.displayFrequency?.value ?? catalog.displayFrequency,
                    timeZone: input.timeZone ?? catalog.timeZone
                )
                timeline.record(change, at: TipCoreTests.at(input.at))
            }
            guard let body = input.body else { continue }
            for step in 0..<Int64(input.repeat?.count ?? 1) {
                let instant = TipCoreTests.at(input.at)
                    .adding(seconds: step * (input.repeat?.everySeconds ?? 0))
                events.append(
                    Event(
                        id: input.id ?? "generated-\(events.count)",
                        person: "p",
                        at: instant,
                        device: input.device ?? "d1",
                        sequence: input.seq,
                        body: body
                    )
                )
            }
        }
        return (events, timeline)
    }
}

extension SharedCase.Input {
    /// What happened; nil for what is no event of a person.
    var body: EventBody? {
        let tip = tip ?? ""
        let display = display ?? ""
        switch type {
        case "donation": return .donation(event: event ?? "", info: (info ?? [:]).mapValues(\.scalar))
        case "donations_deleted": return .donationsDeleted(event: event ?? "")
        case "parameter": return .parameter(name: name ?? "", value: value?.scalar ?? .null)
        case "session": return .session
        case "time_zone": return .timeZone(timeZone ?? "")
        case "impression": return .impression(EventBody.Impression(tip: tip, display: display))
        case "impression_progress": return .impressionProgress(tip: tip, display: display)
        case "impression_end": return .impressionEnd(tip: tip, display: display)
        case "action_tap": return .actionTap(tip: tip, action: action ?? "", display: self.display)
        case "invalidation":
            return InvalidationReason(rawValue: reason ?? "").map { .invalidation(tip: tip, reason: $0) }
        case "eligibility_reset": return .eligibilityReset(tip: tip)
        case "datastore_reset": return .datastoreReset
        case "override_set":
            let until = until.map(TipCoreTests.at)
            return OverrideKind(rawValue: kind ?? "").map {
                .overrideSet(kind: $0, tips: tips ?? [], until: until)
            }
        case "override_cleared": return .overrideCleared(kind: kind.flatMap(OverrideKind.init))
        default: return nil
        }
    }
}

extension SharedCase.Expectation {
    /// The expectation as a value.
    var golden: GoldenCase.Expectation {
        let subject = group.map(GoldenCase.Subject.group) ?? .tip(tip ?? "")
        var golden = GoldenCase.Expectation(at: TipCoreTests.at(at), subject: subject)
        golden.status = status.flatMap(TipStatus.init)
        golden.reason = reason.flatMap(InvalidationReason.init)
        golden.since = since.map(TipCoreTests.at)
        golden.because = because
        golden.displayCount = displayCount
        golden.displayedSeconds = displayedSeconds
        golden.currentTip = currentTip
        return golden
    }
}
