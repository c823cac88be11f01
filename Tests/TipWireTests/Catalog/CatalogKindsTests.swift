import Testing
import TipCore
import TipWire

@Suite("Every value of a catalog file is checked for its kind")
struct CatalogKindsTests {
    /// A catalog that uses every key there is, each value with the kinds that may stand in its place beside
    /// its own: `n` a number, `s` a text, `o` an object, `l` a list, `b` a boolean.
    static let keys: [(path: String, also: String)] = [
        ("displayFrequency", "no"), ("timeZone", ""), ("parameters", ""), ("parameters.p", ""),
        ("parameters.p.type", ""), ("parameters.p.default", ""), ("parameters.p.transient", ""),
        ("events", ""),
        ("events.e", ""), ("events.e.info", ""), ("events.e.info.f", ""), ("events.e.donationLimit", ""),
        ("events.e.donationLimit.maximumCount", ""), ("events.e.donationLimit.maximumAge", ""), ("tips", ""),
        ("tips.0", ""), ("tips.0.id", ""), ("tips.0.title", "o"), ("tips.0.message", "s"),
        ("tips.0.message.en", ""), ("tips.0.image", ""), ("tips.0.actions", ""), ("tips.0.actions.0", ""),
        ("tips.0.actions.0.id", ""), ("tips.0.actions.0.title", "o"), ("tips.0.actions.0.invalidates", ""),
        ("tips.0.rules", ""), ("tips.0.rules.0", ""), ("tips.0.options", ""),
        ("tips.0.options.maxDisplayCount", ""), ("tips.0.options.maxDisplayDuration", ""),
        ("tips.0.options.ignoresDisplayFrequency", ""), ("tips.0.priority", ""), ("tips.0.presentation", ""),
        ("tips.0.revision", ""), ("groups", ""), ("groups.0", ""), ("groups.0.id", ""),
        ("groups.0.priority", ""), ("groups.0.tips", ""), ("groups.0.tips.0", ""), ("experiments", ""),
        ("experiments.0", ""), ("experiments.0.id", ""), ("experiments.0.tip", ""),
        ("experiments.0.unit", ""),
        ("experiments.0.audience", ""), ("experiments.0.audience.0", ""), ("experiments.0.inclusion", ""),
        ("experiments.0.namespace", ""), ("experiments.0.namespace.id", ""),
        ("experiments.0.namespace.from", ""),
        ("experiments.0.namespace.to", ""), ("experiments.0.variants", ""), ("experiments.0.variants.0", ""),
        ("experiments.0.variants.0.id", ""), ("experiments.0.variants.0.title", "o"),
        ("experiments.0.variants.0.weight", ""), ("experiments.0.variants.0.shows", ""),
        ("experiments.0.primary", ""), ("experiments.0.primary.metric", ""),
        ("experiments.0.primary.within", "n"),
        ("experiments.0.primary.direction", ""), ("experiments.0.primary.margin", ""),
        ("experiments.0.secondary", ""), ("experiments.0.secondary.0", ""), ("experiments.0.guardrails", ""),
        ("experiments.0.plan", ""), ("experiments.0.plan.peoplePerVariant", ""),
        ("experiments.0.plan.looks", ""),
        ("experiments.0.plan.alpha", ""), ("experiments.0.plan.minimumLift", ""),
    ]

    static let whole: JSON = [
        "displayFrequency": "daily", "timeZone": "Asia/Tokyo",
        "parameters": ["p": ["type": "boolean", "default": false, "transient": true]],
        "events": ["e": ["info": ["f": "number"], "donationLimit": ["maximumCount": 5, "maximumAge": 60]]],
        "tips": [
            [
                "id": "t", "title": "T", "message": ["en": "M"], "image": "i",
                "actions": [["id": "a", "title": "A", "invalidates": true]],
                "rules": [#"param("p") == true"#],
                "options": ["maxDisplayCount": 1, "maxDisplayDuration": 60, "ignoresDisplayFrequency": true],
                "priority": 1, "presentation": "inline", "revision": 2,
            ]
        ],
        "groups": [["id": "g", "priority": "ordered", "tips": ["t"]]],
        "experiments": [
            [
                "id": "x", "tip": "t", "unit": "person", "audience": [#"param("p") == true"#],
                "inclusion": 0.5,
                "namespace": ["id": "n", "from": 0, "to": 1],
                "variants": [["id": "v", "title": "V", "weight": 2, "shows": true]],
                "primary": ["metric": "tap", "within": "7d", "direction": "up", "margin": 0.1],
                "secondary": [["metric": "tap"]], "guardrails": [["metric": "tap"]],
                "plan": ["peoplePerVariant": 1, "looks": 1, "alpha": 0.05, "minimumLift": 0.1],
            ]
        ],
    ]

    @Test("the catalog that uses every key has no errors")
    func soundBefore() {
        #expect(CatalogReader().read(Self.whole.text(), file: "f").errors.map(\.description) == [])
    }

    @Test("a value of another kind is an error at its place", arguments: keys)
    func otherKinds(path: String, also: String) throws {
        let steps = path.split(separator: ".").map(String.init)
        let own = try #require(Self.value(at: steps[...], of: Self.whole), "\(path)").letter
        let samples: [(letter: Character, value: JSON)] = [
            ("n", 7), ("s", "7 things"), ("o", ["seven": 7]), ("l", [7]), ("b", false),
        ]
        for sample in samples where sample.letter != own && !also.contains(sample.letter) {
            let text = Self.replacing(steps[...], of: Self.whole, with: sample.value).text()
            let document = try JSON5Reader().read(SourceText(text))
            let place = try #require(Self.located(at: steps[...], of: document))
            let position = SourceText(text).position(of: place.offset)

            let errors = CatalogReader().read(text, file: "f").errors

            #expect(
                errors.contains { $0.position == position },
                "\(path) as \(sample.value.text()): \(errors)"
            )
        }
    }

    @Test("a slip in any key is an error at the key, and names the right one", arguments: keys)
    func slips(path: String, also: String) throws {
        let steps = path.split(separator: ".").map(String.init)
        // Names and places in lists are no keys of ours.
        let names = ["p", "e", "f", "en", "0"]
        guard let key = steps.last, let last = key.last, !names.contains(key), key.count > 2 else { return }
        let slip = key + String(last)
        let text = Self.replacing(
            steps[...],
            of: Self.whole,
            with: Self.value(at: steps[...], of: Self.whole),
            as: slip
        ).text()

        let errors = CatalogReader().read(text, file: "f").errors

        let unknown = try #require(errors.first { $0.code == "unknown_key" }, "\(path)")
        #expect(unknown.found == "\"\(slip)\"")
        #expect(unknown.hint == "Did you mean \"\(key)\"?", "\(path)")
    }

    // MARK: Walking JSON

    private static func value(at steps: ArraySlice<String>, of json: JSON) -> JSON? {
        guard let step = steps.first else { return json }
        let child = Int(step).flatMap { json.arrayValue?[$0] } ?? json[step]
        return child.flatMap { value(at: steps.dropFirst(), of: $0) }
    }

    private static func located(at steps: ArraySlice<String>, of json: LocatedJSON) -> LocatedJSON? {
        guard let step = steps.first else { return json }
        var child = json[step]
        if let index = Int(step), case .array(let elements) = json.value { child = elements[index] }
        return child.flatMap { located(at: steps.dropFirst(), of: $0) }
    }

    private static func replacing(
        _ steps: ArraySlice<String>,
        of json: JSON,
        with value: JSON?,
        as name: String? = nil
    ) -> JSON {
        guard let step = steps.first else { return value ?? .null }
        let rest = steps.dropFirst()
        switch json {
        case .array(let elements):
            return .array(
                elements.enumerated().map { index, element in
                    String(index) == step ? replacing(rest, of: element, with: value, as: name) : element
                }
            )
        case .object(let members):
            return .object(
                members.map { member in
                    guard member.key == step else { return member }
                    let key = rest.isEmpty ? name ?? member.key : member.key
                    return JSON.Member(key, replacing(rest, of: member.value, with: value, as: name))
                }
            )
        default: return json
        }
    }
}

extension JSON {
    /// The letter of the value's kind.
    fileprivate var letter: Character {
        switch self {
        case .null: "0"
        case .boolean: "b"
        case .integer, .number, .float: "n"
        case .string: "s"
        case .array: "l"
        case .object: "o"
        }
    }
}
