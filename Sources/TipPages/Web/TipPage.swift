package import Reports
package import TipCore

/// One tip: what people see, who sees it, and what they do.
package struct TipPage {
    private let context: PageContext
    private let entry: TipEntry
    private let items: [TipFigures]
    private let asOf: Timestamp
    private let locale: String

    /// Describes the page.
    ///
    /// - Parameters:
    ///   - context: Who looks at it.
    ///   - entry: The tip.
    ///   - items: The figures of the items of a reusable tip.
    ///   - asOf: The instant of the figures.
    ///   - locale: The language of copy; nil is that of the page.
    package init(
        _ context: PageContext,
        _ entry: TipEntry,
        items: [TipFigures],
        asOf: Timestamp,
        locale: String? = nil
    ) {
        self.context = context
        self.entry = entry
        self.items = items
        self.asOf = asOf
        self.locale = locale ?? context.language.rawValue
    }

    private var words: PageWords { context.words }

    /// The page.
    package var html: String {
        let tip = entry.definition
        let card = TipCard(
            arm: .init(variant: tip.id, weight: 1, copy: tip.copy, metrics: 0),
            isBaseline: false,
            shows: true
        )
        return WebFrame(context: context).page(
            titled: tip.id,
            in: .tips,
            [
                .element(
                    "p",
                    ["class": "crumb"],
                    .element("a", ["href": WebSection.tips.rawValue], HTML("← " + words(.tips)))
                ), .element("p", [:], entry.tags(words)), starvation,
                .element(
                    "div",
                    ["class": "columns"],
                    section(.theCopy, [locales, card.html(locale: locale, words)]),
                    section(.rules, entry.rules(words) + [limits])
                ), section(.tipFunnel, [asOfLine, funnel, experiments]),
                section(.responses, [responses]), section(.itemsHead, [itemTable]), kill,
            ]
        )
    }

    private func section(_ title: Phrase, _ content: [HTML]) -> HTML {
        let content = content.present
        guard !content.isEmpty else { return .nothing }
        return .element("section", [:], [.element("h2", [:], HTML(words(title)))] + content)
    }

    private var locales: HTML {
        LocaleChoice(
            copies: [entry.definition.copy],
            path: WebAddress.tip(entry.definition.id),
            chosen: locale
        ).html(words)
    }

    private var asOfLine: HTML { .element("p", ["class": "faint"], HTML(words(.asOf, asOf.onPage))) }

    private var starvation: HTML {
        guard entry.figures.isStarved, !entry.isOff else { return .nothing }
        return .element(
            "p",
            ["class": "notice bad"],
            HTML(words(.starvedHint, Words.count(entry.figures.available)))
        )
    }

    private var limits: HTML {
        let options = entry.definition.options
        let parts = [
            options.maxDisplayCount.map { words(.maxDisplays, "\($0)") },
            options.maxDisplayDuration.map { words(.maxSeconds, Words.number($0)) },
            options.ignoresDisplayFrequency ? words(.anyTime) : nil,
        ].compactMap(\.self)
        let text = parts.isEmpty ? words(.noLimits) : parts.joined(separator: "; ")
        return .element(
            "dl",
            [:],
            .element("dt", [:], HTML(words(.limits))),
            .element("dd", [:], HTML(text)),
            .element("dt", [:], HTML(words(.priority))),
            .element("dd", [:], HTML("\(entry.definition.priority)"))
        )
    }

    private var funnel: HTML {
        let figures = entry.figures
        return BarTable(
            name: "tip",
            caption: words(.tipFunnel),
            whole: max(entry.everyone, figures.seen),
            rows: [
                ("available", words(.available), figures.available),
                ("pending", words(.pending), figures.pending), ("seen", words(.sawTip), figures.seen),
                ("tapped", words(.tappedIt), figures.tapped),
                ("actionPerformed", words(.didIt), figures.ended(\.actionPerformed)),
                ("tipClosed", words(.closedIt), figures.ended(\.tipClosed)),
                ("countExceeded", words(.countExceeded), figures.ended(\.countExceeded)),
                ("durationExceeded", words(.durationExceeded), figures.ended(\.durationExceeded)),
            ]
        ).html(words)
    }

    private var experiments: HTML {
        let links = entry.experiments.flatMap { id in
            [
                HTML.element("a", ["href": WebAddress.experiment(id), "dir": "auto"], HTML(id)), " ",
            ]
        }
        return .element(
            "p",
            ["class": "note"],
            [HTML(words(.tappedNote, ""))]
                + (links.isEmpty ? [HTML(words(.noExperimentOnTip))] : Array(links.dropLast()))
        )
    }

    private var responses: HTML {
        guard entry.figures.seen > 0 else {
            return .element("div", ["class": "empty"], .element("p", [:], HTML(words(.nobodySaw))))
        }
        return ResponseTable(figures: entry.figures).html(words)
    }

    private var itemTable: HTML {
        guard !items.isEmpty else { return .nothing }
        return BarTable(
            name: "items",
            caption: words(.haveSeen),
            whole: max(1, items.map(\.seen).max() ?? 1),
            rows: items.sorted { $0.seen > $1.seen }.prefix(50).map { ($0.tip, $0.tip, $0.seen) }
        ).html(words)
    }

    /// The form that switches it off or on.
    private var kill: HTML {
        let path = WebAddress.tip(entry.definition.id)
        return entry.isOff
            ? WebForm(action: path + "/on", context: context)
                .administering([], submit: words(.switchOn), id: "switch", hint: words(.switchOnHint))
            : WebForm(action: path + "/off", context: context)
                .administering(
                    [],
                    submit: words(.switchOff),
                    id: "switch",
                    hint: words(.switchOffHint),
                    isDangerous: true
                )
    }
}
