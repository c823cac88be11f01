package import TipCore
import TipStore

/// What another catalog would make of the persons that there are: whose tips get another status.
package struct CatalogEffect: Sendable {
    /// The instant that was looked at.
    package let at: Timestamp
    /// How many persons the log has, under all their names.
    package let people: Int64
    /// How many persons were looked at, each once however many names they have.
    package private(set) var counted = 0
    /// Which share of the names was looked at, chosen by hash; nil where it was all.
    package let sample: Double?
    /// What was found of each tip, in the order of the new catalog, then what only the old one has.
    package private(set) var tips: [TipEffect]

    /// What becomes of one tip.
    package struct TipEffect: Sendable {
        /// The tip; a reusable one stands for its items.
        package let tip: String
        /// How many persons have it change from what to what; persons with several items count once a change.
        package fileprivate(set) var changes: [Change: Int] = [:]
        /// How many persons to whom the tip is not over would read another copy than before.
        package fileprivate(set) var otherCopy = 0

        /// The changes in a fixed order.
        package var sorted: [(change: Change, people: Int)] {
            changes.map { ($0.key, $0.value) }.sorted { $0.change.words < $1.change.words }
        }
    }

    /// From which status to which; nil where the tip is not there.
    package struct Change: Hashable, Sendable {
        /// The status under the catalog in force.
        package let from: TipStatus?
        /// The status under the other one.
        package let to: TipStatus?

        /// The change in words.
        package var words: String {
            "from \(from?.rawValue ?? "not there") to \(to?.rawValue ?? "not there")"
        }
    }

    init(at: Timestamp, people: Int64, sample: Double?, from old: Catalog, to new: Catalog) {
        self.at = at
        self.people = people
        self.sample = sample
        let gone = old.tips.map(\.id).filter { id in
            !new.tips.contains { $0.id.hasSameBytes(as: id) }
        }
        tips = (new.tips.map(\.id) + gone).map { TipEffect(tip: $0) }
    }

    /// Counts a person, by how their tips stand under both catalogs.
    mutating func count(_ before: [Standing], _ after: [Standing]) {
        counted += 1
        var found: NamedValues<Set<Change>> = [:]
        var reading: Set<ExactText> = []
        for standing in before {
            let other = after.first { $0.isSameTip(as: standing) }
            if let other, other.status != .invalidated, other.copy != standing.copy {
                reading.insert(ExactText(standing.definition))
            }
            guard other?.status != standing.status else { continue }
            found[standing.definition, default: []].insert(Change(from: standing.status, to: other?.status))
        }
        for standing in after where !before.contains(where: { $0.isSameTip(as: standing) }) {
            found[standing.definition, default: []].insert(Change(from: nil, to: standing.status))
        }
        for place in tips.indices {
            for change in found[tips[place].tip] ?? [] { tips[place].changes[change, default: 0] += 1 }
            if reading.contains(ExactText(tips[place].tip)) { tips[place].otherCopy += 1 }
        }
    }

    /// How a tip of one person stands.
    struct Standing {
        /// The tip, or the item of a reusable one.
        let tip: String
        /// The id of its definition.
        let definition: String
        let status: TipStatus
        /// What the person reads in it.
        let copy: Copy

        func isSameTip(as other: Standing) -> Bool { tip.hasSameBytes(as: other.tip) }
    }
}

extension CatalogEffect {
    /// The effect as JSON.
    package var json: JSON {
        let tips = tips.map { effect -> JSON in
            let changes = effect.sorted.map { change, people -> JSON in
                [
                    "from": change.from.map { .string($0.rawValue) } ?? .null,
                    "to": change.to.map { .string($0.rawValue) } ?? .null, "people": .integer(Int64(people)),
                ]
            }
            return [
                "tip": .string(effect.tip), "changes": .array(changes),
                "otherCopy": .integer(Int64(effect.otherCopy)),
            ]
        }
        return [
            "at": .string(at.rfc3339), "people": .integer(people), "counted": .integer(Int64(counted)),
            "sample": sample.map { .number($0) } ?? .null, "tips": .array(tips),
        ]
    }

    private static func people(_ count: Int) -> String { count == 1 ? "1 person" : "\(count) people" }

    /// The effect in lines for people.
    package var lines: [String] {
        guard people > 0 else { return ["effect: the log has no people yet"] }
        let whole = Self.people(counted)
        let heading =
            sample.map { share in
                let percent = JSON.number((share * 10_000).rounded() / 100).text()
                return
                    "effect on a sample of \(whole), about \(percent) % of the \(people) names in the log, by hash:"
            } ?? "effect on \(whole):"
        let lines = tips.flatMap { effect in
            effect.sorted.map { "  \(effect.tip): \(Self.people($0.people)) \($0.change.words)" }
                + (effect.otherCopy > 0
                    ? ["  \(effect.tip): \(Self.people(effect.otherCopy)) would read another copy"] : [])
        }
        return [heading] + (lines.isEmpty ? ["  nobody's tips change their status or their copy"] : lines)
    }
}
