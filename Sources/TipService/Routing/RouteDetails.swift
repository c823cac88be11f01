import Reports
import TipCore

/// What the document says of a route besides its path: the query, the body, the answer.
///
/// Routes that are not here take no query, and a body where their method has one.
struct RouteDetails: Sendable {
    /// The names in the query with their schemas; none of them must be there unless it is marked.
    var query: [(name: String, schema: JSON, isRequired: Bool)] = []
    /// The names in the query whose values are JSON, with the schemas of these; they must be there.
    var jsonQuery: [(name: String, schema: JSON)] = []
    /// The media types of the body and its schema; nil where there is none.
    var body: (types: [String], schema: JSON)?
    /// Whether the body must be there; where it need not, none is as good as an empty object.
    var isBodyRequired = true
    /// The media type of the answer.
    var answer = "application/json"
    /// Whether the answer has an entity tag, so that it may be 304.
    var isTagged = false
    /// The status of success.
    var success = "200"

    private typealias S = RouteSchemas

    private static let any = S.any
    private static let list: JSON = ["type": ["object", "array"]]
    private static let text = S.text
    private static let named = S.named
    private static let time = S.time
    private static let object = S.object
    private static let flag = S.flag
    private static let json = ["application/json"]
    private static let page: JSON = ["type": "integer", "minimum": 1, "maximum": 1000]

    private static let question: JSON = S.object(
        [
            ("person", named), ("device", S.optional(text)), ("timeZone", S.optional(S.timeZone)),
            ("locale", S.optional(text)), ("at", S.optional(S.instant)), ("explain", S.optional(S.yesOrNo)),
            ("tips", S.optional(S.list(of: named))),
            (
                "parameters",
                S.optional([
                    "type": "object", "propertyNames": ["minLength": 1], "additionalProperties": S.scalar,
                ])
            ),
        ],
        required: ["person"]
    )

    /// A step of an experiment's life, which may be dated back.
    private static func step(_ more: [(String, JSON)] = [], required: [String] = []) -> JSON {
        S.object([("at", S.optional(time))] + more, required: required)
    }

    /// The details by method and pattern.
    static let table: [String: RouteDetails] = [
        "GET /v1/events/{id}": .init(query: [("person", named, true), ("at", time, false)]),
        "GET /v1/catalog": .init(
            query: [("revision", ["type": "integer", "minimum": 1], false)],
            isTagged: true
        ),
        "PUT /v1/catalog": .init(
            query: [("dryRun", flag, false), ("at", time, false), ("newPhase", text, false)],
            body: (json, object)
        ),
        "POST /v1/decisions": .init(
            body: (json, question)
        ),
        "GET /v1/people/{person}/tips/{tip}": .init(query: [("locale", text, false), ("at", time, false)]),
        "GET /v1/people/{person}/events": .init(query: [
            ("since", time, false), ("until", time, false), ("cursor", text, false), ("limit", page, false),
            ("order", S.word(["oldest", "newest"]), false),
        ]),
        "GET /v1/experiments/{id}/report": .init(query: [
            ("baseline", text, false), ("locale", text, false), ("partial", flag, false),
            ("phase", ["type": "integer", "minimum": 1], false), ("asOf", time, false),
            ("knownAt", time, false), ("since", time, false), ("until", time, false),
            ("by", S.word(Dimension.contextNames), false),
            ("timezone", S.timeZone, false),
        ]),
        "POST /v1/experiments/{id}/start": .init(
            body: (json, step([("underpowered", any)])),
            isBodyRequired: false
        ),
        "POST /v1/experiments/{id}/ramp": .init(
            body: (
                json,
                step(
                    [("inclusion", ["type": "number", "minimum": 0, "maximum": 1])],
                    required: ["inclusion"]
                )
            )
        ),
        "POST /v1/experiments/{id}/pause": .init(body: (json, step()), isBodyRequired: false),
        "POST /v1/experiments/{id}/resume": .init(body: (json, step()), isBodyRequired: false),
        "POST /v1/experiments/{id}/stop": .init(
            body: (
                json, step([("decision", S.optional(["type": "string", "pattern": "^(keep|ship:.+)$"]))])
            ),
            isBodyRequired: false
        ),
        "GET /v1/quarantine": .init(query: [
            ("code", text, false), ("dialect", text, false), ("since", time, false), ("until", time, false),
            ("limit", page, false),
        ]),
        "POST /v1/quarantine/replay": .init(body: (json, choice)),
        "POST /v1/quarantine/purge": .init(body: (json, choice)),
        "POST /ofrep/v1/evaluate/flags": .init(body: (json, context), isTagged: true),
        "POST /ofrep/v1/evaluate/flags/{key}": .init(body: (json, context)),
        "GET /api/features/{key}": .init(isTagged: true),
        "GET /metrics": .init(answer: "text/plain"),
        "POST /v1/events": .init(
            query: [("results", flag, false)],
            body: (json + ["application/x-ndjson"], list)
        ),
        "POST /v1/batch": .init(body: (json, list)), "POST /v1/b": .init(body: (json, list)),
        "POST /batch": .init(body: (json, list)), "POST /capture": .init(body: (json, list)),
        "POST /e": .init(body: (json, list)), "POST /i/v0/e": .init(body: (json, list)),
        "POST /engage": .init(body: (json, list)), "POST /i/v1/analytics/events": .init(body: (json, list)),
        "POST /track": .init(query: [("client_key", text, false)], body: (json, list)),
        "POST /events": .init(
            query: [("access_token", text, false)],
            body: (["application/cloudevents+json"], any)
        ),
        "POST /v1/tips/{tip}/off": .init(query: [("at", time, false)]),
        "POST /v1/tips/{tip}/on": .init(query: [("at", time, false)]),
    ]

    /// Refused events by their ids, or by what they have in common.
    private static let choice: JSON = [
        "anyOf": [
            S.object(
                [("ids", ["type": "array", "items": text, "maxItems": 1000])],
                required: ["ids"],
                isClosed: true
            ),
            [
                "type": "object", "minProperties": 1, "additionalProperties": false,
                "properties": ["code": text, "dialect": text, "before": time, "all": ["const": true]],
            ],
        ]
    ]

    private static let context: JSON = [
        "type": "object", "required": ["context"],
        "properties": [
            "context": [
                "type": "object", "required": ["targetingKey"],
                "properties": ["targetingKey": named],
            ]
        ],
    ]

    /// The details of a route.
    static func of(_ route: Route) -> RouteDetails {
        if let details = table["\(route.method) \(route.pattern)"] { return details }
        if route.dialect != nil, route.method == "GET" { return RouteDetails(jsonQuery: [("data", list)]) }
        return RouteDetails(body: route.method == "POST" || route.method == "PUT" ? (json, any) : nil)
    }
}
