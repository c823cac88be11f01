import Reports
import TipCore

/// One person: how the tips stand, why, and what happened.
///
/// The person is asked for by a form whose body has the id: it never stands in an address.
package struct PersonPage {
    private let context: PageContext
    private let found: PersonFound?

    /// Describes the page; nil where nobody has been asked for yet.
    package init(_ context: PageContext, _ found: PersonFound?) {
        self.context = context
        self.found = found
    }

    private var words: PageWords { context.words }

    /// The page.
    package var html: String {
        WebFrame(context: context).page(
            titled: words(.person),
            in: .person,
            [search] + (found.map(content) ?? [])
        )
    }

    private var search: HTML {
        let field = WebForm.field(
            words(.personID),
            name: "person",
            id: "person",
            value: found?.person,
            hint: words(.personHint),
            isRequired: true
        )
        return WebForm(action: WebSection.person.rawValue, context: context)
            .html([field], submit: words(.search), kind: "panel")
    }

    private func content(_ found: PersonFound) -> [HTML] {
        var parts: [HTML] = []
        if !found.isKnown {
            parts.append(
                .element(
                    "div",
                    ["class": "empty"],
                    .element("p", [:], HTML(words(.personUnknown))),
                    .element("p", [:], HTML(words(.personUnknownHint)))
                )
            )
        }
        if !found.representative.hasSameBytes(as: found.person) {
            parts.append(.element("p", ["dir": "auto"], HTML(words(.sameAs, found.representative))))
        }
        if let explained = found.explained {
            parts.append(ExplanationSection(shown: explained, words: words).html)
        }
        parts.append(section(.tipsNow, tips(found)))
        if found.isKnown { parts.append(section(.timeline, timeline(found))) }
        return parts
    }

    private func section(_ title: Phrase, _ content: [HTML]) -> HTML {
        .element("section", [:], [.element("h2", [:], HTML(words(title)))] + content.present)
    }

    private func tips(_ found: PersonFound) -> [HTML] {
        guard !found.tips.isEmpty else {
            return [.element("p", [:], HTML(words(.noTips) + " " + words(.noTipsHint)))]
        }
        let heads: [Phrase] = [.tip, .status, .heldBy, .until, .why]
        return [
            .element(
                "table",
                ["class": "list cardlist"],
                .element("caption", [:], HTML(words(.tipsNow))),
                .element(
                    "thead",
                    [:],
                    .element("tr", [:], heads.map { .element("th", ["scope": "col"], HTML(words($0))) })
                ),
                .element("tbody", [:], found.tips.map { row($0, of: found) })
            )
        ]
    }

    private func row(_ shown: ExplanationShown, of found: PersonFound) -> HTML {
        let answer = shown.explanation.answer
        let (status, reason) = (answer.verdict.status, answer.verdict.invalidation?.reason)
        let why = WebForm(action: WebSection.person.rawValue, context: context).html(
            [WebForm.hidden("person", found.person), WebForm.hidden("tip", shown.tip)],
            submit: words(.why),
            kind: "quiet"
        )
        let reasons = shown.explanation.blockers.map {
            HTML.element("span", ["class": "block"], HTML(words(shown.words($0))))
        }
        return .element(
            "tr",
            ["data-tip": shown.tip, "data-status": status.rawValue],
            .element("th", ["scope": "row", "dir": "auto"], HTML(shown.tip)),
            .element(
                "td",
                ["data-label": words(.status), "data-reason": reason?.rawValue],
                .tag(words(status.phrase), status.rawValue),
                HTML(reason.map { " " + words($0.phrase) } ?? "")
            ),
            .element("td", ["data-label": words(.heldBy)], reasons.isEmpty ? ["–"] : reasons),
            .element("td", ["data-label": words(.until)], HTML(answer.until?.onPage ?? "–")),
            .element("td", [:], why)
        )
    }

    private func timeline(_ found: PersonFound) -> [HTML] {
        let entries = found.entries.map { entry in
            HTML.element(
                "li",
                [:],
                [
                    .element("time", ["datetime": entry.at.rfc3339], HTML(entry.at.onPage)),
                    .element("span", ["dir": "auto"], HTML(words(entry.text))),
                ]
                    + entry.changes.map {
                        .element("span", ["class": "block change"], HTML("→ " + words($0)))
                    }
            )
        }
        guard !entries.isEmpty else { return [.element("p", [:], HTML(words(.noEvents)))] }
        let more =
            found.next.map { cursor in
                WebForm(action: WebSection.person.rawValue, context: context).html(
                    [WebForm.hidden("person", found.person), WebForm.hidden("cursor", cursor)],
                    submit: words(.earlier)
                )
            } ?? .nothing
        return [.element("ol", ["class": "timeline"], entries), more]
    }
}

extension TipStatus {
    /// The status in words.
    var phrase: Phrase {
        switch self {
        case .available: .statusAvailable
        case .pending: .statusPending
        case .invalidated: .statusOver
        }
    }
}

extension InvalidationReason {
    /// The reason in words.
    var phrase: Phrase {
        switch self {
        case .actionPerformed: .didIt
        case .tipClosed: .closedIt
        case .displayCountExceeded: .countExceeded
        case .displayDurationExceeded: .durationExceeded
        }
    }
}
