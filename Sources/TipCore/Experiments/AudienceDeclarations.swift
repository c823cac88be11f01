/// What a catalog declares of the parameters and events that the rules of an audience read.
///
/// It is frozen with the rules, so that who was in the audience can be recomputed from the log alone.
public struct AudienceDeclarations: Hashable, Sendable {
    /// The zone of a person who has not said theirs, an IANA name.
    public var timeZone: String
    /// The parameters by name.
    public var parameters: NamedValues<ParameterDefinition>
    /// What rules see of the donations of each event.
    public var limits: NamedValues<DonationLimit>

    /// Takes what an audience reads out of a catalog; nil where the audience has no rules.
    public init?(of audience: [Rule], in catalog: Catalog) {
        guard !audience.isEmpty else { return nil }
        let parameters = Set(audience.flatMap(\.parameters).map { ExactText($0.name) })
        let events = Set(audience.flatMap(\.events).map { ExactText($0.name) })
        timeZone = catalog.timeZone
        self.parameters = NamedValues(
            catalog.parameters.filter { parameters.contains(ExactText($0.key)) }.map { ($0.key, $0.value) }
        )
        limits = NamedValues(
            catalog.events.filter { events.contains(ExactText($0.key)) }.map {
                ($0.key, $0.value.donationLimit)
            }
        )
    }

    /// A catalog that declares these and nothing else.
    var catalog: Catalog {
        Catalog(
            timeZone: timeZone,
            parameters: parameters,
            events: limits.mapValues { EventDefinition(donationLimit: $0) }
        )
    }

    /// The declarations as a start event keeps them, names in the order of their bytes.
    public var json: JSON {
        let parameters = parameters.map { name, parameter -> JSON.Member in
            let value: JSON = [
                "default": parameter.defaultValue.json, "transient": .boolean(parameter.isTransient),
            ]
            return JSON.Member(name, value)
        }
        let events = limits.map { name, limit -> JSON.Member in
            let value: JSON = [
                "maximumCount": .integer(Int64(limit.maximumCount)),
                "maximumAge": limit.maximumAgeSeconds.map { .number($0) } ?? .null,
            ]
            return JSON.Member(name, value)
        }
        return [
            "timeZone": .string(timeZone), "parameters": .object(parameters.inByteOrder),
            "events": .object(events.inByteOrder),
        ]
    }

    /// Reads declarations back; nil where they are none.
    public init?(json: JSON) {
        guard let zone = json["timeZone"]?.stringValue, case .object(let parameters)? = json["parameters"],
            case .object(let events)? = json["events"]
        else { return nil }
        timeZone = zone
        self.parameters = [:]
        for member in parameters {
            self.parameters[member.key] = ParameterDefinition(
                defaultValue: member.value["default"].flatMap { Scalar(json: $0) } ?? .null,
                isTransient: member.value["transient"] == .boolean(true)
            )
        }
        limits = [:]
        for member in events {
            limits[member.key] = DonationLimit(
                maximumCount: member.value["maximumCount"]?.integerValue.map { Int($0) } ?? 1000,
                maximumAgeSeconds: member.value["maximumAge"]?.doubleValue
            )
        }
    }
}

extension [JSON.Member] {
    /// The members in the order of their keys' bytes.
    fileprivate var inByteOrder: [JSON.Member] {
        sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }
}
