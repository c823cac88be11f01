import Statistics
import Testing
import TipCore

@testable import Reports

@Suite("A report for a terminal can be read without a statistician")
struct ReportTextTests {
    @Test("a planned experiment at a look, in Japanese, on a page of 92 columns")
    func planned() throws {
        #expect(
            try Examples.planned().text(TextOptions(width: 92, locale: "ja-JP")) == """
                favorites-copy: running, phase 1, day 15, look 2 of 5
                data up to 2026-11-30T15:00:00Z (143 180 events)

                tip         favorite-backyard
                metric      tap within 7 days of the first impression
                people      10 300 enrolled = 10 000 compared + 291 with an open window + 3 between variants
                            + 6 left out

                  variant  people  converted    rate    lift   95 % interval    z/bound  verdict
                  control    5012        612  12.2 %       –               –          –  baseline
                           お気に入りに保存
                  benefit    4988        658  13.2 %  +8.0 %  −2.5 … +19.7 %  1.47/2.71  unclear
                           裏庭を見失わない
                  "benefit": safe at every look, the difference is −0.8 … +2.8 points

                guardrail   invalidation:tipClosed after the first impression (less is better, up to 10 %
                            worse is allowed)
                  variant  people  converted    rate    lift   95 % interval      z/bound  verdict
                  control    5012        310  6.19 %       –               –            –  baseline
                  benefit    4988        290  5.81 %  −6.0 %  −19.5 … +9.8 %  −0.782/2.71  unclear

                method      group sequential: 5 looks on the way to 10 000 people a variant, at alpha 5 %
                            over all of them; a verdict needs z beyond the bound
                health      People are split as configured (p 0.81). 3 people (0.029 %) saw more than one
                            variant and are left out; by what they saw first: "control" 1, "benefit" 2.
                            Everybody saw the variant assigned to them. 0.4 % of the events came more than
                            an hour late. Left out: 4 testers, 2 who opted out. 291 people are not counted
                            yet, as their window is open.
                advice      Go on.
                            The difference between "benefit" and "control" can be chance: 13.2 % against
                            12.2 % tapped it, lift +8.0 % (95 % interval −2.5 … +19.7 %). The difference is
                            1.47 standard errors, and 2.71 are needed at this look. Look 3 of 5 comes at
                            6000 people a variant; the smallest has 4988: in about 3 days at this pace.
                words       lift is the change relative to the baseline; z/bound is the difference in
                            standard errors, and how many this look needs; what is safe holds at all looks
                            together.

                """
        )
    }

    @Test("a finished test on a page of 80 columns")
    func finished() throws {
        #expect(
            try Examples.finished().text(TextOptions(width: 80)) == """
                favorites-copy: stopped, phase 1, decided: ship:benefit
                data up to 2026-11-30T15:00:00Z (143 180 events)

                tip         favorite-backyard
                metric      tap after the first impression
                people      15 003 enrolled, all of them compared

                  variant  people converted   rate    lift   95 % interval p (Holm) verdict
                  control    5012       612 12.2 %       –               –        – baseline
                           Save
                  benefit    4988       758 15.2 % +24.5 % +12.7 … +37.4 %  2.8e-05 better
                           Never lose it
                  question   5003       640 12.8 %  +4.8 %  −5.6 … +16.2 %    0.379 unclear

                method      fixed horizon: one look at the end, at alpha 5 %, shared among the
                            comparisons by Holm's correction
                health      People are split as configured (p 0.971). Nobody saw more than one
                            variant. Everybody saw the variant assigned to them. No event came
                            more than an hour late. Nobody had to be left out.
                advice      Ship benefit.
                            "benefit" does better than "control": 15.2 % against 12.2 % tapped
                            it, lift +24.5 % (95 % interval +12.7 … +37.4 %). Its adjusted p is
                            2.8e-05; 0.05 or less counts as more than chance.
                next        tipledger apply FILE    # with the shipped copy as the tip's own
                words       lift is the change relative to the baseline; p is the chance of such
                            a difference, or a larger one, if there were none.

                """
        )
    }

    @Test("an alarm, a broken guardrail, a lift that cannot be had, and copy that means harm")
    func broken() throws {
        #expect(
            try Examples.broken().text(TextOptions(width: 90)) == """
                favorites-copy: running, phase 1, day 15
                data up to 2026-11-30T15:00:00Z (143 180 events)

                tip         favorite-backyard
                metric      tap within 7 days of the first impression
                people      960 enrolled, all of them compared

                  variant  people  converted    rate  lift  95 % interval  safe p  verdict
                  control     560          0   0.0 %     –              –       –  baseline
                           =HYPERLINK("x")
                  benefit     400          9  2.25 %     –              –  0.0794  not trusted
                           \\u{1B}[31m<b>Save</b> | now
                  "benefit": no lift, as baseline has no conversions; the difference is +2.25 points
                  (+1.0 … +4.2 points)
                  "benefit": safe at every look, the difference is −0.2 … +6.4 points

                guardrail   donation:saved after the first impression (more is better)
                  variant  people  converted    rate     lift    95 % interval   safe p  verdict
                  control     560        200  35.7 %        –                –        –  baseline
                  benefit     400         60  15.0 %  −58.0 %  −67.6 … −45.6 %  3.0e-08  broken

                method      always valid: safe at any number of looks, at alpha 5 %; most sharply at 5000
                            people of both arms
                health      ALARM: The split is not as configured: "control" has 560 people where 480 were
                            expected (p 2.4e-07). Find out where people get lost: a variant that crashes
                            or loads slowly, an impression that is sent for one variant only, or people
                            forced into a variant. Then start a new phase.
                            Nobody saw more than one variant. Everybody saw the variant assigned to them.
                            No event came more than an hour late. Nobody had to be left out.
                advice      Decide nothing.
                            The split is not as configured: "control" has 560 people where 480 were
                            expected (p 2.4e-07). No figure can be trusted until the cause is found.
                words       lift is the change relative to the baseline; what is safe holds however often
                            you look; safe p is the chance of such evidence if there were no difference.

                """
        )
    }

    @Test("a draft")
    func draft() throws {
        #expect(
            try Examples.draft().text(TextOptions(width: 80)) == """
                favorites-copy: draft
                data up to 2026-11-30T15:00:00Z (143 180 events)

                tip         favorite-backyard
                metric      tap within 7 days of the first impression
                people      nobody is enrolled yet

                  variant  people  converted  rate  lift  95 % interval  safe p  verdict
                  control       0          0     –     –              –       –  baseline
                  benefit       0          0     –     –              –       –  no data

                method      always valid: safe at any number of looks, at alpha 5 %; most
                            sharply at 5000 people of both arms
                health      The split was not checked: nobody was counted. Nobody saw more than
                            one variant. Everybody saw the variant assigned to them. No event
                            came more than an hour late. Nobody had to be left out.
                advice      Go on.
                            The experiment has not started yet.
                next        tipledger experiment start favorites-copy
                words       lift is the change relative to the baseline; what is safe holds
                            however often you look; safe p is the chance of such evidence if
                            there were no difference.

                """
        )
    }

    @Test("all reports, and what they come to")
    func collection() throws {
        let reports = [try Examples.broken(), try Examples.finished()]

        #expect(
            ExperimentReport.text(of: reports, TextOptions(width: 92)) == """
                favorites-copy: running, phase 1, day 15
                  variant  people  converted    rate  lift  95 % interval  safe p  verdict
                  control     560          0   0.0 %     –              –       –  baseline
                           =HYPERLINK("x")
                  benefit     400          9  2.25 %     –              –  0.0794  not trusted
                           \\u{1B}[31m<b>Save</b> | now
                  "benefit": no lift, as baseline has no conversions; the difference is +2.25 points
                  (+1.0 … +4.2 points)
                  Guardrail donation:saved is broken by "benefit".
                  ALARM: The split is not as configured: "control" has 560 people where 480 were expected
                  (p 2.4e-07). Find out where people get lost: a variant that crashes or loads slowly, an
                  impression that is sent for one variant only, or people forced into a variant. Then start
                  a new phase.
                  Decide nothing. The split is not as configured: "control" has 560 people where 480 were
                  expected (p 2.4e-07). No figure can be trusted until the cause is found.

                favorites-copy: stopped, phase 1, decided: ship:benefit
                  variant   people  converted    rate     lift    95 % interval  p (Holm)  verdict
                  control     5012        612  12.2 %        –                –         –  baseline
                            Save
                  benefit     4988        758  15.2 %  +24.5 %  +12.7 … +37.4 %   2.8e-05  better
                            Never lose it
                  question    5003        640  12.8 %   +4.8 %   −5.6 … +16.2 %     0.379  unclear
                  Ship benefit. "benefit" does better than "control": 15.2 % against 12.2 % tapped it, lift
                  +24.5 % (95 % interval +12.7 … +37.4 %). Its adjusted p is 2.8e-05; 0.05 or less counts as
                  more than chance.

                Data up to 2026-11-30T15:00:00Z (143 180 events).
                in all      2 experiments, 3 comparisons: 1 better, 0 worse, 1 unclear, 1 not to be trusted.
                            1 experiment has a variant that is better than its baseline.
                            1 split alarm, whose figures cannot be trusted until it is clear where people
                            got lost: favorites-copy.

                """
        )
    }

    @Test(
        "no line is wider than the page, and no escape of a stranger gets through",
        arguments: [40, 60, 80, 200]
    )
    func laws(width: Int) throws {
        let reports = [
            try Examples.planned(), try Examples.finished(), try Examples.broken(), try Examples.draft(),
        ]
        let plain = TextOptions(width: width)
        for text in reports.map({ $0.text(plain) }) + [ExperimentReport.text(of: reports, plain)] {
            let lines = text.split(separator: "\n")
            #expect(lines.allSatisfy { DisplayWidth.of($0) <= width })
            #expect(!text.contains("\u{1B}") && !text.contains("\u{A0}"))
            #expect(!text.contains(" \n"), "no space at the end of a line")
        }
    }

    @Test("colour says nothing that words do not say")
    func colour() throws {
        for report in [try Examples.planned(), try Examples.broken()] {
            let painted = report.text(TextOptions(width: 90, colour: true))
            #expect(painted.replacing(/\u{1B}\[[0-9]+m/, with: "") == report.text(TextOptions(width: 90)))
            #expect(painted != report.text(TextOptions(width: 90)))
        }
    }

    static let steps:
        [(why: String, arms: [(Int64, Int64)], status: ExperimentRecord.Status, steps: [String])] = [
            (
                "a winner is shipped by stopping", [(1000, 10_000), (1400, 10_000)], .running,
                ["tipledger experiment stop favorites-copy --decision ship:benefit"]
            ),
            (
                "a loser by keeping", [(1400, 10_000), (1000, 10_000)], .running,
                ["tipledger experiment stop favorites-copy --decision keep"]
            ),
            ("a draft is started", [(0, 0), (0, 0)], .draft, ["tipledger experiment start favorites-copy"]),
            (
                "a pause is ended", [(10, 100), (11, 100)], .paused,
                ["tipledger experiment resume favorites-copy"]
            ),
            ("to go on needs no command", [(10, 100), (11, 100)], .running, []),
            ("it is over", [(1000, 10_000), (1400, 10_000)], .stopped, []),
        ]

    @Test("the next command", arguments: steps)
    func nextSteps(why: String, arms: [(Int64, Int64)], status: ExperimentRecord.Status, steps: [String])
        throws
    {
        var snapshots = Snapshots(arms: arms)
        snapshots.status = status

        #expect(try snapshots.report().nextSteps == steps, "\(why)")
    }

    @Test("where all windows are open, figures before their end are offered, once")
    func openWindows() throws {
        var snapshot = Snapshots((0, 0), (0, 0)).snapshot
        snapshot.immature = 291
        let step = "tipledger report favorites-copy --partial    # counts them before their window has closed"
        #expect(try ExperimentReport(snapshot).nextSteps == [step])

        snapshot.isPartial = true
        #expect(try ExperimentReport(snapshot).nextSteps == [])
    }

    @Test(
        "to ship is to write the copy, which a stop does not",
        arguments: [("ship", 1), ("keep", 0), ("", 0)]
    )
    func shipping(decision: String, count: Int) throws {
        var snapshot = Snapshots((1000, 10_000), (1400, 10_000)).snapshot
        snapshot.status = .stopped
        snapshot.decision = decision == "ship" ? .ship(variant: "benefit") : decision == "keep" ? .keep : nil
        let steps = try ExperimentReport(snapshot).nextSteps
        #expect(steps.count == count && steps.allSatisfy { $0.hasPrefix("tipledger apply FILE") })
    }

    @Test("names that a shell would read are quoted")
    func quoted() throws {
        var snapshot = Snapshots((0, 0), (0, 0)).snapshot
        snapshot.status = .draft
        snapshot.experiment = "it's $HOME"

        #expect(try ExperimentReport(snapshot).nextSteps == ["tipledger experiment start 'it'\\''s $HOME'"])
    }

    @Test("the title stands for a variant, the message where titles do not tell variants apart")
    func copy() throws {
        var snapshots = Snapshots((0, 0), (0, 0), (0, 0))
        let message = LocalizedText("At the top.")
        snapshots.copy = [Copy(title: "Save"), Copy(title: LocalizedText("Keep"), message: message), nil]
        #expect(try snapshots.report().copy(locale: nil) == ["control": "Save", "benefit": "Keep"])

        snapshots.copy = [Copy(title: "Save"), Copy(title: LocalizedText("Save"), message: message), nil]
        #expect(
            try snapshots.report().copy(locale: nil) == ["control": "Save", "benefit": "Save – At the top."]
        )
    }

    @Test("a variant that shows nothing says so")
    func holdout() throws {
        var snapshot = Snapshots((0, 0), (0, 0)).snapshot
        snapshot.phase?.variants[1].shows = false

        #expect(try ExperimentReport(snapshot).copy(locale: nil) == ["benefit": "(shows nothing)"])
    }
}
