@testable import TipCore

/// A rule, compiled against a small catalog, and facts to evaluate it on.
struct RuleBench {
    let rule: Rule
    let compiled: CompiledRule
    private(set) var names: RuleNames
    var parameters: [String: Scalar] = [:]
    var donations: [String: [(at: Timestamp, info: [String: Scalar])]] = [:]
    var zone = ZoneClock.utc

    init(_ text: String, events: NamedValues<EventDefinition> = [:]) throws {
        rule = try Rule(parsing: text)
        names = RuleNames(Catalog(events: events), vocabulary: Vocabulary())
        compiled = CompiledRule(rule, names: &names)
    }

    /// The facts, with donations sorted by time.
    var facts: RuleFacts {
        var fields = names.vocabulary.fields
        var lists: [DonationList] = []
        let places = names.events.map { number in
            guard let given = donations[names.vocabulary.events[number]] else { return -1 }
            let items = given.sorted { $0.at < $1.at }.map { donation in
                let info = donation.info.sorted { $0.key < $1.key }
                    .map { FieldValue(field: fields.intern($0.key), value: $0.value) }
                return Donation(at: donation.at, info: info)
            }
            lists.append(DonationList(event: number, items: items))
            return lists.count - 1
        }
        return RuleFacts(
            zone: zone,
            parameters: names.parameters.map { parameters[names.vocabulary.parameters[$0]] ?? .null },
            donations: lists,
            lists: places,
            draws: []
        )
    }

    func holds(at now: Timestamp) -> Bool { facts.holds(compiled, at: now) }

    func nextChange(after now: Timestamp) -> Timestamp? { facts.nextChange(of: compiled, after: now) }
}

/// An instant from its RFC 3339 text; the epoch where the text is broken, which no test means.
func at(_ text: String) -> Timestamp {
    Timestamp(rfc3339: text) ?? .epoch
}
