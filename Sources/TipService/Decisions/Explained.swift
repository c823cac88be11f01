package import TipCore

/// Why a tip does or does not show for a person, with what is needed to tell it.
package struct Explained: Sendable {
    /// Whom was asked about.
    package let person: String
    /// The name that stands for all names of the person.
    package let representative: String
    /// The explanation.
    package let explanation: Explanation
    /// The catalog it is under, which gives the names.
    package let catalog: CompiledCatalog
    /// The revision of the catalog.
    package let revision: Int
    /// How many events of the person were seen.
    package let events: Int
    /// When the last of them happened.
    package let lastEvent: Timestamp?
    /// The explanation as the contract has it.
    let answer: JSON

    /// What `explain --format json` prints; of a person without events it says so.
    package var json: JSON {
        guard events == 0, case .object(let members) = answer else { return answer }
        return .object(members + [JSON.Member("note", .string(Self.unknownNote))])
    }

    /// What is said of a person without events.
    package static let unknownNote = "The log has no event of this person."
}

/// A tip that the catalog does not have.
package struct UnknownTip: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was asked for.
    package let tip: String
    /// What was probably meant.
    package let hint: String

    /// Says that a catalog has no such tip.
    package init(_ tip: String, among catalog: Catalog) {
        self.tip = tip
        hint = NearestName.hint(for: tip, among: catalog.tips.map(\.id))
    }

    /// What is wrong and what to do about it.
    package var description: String { "The catalog has no tip '\(tip)'. \(hint)" }
}
