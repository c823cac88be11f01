import Reports
import TipCore

/// One experiment in the list.
struct ExperimentRow {
    let report: ExperimentReport
    let words: PageWords
    let scale: Scale

    /// The row.
    var html: HTML {
        let snapshot = report.snapshot
        let outcome = words.outcome(report)
        let worst = report.health.worst
        return .element(
            "tr",
            ["data-experiment": snapshot.experiment],
            .element(
                "th",
                ["scope": "row"],
                .element(
                    "a",
                    ["href": WebAddress.experiment(snapshot.experiment), "dir": "auto"],
                    HTML(snapshot.experiment)
                ),
                .element("span", ["class": "faint block", "dir": "auto"], HTML(snapshot.tip))
            ),
            cell(.status, [.tag(words(snapshot.status.phrase), snapshot.status.rawValue), days]),
            cell(
                .people,
                [
                    .element(
                        "span",
                        ["data-figure": "enrolled", "data-value": "\(snapshot.enrolled)"],
                        HTML(Words.count(snapshot.enrolled))
                    )
                ],
                kind: "n"
            ),
            cell(.lift, lifts),
            cell(
                .verdict,
                [HTML(outcome.kind.sign + " " + outcome.text)],
                kind: outcome.kind.rawValue
            ),
            cell(.health, [HTML(worst.sign + " " + words.check(worst))], kind: worst.rawValue)
        )
    }

    private func cell(_ label: Phrase, _ content: [HTML], kind: String? = nil) -> HTML {
        .element("td", ["data-label": words(label), "class": kind], content.present)
    }

    /// Day n of about m.
    private var days: HTML {
        guard let day = report.snapshot.day else { return .nothing }
        let text =
            if let left = report.progress.daysLeft.value, left > 0, left < 100_000 {
                words(.dayOf, "\(day)", "\(day + Int64(left.rounded(.up)))")
            } else {
                words(.day, "\(day)")
            }
        return .element("span", ["class": "faint block"], HTML(text))
    }

    private var lifts: [HTML] {
        let mini = MiniLift(
            comparisons: report.primary.comparisons,
            isTrusted: !report.health.isAlarming,
            scale: scale
        ).html
        let lines = report.primary.comparisons.map { comparison in
            let lift = comparison.lift.value.map(Words.change) ?? "–"
            let span = comparison.liftInterval.value.map { " (\(Words.changes($0)))" } ?? ""
            return HTML.element(
                "span",
                ["class": "block"],
                .element("bdi", [:], HTML(comparison.variant)),
                HTML(" \(lift)\(span)")
            )
        }
        return lines.isEmpty ? ["–"] : [mini] + lines
    }
}

extension HTML {
    /// A word in a frame.
    static func tag(_ text: String, _ kind: String) -> HTML {
        .element("span", ["class": "tag \(kind)"], HTML(text))
    }
}

extension ExperimentSnapshot {
    /// On which day of its phase it is, from 1; nil where it does not run.
    var day: Int64? {
        guard let phase, status != .stopped else { return nil }
        let day = (asOf.microseconds - phase.startedAt.microseconds) / 86_400_000_000 + 1
        return day > 0 ? day : nil
    }
}

extension ReportHealth {
    /// How the worst of the checks came out.
    var worst: HealthFinding.State {
        let states = Set(findings.map(\.state))
        return states.contains(.alarm) ? .alarm : states.contains(.warning) ? .warning : .ok
    }
}
