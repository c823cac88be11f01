import Testing
import TipCore
import TipWire

/// The contract's table as data: every type with its fields, from which sound and broken events follow.
@Suite("Every field of every type is checked for presence, kind and size")
struct EventContractTests {
    struct Contract: Sendable, CustomTestStringConvertible {
        let type: String
        let fields: [Field]

        var testDescription: String { type }
    }

    struct Field: Sendable {
        let name: String
        let kind: Kind
        var isRequired = true
    }

    enum Kind: Sendable {
        /// Text of 1 to so many bytes.
        case text(Int)
        /// Text of 1 to 256 bytes that is no sample of other texts, as nobody joins with themselves.
        case person
        /// One of some words.
        case word([String])
        case integer
        case time
        case scalar
        case scalars
        /// A list of names of 1 to so many bytes.
        case texts(Int)
        case zone
    }

    static let common = [
        Field(name: "person", kind: .person),
        Field(name: "id", kind: .text(128), isRequired: false),
        Field(name: "at", kind: .time, isRequired: false),
        Field(name: "seq", kind: .integer, isRequired: false),
    ]

    static let tip = Field(name: "tip", kind: .text(256))
    static let display = Field(name: "display", kind: .text(256))
    static let event = Field(name: "event", kind: .text(256))

    static let contracts: [Contract] = [
        Contract(type: "donation", fields: [event, Field(name: "info", kind: .scalars, isRequired: false)]),
        Contract(type: "donations_deleted", fields: [event]),
        Contract(
            type: "parameter",
            fields: [Field(name: "name", kind: .text(256)), Field(name: "value", kind: .scalar)]
        ),
        Contract(type: "session", fields: []),
        Contract(type: "time_zone", fields: [Field(name: "timeZone", kind: .zone)]),
        Contract(
            type: "impression",
            fields: [
                tip, display, Field(name: "experiment", kind: .text(256), isRequired: false),
                Field(name: "variant", kind: .text(256), isRequired: false),
                Field(name: "revision", kind: .integer, isRequired: false),
                Field(name: "group", kind: .text(256), isRequired: false),
            ]
        ),
        Contract(type: "impression_progress", fields: [tip, display]),
        Contract(type: "impression_end", fields: [tip, display]),
        Contract(
            type: "impression_failed",
            fields: [
                tip, Field(name: "display", kind: .text(256), isRequired: false),
                Field(name: "reason", kind: .text(256)),
            ]
        ),
        Contract(
            type: "exposure",
            fields: [
                tip, Field(name: "experiment", kind: .text(256)), Field(name: "variant", kind: .text(256)),
            ]
        ),
        Contract(
            type: "action_tap",
            fields: [
                tip, Field(name: "action", kind: .text(256)),
                Field(name: "display", kind: .text(256), isRequired: false),
            ]
        ),
        Contract(
            type: "invalidation",
            fields: [
                tip,
                Field(
                    name: "reason",
                    kind: .word(["actionPerformed", "tipClosed", "userPerformedAction", "userClosedTip"])
                ),
            ]
        ),
        Contract(type: "eligibility_reset", fields: [tip]),
        Contract(type: "datastore_reset", fields: []),
        Contract(
            type: "override_set",
            fields: [
                Field(name: "kind", kind: .word(["showTips", "hideTips", "showAllTips", "hideAllTips"])),
                Field(name: "tips", kind: .texts(256)),
                Field(name: "until", kind: .time, isRequired: false),
            ]
        ),
        Contract(
            type: "override_cleared",
            fields: [
                Field(
                    name: "kind",
                    kind: .word(["showTips", "hideTips", "showAllTips", "hideAllTips"]),
                    isRequired: false
                )
            ]
        ),
        Contract(type: "opt_out", fields: []),
        Contract(type: "opt_in", fields: []),
        Contract(type: "identify", fields: [Field(name: "previous", kind: .text(256))]),
    ]

    @Test("a sound event is accepted, with and without what it may leave out", arguments: contracts)
    func accepts(contract: Contract) throws {
        for withOptional in [true, false] {
            let event = Self.event(contract, withOptional: withOptional)

            let decoded = try Self.decode(event).get()

            #expect(decoded.extra == nil, "\(event.text())")
        }
    }

    @Test("every sample of a field is accepted", arguments: contracts)
    func acceptsSamples(contract: Contract) {
        for field in contract.fields + Self.common {
            for sample in field.kind.sound {
                let event = Self.event(contract, replacing: field.name, with: sample)

                #expect(throws: Never.self, "\(event.text().prefix(200))") { try Self.decode(event).get() }
            }
        }
    }

    @Test("a required field that is absent or null is missed", arguments: contracts)
    func misses(contract: Contract) {
        for field in contract.fields + Self.common {
            let absent = Self.decode(Self.event(contract, replacing: field.name, with: nil))
            if field.isRequired {
                expect(absent, .missingField, field.name)
            } else {
                #expect(throws: Never.self, "\(field.name)") { try absent.get() }
            }
            // For a parameter null is a value.
            if case .scalar = field.kind { continue }
            let null = Self.decode(Self.event(contract, replacing: field.name, with: .some(.null)))
            if field.isRequired { expect(null, .missingField, field.name) }
        }
    }

    @Test("a field of another kind, size or value is refused by its name", arguments: contracts)
    func refuses(contract: Contract) {
        for field in contract.fields + Self.common {
            for (broken, code) in field.kind.broken {
                let event = Self.event(contract, replacing: field.name, with: broken)
                expect(Self.decode(event), code, field.name)
            }
        }
    }

    @Test("fields of other types are kept as they are", arguments: contracts)
    func keeps(contract: Contract) throws {
        let foreign = Self.contracts.flatMap(\.fields).map(\.name)
            .filter { name in !contract.fields.contains { $0.name == name } }
        guard case .object(var members) = Self.event(contract) else { return }
        var seen: Set<String> = []
        let extra = foreign.filter { seen.insert($0).inserted }.map { JSON.Member($0, ["as": "it is"]) }
        members += extra

        #expect(try Self.decode(.object(members)).get().extra == .object(extra))
    }

    // MARK: Events of a contract

    private static func event(
        _ contract: Contract,
        withOptional: Bool = true,
        replacing name: String? = nil,
        with value: JSON? = nil
    ) -> JSON {
        var members = [JSON.Member("type", .string(contract.type))]
        for field in common + contract.fields where withOptional || field.isRequired {
            if field.name == name {
                if let value { members.append(JSON.Member(field.name, value)) }
            } else {
                members.append(JSON.Member(field.name, field.kind.sound[0]))
            }
        }
        return .object(members)
    }

    private static func decode(_ event: JSON) -> Result<DecodedEvent, Rejection> {
        EventDecoder().decode(event, receivedAt: Timestamp(microseconds: .max)) { "made" }
    }

    private func expect(_ result: Result<DecodedEvent, Rejection>, _ code: Rejection.Code, _ field: String) {
        let rejection = #expect(throws: Rejection.self, "\(field)") { try result.get() }
        #expect(rejection?.code == code, "\(field)")
        #expect(rejection?.field == field, "\(field)")
    }
}

extension EventContractTests.Kind {
    /// Values that are accepted; the first one is the usual one.
    var sound: [JSON] {
        switch self {
        case .text(let limit): ["name", "日本", " ", .string(String(repeating: "x", count: limit))]
        case .person: ["someone", "誰か", .string(String(repeating: "y", count: 256))]
        case .word(let words): words.map(JSON.string)
        case .integer: [1, 0, -1, .float(3), .integer(.max), .integer(.min)]
        case .time:
            [
                "2026-03-02T10:00:00Z", "1970-01-01T00:00:00Z", "2026-03-02T10:00:00.123456789+14:00",
                "2026-03-02t10:00:00z", "9999-12-31T23:59:59Z",
            ]
        case .scalar: [true, nil, 1, 2.5, "", .string(String(repeating: "x", count: 1024))]
        case .scalars: [["a": 1], [:], ["a": nil, "b": true, "c": "", "d": 2.5]]
        case .texts(let limit): [["t"], ["t", "t"], [.string(String(repeating: "x", count: limit))]]
        case .zone:
            ["Asia/Tokyo", "UTC", "GMT", "EST", "Etc/GMT+5", "America/Argentina/Buenos_Aires", "Japan"]
        }
    }

    /// Values that are refused, each with its code.
    var broken: [(JSON, Rejection.Code)] {
        var broken: [(JSON, Rejection.Code)] = [([:], .badField), (["a"], .badField)]
        switch self {
        case .text(let limit):
            broken += [("", .badField), (1, .badField), (true, .badField)]
            broken.append((.string(String(repeating: "x", count: limit + 1)), .badField))
        case .person:
            broken += [
                ("", .badField), (1, .badField), (.string(String(repeating: "y", count: 257)), .badField),
            ]
        case .word:
            broken += [("", .badField), ("Show", .badField), ("tipclosed", .badField), (1, .badField)]
        case .integer:
            broken += [("1", .badField), (1.5, .badField), (true, .badField), (.number(1e19), .badNumber)]
        case .time:
            broken += [
                (1_772_445_600, .badField), (true, .badField), ("", .badTime), ("2026-03-02", .badTime),
            ]
            broken += [("2026-03-02T10:00:00", .badTime), ("2026-03-02T25:00:00Z", .badTime)]
            broken += [("1969-12-31T23:59:59Z", .badTime), ("2026-03-02T10:00:00.1234567890Z", .badTime)]
        case .scalar:
            broken.append((.string(String(repeating: "x", count: 1025)), .badField))
        case .scalars:
            broken = [([], .badField), ("x", .badField), (["a": []], .badField), (["a": [:]], .badField)]
            broken.append((["a": .string(String(repeating: "x", count: 1024))], .badField))
        case .texts(let limit):
            broken = [
                ([:], .badField), ("t", .badField), ([1], .badField), ([""], .badField), ([nil], .badField),
            ]
            broken.append(([.string(String(repeating: "x", count: limit + 1))], .badField))
            broken.append((.array(Array(repeating: "t", count: 1001)), .badField))
        case .zone:
            broken += [("Mars/Phobos", .badField), ("JST", .badField), ("UTC+9", .badField), ("", .badField)]
        }
        return broken
    }
}
