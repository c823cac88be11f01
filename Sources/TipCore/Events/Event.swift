/// One fact of the log: what happened to whom, and when.
///
/// An event that exists as this value has passed every check of its own in `TipWire`: lengths, types
/// and times are in range. Whether it is a duplicate only the log can say.
public struct Event: Hashable, Sendable {
    /// The idempotency key within a person, 1 to 128 bytes; a UUIDv7 made on the device is best.
    public var id: String
    /// Whose tips these are, all devices together; 1 to 256 bytes.
    public var person: String
    /// When it happened, as stated by the client or capped at receipt.
    public var at: Timestamp
    /// The installation it happened on, up to 128 bytes; empty where the client names none.
    public var device: String
    /// The device's own counter, which orders events of one device at one instant.
    public var sequence: Int64?
    /// What the app said about itself and its surroundings.
    public var context: EventContext
    /// True for traffic of testers, which reports never count.
    public var isTest: Bool
    /// What happened.
    public var body: EventBody

    /// Creates an event.
    public init(
        id: String,
        person: String,
        at: Timestamp,
        device: String = "",
        sequence: Int64? = nil,
        context: EventContext = EventContext(),
        isTest: Bool = false,
        body: EventBody
    ) {
        self.id = id
        self.person = person
        self.at = at
        self.device = device
        self.sequence = sequence
        self.context = context
        self.isTest = isTest
        self.body = body
    }
}

/// What an app says about itself with an event; each field is empty where it is not said.
public struct EventContext: Hashable, Sendable {
    /// The app's name or bundle identifier.
    public var app = ""
    /// The app's version.
    public var appVersion = ""
    /// The operating system.
    public var os = ""
    /// The operating system's version.
    public var osVersion = ""
    /// The language tag, as BCP 47.
    public var locale = ""
    /// The IANA time zone.
    public var timeZone = ""
    /// The SDK that sent the event.
    public var sdk = ""

    /// Creates a context that says nothing.
    public init() {}
}

extension EventContext {
    /// The fields by their names on the wire.
    public static var fields: [(name: String, path: any WritableKeyPath<EventContext, String> & Sendable)] {
        [
            ("app", \.app), ("appVersion", \.appVersion), ("os", \.os), ("osVersion", \.osVersion),
            ("locale", \.locale), ("timeZone", \.timeZone), ("sdk", \.sdk),
        ]
    }

    /// The fields that are said, in a fixed order.
    public var json: JSON {
        .object(
            Self.fields.compactMap { field in
                self[keyPath: field.path].isEmpty
                    ? nil : JSON.Member(field.name, .string(self[keyPath: field.path]))
            }
        )
    }

    /// Reads the fields it knows from an object and passes over the others.
    public init(json: JSON) {
        for field in Self.fields {
            self[keyPath: field.path] = json[field.name]?.stringValue ?? ""
        }
    }
}
