public import TipCore

/// Writes catalogs as the JSON that `CatalogReader` reads: for `GET /v1/catalog` and for stored revisions.
///
/// Reading what was written gives the same catalog again, and equal catalogs have equal text: members stand
/// in one order, parameters, events and fields in the order of their names, and what has its default is left
/// out.
public enum CatalogWriter {
    /// The catalog as JSON.
    public static func json(_ catalog: Catalog) -> JSON {
        var object = MemberList()
        object.add("displayFrequency", frequency(catalog.displayFrequency))
        object.add("timeZone", .string(catalog.timeZone))
        object.add("parameters", named(catalog.parameters, json))
        object.add("events", named(catalog.events, json))
        object.add("tips", .array(catalog.tips.map(json)))
        object.addUnlessEmpty("groups", catalog.groups.map(json))
        object.addUnlessEmpty("experiments", catalog.experiments.map(json))
        return object.json
    }

    private static func frequency(_ frequency: DisplayFrequency) -> JSON {
        frequency.name.map(JSON.string) ?? .number(frequency.seconds)
    }

    private static func named<Value>(_ values: NamedValues<Value>, _ json: (Value) -> JSON) -> JSON? {
        guard !values.isEmpty else { return nil }
        return .object(values.map { JSON.Member($0.key, json($0.value)) })
    }

    private static func json(_ parameter: ParameterDefinition) -> JSON {
        var object = MemberList()
        object.add("type", parameter.type.map { .string($0.rawValue) })
        object.add("default", parameter.defaultValue.json)
        object.add("transient", true, where: parameter.isTransient)
        return object.json
    }

    private static func json(_ event: EventDefinition) -> JSON {
        var object = MemberList()
        object.add("info", named(event.info) { .string($0.rawValue) })
        if event.donationLimit != DonationLimit() {
            var limit = MemberList()
            limit.add("maximumCount", .integer(Int64(event.donationLimit.maximumCount)))
            limit.add("maximumAge", event.donationLimit.maximumAgeSeconds.map(JSON.number))
            object.add("donationLimit", limit.json)
        }
        return object.json
    }

    private static func json(_ tip: TipDefinition) -> JSON {
        var object = MemberList()
        object.add("id", .string(tip.id))
        object.add(tip.copy)
        object.addUnlessEmpty("rules", tip.rules.map { .string($0.text) })
        var options = MemberList()
        options.add("maxDisplayCount", tip.options.maxDisplayCount.map { .integer(Int64($0)) })
        options.add("maxDisplayDuration", tip.options.maxDisplayDuration.map(JSON.number))
        options.add("ignoresDisplayFrequency", true, where: tip.options.ignoresDisplayFrequency)
        object.add("options", options.json, where: !options.isEmpty)
        object.add("priority", .integer(Int64(tip.priority)), where: tip.priority != 0)
        object.add("presentation", tip.presentation.map(JSON.string))
        object.add("revision", .integer(tip.revision), where: tip.revision != 1)
        return object.json
    }

    private static func json(_ group: GroupDefinition) -> JSON {
        [
            "id": .string(group.id), "priority": .string(group.priority.rawValue),
            "tips": .array(group.tips.map(JSON.string)),
        ]
    }

    private static func json(_ experiment: ExperimentDefinition) -> JSON {
        var object = MemberList()
        object.add("id", .string(experiment.id))
        object.add("tip", .string(experiment.tip))
        object.add("unit", .string(experiment.unit.rawValue))
        object.addUnlessEmpty("audience", experiment.audience.map { .string($0.text) })
        object.add("inclusion", .number(experiment.inclusion), where: experiment.inclusion != 1)
        object.add(
            "namespace",
            experiment.namespace.map { namespace in
                ["id": .string(namespace.id), "from": .number(namespace.from), "to": .number(namespace.to)]
            }
        )
        object.add("variants", .array(experiment.variants.map(json)))
        object.add("primary", json(experiment.primary))
        object.addUnlessEmpty("secondary", experiment.secondary.map(json))
        object.addUnlessEmpty("guardrails", experiment.guardrails.map(json))
        object.add("plan", experiment.plan.map(json))
        return object.json
    }

    private static func json(_ variant: ExperimentDefinition.Variant) -> JSON {
        var object = MemberList()
        object.add("id", .string(variant.id))
        object.add(variant.copy)
        object.add("weight", .number(variant.weight), where: variant.weight != 1)
        object.add("shows", false, where: !variant.shows)
        return object.json
    }

    private static func json(_ metric: MetricDefinition) -> JSON {
        var object = MemberList()
        object.add("metric", .string(metric.metric.name))
        object.add("within", metric.within.map { DurationText.text($0).map(JSON.string) ?? .number($0) })
        object.add("direction", metric.direction.map { .string($0.rawValue) })
        object.add("margin", metric.margin.map(JSON.number))
        object.add("measure", .string(metric.measure.word), where: metric.measure != .once)
        object.add("field", metric.measure.field.map(JSON.string))
        return object.json
    }

    private static func json(_ plan: ExperimentDefinition.Plan) -> JSON {
        var object = MemberList()
        object.add("peoplePerVariant", plan.peoplePerVariant.map(JSON.integer))
        object.add("looks", plan.looks.map { .integer(Int64($0)) })
        object.add("alpha", plan.alpha.map(JSON.number))
        object.add("minimumLift", plan.minimumLift.map(JSON.number))
        return object.json
    }
}

/// The members of an object that is built one by one.
private struct MemberList {
    private var members: [JSON.Member] = []

    var isEmpty: Bool { members.isEmpty }

    var json: JSON { .object(members) }

    /// Adds a value that is there; a literal `nil` would be JSON's null, hence no ternaries with it.
    mutating func add(_ key: String, _ value: JSON?) {
        if let value { members.append(JSON.Member(key, value)) }
    }

    mutating func add(_ key: String, _ value: JSON, where condition: Bool) {
        if condition { members.append(JSON.Member(key, value)) }
    }

    mutating func addUnlessEmpty(_ key: String, _ values: [JSON]) {
        add(key, .array(values), where: !values.isEmpty)
    }

    mutating func add(_ copy: Copy) {
        add("title", copy.title.map(Self.json))
        add("message", copy.message.map(Self.json))
        add("image", copy.image.map(JSON.string))
        addUnlessEmpty("actions", copy.actions.map(Self.json))
    }

    private static func json(_ action: ActionDefinition) -> JSON {
        var object = MemberList()
        object.add("id", .string(action.id))
        object.add("title", action.title.map(json))
        object.add("invalidates", true, where: action.invalidates)
        return object.json
    }

    private static func json(_ text: LocalizedText) -> JSON {
        if text.variants.count == 1, text.variants[0].locale.isEmpty { return .string(text.variants[0].text) }
        return .object(text.variants.map { JSON.Member($0.locale, .string($0.text)) })
    }
}
