import TipCore
import TipWire

/// Reads flags off what a person may see.
///
/// Flags have names of three kinds: a parameter's own name, `experiment.<id>`, and `tip.<id>.<part>`, where the parts
/// are `enabled`, `status`, `title`, `message`, `image`, `copy` and `max_displays`. A parameter's name wins over the
/// others. Reading a flag is no exposure: that is the impression which the app sends.
struct FlagReader: Sendable {
    let eligibility: Eligibility
    let at: Timestamp
    let revision: Int
    let locale: String?

    private var catalog: Catalog { eligibility.catalog.catalog }

    /// The parts of a tip that are flags.
    enum Part: String, CaseIterable, Sendable {
        case enabled, status, title, message, image, copy
        case maxDisplays = "max_displays"
    }

    /// The tip and the part that a key names.
    static func tipPart(of key: String) -> (tip: String, part: Part)? {
        let words = key.split(separator: ".", omittingEmptySubsequences: false)
        guard words.count >= 3, words[0] == "tip", let part = Part(rawValue: String(words[words.count - 1]))
        else {
            return nil
        }
        return (words[1..<(words.count - 1)].joined(separator: "."), part)
    }

    /// The flag of a key; nil where there is none.
    func flag(_ key: String) -> Flag? {
        if let parameter = parameter(key) { return parameter }
        let prefix = "experiment."
        let id = key.hasPrefix(prefix) ? String(key.dropFirst(prefix.count)) : key
        if let place = catalog.experiments.firstIndex(where: { $0.id.hasSameBytes(as: id) }) {
            return experiment(place, key: key)
        }
        guard let (tip, part) = Self.tipPart(of: key),
            let number = eligibility.catalog.vocabulary.tips.number(of: tip)
        else { return nil }
        return flag(part, of: number)
    }

    /// Every flag: parameters, experiments, and the parts of each tip that has them.
    var all: [Flag] {
        let parameters = catalog.parameters.keys.compactMap(parameter)
        let experiments = catalog.experiments.indices.map {
            experiment($0, key: "experiment." + catalog.experiments[$0].id)
        }
        let tips = eligibility.numbers().flatMap { number in
            Part.allCases.compactMap { flag($0, of: number) }
        }
        return parameters + experiments + tips
    }

    // MARK: Kinds

    private func parameter(_ name: String) -> Flag? {
        guard let definition = catalog.parameters[name], let value = eligibility.value(ofParameter: name)
        else {
            return nil
        }
        let isDefault = value == definition.defaultValue
        return Flag(
            key: name,
            value: value == .null ? JSON?.none : Self.json(value, like: definition.defaultValue),
            variant: isDefault ? "default" : "given",
            reason: isDefault ? .isDefault : .isTargeted,
            metadata: [.init("version", .integer(Int64(revision)))]
        )
    }

    /// A number keeps its fraction where the default has one: SDKs take a whole one for another type.
    private static func json(_ value: Scalar, like standard: Scalar) -> JSON {
        guard case .number(let number) = value else { return value.json }
        if case .number(let standard) = standard, standard != standard.rounded() { return .float(number) }
        return number == number.rounded() ? value.json : .float(number)
    }

    private func experiment(_ place: Int, key: String) -> Flag {
        let experiment = catalog.experiments[place]
        let variant = eligibility.variant(ofExperiment: place, at: at).map { experiment.variants[$0].id }
        let isGivingOut = eligibility.isGivingOut(experiment: place)
        let reason: Flag.Reason =
            if isGivingOut { variant == nil ? .isDefault : .isSplit } else {
                variant == nil ? .isDisabled : .isStatic
            }
        return Flag(
            key: key,
            value: variant.map { .string($0) },
            variant: variant ?? "off",
            reason: reason,
            metadata: [
                .init("experiment", .string(experiment.id)), .init("tip", .string(experiment.tip)),
                .init("version", .integer(Int64(revision))),
            ]
        )
    }

    private func flag(_ part: Part, of number: UInt32) -> Flag? {
        guard let answer = eligibility.answer(on: number, at: at) else { return nil }
        let name = eligibility.catalog.vocabulary.tips[number]
        let choice = answer.verdict.copy
        let copy = eligibility.catalog.copy(of: answer.definition, choice: choice)
        let isAvailable = answer.verdict.status == .available
        var metadata: [JSON.Member] = [
            .init("tip", .string(name)), .init("status", .string(answer.verdict.status.rawValue)),
            .init("version", .integer(Int64(revision))),
        ]
        var (variant, reason) = ("default", Flag.Reason.isStatic)
        if let choice {
            let experiment = catalog.experiments[choice.experiment]
            variant = experiment.variants[choice.variant].id
            reason = eligibility.isGivingOut(experiment: choice.experiment) ? .isSplit : .isStatic
            metadata.append(.init("experiment", .string(experiment.id)))
            metadata.append(.init("variant", .string(variant)))
        }
        let value: JSON
        switch part {
        case .enabled:
            (value, variant, reason) = (.boolean(isAvailable), isAvailable ? "on" : "off", .isTargeted)
        case .status:
            let status = answer.verdict.status.rawValue
            (value, variant, reason) = (.string(status), status, .isTargeted)
        case .title, .message:
            guard let text = part == .title ? copy.title : copy.message else { return nil }
            value = .string(text.text(for: locale))
        case .image:
            guard let image = copy.image else { return nil }
            value = .string(image)
        case .copy: value = copy.json(in: locale)
        case .maxDisplays:
            guard let count = catalog.tips[answer.definition].options.maxDisplayCount else { return nil }
            (value, variant, reason) = (.integer(Int64(count)), "default", .isStatic)
        }
        return Flag(
            key: "tip.\(name).\(part.rawValue)",
            value: value,
            variant: variant,
            reason: reason,
            metadata: metadata
        )
    }

    /// Whether a key's value is the same for everybody, so that it needs no person.
    static func isStatic(_ key: String, in catalog: Catalog) -> Bool {
        guard let (tip, part) = tipPart(of: key), part != .enabled, part != .status,
            catalog.tips.contains(where: { $0.id.hasSameBytes(as: tip) })
        else { return false }
        return !catalog.experiments.contains { $0.tip.hasSameBytes(as: tip) }
    }
}
