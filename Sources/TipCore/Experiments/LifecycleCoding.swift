/// Lifecycle events as the JSON that the log keeps.
extension LifecycleEvent {
    /// The fields of the event besides its type and time.
    public var payload: JSON {
        switch self {
        case .catalogApplied(let revision, let text):
            ["revision": .integer(Int64(revision)), "catalog": .string(text)]
        case .experimentStarted(let id, let phase), .phaseStarted(let id, let phase):
            ["experiment": .string(id), "phase": phase.json]
        case .experimentRamped(let id, let share): ["experiment": .string(id), "inclusion": .number(share)]
        case .experimentPaused(let id), .experimentResumed(let id): ["experiment": .string(id)]
        case .experimentStopped(let id, let decision):
            ["experiment": .string(id), "decision": decision.map { .string($0.name) } ?? .null]
        case .tipOff(let tip), .tipOn(let tip): ["tip": .string(tip)]
        case .erasure(let names, let events, let phases):
            [
                "names": .integer(Int64(names)), "events": .integer(events),
                "phases": .array(
                    phases.map { ["experiment": .string($0.experiment), "phase": .integer(Int64($0.phase))] }
                ),
            ]
        }
    }

    /// Reads an event back; nil where the fields are not those of the type.
    public init?(type: String, payload: JSON) {
        let id = payload["experiment"]?.stringValue
        switch type {
        case "catalog_applied":
            guard let revision = payload["revision"]?.integerValue, let text = payload["catalog"]?.stringValue
            else {
                return nil
            }
            self = .catalogApplied(revision: Int(revision), text: text)
        case "experiment_started", "phase_started":
            guard let id, let json = payload["phase"], let phase = FrozenPhase(json: json) else {
                return nil
            }
            self =
                type == "phase_started"
                ? .phaseStarted(id: id, phase: phase) : .experimentStarted(id: id, phase: phase)
        case "experiment_ramped":
            guard let id, let share = payload["inclusion"]?.doubleValue else { return nil }
            self = .experimentRamped(id: id, share: share)
        case "experiment_paused": self = .experimentPaused(id: id ?? "")
        case "experiment_resumed": self = .experimentResumed(id: id ?? "")
        case "experiment_stopped":
            guard let id else { return nil }
            let decision = payload["decision"]?.stringValue.flatMap { StopDecision(name: $0) }
            self = .experimentStopped(id: id, decision: decision)
        case "tip_off", "tip_on":
            guard let tip = payload["tip"]?.stringValue else { return nil }
            self = type == "tip_off" ? .tipOff(tip: tip) : .tipOn(tip: tip)
        case "erasure":
            guard let names = payload["names"]?.integerValue, let events = payload["events"]?.integerValue
            else {
                return nil
            }
            let phases = (payload["phases"]?.arrayValue ?? []).compactMap { part -> ErasedPhase? in
                guard let experiment = part["experiment"]?.stringValue,
                    let phase = part["phase"]?.integerValue
                else { return nil }
                return ErasedPhase(experiment: experiment, phase: Int(phase))
            }
            self = .erasure(names: Int(names), events: events, from: phases)
        default: return nil
        }
    }
}

extension FrozenPhase {
    /// The phase as its start event keeps it; what later events add is not part of it.
    public var json: JSON {
        var members: [JSON.Member] = [
            .init("number", .integer(Int64(number))), .init("tip", .string(tip)),
            .init("unit", .string(unit.rawValue)), .init("assignment", .string(assignment.rawValue)),
            .init("hashVersion", .integer(Int64(Self.hashVersion))), .init("salt", .string(salt)),
            .init("audience", .array(audience.map { .string($0) })),
            .init("namespace", namespace?.json ?? .null),
        ]
        members += [
            .init("inclusion", .number(inclusion.first?.share ?? 1)),
            .init("variants", .array(variants.map(\.json))),
            .init("metrics", .array(metrics.map(\.json))),
            .init("secondary", .integer(Int64(secondaryCount))),
            .init("plan", plan?.json ?? .null), .init("catalogRevision", .integer(Int64(catalogRevision))),
            .init("startedAt", .string(startedAt.rfc3339)),
        ]
        if let declarations { members.append(.init("declarations", declarations.json)) }
        return .object(members)
    }

    /// Reads a phase back; nil where a field is missing or of another kind.
    public init?(json: JSON) {
        guard let number = json["number"]?.integerValue, let tip = json["tip"]?.stringValue,
            let unit = json["unit"]?.stringValue.flatMap(ExperimentDefinition.Unit.init),
            let assignment = json["assignment"]?.stringValue.flatMap(AssignmentSource.init),
            let salt = json["salt"]?.stringValue, let share = json["inclusion"]?.doubleValue,
            let variants = json["variants"]?.arrayValue?.compactMap(Arm.init(json:)), !variants.isEmpty,
            let metrics = json["metrics"]?.arrayValue?.compactMap(MetricDefinition.init(json:)),
            !metrics.isEmpty,
            let startedAt = json["startedAt"]?.stringValue.flatMap({ Timestamp(rfc3339: $0) })
        else { return nil }
        self.number = Int(number)
        self.tip = tip
        self.unit = unit
        self.assignment = assignment
        self.salt = salt
        audience = json["audience"]?.arrayValue?.compactMap(\.stringValue) ?? []
        namespace = json["namespace"].flatMap(ExperimentDefinition.Namespace.init(json:))
        inclusion = [InclusionStep(at: startedAt, share: share)]
        self.variants = variants
        self.metrics = metrics
        secondaryCount = Int(json["secondary"]?.integerValue ?? 0)
        plan = json["plan"].flatMap(ExperimentDefinition.Plan.init(json:))
        catalogRevision = Int(json["catalogRevision"]?.integerValue ?? 0)
        self.startedAt = startedAt
        pauses = []
        declarations = json["declarations"].flatMap(AudienceDeclarations.init(json:))
    }
}

extension FrozenPhase.Arm {
    var json: JSON {
        var members: [JSON.Member] = [
            .init("id", .string(id)), .init("weight", .number(weight)), .init("shows", .boolean(shows)),
        ]
        if let title { members.append(.init("title", .string(title))) }
        return .object(members)
    }

    init?(json: JSON) {
        guard let id = json["id"]?.stringValue, let weight = json["weight"]?.doubleValue else { return nil }
        self.init(
            id: id,
            weight: weight,
            shows: json["shows"] != .boolean(false),
            title: json["title"]?.stringValue
        )
    }
}

extension ExperimentDefinition.Namespace {
    /// The slice as the log and reports keep it.
    public var json: JSON { ["id": .string(id), "from": .number(from), "to": .number(to)] }

    init?(json: JSON) {
        guard let id = json["id"]?.stringValue, let from = json["from"]?.doubleValue,
            let to = json["to"]?.doubleValue
        else { return nil }
        self.init(id: id, from: from, to: to)
    }
}

extension MetricDefinition {
    /// The definition as the log and reports keep it.
    public var json: JSON {
        var members: [JSON.Member] = [
            .init("metric", .string(metric.name)), .init("within", within.map { .number($0) } ?? .null),
            .init("direction", direction.map { .string($0.rawValue) } ?? .null),
            .init("margin", margin.map { .number($0) } ?? .null),
        ]
        members.append(.init("measure", .string(measure.word)))
        if let field = measure.field { members.append(.init("field", .string(field))) }
        return .object(members)
    }

    init?(json: JSON) {
        guard let metric = json["metric"]?.stringValue.flatMap({ Metric(name: $0) }),
            let measure = Measure(
                word: json["measure"]?.stringValue ?? "once",
                field: json["field"]?.stringValue
            )
        else { return nil }
        self.init(
            metric: metric,
            within: json["within"]?.doubleValue,
            direction: json["direction"]?.stringValue.flatMap(Direction.init),
            margin: json["margin"]?.doubleValue,
            measure: measure
        )
    }
}

extension ExperimentDefinition.Plan {
    /// The plan as the log and reports keep it.
    public var json: JSON {
        [
            "peoplePerVariant": peoplePerVariant.map { .integer($0) } ?? .null,
            "looks": looks.map { .integer(Int64($0)) } ?? .null, "alpha": alpha.map { .number($0) } ?? .null,
            "minimumLift": minimumLift.map { .number($0) } ?? .null,
            "spending": spending.map { .number($0) } ?? .null, "tuning": tuning.map { .number($0) } ?? .null,
        ]
    }

    init?(json: JSON) {
        guard case .object = json else { return nil }
        self.init(
            peoplePerVariant: json["peoplePerVariant"]?.integerValue,
            looks: json["looks"]?.integerValue.map { Int($0) },
            alpha: json["alpha"]?.doubleValue,
            minimumLift: json["minimumLift"]?.doubleValue
        )
        spending = json["spending"]?.doubleValue
        tuning = json["tuning"]?.doubleValue
    }
}
