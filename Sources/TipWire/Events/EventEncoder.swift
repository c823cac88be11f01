public import TipCore

/// Writes events as the JSON that `EventDecoder` reads, for clients that send and for exports.
///
/// Decoding what was encoded gives the same event again. What is empty or absent is left out, and members
/// stand in one order, so that equal events have equal text.
public enum EventEncoder {
    /// The event as a JSON object, with the unknown members that came with it at its end.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - extra: The members the contract does not know, as `DecodedEvent` keeps them.
    /// - Returns: The object, with `id`, `type`, `person` and `at` first.
    public static func json(_ event: Event, extra: JSON? = nil) -> JSON {
        let (unknown, unknownContext) = split(extra)
        var members: [JSON.Member] = [
            JSON.Member("id", .string(event.id)),
            JSON.Member("type", .string(type(of: event.body).rawValue)),
            JSON.Member("person", .string(event.person)),
            JSON.Member("at", .string(event.at.rfc3339)),
        ]
        if !event.device.isEmpty { members.append(JSON.Member("device", .string(event.device))) }
        if let sequence = event.sequence { members.append(JSON.Member("seq", .integer(sequence))) }
        let context = json(event.context) + unknownContext
        if !context.isEmpty { members.append(JSON.Member("context", .object(context))) }
        if event.isTest { members.append(JSON.Member("test", true)) }
        return .object(members + fields(of: event.body) + unknown)
    }

    private static func split(_ extra: JSON?) -> (members: [JSON.Member], context: [JSON.Member]) {
        guard case .object(let members) = extra else { return ([], []) }
        guard case .object(let context) = extra?["context"] else { return (members, []) }
        return (members.filter { $0.key != "context" }, context)
    }

    private static func json(_ context: EventContext) -> [JSON.Member] {
        let members = [
            ("app", context.app), ("appVersion", context.appVersion), ("os", context.os),
            ("osVersion", context.osVersion), ("locale", context.locale), ("timeZone", context.timeZone),
            ("sdk", context.sdk),
        ]
        return members.compactMap { $1.isEmpty ? nil : JSON.Member($0, .string($1)) }
    }

    private static func type(of body: EventBody) -> EventTypeName {
        switch body {
        case .donation: .donation
        case .donationsDeleted: .donationsDeleted
        case .parameter: .parameter
        case .session: .session
        case .timeZone: .timeZone
        case .impression: .impression
        case .impressionProgress: .impressionProgress
        case .impressionEnd: .impressionEnd
        case .impressionFailed: .impressionFailed
        case .exposure: .exposure
        case .actionTap: .actionTap
        case .invalidation: .invalidation
        case .eligibilityReset: .eligibilityReset
        case .datastoreReset: .datastoreReset
        case .overrideSet: .overrideSet
        case .overrideCleared: .overrideCleared
        case .optOut: .optOut
        case .optIn: .optIn
        case .identify: .identify
        }
    }

    private static func fields(of body: EventBody) -> [JSON.Member] {
        switch body {
        case .donation(let event, let info):
            texts(("event", event)) + (info.isEmpty ? [] : [JSON.Member("info", json(info))])
        case .donationsDeleted(let event): texts(("event", event))
        case .parameter(let name, let value): texts(("name", name)) + [JSON.Member("value", value.json)]
        case .session, .datastoreReset, .optOut, .optIn: []
        case .timeZone(let zone): texts(("timeZone", zone))
        case .impression(let impression): fields(of: impression)
        case .impressionProgress(let tip, let display), .impressionEnd(let tip, let display):
            texts(("tip", tip), ("display", display))
        case .impressionFailed(let tip, let display, let reason):
            texts(("tip", tip), ("display", display), ("reason", reason))
        case .exposure(let tip, let experiment, let variant):
            texts(("tip", tip), ("experiment", experiment), ("variant", variant))
        case .actionTap(let tip, let action, let display):
            texts(("tip", tip), ("action", action), ("display", display))
        case .invalidation(let tip, let reason): texts(("tip", tip), ("reason", reason.rawValue))
        case .eligibilityReset(let tip): texts(("tip", tip))
        case .overrideSet(let kind, let tips, let until):
            texts(("kind", kind.rawValue))
                + (tips.isEmpty ? [] : [JSON.Member("tips", .array(tips.map(JSON.string)))])
                + texts(("until", until?.rfc3339))
        case .overrideCleared(let kind): texts(("kind", kind?.rawValue))
        case .identify(let previous): texts(("previous", previous))
        }
    }

    private static func fields(of impression: EventBody.Impression) -> [JSON.Member] {
        let names = texts(
            ("tip", impression.tip),
            ("display", impression.display),
            ("experiment", impression.experiment),
            ("variant", impression.variant)
        )
        let revision = impression.revision.map { [JSON.Member("revision", .integer($0))] } ?? []
        return names + revision + texts(("group", impression.group))
    }

    /// A donation's fields in the order of their names.
    private static func json(_ info: NamedValues<Scalar>) -> JSON {
        .object(info.map { JSON.Member($0.key, $0.value.json) })
    }

    private static func texts(_ pairs: (name: String, text: String?)...) -> [JSON.Member] {
        pairs.compactMap { name, text in text.map { JSON.Member(name, .string($0)) } }
    }
}
