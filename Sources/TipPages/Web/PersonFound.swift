package import TipCore

/// What was found of one person, as the page shows it.
package struct PersonFound: Sendable {
    /// Whom was asked about.
    package var person: String
    /// The name that stands for all their names.
    package var representative: String
    /// Whether the log has any event of theirs.
    package var isKnown: Bool
    /// How the tips stand.
    package var tips: [ExplanationShown] = []
    /// What happened, the newest first.
    package var entries: [Entry] = []
    /// Where the next page of events begins; nil after the last.
    package var next: String?
    /// Why one tip stands as it does; nil where nobody asked.
    package var explained: ExplanationShown?

    /// One thing that happened.
    package struct Entry: Sendable {
        /// When.
        package var at: Timestamp
        /// What, as the rest of a sentence about the person.
        package var text: Sentence
        /// What it changed, a sentence a tip.
        package var changes: [Sentence]

        /// Describes what happened.
        package init(at: Timestamp, text: Sentence, changes: [Sentence]) {
            self.at = at
            self.text = text
            self.changes = changes
        }
    }

    /// Begins with nothing found.
    package init(person: String, representative: String, isKnown: Bool) {
        self.person = person
        self.representative = representative
        self.isKnown = isKnown
    }
}

/// An explanation with the catalog that has the names in it.
package struct ExplanationShown: Sendable {
    /// The explanation.
    package let explanation: Explanation
    /// The catalog it is under.
    package let catalog: CompiledCatalog

    /// Shows an explanation under its catalog.
    package init(_ explanation: Explanation, under catalog: CompiledCatalog) {
        self.explanation = explanation
        self.catalog = catalog
    }

    /// The tip that is explained.
    var tip: String { catalog.vocabulary.tips[explanation.answer.tip] }

    /// What holds it, as answers name it, with what was seen and what is needed.
    func words(_ blocker: BlockerExplanation) -> Sentence {
        var parts = [Sentence(verbatim: catalog.name(of: blocker.blocker))]
        if let saw = blocker.saw { parts.append("saw \(saw)") }
        if let needed = blocker.needed { parts.append("needs \(needed)") }
        if let tip = blocker.tip { parts.append("since \(catalog.vocabulary.tips[tip])") }
        if let until = blocker.until { parts.append("until \(until.rfc3339)") }
        return Sentence(parts, joinedBy: "; ")
    }
}
