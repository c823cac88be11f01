package import TipCore

/// Something that a catalog changed, while a phase ran, about what its people are shown.
package struct ShownChange: Hashable, Sendable {
    /// When, as the catalog's event says; not before the phase began.
    package let at: Timestamp
    /// The revision of the catalog.
    package let revision: Int
    /// What changed.
    package let change: ShownCopy.Change

    /// Notes a change.
    package init(at: Timestamp, revision: Int, _ change: ShownCopy.Change) {
        self.at = at
        self.revision = revision
        self.change = change
    }

    /// The change as a clause.
    private var clause: Sentence {
        switch change {
        case .copy(let variant): "the copy of \"\(variant)\" changed"
        case .rules: "the rules or limits of the tip changed"
        case .takenOut: "the experiment was taken out of the catalog, so everybody read the tip's own copy,"
        case .putBack: "the experiment was put back into the catalog"
        }
    }

    fileprivate var inWords: Sentence { "\(clause) at \(at.rfc3339) (revision\u{A0}\(revision))" }

    /// The change as JSON.
    package var json: JSON {
        let (what, variant): (String, String?) =
            switch change {
            case .copy(let variant): ("copy", variant)
            case .rules: ("rules", nil)
            case .takenOut: ("takenOut", nil)
            case .putBack: ("putBack", nil)
            }
        var members: [JSON.Member] = [
            .init("at", .string(at.rfc3339)), .init("revision", .integer(Int64(revision))),
            .init("what", .string(what)),
        ]
        if let variant { members.append(.init("variant", .string(variant))) }
        return .object(members)
    }
}

extension HealthFinding {
    /// States what the catalog changed in the middle of a phase; nil where it changed nothing.
    ///
    /// A warning and no alarm: a typing error put right spoils no experiment, and only its owner can tell it
    /// from another copy.
    static func shown(_ changes: [ShownChange], in experiment: String, isOver: Bool) -> HealthFinding? {
        guard let last = changes.last else { return nil }
        let list = Sentence(changes.map(\.inWords), joinedBy: "; ")
        let until = last.at.rfc3339
        return HealthFinding(
            .shown,
            .warning,
            "In the middle of the phase, \(list): the figures mix what was before and after.",
            action: isOver
                ? "Look at the people of one copy alone with --since or --until \(until)."
                : """
                Look at the people of one copy alone with --since or --until \(until), or begin a new phase with: \
                tipledger apply FILE --new-phase \(experiment).
                """
        )
    }
}
