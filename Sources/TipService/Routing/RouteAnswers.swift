import TipCore

/// What the document says of answers: their members, as far as a client may rely on them.
///
/// More members may be there, and more will be; none of these goes away.
enum RouteAnswers {
    private typealias S = RouteSchemas

    /// What became of the events of a request.
    static let events: JSON = S.object(
        [
            ("accepted", S.count), ("duplicates", S.count), ("rejected", S.count),
            (
                "errors",
                S.list(
                    of: S.record([
                        ("index", S.count), ("id", S.optional(S.text)), ("code", S.named), ("detail", S.text),
                    ])
                )
            ),
            ("generated", S.list(of: S.record([("index", S.count), ("id", S.named)]))),
            ("results", S.list(of: S.word(["accepted", "duplicate", "rejected"]))),
        ],
        required: ["accepted", "duplicates", "rejected"]
    )

    /// An experiment as lists show it.
    static let experiment: JSON = S.record([
        ("experiment", S.named), ("tip", S.named),
        ("status", S.word(["draft", "running", "paused", "stopped"])),
        ("phase", S.optional(S.count)), ("startedAt", S.optional(S.time)), ("stoppedAt", S.optional(S.time)),
        ("decision", S.optional(S.text)), ("variants", S.list(of: S.named)),
    ])

    private static let wording: JSON = ["$ref": "#/components/schemas/TipCopy"]
    private static let status: JSON = ["$ref": "#/components/schemas/TipStatus"]
    private static let oneExperiment: JSON = ["$ref": "#/components/schemas/Experiment"]

    private static let flag: JSON = S.object(
        [
            ("key", S.named), ("value", S.any), ("variant", S.named),
            ("reason", S.word(["STATIC", "DEFAULT", "TARGETING_MATCH", "SPLIT", "DISABLED", "UNKNOWN"])),
            (
                "metadata",
                ["type": "object", "additionalProperties": ["type": ["boolean", "string", "number"]]]
            ),
        ],
        required: ["key", "variant", "reason"]
    )

    private static let refused: JSON = S.object(
        [
            ("id", S.named), ("receivedAt", S.time), ("code", S.named), ("dialect", S.named),
            ("field", S.optional(S.text)), ("detail", S.text), ("eventId", S.optional(S.text)),
            ("bytes", S.count),
            ("body", S.text),
        ],
        required: ["id", "receivedAt", "code", "dialect", "field", "detail", "eventId", "bytes"]
    )

    /// The answers by method and pattern; dialects say theirs themselves.
    static let table: [String: JSON] = [
        "GET /v1/events/{id}": S.object(
            [("id", S.named), ("person", S.named), ("outcome", S.word(["accepted", "rejected"]))],
            required: ["id", "outcome"]
        ),
        "GET /v1/catalog": S.object(
            [("catalogRevision", S.count), ("tips", S.list(of: S.object))],
            required: [
                "catalogRevision", "tips",
            ]
        ),
        "PUT /v1/catalog": S.object(
            [
                ("revision", S.count), ("diff", S.list(of: S.object)), ("effect", S.any),
                ("warnings", S.list(of: S.object)),
            ],
            required: ["diff", "warnings"]
        ),
        "POST /v1/decisions": S.record([
            ("at", S.time), ("revision", S.count),
            (
                "tips",
                S.list(
                    of: S.object(
                        [("tip", S.named), ("status", status), ("copy", wording)],
                        required: [
                            "tip", "status", "copy",
                        ]
                    )
                )
            ),
            ("groups", S.list(of: S.record([("group", S.named), ("currentTip", S.optional(S.named))]))),
        ]),
        "GET /v1/people/{person}/tips/{tip}": S.object(
            [("tip", S.named), ("status", status), ("copy", wording), ("rules", S.list(of: S.object))],
            required: ["tip", "status", "copy", "rules"]
        ),
        "GET /v1/people/{person}/events": S.object(
            [
                ("person", S.named), ("order", S.word(["oldest", "newest"])),
                ("events", S.list(of: S.object)),
                ("next", S.optional(S.named)),
            ],
            required: ["person", "order", "events", "next"]
        ),
        "DELETE /v1/people/{person}": S.record([
            ("names", S.count), ("events", S.count), ("quarantined", S.count), ("erasedBefore", S.yesOrNo),
        ]),
        "GET /v1/experiments": S.record([("experiments", S.list(of: oneExperiment))]),
        "GET /v1/experiments/{id}/report": S.object(
            [
                ("schema", ["const": "tipledger.report/1"]), ("experiment", S.named), ("tip", S.named),
                ("variants", S.list(of: S.object)), ("comparisons", S.list(of: S.object)),
                ("health", S.object),
                ("recommendation", S.object),
            ],
            required: [
                "schema", "experiment", "tip", "variants", "comparisons", "health", "recommendation",
            ]
        ),
        "POST /v1/experiments/{id}/start": oneExperiment, "POST /v1/experiments/{id}/ramp": oneExperiment,
        "POST /v1/experiments/{id}/pause": oneExperiment, "POST /v1/experiments/{id}/resume": oneExperiment,
        "POST /v1/experiments/{id}/stop": oneExperiment,
        "GET /v1/quarantine": S.record([("events", S.list(of: refused))]),
        "GET /v1/quarantine/{id}": refused,
        "POST /v1/quarantine/replay": S.record([
            ("accepted", S.count), ("duplicates", S.count), ("rejected", S.count),
        ]),
        "POST /v1/quarantine/purge": S.record([("purged", S.count)]),
        "POST /v1/tips/{tip}/off": tipSwitch, "POST /v1/tips/{tip}/on": tipSwitch,
        "POST /ofrep/v1/evaluate/flags/{key}": flag,
        "POST /ofrep/v1/evaluate/flags": S.record([("flags", S.list(of: flag)), ("metadata", S.object)]),
        "GET /api/features/{key}": S.record([
            ("status", ["const": 200]), ("features", S.object), ("experiments", S.list(of: S.object)),
            ("dateUpdated", S.time),
        ]),
        "GET /healthz": S.record([("status", ["const": "alive"])]),
        "GET /readyz": S.record([("status", ["const": "ready"])]),
        "GET /v1/limits": ["type": "object", "additionalProperties": ["type": "number"]],
        "GET /openapi.json": S.record([("openapi", S.text), ("info", S.object), ("paths", S.object)]),
        "GET /metrics": S.text,
    ]

    private static let tipSwitch: JSON = S.record([
        ("tip", S.named), ("off", S.yesOrNo), ("at", S.optional(S.time)), ("changed", S.yesOrNo),
    ])
}
