import Foundation
import Reports
import TipCore

/// What the document says of a route besides its path: the query, the body, the answer.
///
/// Routes that are not here take no query, and a body where their method has one.
struct RouteDetails: Sendable {
    /// The names in the query with their schemas; none of them must be there unless it is marked.
    var query: [(name: String, schema: JSON, isRequired: Bool)] = []
    /// The media types of the body and its schema; nil where there is none.
    var body: (types: [String], schema: JSON)?
    /// The media type of the answer.
    var answer = "application/json"
    /// Whether the answer has an entity tag, so that it may be 304.
    var isTagged = false
    /// The status of success.
    var success = "200"

    private static let any = JSON.boolean(true)
    private static let list: JSON = ["type": ["object", "array"]]
    private static let text: JSON = ["type": "string"]
    // How long a name may be is a number of bytes, which a schema cannot say.
    private static let named: JSON = ["type": "string", "minLength": 1]
    private static let time: JSON = ["type": "string", "format": "date-time"]
    private static let object: JSON = ["type": "object"]
    private static let flag: JSON = ["enum": ["0", "1", "true", "false"]]
    private static let json = ["application/json"]
    private static let page: JSON = ["type": "integer", "minimum": 1, "maximum": 1000]

    private static func person(_ more: [JSON.Member] = []) -> JSON {
        let person = JSON.Member("person", named)
        return [
            "type": "object", "required": ["person"], "properties": .object([person] + more),
        ]
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
            body: (
                json,
                person([
                    .init("locale", ["type": ["string", "null"]]),
                    .init("at", ["type": ["string", "null"], "format": "date-time"]),
                    .init("explain", ["type": ["boolean", "null"]]),
                ])
            )
        ),
        "GET /v1/people/{person}/tips/{tip}": .init(query: [("locale", text, false), ("at", time, false)]),
        "GET /v1/people/{person}/events": .init(query: [
            ("since", time, false), ("until", time, false), ("cursor", text, false), ("limit", page, false),
            ("order", ["enum": ["oldest", "newest"]], false),
        ]),
        "GET /v1/experiments/{id}/report": .init(query: [
            ("baseline", text, false), ("locale", text, false), ("partial", flag, false),
            ("phase", ["type": "integer", "minimum": 1], false), ("asOf", time, false),
            ("knownAt", time, false), ("since", time, false), ("until", time, false),
            ("by", ["enum": .array(Dimension.contextNames.map { .string($0) })], false),
            ("timezone", ["enum": .array(TimeZone.knownTimeZoneIdentifiers.map { .string($0) })], false),
        ]),
        "POST /v1/experiments/{id}/start": .init(body: (json, object)),
        "POST /v1/experiments/{id}/ramp": .init(body: (json, object)),
        "POST /v1/experiments/{id}/pause": .init(body: (json, object)),
        "POST /v1/experiments/{id}/resume": .init(body: (json, object)),
        "POST /v1/experiments/{id}/stop": .init(body: (json, object)),
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
        "POST /engage": .init(body: (json, list)), "POST /track": .init(body: (json, list)),
        "POST /i/v1/analytics/events": .init(body: (json, list)),
        "POST /events": .init(body: (["application/cloudevents+json"], any)),
        "POST /v1/tips/{tip}/off": .init(query: [("at", time, false)]),
        "POST /v1/tips/{tip}/on": .init(query: [("at", time, false)]),
    ]

    private static let choice: JSON = [
        "type": "object",
        "anyOf": [
            ["required": ["ids"]], ["required": ["code"]], ["required": ["dialect"]],
            ["required": ["before"]],
            ["required": ["all"]],
        ],
        "properties": [
            "ids": ["type": "array", "items": ["type": "string"], "maxItems": 1000], "code": text,
            "dialect": text, "before": time, "all": ["const": true],
        ],
        "additionalProperties": false,
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
        return RouteDetails(body: route.method == "POST" || route.method == "PUT" ? (json, any) : nil)
    }
}
