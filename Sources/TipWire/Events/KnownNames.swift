public import TipCore

/// The names that a catalog has, to notice events that speak of others.
///
/// Such events are accepted, as <doc:Contract> says: a tip may be in an app before it is in the catalog. They are
/// counted, since most of them are slips of the pen.
public struct KnownNames: Sendable {
    private let tips: Set<ExactText>
    private let templates: [TipTemplate]
    private let events: Set<ExactText>
    private let parameters: Set<ExactText>

    /// Collects the names of a catalog, those that its rules read included.
    public init(_ catalog: Catalog) {
        tips = Set(catalog.tips.map { ExactText($0.id) })
        templates = catalog.tips.compactMap { TipTemplate(id: $0.id) }
        let rules = catalog.tips.flatMap(\.rules) + catalog.experiments.flatMap(\.audience)
        events = Set((catalog.events.keys + rules.flatMap(\.events).map(\.name)).map(ExactText.init))
        parameters = Set(
            (catalog.parameters.keys + rules.flatMap(\.parameters).map(\.name)).map(ExactText.init)
        )
    }

    /// What an event names that the catalog does not have: `unknown_tip`, `unknown_event` or
    /// `unknown_parameter`, each with its field.
    public func warnings(for event: Event) -> [EventWarning] {
        switch event.body {
        case .donation(let name, _), .donationsDeleted(let name):
            events.contains(ExactText(name)) ? [] : [EventWarning(code: "unknown_event", field: "event")]
        case .parameter(let name, _):
            parameters.contains(ExactText(name))
                ? [] : [EventWarning(code: "unknown_parameter", field: "name")]
        case .impression(let impression): warnings(forTip: impression.tip)
        case .impressionProgress(let tip, _), .impressionEnd(let tip, _), .impressionFailed(let tip, _, _),
            .exposure(let tip, _, _), .actionTap(let tip, _, _), .invalidation(let tip, _),
            .eligibilityReset(let tip):
            warnings(forTip: tip)
        case .overrideSet(_, let tips, _):
            tips.allSatisfy(isKnown) ? [] : [EventWarning(code: "unknown_tip", field: "tips")]
        case .session, .timeZone, .datastoreReset, .overrideCleared, .optOut, .optIn, .identify: []
        }
    }

    private func warnings(forTip name: String) -> [EventWarning] {
        isKnown(name) ? [] : [EventWarning(code: "unknown_tip", field: "tip")]
    }

    private func isKnown(_ tip: String) -> Bool {
        tips.contains(ExactText(tip)) || templates.contains { $0.item(of: tip) != nil }
    }
}
