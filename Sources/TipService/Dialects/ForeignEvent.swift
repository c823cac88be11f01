import TipCore
import TipWire

/// What an event of another SDK says, taken out of the places where that SDK puts it.
struct ForeignEvent {
    /// What the app calls it.
    var name: String
    /// Whose it is.
    var person: String
    /// What the client calls this one event; nil where it has no name of its own.
    var id: String?
    /// When it happened, as it was stated.
    var at: JSON?
    /// The installation it comes from.
    var device: String?
    /// Whether it is traffic of testers.
    var isTest = false
    /// What `context` of the contract knows.
    var context: [JSON.Member] = []
    /// What the app said about it.
    var properties: [JSON.Member] = []

    /// The event as native ones; what a tip's event carries under `parameters` follows as parameters.
    func native(_ dialect: DialectContext) throws(Rejection) -> [JSON] {
        let meaning = dialect.names.meaning(of: name)
        var events: [[JSON.Member]] = []
        switch meaning {
        case nil: events.append(donation(of: name, properties, dialect.limits))
        case .donation: events.append(try namedDonation(dialect.limits))
        case .parameter:
            let name = try required("name", "parameter")
            let value = JSON.Member("value", properties.value("value") ?? .null)
            events.append([.init("type", "parameter"), .init("name", name), value])
        case .session: events.append([.init("type", "session")])
        case .optOut, .optIn: events.append([.init("type", .string(meaning?.rawValue ?? ""))])
        case .impression, .impressionProgress, .impressionEnd, .impressionFailed, .exposure, .actionTap,
            .invalidation:
            events.append(try tipEvent(meaning ?? .impression, dialect))
        }
        if meaning != nil, case .object(let parameters) = properties.value("parameters") {
            events += parameters.map(Self.parameter)
        }
        return envelopes(around: events)
    }

    /// What is known about the person, as one parameter event each.
    func parameters(_ members: [JSON.Member]) -> [JSON] {
        envelopes(around: Self.scalars(members, prefix: "").map(Self.parameter))
    }

    /// Events with what is set about the person after them.
    func following(_ events: [JSON], with set: [JSON.Member]) -> [JSON] {
        guard !set.isEmpty else { return events }
        return events
            + envelopes(around: Self.scalars(set, prefix: "").map(Self.parameter), from: events.count)
    }

    /// The event as it stands, under a type of the contract.
    func native(type: String) -> [JSON] {
        let common: Set<String> = ["type", "person", "id", "at", "device", "test"]
        return envelopes(around: [
            [.init("type", .string(type))] + properties.filter { !common.contains($0.key) }
        ])
    }

    /// A join of two persons.
    func join(previous: String) -> [JSON] {
        envelopes(around: [[.init("type", "identify"), .init("previous", .string(previous))]])
    }

    /// A donation of a name with what is in some members.
    func donated(_ event: String, _ members: [JSON.Member], _ limits: EventLimits) -> [JSON] {
        envelopes(around: [donation(of: event, members, limits)])
    }

    /// An exposure to a variant of an experiment.
    func exposed(tip: String, experiment: String, variant: String) -> [JSON] {
        envelopes(around: [
            [
                .init("type", "exposure"), .init("tip", .string(tip)),
                .init("experiment", .string(experiment)), .init("variant", .string(variant)),
            ]
        ])
    }

    /// The common fields around each body; the second event and those after it have ids of their own.
    private func envelopes(around bodies: [[JSON.Member]], from first: Int = 0) -> [JSON] {
        bodies.enumerated().map { place, body in
            let index = first + place
            var members = body
            members.append(.init("person", .string(person)))
            if let id { members.append(.init("id", .string(index == 0 ? id : "\(id):\(index)"))) }
            if let at { members.append(.init("at", at)) }
            if let device, device != person { members.append(.init("device", .string(device))) }
            if isTest { members.append(.init("test", true)) }
            if !context.isEmpty { members.append(.init("context", .object(context))) }
            return .object(members)
        }
    }

    // MARK: Bodies

    private func tipEvent(
        _ meaning: EventNames.Meaning,
        _ dialect: DialectContext
    ) throws(Rejection) -> [JSON.Member] {
        let display = properties.first("display_id", "displayId", "display")
        var members = [
            JSON.Member("type", .string(meaning.rawValue)), .init("tip", try required("tip_id", "tip")),
        ]
        let add = { (name: String, value: JSON?) in
            if let value, value != .null { members.append(.init(name, value)) }
        }
        switch meaning {
        case .impression:
            // A display has a name in the contract; an SDK that gives none means one display an event.
            add("display", display ?? .string(id ?? dialect.makeID()))
            add("experiment", properties.first("experiment_id", "experimentId", "experiment"))
            add("variant", properties.first("variant_id", "variantId", "variant"))
            add("revision", properties.value("revision"))
            add("group", properties.value("group"))
        case .exposure:
            add("experiment", try required("experiment_id", "experiment"))
            add("variant", try required("variant", "variant_id"))
        case .actionTap:
            // TipKit names a button by its index where the app gives it no id.
            add("action", properties.first("action_id", "actionId", "action") ?? "0")
            add("display", display)
        case .invalidation: add("reason", try required("reason", "invalidation_reason"))
        case .impressionFailed:
            add("display", display)
            add("reason", try required("reason", "error"))
        default: add("display", try required("display_id", "display"))
        }
        return members
    }

    private func namedDonation(_ limits: EventLimits) throws(Rejection) -> [JSON.Member] {
        guard case .string(let event) = try required("event", "name") else {
            throw Rejection(.badField, field: "event", detail: "`event` is no string.")
        }
        if case .object(let info) = properties.value("info") { return donation(of: event, info, limits) }
        return donation(of: event, properties.filter { $0.key != "event" }, limits)
    }

    /// Rules compare scalars only, of a kilobyte at most: what fits stands in `info`, all of it beside it.
    private func donation(
        of event: String,
        _ members: [JSON.Member],
        _ limits: EventLimits
    ) -> [JSON.Member] {
        var info: [JSON.Member] = []
        var room = limits.infoBytes - 2
        let scalars = Self.scalars(members, prefix: "")
        for member in scalars {
            let bytes = JSON.object([member]).bytes().count - 1
            guard bytes <= room, !info.contains(where: { $0.key == member.key }) else { continue }
            room -= bytes
            info.append(member)
        }
        var body = [JSON.Member("type", "donation"), .init("event", .string(event))]
        if !info.isEmpty { body.append(.init("info", .object(info))) }
        if info.count < scalars.count || Self.holdsList(members) {
            body.append(.init("properties", .object(members)))
        }
        return body
    }

    private static func holdsList(_ members: [JSON.Member]) -> Bool {
        members.contains { member in
            switch member.value {
            case .array: true
            case .object(let inner): holdsList(inner)
            default: false
            }
        }
    }

    private static func parameter(_ member: JSON.Member) -> [JSON.Member] {
        [.init("type", "parameter"), .init("name", .string(member.key)), .init("value", member.value)]
    }

    /// The scalars of nested objects, each under the path to it; lists are left out, since no rule reads them.
    private static func scalars(_ members: [JSON.Member], prefix: String) -> [JSON.Member] {
        members.flatMap { member -> [JSON.Member] in
            let path = prefix + member.key
            return switch member.value {
            case .object(let inner): scalars(inner, prefix: path + ".")
            case .array: []
            default: [.init(path, member.value)]
            }
        }
    }

    private func required(_ field: String, _ other: String) throws(Rejection) -> JSON {
        let value = properties.first(field, other, Self.camel(field))
        guard let value, value != .null else {
            throw Rejection(
                .missingField,
                field: "properties.\(field)",
                detail: "`properties.\(field)` is missing; events of this name need it."
            )
        }
        return value
    }

    private static func camel(_ name: String) -> String {
        let words = name.split(separator: "_")
        return words.dropFirst().reduce(String(words.first ?? "")) {
            $0 + $1.prefix(1).uppercased() + $1.dropFirst()
        }
    }
}

extension [JSON.Member] {
    /// The value under a key.
    func value(_ key: String) -> JSON? { first { $0.key.hasSameBytes(as: key) }?.value }

    /// The first value that is there and not null.
    func first(_ keys: String...) -> JSON? {
        for key in keys {
            if let value = value(key), value != .null { return value }
        }
        return nil
    }

    /// A context in the contract's words, from what a client says; what is not said is left out,
    /// and what is long is cut.
    ///
    /// - Parameters:
    ///   - fields: The value of each field of the contract.
    ///   - library: The name and the version of the client's SDK, as far as they are said.
    init(context fields: [(String, String?)], library: [String]) {
        let sdk = library.isEmpty ? nil : library.joined(separator: "/")
        self = (fields + [("sdk", sdk)]).compactMap { name, value in
            value.map { .init(name, .string(String($0.prefix(EventLimits().contextBytes / 4)))) }
        }
    }
}

extension JSON {
    /// The members where this is an object.
    var members: [Member]? {
        guard case .object(let members) = self else { return nil }
        return members
    }
}
