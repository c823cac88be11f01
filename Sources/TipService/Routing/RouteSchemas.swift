import Foundation
import TipCore

/// The words of which the document makes its schemas.
///
/// How long a name may be is a number of bytes, which a schema cannot say; `/v1/limits` does.
enum RouteSchemas {
    static let any = JSON.boolean(true)
    static let text: JSON = ["type": "string"]
    static let named: JSON = ["type": "string", "minLength": 1]
    static let count: JSON = ["type": "integer", "minimum": 0]
    static let yesOrNo: JSON = ["type": "boolean"]
    static let object: JSON = ["type": "object"]
    /// A yes or no in a query.
    static let flag: JSON = ["enum": ["0", "1", "true", "false"]]
    static let time: JSON = ["type": "string", "format": "date-time"]
    /// An instant of the log, which begins with 1970.
    static let instant: JSON = [
        "type": "string", "format": "date-time", "pattern": "^(19[7-9][0-9]|[2-9][0-9]{3})-",
    ]
    /// An IANA name, as the components list them.
    static let timeZone: JSON = ["$ref": "#/components/schemas/TimeZone"]
    static let scalar: JSON = ["type": ["boolean", "number", "string", "null"]]

    /// What may be null, which counts as absent.
    static func optional(_ schema: JSON) -> JSON { ["anyOf": [schema, ["type": "null"]]] }

    static func list(of items: JSON) -> JSON { ["type": "array", "items": items] }

    static func word(_ words: [String]) -> JSON { ["enum": .array(words.map { .string($0) })] }

    /// An object whose members have their schemas; those that must be there are named.
    static func object(_ properties: [(String, JSON)], required: [String], isClosed: Bool = false) -> JSON {
        var members: [JSON.Member] = [
            .init("type", "object"), .init("required", .array(required.map { .string($0) })),
            .init("properties", .object(properties.map { .init($0.0, $0.1) })),
        ]
        if isClosed { members.append(.init("additionalProperties", false)) }
        return .object(members)
    }

    /// An object all of whose members are there.
    static func record(_ properties: [(String, JSON)]) -> JSON {
        object(properties, required: properties.map(\.0))
    }

    /// The schemas that the document names once.
    static let components: [JSON.Member] = [
        .init(
            "Problem",
            object(
                [
                    ("title", text), ("status", ["type": "integer"]), ("code", text), ("detail", text),
                    ("hint", text),
                ],
                required: ["title", "status", "code", "detail"]
            )
        ),
        .init("TimeZone", word(TimeZone.knownTimeZoneIdentifiers)),
        .init(
            "TipCopy",
            record([
                ("title", optional(text)), ("message", optional(text)), ("image", optional(text)),
                ("actions", list(of: object([("id", named)], required: ["id"]))),
            ])
        ),
        .init("TipStatus", word(["available", "pending", "invalidated"])),
        .init("Events", RouteAnswers.events),
        .init("Experiment", RouteAnswers.experiment),
    ]
}
