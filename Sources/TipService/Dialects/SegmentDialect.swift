import HTTPServer
import JSONReading
import TipCore
import TipWire

/// The tracking wire of Segment, which RudderStack and many others speak too.
///
/// SDKs differ in what they do with an answer: some drop a batch on any 4xx, one sends again on anything but
/// exactly 200, and the mobile ones send a file again for ever unless they hear 400 on `/v1/b`.
struct SegmentDialect: Dialect {
    let name = "segment"

    /// The calls by the last part of the path: the long names, and the letters that browsers send.
    private static let calls: [(path: String, call: String?)] = [
        ("track", "track"), ("identify", "identify"), ("page", "page"), ("screen", "screen"),
        ("group", "group"), ("alias", "alias"), ("batch", nil), ("b", nil), ("t", "track"), ("i", "identify"),
        ("p", "page"), ("s", "screen"), ("g", "group"), ("a", "alias"),
    ]

    /// Where mobile SDKs send their files.
    private static let filePath = "/v1/b"

    var doors: [DialectDoor] {
        Self.calls.map { path, call in
            DialectDoor(pattern: "/v1/\(path)", summary: "Segment: \(call ?? "several calls")")
        }
    }

    func parcel(_ request: RoutedRequest) throws(Problem) -> Parcel {
        let last = request.http.segments.last { !$0.isEmpty } ?? ""
        let call = Self.calls.first { $0.path == last }?.call
        var parcel = Parcel(
            body: request.http.body,
            form: call == nil ? .arrayOrEnvelope(member: "batch") : .single,
            sentAtMember: "sentAt",
            isStampedOnSending: last != "b"
        )
        if let call { parcel.body = Self.named(call, parcel.body) }
        return parcel
    }

    /// A single call with its type, so that it means the same wherever it is read again.
    private static func named(_ call: String, _ body: [UInt8]) -> [UInt8] {
        guard let brace = body.firstIndex(where: { !JSON.isSpace($0) }), body[brace] == UInt8(ascii: "{"),
            let next = body[(brace + 1)...].first(where: { !JSON.isSpace($0) }),
            !JSONBatch.readableMembers(of: body).contains(where: { $0.isNamed("type") })
        else { return body }
        let comma = next == UInt8(ascii: "}") ? "" : ","
        return Array("{\"type\":\"\(call)\"\(comma)".utf8) + body[(brace + 1)...]
    }

    var hasKeyInBody: Bool { true }

    func key(in batch: JSONBatch) -> String? {
        if batch.isEnvelope { return batch.members.first { $0.isNamed("writeKey") }?.value.string }
        guard batch.elements.count == 1, case .success(let call) = batch.elements[0].outcome else {
            return nil
        }
        return call["writeKey"]?.string
    }

    func sender(of element: JSON) -> (id: String?, person: String?) {
        (element["messageId"]?.stringValue, Self.text(element["userId"]) ?? Self.text(element["anonymousId"]))
    }

    // MARK: Events

    func translate(_ element: JSON, _ context: DialectContext) throws(Rejection) -> [JSON] {
        guard case .object = element else { throw Rejection(.malformed, detail: "A call is an object.") }
        guard let type = element["type"]?.stringValue else {
            throw Rejection(.missingField, field: "type", detail: "`type` is missing; it names the call.")
        }
        let event = try Self.event(element)
        switch type {
        case "track":
            guard let name = Self.text(element["event"]) else {
                throw Rejection(.missingField, field: "event", detail: "`event` is missing; track names one.")
            }
            var named = event
            named.name = name
            return try named.native(context)
        case "page", "screen":
            let named = [
                JSON.Member("name", element["name"] ?? .null),
                .init("category", element["category"] ?? .null),
            ]
            let members = named.filter { $0.value != .null } + event.properties
            return event.donated(type, members, context.limits)
        case "identify":
            let traits = element["traits"]?.members ?? element["context"]?["traits"]?.members ?? []
            let parameters = event.parameters(traits)
            return parameters.isEmpty ? event.donated(type, traits, context.limits) : parameters
        case "group":
            let traits = (element["traits"]?.members ?? []).map {
                JSON.Member("group.\($0.key)", $0.value)
            }
            guard let group = element["groupId"], group != .null else {
                throw Rejection(
                    .missingField,
                    field: "groupId",
                    detail: "`groupId` is missing; group names one."
                )
            }
            return event.parameters([.init("group", group)] + traits)
        case "alias":
            guard let previous = Self.text(element["previousId"]) else {
                throw Rejection(
                    .missingField,
                    field: "previousId",
                    detail: "`previousId` is missing; alias joins it."
                )
            }
            return event.join(previous: previous)
        default:
            throw Rejection(
                .unknownType,
                field: "type",
                detail: "`type` is none of the calls.",
                hint: "The calls are track, identify, page, screen, group and alias."
            )
        }
    }

    private static func event(_ element: JSON) throws(Rejection) -> ForeignEvent {
        let (user, anonymous) = (text(element["userId"]), text(element["anonymousId"]))
        guard let person = user ?? anonymous else {
            throw Rejection(
                .missingField,
                field: "userId",
                detail: "`userId` and `anonymousId` are both missing; one of them says whose it is."
            )
        }
        let context = element["context"]
        return ForeignEvent(
            name: "",
            person: person,
            id: text(element["messageId"]),
            at: [element["timestamp"], element["originalTimestamp"]].lazy.compactMap { $0 }.first {
                $0 != .null
            },
            device: text(context?["device"]?["id"]) ?? anonymous,
            isTest: context?["test"] == .boolean(true) || context?["internal"] == .boolean(true),
            context: members(of: context),
            properties: element["properties"]?.members ?? []
        )
    }

    /// What the contract knows of a context.
    private static func members(of context: JSON?) -> [JSON.Member] {
        guard let context else { return [] }
        let library = [context["library"]?["name"], context["library"]?["version"]].compactMap(text)
        let fields: [(String, String?)] = [
            ("app", text(context["app"]?["name"])), ("appVersion", text(context["app"]?["version"])),
            ("os", text(context["os"]?["name"])), ("osVersion", text(context["os"]?["version"])),
            ("locale", text(context["locale"])), ("timeZone", text(context["timezone"])),
        ]
        return [JSON.Member](context: fields, library: library)
    }

    /// Text, or a whole number as text, since ids are often numbers in the app's own database.
    private static func text(_ value: JSON?) -> String? {
        switch value {
        case .string(let text) where !text.isEmpty: text
        case .integer(let number): String(number)
        default: nil
        }
    }

    // MARK: Answers

    func answer(_ answer: BatchAnswer, to request: RoutedRequest) -> HTTPResponse {
        let rejected = answer.items.count { if case .rejected = $0.outcome { true } else { false } }
        guard rejected > 0 else { return HTTPResponse(["success": true]) }
        return HTTPResponse(["success": true, "rejected": .integer(Int64(rejected))])
    }

    func answerSchema(on path: String) -> JSON {
        RouteSchemas.object(
            [("success", ["const": true]), ("rejected", RouteSchemas.count)],
            required: ["success"]
        )
    }

    func refusal(_ problem: Problem, path: String) -> HTTPResponse {
        let isFile = path == Self.filePath || path == Self.filePath + "/"
        // A phone that hears another 4xx on this path sends the same file for ever; it always posts, so 405 is not
        // for it.
        let isPermanent = (400..<500).contains(problem.status) && ![405, 408, 429].contains(problem.status)
        var response = HTTPResponse(
            status: isFile && isPermanent ? 400 : problem.status,
            ["code": .string(problem.code), "message": .string(problem.sentence)],
            headers: problem.headers
        )
        if let seconds = problem.retryAfterSeconds, problem.status == 429 {
            response.headers.add("X-RateLimit-Reset", String(seconds))
        }
        return response
    }
}

extension JSON {
    /// Whether a byte is white space to JSON.
    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }
}
