import Reports
import TipCore
import TipService

/// An explanation as a page for a terminal: how the tip stands, each rule with what it counted, what holds the
/// tip, what would have to happen, and what comes by itself.
struct ExplanationText {
    private let explained: Explained
    private let options: TextOptions
    private var page = ""

    /// How many of the events that a rule counted are listed.
    private static let eventsListed = 10

    /// Lays out an explanation.
    init(_ explained: Explained, _ options: TextOptions) {
        self.explained = explained
        self.options = options
        addHead()
        addRules()
        addBlockers()
        addRemedies()
        addOutlook()
    }

    /// The lines.
    var text: String { page }

    private var explanation: Explanation { explained.explanation }
    private var answer: TipAnswer { explained.explanation.answer }

    private mutating func add(_ line: String, indent: Int = 0) {
        let room = options.width.map { max(20, $0 - indent) }
        let safe = SafeText.visible(line)
        let lines = room.map { TextWrap.lines(of: safe, width: $0) } ?? [safe]
        for (place, line) in lines.enumerated() {
            page += String(repeating: " ", count: place == 0 ? indent : indent + 2) + line + "\n"
        }
    }

    // MARK: Parts

    private mutating func addHead() {
        let verdict = answer.verdict
        var line = "\(name(answer.tip)) for \(explained.person): \(verdict.status.rawValue)"
        if let end = verdict.invalidation { line += " (\(end.reason.rawValue)) since \(end.at.rfc3339)" }
        add(line)
        if explained.person != explained.representative {
            add("the same person as \(explained.representative)", indent: 2)
        }
        add("at \(answer.at.rfc3339), under catalog revision \(explained.revision)", indent: 2)
        guard explained.events > 0 else {
            add(
                "the log has no event of \(explained.person) until then; this is what a newcomer gets",
                indent: 2
            )
            return
        }
        let last = explained.lastEvent.map { ", the last at \($0.rfc3339)" } ?? ""
        add(
            Words.plain(Words.count(explained.events, "event", "events").english) + " of the person\(last)",
            indent: 2
        )
        let seconds = JSON.number(Double(answer.displayedMicroseconds) / 1_000_000).text()
        let times = Words.plain(Words.count(answer.displayCount, "time", "times").english)
        add("shown \(times), \(seconds) s on screen", indent: 2)
    }

    private mutating func addRules() {
        guard !explanation.rules.isEmpty else { return }
        page += "\nrules\n"
        for rule in explanation.rules {
            let finding = rule.finding
            add("\(finding.holds ? "ok   " : "FAILS") \(finding.index)  \(finding.text)", indent: 2)
            add("needs \(finding.needed)", indent: 11)
            add("saw   \(finding.saw.isEmpty ? "nothing" : finding.saw.english)", indent: 11)
            let hidden = rule.events.count - Self.eventsListed
            if hidden > 0 { add("counted \(hidden) earlier ones and", indent: 11) }
            for event in rule.events.suffix(Self.eventsListed) {
                add("\(event.at.rfc3339)  \(event.id)", indent: 13)
            }
        }
    }

    private mutating func addBlockers() {
        guard !explanation.blockers.isEmpty else { return }
        page += "\nheld back by\n"
        for blocker in explanation.blockers { add(words(blocker), indent: 2) }
    }

    private func words(_ blocker: BlockerExplanation) -> String {
        let name = explained.catalog.name(of: blocker.blocker)
        let until = blocker.until.map { " until \($0.rfc3339)" } ?? ""
        switch blocker.blocker {
        case .rule: return name + "  " + (blocker.saw?.english ?? "")
        case .frequency:
            let tip = blocker.tip.map { self.name($0) } ?? "another tip"
            return name + "  \(tip) was first shown too recently;\(until)"
        case .override: return name + "  a tester's override\(until)"
        case .off: return name + "  the tip is switched off for everybody"
        case .optedOut: return name + "  the person wants no tips"
        case .variant: return name + "  the person's variant of the copy shows nothing"
        }
    }

    private mutating func addRemedies() {
        guard !explanation.remedies.isEmpty else { return }
        page += answer.verdict.status == .invalidated ? "\nto begin again\n" : "\nto show it, all of\n"
        for remedy in explanation.remedies { add("- \(remedy)", indent: 2) }
    }

    private mutating func addOutlook() {
        page += "\nby itself\n"
        guard let until = answer.until, let next = explanation.next else {
            add("nothing changes without a further event or decision", indent: 2)
            return
        }
        let verdict = answer.verdict
        let because = next.because.map(explained.catalog.name(of:)).joined(separator: ", ")
        let stays = next.status == verdict.status
        var line = "\(until.rfc3339)  " + (stays ? "still " : "") + next.status.rawValue
        if let reason = next.invalidation?.reason.rawValue { line += " (\(reason))" }
        if !because.isEmpty { line += ", held back by \(because)" }
        if stays, because.isEmpty { line += ", with another copy" }
        add(line, indent: 2)
        guard verdict.status != .available, next.status != .available else { return }
        if let at = explanation.availableFrom { add("\(at.rfc3339)  available", indent: 2) }
    }

    private func name(_ tip: UInt32) -> String { explained.catalog.vocabulary.tips[tip] }
}
