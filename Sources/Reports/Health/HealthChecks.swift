import Statistics
import TipCore

/// The checks of an experiment's counts.
///
/// Thresholds: people between variants warn from 1 % of all who took part, or from 0.1 % where the weights are uneven, as
/// leaving them out then bends the smaller variant; from 10 % and ten people on they alarm.
struct HealthChecks {
    private let snapshot: ExperimentSnapshot
    private let split: Figure<SampleRatioTest>
    private let sequential: Figure<Double>
    private let enrolled: Int64

    init(_ snapshot: ExperimentSnapshot, split: Figure<SampleRatioTest>, sequential: Figure<Double>) {
        self.sequential = sequential
        self.snapshot = snapshot
        self.split = split
        enrolled = snapshot.enrolled
    }

    /// What the checks found, the most telling one first.
    var findings: [HealthFinding] {
        [.split(split, arms: arms), multipleVariants, unexpectedVariant, late, excluded]
            + [sequentialSplit, off, arrivals, shown, erased, openWindows, duration].compactMap { $0 }
    }

    /// The alarm of the check that is looked at every day, where the other one is not up already.
    private var sequentialSplit: HealthFinding? {
        guard let p = sequential.value, p < SampleRatioTest.alarm, split.value?.ok ?? true else { return nil }
        return HealthFinding(
            .split,
            .alarm,
            "The split was off for days on end (p\u{A0}\(Words.p(p)), looked at daily).",
            action:
                "Look at the days one by one with --timezone UTC, and start a new phase once the cause is found."
        )
    }

    private var multipleVariants: HealthFinding {
        let count = snapshot.multipleVariants
        guard count > 0 else {
            return HealthFinding(.multipleVariants, .ok, "Nobody saw more than one variant.")
        }
        let weights = Set(snapshot.arms.map(\.weight).filter { $0 > 0 })
        let first = snapshot.arms.compactMap { arm in
            snapshot.multipleVariantsByFirst[arm.variant].map {
                Sentence(verbatim: "\"\(arm.variant)\"\u{A0}\(Words.count($0))")
            }
        }
        let seen: Sentence =
            first.isEmpty ? "" : "; by what they saw first: \(Sentence(first, joinedBy: ", "))"
        return HealthFinding(
            .multipleVariants,
            state(count, warning: weights.count > 1 ? 0.001 : 0.01, alarm: 0.1),
            count == 1
                ? "\(part(count)) saw more than one variant and is left out\(seen)."
                : "\(part(count)) saw more than one variant and are left out\(seen).",
            action: isFrom(weights.count > 1 ? 0.001 : 0.01, count)
                ? "Check that the app keeps the variant of a person across devices and after signing in."
                : nil
        )
    }

    private var unexpectedVariant: HealthFinding {
        let count = snapshot.unexpectedVariant
        guard count > 0 else {
            return HealthFinding(.unexpectedVariant, .ok, "Everybody saw the variant assigned to them.")
        }
        return HealthFinding(
            .unexpectedVariant,
            state(count, warning: 0.01, alarm: 0.1),
            count == 1
                ? "\(part(count)) saw a variant that was not assigned to them and is left out."
                : "\(part(count)) saw a variant that was not assigned to them and are left out.",
            action: isFrom(0.01, count)
                ? "Check that the app shows the variant of the decision, and sends that one with the impression."
                : nil
        )
    }

    private var late: HealthFinding {
        let (late, counted) = (snapshot.lateEvents, snapshot.countedEvents)
        guard late > 0, counted > 0 else {
            return HealthFinding(.late, .ok, "No event came more than an hour late.")
        }
        let share = Double(late) / Double(counted)
        let isMany = share >= 0.1
        return HealthFinding(
            .late,
            isMany ? .warning : .ok,
            "\(Words.roughly(share)) of the events came more than an hour late.",
            action: isMany ? "Expect the figures of the last days to change." : nil
        )
    }

    private var excluded: HealthFinding {
        let parts = [
            (snapshot.testers, "tester", "testers"), (snapshot.bots, "bot", "bots"),
            (snapshot.optedOut, "who opted out", "who opted out"),
        ]
        let words = parts.filter { $0.0 > 0 }.map { Words.count($0.0, $0.1, $0.2) }
        guard !words.isEmpty else { return HealthFinding(.excluded, .ok, "Nobody had to be left out.") }
        let isMany = isFrom(0.1, snapshot.testers + snapshot.bots)
        return HealthFinding(
            .excluded,
            isMany ? .warning : .ok,
            "Left out: \(Sentence(words, joinedBy: ", ")).",
            action: isMany ? "Check what marks people as testers or bots." : nil
        )
    }

    /// Those whom no count has any more, as they asked for it.
    private var erased: HealthFinding? {
        guard snapshot.erased > 0 else { return nil }
        let who = Words.count(snapshot.erased, "person who took part was", "people who took part were")
        return HealthFinding(.erased, .ok, "\(who) erased since; no figure here counts them.")
    }

    private var openWindows: HealthFinding? {
        guard !snapshot.isPartial else {
            return HealthFinding(
                .openWindows,
                .warning,
                "People whose window is open are counted, as was asked for.",
                action: "Decide on a report without --partial: early figures favour what works fast."
            )
        }
        guard snapshot.immature > 0 else { return nil }
        let people = Words.count(snapshot.immature, "person is", "people are")
        return HealthFinding(.openWindows, .ok, "\(people) not counted yet, as their window is open.")
    }

    private var shown: HealthFinding? {
        .shown(
            snapshot.shownChanges,
            in: snapshot.experiment,
            isOver: snapshot.phase?.endedAt != nil
        )
    }

    private var off: HealthFinding? {
        guard snapshot.isOff, snapshot.status == .running else { return nil }
        return HealthFinding(
            .arrivals,
            .warning,
            "The tip is switched off for everybody, so nobody new comes.",
            action: "Switch it on again (tipledger tip on), or stop the experiment."
        )
    }

    private var arrivals: HealthFinding? {
        guard !snapshot.isOff, let days = snapshot.silentDays else { return nil }
        return HealthFinding(
            .arrivals,
            .warning,
            "Nobody new has come for \(Words.count(days, "day", "days")).",
            action: "See whether the app still shows the tip and sends its events, or stop the experiment."
        )
    }

    private var duration: HealthFinding? {
        guard snapshot.status == .running, let phase = snapshot.phase, phase.assignment == .hash,
            snapshot.asOf < phase.startedAt.adding(seconds: 7 * 86_400)
        else { return nil }
        return HealthFinding(
            .duration,
            .warning,
            "It has run for less than a week.",
            action: "Give it whole weeks: people differ between weekdays and weekends."
        )
    }

    private var arms: [SplitArm] {
        snapshot.arms.map { SplitArm(variant: $0.variant, people: $0.people, weight: $0.weight) }
    }

    // MARK: Parts of those who took part

    private func part(_ count: Int64) -> Sentence {
        let share = Double(count) / Double(max(1, enrolled))
        return "\(Words.count(count, "person", "people")) (\(Words.roughly(share)))"
    }

    private func isFrom(_ share: Double, _ count: Int64) -> Bool {
        count > 0 && Double(count) >= share * Double(enrolled)
    }

    private func state(_ count: Int64, warning: Double, alarm: Double) -> HealthFinding.State {
        isFrom(alarm, count) && count >= 10 ? .alarm : isFrom(warning, count) ? .warning : .ok
    }
}
