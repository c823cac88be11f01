import TipCore
import TipWire

/// The flags as GrowthBook's SDKs evaluate them on the device, so that everybody has the same variant there and here.
///
/// Shares become ranges of GrowthBook's own hash, a namespace and an inclusion become filters of it, each with the seed
/// of ours; an audience becomes a condition on attributes where it can.
struct GrowthBookPayload: Sendable {
    private let catalog: Catalog
    private let lifecycle: Lifecycle
    private var features: [JSON.Member] = []
    private var notes: [String] = []

    /// Writes the flags of a catalog.
    init(_ catalog: Catalog, _ lifecycle: Lifecycle) {
        self.catalog = catalog
        self.lifecycle = lifecycle
        addParameters()
        let rules = catalog.experiments.map { ExperimentRule($0, in: catalog, lifecycle) }
        for rule in rules { add(rule) }
        for tip in catalog.tips {
            addCopy(of: tip, rules.filter { $0.experiment.tip.hasSameBytes(as: tip.id) })
        }
        if !catalog.tips.isEmpty {
            notes.append("Whether a tip may be shown depends on the log; ask /v1/decisions or OFREP.")
        }
    }

    /// The body of `GET /api/features/{key}`.
    func json(updatedAt: Timestamp) -> JSON {
        [
            "status": 200, "features": .object(features), "experiments": [],
            "dateUpdated": .string(updatedAt.rfc3339), "notes": .array(notes.map { .string($0) }),
        ]
    }

    private mutating func addParameters() {
        for name in catalog.parameters.keys {
            let value = catalog.parameters[name]?.defaultValue.json ?? .null
            features.append(.init(name, ["defaultValue": value]))
        }
    }

    private mutating func add(_ rule: ExperimentRule) {
        let experiment = rule.experiment
        if let note = rule.note { notes.append(note) }
        let names = experiment.variants.map { JSON.string($0.id) }
        var feature = [JSON.Member("defaultValue", rule.isFixed ? names.first ?? .null : .null)]
        if let members = rule.members {
            feature.append(.init("rules", [.object(members + [.init("variations", .array(names))])]))
        }
        features.append(.init("experiment." + experiment.id, .object(feature)))
    }

    /// The parts of a tip's copy, in each language that any of it is written in.
    private mutating func addCopy(of tip: TipDefinition, _ rules: [ExperimentRule]) {
        let draft = rules.first(where: \.isFixed)?.experiment.variants.first
        let base = draft.map { $0.copy.completed(by: tip.copy) } ?? tip.copy
        let live = rules.filter { $0.members != nil }
        let copies = [base] + live.flatMap { $0.experiment.variants.map { $0.copy.completed(by: tip.copy) } }
        let parts: [(name: String, value: (Copy, String?) -> JSON?)] = [
            ("title", { copy, locale in copy.title.map { .string($0.text(for: locale)) } }),
            ("message", { copy, locale in copy.message.map { .string($0.text(for: locale)) } }),
            ("image", { copy, _ in copy.image.map { .string($0) } }),
            (FlagReader.Part.copy.rawValue, { $0.json(in: $1) }),
        ]
        for part in parts {
            guard copies.contains(where: { part.value($0, nil) != nil }) else { continue }
            var list: [JSON] = []
            let locales: [String?] = part.name == "image" ? [nil] : Self.locales(of: copies) + [nil]
            for locale in locales {
                for rule in live {
                    let values = rule.experiment.variants.map {
                        part.value($0.copy.completed(by: tip.copy), locale) ?? .null
                    }
                    list.append(
                        Self.rule(rule.members ?? [], in: locale, .init("variations", .array(values)))
                    )
                }
                guard locale != nil, let value = part.value(base, locale) else { continue }
                list.append(Self.rule([], in: locale, .init("force", value)))
            }
            var feature = [JSON.Member("defaultValue", part.value(base, nil) ?? .null)]
            if !list.isEmpty { feature.append(.init("rules", .array(list))) }
            features.append(.init("tip.\(tip.id).\(part.name)", .object(feature)))
        }
    }

    /// The languages of some copy, the more exact ones first.
    private static func locales(of copies: [Copy]) -> [String] {
        var tags: [String] = []
        for copy in copies {
            for text in [copy.title, copy.message].compactMap(\.self) + copy.actions.compactMap(\.title) {
                for tag in text.variants.map(\.locale) where !tag.isEmpty && !tags.contains(tag) {
                    tags.append(tag)
                }
            }
        }
        return tags.sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
    }

    private static func rule(_ members: [JSON.Member], in locale: String?, _ value: JSON.Member) -> JSON {
        guard let locale else { return .object(members + [value]) }
        // Apple writes en_US, the web en-US.
        let words = locale.split { $0 == "-" || $0 == "_" }.map { $0.filter { $0.isLetter || $0.isNumber } }
        let pattern = "^" + words.joined(separator: "[-_]") + "([-_.@]|$)"
        let language: JSON = ["locale": ["$regex": .string(pattern)]]
        var rest = members
        if let place = rest.firstIndex(where: { $0.key == "condition" }) {
            rest[place] = .init("condition", ["$and": [language, rest[place].value]])
        } else {
            rest.insert(.init("condition", language), at: 0)
        }
        return .object(rest + [value])
    }
}

/// How an experiment is given out on the device.
struct ExperimentRule: Sendable {
    let experiment: ExperimentDefinition
    /// The members of the rule besides the variations; nil where nothing is given out.
    let members: [JSON.Member]?
    /// Whether everybody has the first variant.
    let isFixed: Bool
    /// Why it cannot be given out on the device.
    let note: String?

    init(_ experiment: ExperimentDefinition, in catalog: Catalog, _ lifecycle: Lifecycle) {
        self.experiment = experiment
        let record = lifecycle.experiments[experiment.id]
        isFixed = record == nil || record?.status == .paused
        guard let record, record.status == .running else {
            (members, note) = (nil, nil)
            return
        }
        let conditions = experiment.audience.map { rule in
            rule.attributeCondition { catalog.parameters[$0]?.defaultValue ?? .null }
        }
        if let place = conditions.firstIndex(where: { $0 == nil }) {
            members = nil
            note =
                "The experiment \(experiment.id) is not given out here: audience rule \(place) "
                + "asks for what only the log knows. Ask /v1/decisions or OFREP."
            return
        }
        note = nil
        members = Self.members(experiment, record.currentPhase, conditions.compactMap(\.self))
    }

    private static func members(
        _ experiment: ExperimentDefinition,
        _ frozen: FrozenPhase,
        _ conditions: [JSON]
    ) -> [JSON.Member] {
        let unit: JSON = experiment.unit == .person ? "id" : "deviceId"
        let inclusion = frozen.inclusion.last?.share ?? 1
        let phase = ExperimentPhase(
            number: frozen.number,
            salt: frozen.salt,
            weights: frozen.variants.map(\.weight),
            inclusion: inclusion,
            start: frozen.startedAt
        )
        var sum = 0.0
        let shares = phase.shares(of: experiment.variants.count)
        let ranges = shares.enumerated().map { index, share -> JSON in
            let start = sum
            sum += share
            // What rounding leaves at the end belongs to the last one.
            return [.number(start), .number(index == shares.count - 1 ? 1 : sum)]
        }
        var filters: [JSON] = []
        func filter(_ seed: String, _ from: Double, _ to: Double) {
            filters.append([
                "seed": .string(seed), "hashVersion": 2, "attribute": unit,
                "ranges": [[.number(from), .number(to)]],
            ])
        }
        if let namespace = experiment.namespace {
            filter(namespace.id + ":namespace", namespace.from, namespace.to)
        }
        if inclusion < 1 { filter(phase.salt + ":inclusion", 0, inclusion) }
        var members: [JSON.Member] = []
        if !conditions.isEmpty {
            members.append(
                .init("condition", conditions.count == 1 ? conditions[0] : ["$and": .array(conditions)])
            )
        }
        members += [
            .init("key", .string(experiment.id)), .init("name", .string(experiment.id)),
            .init("phase", .string(String(frozen.number))), .init("hashAttribute", unit),
            .init("hashVersion", 2),
            .init("seed", .string(phase.salt + ":variant")), .init("ranges", .array(ranges)),
            .init(
                "meta",
                .array(experiment.variants.map { ["key": .string($0.id), "name": .string($0.id)] })
            ),
        ]
        if !filters.isEmpty { members.append(.init("filters", .array(filters))) }
        return members
    }
}
