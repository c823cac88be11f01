public import TipCore

/// The question of `POST /v1/decisions`: which tips may be shown to a person, and with which copy.
public struct DecisionRequest: Hashable, Sendable {
    /// Whose tips.
    public var person: String
    /// The device that asks, the unit of experiments by device; nil where it is not said.
    public var device: String?
    /// The IANA zone of this question; nil for the person's own.
    public var timeZone: String?
    /// The language of the copy, as BCP 47; nil for the first one that is written.
    public var locale: String?
    /// Parameters for this question only, before those of the person.
    public var parameters: NamedValues<Scalar>
    /// The tips that are asked for; nil is all of them.
    public var tips: [String]?
    /// The instant that is asked about; nil is now.
    public var at: Timestamp?
    /// Whether the answer says for each blocker what was seen and what is needed.
    public var isExplained: Bool

    /// Creates a question.
    public init(
        person: String,
        device: String? = nil,
        timeZone: String? = nil,
        locale: String? = nil,
        parameters: NamedValues<Scalar> = [:],
        tips: [String]? = nil,
        at: Timestamp? = nil,
        isExplained: Bool = false
    ) {
        self.person = person
        self.device = device
        self.timeZone = timeZone
        self.locale = locale
        self.parameters = parameters
        self.tips = tips
        self.at = at
        self.isExplained = isExplained
    }

    /// Reads a question off JSON, with the checks and limits that hold for events; unknown members are ignored.
    ///
    /// - Parameters:
    ///   - value: The body of the request.
    ///   - limits: How large its parts may be.
    /// - Returns: The question, or what is wrong with it.
    public static func decode(
        _ value: JSON,
        limits: EventLimits = EventLimits()
    ) -> Result<DecisionRequest, Rejection> {
        do throws(Rejection) {
            return .success(try read(value, limits))
        } catch {
            return .failure(error)
        }
    }

    private static func read(_ value: JSON, _ limits: EventLimits) throws(Rejection) -> DecisionRequest {
        guard case .object(let members) = value else {
            throw Rejection(.malformed, detail: "A question is an object; this is \(value.kind).")
        }
        try EventSoundness(depth: limits.depth).check(value)
        var fields = FieldReader(members)
        let request = DecisionRequest(
            person: try fields.requiredText("person", atMost: limits.personBytes),
            device: try fields.text("device", atMost: limits.deviceBytes, canBeEmpty: true),
            timeZone: try fields.text("timeZone", atMost: limits.nameBytes),
            locale: try fields.text("locale", atMost: limits.contextBytes, canBeEmpty: true),
            parameters: try parameters(&fields, limits),
            tips: try fields.texts("tips", atMost: limits.nameBytes, count: limits.overrideTips),
            at: try fields.time("at"),
            isExplained: try fields.boolean("explain") ?? false
        )
        if let zone = request.timeZone, !TimeZoneName.isKnown(zone) {
            throw fields.bad("timeZone", "is no IANA time zone.", hint: "Write it like Asia/Tokyo.")
        }
        return request
    }

    private static func parameters(
        _ fields: inout FieldReader,
        _ limits: EventLimits
    ) throws(Rejection) -> NamedValues<Scalar> {
        var parameters: NamedValues<Scalar> = [:]
        for (index, member) in (try fields.object("parameters") ?? []).enumerated() {
            guard let scalar = Scalar(member.value) else {
                throw fields.bad(
                    "parameters",
                    "holds \(member.value.kind) as member \(index); booleans, numbers, strings and null are expected."
                )
            }
            guard (1...limits.nameBytes).contains(member.key.utf8.count) else {
                throw fields.bad(
                    "parameters",
                    "has a name of \(member.key.utf8.count) bytes as member \(index)."
                )
            }
            if case .string(let text) = scalar, text.utf8.count > limits.valueBytes {
                throw fields.bad(
                    "parameters",
                    "has \(text.utf8.count) bytes as member \(index), over the limit of \(limits.valueBytes)."
                )
            }
            parameters[member.key] = scalar
        }
        return parameters
    }

    /// The question as JSON, for clients; reading it gives the same question.
    public var json: JSON {
        var members = [JSON.Member("person", .string(person))]
        let texts = [("device", device), ("timeZone", timeZone), ("locale", locale)]
        members += texts.compactMap { name, text in text.map { JSON.Member(name, .string($0)) } }
        if !parameters.isEmpty {
            members.append(
                JSON.Member("parameters", .object(parameters.map { JSON.Member($0.key, $0.value.json) }))
            )
        }
        if let tips { members.append(JSON.Member("tips", .array(tips.map(JSON.string)))) }
        if let at { members.append(JSON.Member("at", .string(at.rfc3339))) }
        if isExplained { members.append(JSON.Member("explain", true)) }
        return .object(members)
    }

    /// Who asks, as the decision takes it.
    public var asker: Asker {
        Asker(person: person, device: device ?? "", timeZone: timeZone, parameters: parameters)
    }

    /// The numbers of the tips that are asked for; nil where all are.
    ///
    /// An item of a reusable tip that nobody has named yet gets a number in the catalog that is given, so that
    /// there is an answer on it; give a copy that lives as long as the answer. A name that no tip has is left
    /// out.
    public func numbers(in catalog: inout CompiledCatalog) -> [UInt32]? {
        guard let tips else { return nil }
        return tips.compactMap { name in
            catalog.place(ofTipNamed: name) == nil ? nil : catalog.number(ofTip: name)
        }
    }
}
