import HTTPServer
import JSONReading
import TipCore
import TipWire

/// PostHog's capture wire: the older one, which hears only whether all is well, and the newer one, which hears of each
/// event by its `uuid` what became of it.
struct PostHogDialect: Dialect {
    let name = "posthog"

    private static let newer = "/i/v1/analytics/events"

    var doors: [DialectDoor] {
        let older = ["/capture", "/e", "/i/v0/e", "/engage"]
        return (["/batch"] + older).map { DialectDoor(pattern: $0, summary: "PostHog: capture") }
            + older.map {
                DialectDoor(method: "GET", pattern: $0, summary: "PostHog: capture, in the query's data")
            }
            + [DialectDoor(pattern: Self.newer, summary: "PostHog: capture, with each event's result")]
    }

    let asksForExperiments = true

    func parcel(_ request: RoutedRequest) throws(Problem) -> Parcel {
        Parcel(
            body: try PostHogBody.json(of: request),
            form: .arrayOrEnvelope(member: "batch"),
            sentAtMember: "sent_at"
        )
    }

    var hasKeyInBody: Bool { true }

    func key(in batch: JSONBatch) -> String? {
        let names = ["api_key", "token"]
        if batch.isEnvelope {
            return batch.members.first { member in names.contains { member.isNamed($0) } }?.value.string
        }
        for case .success(let event) in batch.elements.prefix(1).lazy.map(\.outcome) {
            for name in names {
                if let key = event[name]?.string ?? event["properties"]?[name]?.string { return key }
            }
        }
        return nil
    }

    func sender(of element: JSON) -> (id: String?, person: String?) {
        (element["uuid"]?.stringValue, Self.person(of: element))
    }

    // MARK: Events

    func translate(_ element: JSON, _ context: DialectContext) throws(Rejection) -> [JSON] {
        guard case .object = element else { throw Rejection(.malformed, detail: "An event is an object.") }
        guard let name = element["event"]?.stringValue, !name.isEmpty else {
            throw Rejection(.missingField, field: "event", detail: "`event` is missing; it names the event.")
        }
        guard let person = Self.person(of: element) else {
            throw Rejection(
                .missingField,
                field: "distinct_id",
                detail: "`distinct_id` is missing; it says whose event it is."
            )
        }
        let properties = element["properties"]?.members ?? []
        var event = ForeignEvent(
            name: name,
            person: person,
            id: element["uuid"]?.stringValue,
            at: [element["timestamp"], properties.value("timestamp")].lazy.compactMap(\.self).first {
                $0 != .null
            },
            device: properties.value("$device_id")?.stringValue,
            isTest: properties.value("$is_testing") == .boolean(true),
            context: Self.context(properties),
            properties: properties.filter { !$0.key.hasPrefix("$") && !Self.plumbing.contains($0.key) }
        )
        let set = ["$set_once", "$set"].flatMap { key in
            element[key]?.members ?? properties.value(key)?.members ?? []
        }
        switch name {
        case "$set":
            let parameters = event.parameters(set)
            return parameters.isEmpty ? event.donated(name, [], context.limits) : parameters
        case "$create_alias":
            guard let alias = properties.value("alias")?.stringValue, !alias.isEmpty else {
                throw Rejection(
                    .missingField,
                    field: "properties.alias",
                    detail: "`properties.alias` is missing."
                )
            }
            event.person = alias
            return event.join(previous: person)
        case "$identify":
            let previous = properties.value("$anon_distinct_id")?.stringValue
            let join = previous.map { event.join(previous: $0) } ?? []
            guard !join.isEmpty || !set.isEmpty else { return event.donated(name, [], context.limits) }
            return event.following(join, with: set)
        case "$feature_flag_called":
            return Self.exposure(event, properties, context)
                ?? event.donated(name, Self.flagMembers(properties), context.limits)
        default: return event.following(try event.native(context), with: set)
        }
    }

    /// A call for the flag of an experiment of ours, as the exposure it stands for in this wire.
    private static func exposure(
        _ event: ForeignEvent,
        _ properties: [JSON.Member],
        _ context: DialectContext
    ) -> [JSON]? {
        guard let flag = properties.value("$feature_flag")?.stringValue,
            let variant = properties.value("$feature_flag_response")?.stringValue
        else { return nil }
        let prefix = "experiment."
        let id = flag.hasPrefix(prefix) ? String(flag.dropFirst(prefix.count)) : flag
        guard let experiment = context.experiments[id], experiment.variants.contains(variant) else {
            return nil
        }
        return event.exposed(tip: experiment.tip, experiment: id, variant: variant)
    }

    private static func flagMembers(_ properties: [JSON.Member]) -> [JSON.Member] {
        [("flag", "$feature_flag"), ("response", "$feature_flag_response")].compactMap { name, key in
            properties.value(key).map { .init(name, $0) }
        }
    }

    private static let plumbing: Set<String> = ["token", "distinct_id", "timestamp"]

    private static func person(of element: JSON) -> String? {
        for value in [element["distinct_id"], element["properties"]?["distinct_id"]] {
            switch value {
            case .string(let text) where !text.isEmpty: return text
            case .integer(let number): return String(number)
            default: continue
            }
        }
        return nil
    }

    private static func context(_ properties: [JSON.Member]) -> [JSON.Member] {
        let text = { (key: String) in properties.value(key)?.stringValue.flatMap { $0.isEmpty ? nil : $0 } }
        let library = ["$lib", "$lib_version"].compactMap(text)
        let fields: [(String, String?)] = [
            ("app", text("$app_name")), ("appVersion", text("$app_version")), ("os", text("$os")),
            ("osVersion", text("$os_version")), ("locale", text("$locale")), ("timeZone", text("$timezone")),
        ]
        return [JSON.Member](context: fields, library: library)
    }

    // MARK: Answers

    func answer(_ answer: BatchAnswer, to request: RoutedRequest) -> HTTPResponse {
        guard request.http.path.hasPrefix(Self.newer) else { return HTTPResponse(["status": 1]) }
        var results: [JSON.Member] = []
        var told: Set<ExactText> = []
        for item in answer.items {
            // Of events with one name, what became of the first is told.
            guard let id = item.id, !item.idWasGenerated, told.insert(ExactText(id)).inserted else {
                continue
            }
            let result: JSON =
                switch item.outcome {
                case .accepted, .duplicate: ["result": "ok"]
                case .rejected(let rejection):
                    [
                        "result": "drop",
                        "details": .string("\(rejection.code.rawValue): \(rejection.sentence)"),
                    ]
                }
            results.append(.init(id, result))
        }
        return HTTPResponse(["results": .object(results)])
    }

    func answerSchema(on path: String) -> JSON {
        guard path == Self.newer else { return RouteSchemas.record([("status", ["const": 1])]) }
        let result = RouteSchemas.object(
            [("result", RouteSchemas.word(["ok", "drop"])), ("details", RouteSchemas.text)],
            required: ["result"]
        )
        return RouteSchemas.record([("results", ["type": "object", "additionalProperties": result])])
    }

    func refusal(_ problem: Problem, path: String) -> HTTPResponse {
        if path.hasPrefix(Self.newer) {
            let body: JSON = ["error": .string(problem.code), "error_description": .string(problem.sentence)]
            return HTTPResponse(status: problem.status, body, headers: problem.headers)
        }
        let type =
            switch problem.status {
            case 401, 403: "authentication_error"
            case 500...: "server_error"
            default: "validation_error"
            }
        let body: JSON = [
            "type": .string(type), "code": .string(problem.code), "detail": .string(problem.sentence),
            "attr": .null,
        ]
        return HTTPResponse(status: problem.status, body, headers: problem.headers)
    }
}
