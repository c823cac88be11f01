package import TipCore

/// The catalog in force, and what another one would change before it is put in its place.
package struct CatalogPage {
    private let context: PageContext
    private let revision: Int
    private let since: Timestamp?
    private let text: String
    private let proposal: Proposal?

    /// Another catalog, looked at.
    package struct Proposal: Sendable {
        /// Its text as it was given.
        package let text: String
        /// What is wrong with it, in place; empty where it can be applied.
        package let errors: String
        /// What to think of before it is applied.
        package let warnings: String
        /// What would change; nil where it cannot be applied.
        package let change: Change?
        /// The running experiments that can begin a new phase with it, and need not.
        package let restartable: [String]

        /// What would change.
        package enum Change: Sendable {
            /// Nothing.
            case nothing
            /// Lines of the difference, and of what it would do to people.
            case lines(String, effect: [String])
        }

        /// Describes a proposal.
        package init(
            text: String,
            errors: String,
            warnings: String,
            change: Change?,
            restartable: [String] = []
        ) {
            self.restartable = restartable
            self.text = text
            self.errors = errors
            self.warnings = warnings
            self.change = change
        }
    }

    /// Describes the page.
    ///
    /// - Parameters:
    ///   - context: Who looks at it.
    ///   - revision: The revision in force; 0 is none.
    ///   - since: From when it is in force.
    ///   - text: The catalog in force, as text.
    ///   - proposal: Another one that was looked at.
    package init(
        _ context: PageContext,
        revision: Int,
        since: Timestamp?,
        text: String,
        proposal: Proposal? = nil
    ) {
        self.context = context
        self.revision = revision
        self.since = since
        self.text = text
        self.proposal = proposal
    }

    private var words: PageWords { context.words }

    /// The page.
    package var html: String {
        WebFrame(context: context).page(
            titled: words(.catalog),
            in: .catalog,
            [standing] + proposed + [editor, current]
        )
    }

    private var standing: HTML {
        guard revision > 0, let since else {
            return .element("div", ["class": "empty"], .element("p", [:], HTML(words(.noRevision))))
        }
        return .element(
            "p",
            ["class": "faint"],
            HTML(words(.revisionInForce, "\(revision)", since.onPage))
        )
    }

    private var proposed: [HTML] {
        guard let proposal else { return [] }
        var parts: [HTML] = []
        if !proposal.errors.isEmpty {
            parts.append(.element("h2", [:], HTML(words(.catalogErrors))))
            parts.append(block(proposal.errors, kind: "bad"))
        }
        if !proposal.warnings.isEmpty {
            parts.append(.element("h2", [:], HTML(words(.catalogWarnings))))
            parts.append(block(proposal.warnings))
        }
        switch proposal.change {
        case nil: break
        case .nothing: parts.append(.element("p", ["class": "notice"], HTML(words(.noDifference))))
        case .lines(let lines, let effect):
            parts.append(.element("h2", [:], HTML(words(.wouldChange))))
            parts.append(difference(lines))
            parts.append(block(effect.joined(separator: "\n")))
            parts.append(
                WebForm(action: "/catalog/apply", context: context).administering(
                    [
                        WebForm.hidden("catalog", proposal.text),
                        WebForm.hidden("revision", "\(revision)"), phases(proposal.restartable),
                    ],
                    submit: words(.applyCatalog),
                    id: "apply",
                    hint: words(.applyHint)
                )
            )
        }
        return parts
    }

    /// Which experiments begin a new phase, one box each.
    private func phases(_ experiments: [String]) -> HTML {
        guard !experiments.isEmpty else { return .nothing }
        let boxes = experiments.enumerated().map { index, id -> HTML in
            let box = HTML.void(
                "input",
                ["type": "checkbox", "name": "newPhase", "value": id, "id": "phase-\(index)"]
            )
            return .element(
                "div",
                ["class": "check"],
                box,
                .element("label", ["for": "phase-\(index)", "dir": "auto"], HTML(id))
            )
        }
        return .element(
            "fieldset",
            [:],
            [.element("legend", [:], HTML(words(.beginPhases)))] + boxes
                + [.element("p", ["class": "note"], HTML(words(.beginPhasesHint)))]
        )
    }

    /// The lines of a difference, each marked by its first sign and by colour.
    private func difference(_ lines: String) -> HTML {
        let marked = lines.split(separator: "\n").map { line -> HTML in
            let kind: String? =
                switch line.first {
                case "+": "added"
                case "-": "removed"
                default: nil
                }
            return .element("span", ["class": kind], HTML(String(line) + "\n"))
        }
        return .element("pre", ["class": "diff", "tabindex": "0", "lang": "en"], marked)
    }

    private func block(_ text: String, kind: String? = nil) -> HTML {
        .element("pre", ["class": kind, "tabindex": "0", "lang": "en"], HTML(text))
    }

    private var editor: HTML {
        let area = HTML.element(
            "div",
            ["class": "field"],
            .element("label", ["for": "catalog-text"], HTML(words(.newCatalog))),
            .element(
                "textarea",
                ["name": "catalog", "id": "catalog-text", "spellcheck": "false", "required": "required"],
                HTML("\n" + (proposal?.text ?? text))
            )
        )
        return WebForm(action: "/catalog", context: context)
            .html([area], submit: words(.showDiff), kind: "catalog")
    }

    private var current: HTML {
        guard proposal != nil, revision > 0 else { return .nothing }
        return .element(
            "details",
            [:],
            .element("summary", [:], HTML(words(.inForce))),
            block(text)
        )
    }
}
