/// What reports say, in Japanese: a template for each that `Reports` writes in English.
enum JapaneseReports {
    static let advice: [String: String] = [
        "{1} does better than {2}: {3}.": "{1} は {2} より良い結果です。{3}。",
        "Better than the baseline too: {1}.": "{1} も基準より良い結果です。",
        "The lift is less than the {1} that the plan was made for.": "上昇率は、計画で想定した {1} を下回っています。",
        "No guardrail stands against it.": "妨げになるガードレールはありません。",
        "Its copy changed on the way: not all of these people read what would be shipped.":
            "途中で文面が変わったため、採用する文面を全員が読んだわけではありません。",
        "But the guardrail {1} is not shown to stay within its margin of {2}: {3}.":
            "ただし、ガードレール {1} が許容幅 {2} に収まることはまだ示されていません。{3}。",
        "But the guardrail {1} got worse, by more than the {2} allowed: {3}.":
            "ただし、ガードレール {1} が許容幅 {2} を超えて悪化しました。{3}。",
        "But the guardrail {1} got worse: {2}.": "ただし、ガードレール {1} が悪化しました。{2}。",
        "No variant has people to compare.": "比較できる人がいる文面案はありません。",
        "{1} does worse than {2}: {3}.": "{1} は {2} より悪い結果です。{3}。",
        "All variants do worse than {1}: the best of them, {2}: {3}.":
            "すべての文面案が {1} より悪い結果です。その中で最も良い {2} は、{3}。",
        "There is no verdict before the first look. So far: {1}.": "最初の確認までは判定しません。ここまでの結果は、{1}。",
        "{1}: {2}.": "{1}。{2}。",
        "The difference between {1} and {2} can be chance": "{1} と {2} の差は偶然でも起こりえます",
        "No variant is better than {1} beyond chance; the best, {2}":
            "偶然を超えて {1} より良い文面案はありません。最も良いのは {2} です",
        "Enrolment is paused.": "新しい参加は一時停止しています。",
        "Look whenever you want: the verdict allows for it.": "いつ確認しても構いません。判定はそれを織り込んでいます。",
        "The last look": "最後の確認",
        "Look\u{A0}{1} of {2}": "{2} 回中 {1} 回目の確認",
        "{1} comes at {2} a variant; the smallest has {3}{4}.":
            "{1}は、どの文面案も {2}に達したときに行います。最も少ない文面案は {3} 人です{4}。",
        ": in about {1} at this pace": "（この速さならあと約 {1}）",
        "{1} against {2} {3}": "{3}は {1}、比較する側は {2}",
        "nobody": "該当者なし",
        "{1}, lift {2} ({3} interval {4})": "{1}、上昇率 {2}（{3} 区間 {4}）",
        "{1}, {2} ({3} interval {4})": "{1}、差 {2}（{3} 区間 {4}）",
        "Its {1} is {2}; {3} or less counts as more than chance.": "{1}は {2} です。{3} 以下なら偶然を超えた差とみなします。",
        "adjusted p": "補正後の p 値",
        "p": "p 値",
        "The difference is {1} standard errors, and {2} are needed at this look.":
            "差は標準誤差の {1} 倍です。今回の確認では {2} 倍が必要です。",
        "Its always-valid p is {1}; {2} or less counts as more than chance.":
            "常に有効な p 値は {1} です。{2} 以下なら偶然を超えた差とみなします。",
        "This is a part of the phase.": "これはフェーズの一部です。",
        "The registered plan judges the whole phase: ask without --since and --until.":
            "登録した計画はフェーズ全体を判定します。--since と --until を付けずに実行してください。",
        "No figure can be trusted until the cause is found.": "原因がわかるまで、どの数字も信頼できません。",
        "The experiment has not started yet.": "実験はまだ始まっていません。",
        "There is one variant, so there is nothing to compare.": "文面案が一つしかないため、比較できません。",
        "It is over, and nobody took part who can be compared.": "終了しましたが、比較できる参加者がいません。",
        "1\u{A0}person is in, whose window has to close first.": "参加者は 1 人で、その計測期間が終わるのを待っています。",
        "{1} people are in, whose windows have to close first.": "参加者は {1} 人で、計測期間が終わるのを待っています。",
        "Nobody has taken part yet.": "まだ参加者がいません。",
    ]

    static let health: [String: String] = [
        "People are split as configured ({1}).": "設定どおりに割り振られています（{1}）。",
        "The split was not checked: {1}.": "{1}ため、割り振りは確認していません。",
        "The split is a little off: {1} ({2}).": "割り振りが少しずれています。{1}（{2}）。",
        "Look again when more people are in.": "人数が増えてからもう一度確認してください。",
        "The split is not as configured: {1} ({2}).": "割り振りが設定と異なります。{1}（{2}）。",
        """
        Find out where people get lost: a variant that crashes or loads slowly, an impression that is sent for one \
        variant only, or people forced into a variant. Then start a new phase.
        """: """
        どこで人が失われているか調べてください。異常終了や表示の遅い文面案、一方の文面案だけで送られる表示イベント、\
        文面案の強制指定が考えられます。その後、新しいフェーズを始めてください。
        """,
        "\"{1}\" has {2}": "\"{1}\" に {2}",
        "{1} though its weight is 0.": "{1}いますが、重みは 0 です。",
        "Find out who shows it: an app that chooses by itself, or events of another phase. Then start a new phase.":
            "何が表示しているか調べてください。アプリが独自に選んでいるか、別のフェーズのイベントです。その後、新しいフェーズを始めてください。",
        "\"{1}\" has {2} where {3} were expected": "\"{1}\" は {2}、期待値は {3} 人",
        "The split was off for days on end (p\u{A0}{1}, looked at daily).":
            "割り振りが何日も続けてずれていました（毎日の確認で p\u{A0}{1}）。",
        "Look at the days one by one with --timezone UTC, and start a new phase once the cause is found.":
            "--timezone UTC を付けて日ごとに確認し、原因がわかったら新しいフェーズを始めてください。",
        "Nobody saw more than one variant.": "複数の文面案を見た人はいません。",
        "{1} saw more than one variant and is left out{2}.": "{1}が複数の文面案を見たため、除外しました{2}。",
        "{1} saw more than one variant and are left out{2}.": "{1}が複数の文面案を見たため、除外しました{2}。",
        "; by what they saw first: {1}": "（最初に見た文面案: {1}）",
        "Check that the app keeps the variant of a person across devices and after signing in.":
            "端末が変わってもサインイン後も、アプリが同じ文面案を保つか確認してください。",
        "Everybody saw the variant assigned to them.": "全員が割り当てられた文面案を見ています。",
        "{1} saw a variant that was not assigned to them and is left out.":
            "{1}が割り当てと異なる文面案を見たため、除外しました。",
        "{1} saw a variant that was not assigned to them and are left out.":
            "{1}が割り当てと異なる文面案を見たため、除外しました。",
        "Check that the app shows the variant of the decision, and sends that one with the impression.":
            "アプリが決定された文面案を表示し、その文面案を表示イベントに付けて送っているか確認してください。",
        "No event came more than an hour late.": "1 時間以上遅れて届いたイベントはありません。",
        "{1} of the events came more than an hour late.": "イベントの {1} が 1 時間以上遅れて届きました。",
        "Expect the figures of the last days to change.": "直近数日の数字は変わる可能性があります。",
        "Nobody had to be left out.": "除外した人はいません。",
        "Left out: {1}.": "除外: {1}。",
        "{1}\u{A0}tester": "テスター {1}\u{A0}人",
        "{1}\u{A0}testers": "テスター {1}\u{A0}人",
        "{1}\u{A0}bot": "ボット {1}\u{A0}件",
        "{1}\u{A0}bots": "ボット {1}\u{A0}件",
        "{1}\u{A0}who opted out": "オプトアウト {1}\u{A0}人",
        "Check what marks people as testers or bots.": "何がテスターやボットと判定させているか確認してください。",
        "{1} erased since; no figure here counts them.": "{1}がその後削除されました。ここの数字には含まれません。",
        "{1}\u{A0}person who took part was": "参加者 {1}\u{A0}人",
        "{1}\u{A0}people who took part were": "参加者 {1}\u{A0}人",
        "People whose window is open are counted, as was asked for.": "指定により、計測期間中の人も数えています。",
        "Decide on a report without --partial: early figures favour what works fast.":
            "判断は --partial なしのレポートで行ってください。早い段階の数字は、すぐに効くものに有利です。",
        "{1} not counted yet, as their window is open.": "{1}は計測期間中のため、まだ数えていません。",
        "{1}\u{A0}person is": "{1}\u{A0}人",
        "{1}\u{A0}people are": "{1}\u{A0}人",
        "The tip is switched off for everybody, so nobody new comes.":
            "ヒントが全員に対して停止されているため、新しい参加者は来ません。",
        "Switch it on again (tipledger tip on), or stop the experiment.":
            "再び有効にする（tipledger tip on）か、実験を終了してください。",
        "Nobody new has come for {1}.": "{1}間、新しい参加者がいません。",
        "See whether the app still shows the tip and sends its events, or stop the experiment.":
            "アプリがヒントを表示してイベントを送っているか確認するか、実験を終了してください。",
        "It has run for less than a week.": "開始から 1 週間たっていません。",
        "Give it whole weeks: people differ between weekdays and weekends.":
            "週単位で続けてください。平日と週末では利用者が異なります。",
        "the copy of \"{1}\" changed": "\"{1}\" の文面が変わりました",
        "the rules or limits of the tip changed": "ヒントの規則または制限が変わりました",
        "the experiment was taken out of the catalog, so everybody read the tip's own copy,":
            "実験がカタログから外され、全員がヒント本来の文面を読みました",
        "the experiment was put back into the catalog": "実験がカタログに戻されました",
        "{1} at {2} (revision\u{A0}{3})": "{2} に{1}（リビジョン\u{A0}{3}）",
        "In the middle of the phase, {1}: the figures mix what was before and after.":
            "フェーズの途中で変更がありました。{1}。数字には変更の前と後が混ざっています。",
        "Look at the people of one copy alone with --since or --until {1}.":
            "--since または --until {1} を付けて、一方の文面を見た人だけを確認してください。",
        """
        Look at the people of one copy alone with --since or --until {1}, or begin a new phase with: tipledger apply \
        FILE --new-phase {2}.
        """: """
        --since または --until {1} を付けて一方の文面を見た人だけを確認するか、新しいフェーズを始めてください: \
        tipledger apply FILE --new-phase {2}
        """,
    ]

    static let method: [String: String] = [
        "running": "実行中", "paused": "一時停止中", "stopped": "終了", "draft": "下書き",
        "phase {1}": "フェーズ {1}",
        "day {1}": "{1} 日目",
        "look {1} of {2}": "確認 {1}/{2}",
        "decided: {1}": "決定: {1}",
        "data up to {1} ({2})": "{1} までのデータ（{2}）",
        "compared, open windows included": "比較対象（計測期間中を含む）",
        "compared": "比較対象",
        "nobody is enrolled yet": "まだ参加者がいません",
        "{1} enrolled, all of them {2}": "参加者 {1} 人、全員が{2}",
        "{1} compared, open windows included": "比較対象 {1}（計測期間中を含む）",
        "{1} compared": "比較対象 {1}",
        "{1} with an open window": "計測期間中 {1}",
        "{1} between variants": "複数の文面案 {1}",
        "{1} with another variant than theirs": "割り当てと異なる文面案 {1}",
        "{1} left out": "除外 {1}",
        "{1} enrolled = {2}": "参加者 {1} 人 = {2}",
        "all secondary metrics together": "すべての副次指標",
        "all parts of the breakdown together": "内訳のすべて",
        "all secondary metrics together and all parts of the breakdown together": "すべての副次指標と内訳のすべてをそれぞれ",
        "exploratory by Benjamini and Hochberg's correction: {1}":
            "{1}は探索的な比較として Benjamini–Hochberg 法で補正",
        ", shared among the comparisons by Holm's correction": "（比較の間では Holm 法で補正）",
        "fixed horizon: one look at the end, at alpha {1}{2}": "固定期間: 最後に一度だけ確認、有意水準 {1}{2}",
        """
        group sequential: {1} on the way to {2} a variant, at alpha {3} over all of them{4}; a verdict needs z beyond \
        the bound
        """: "群逐次検定: 各文面案が {2}に達するまでに {1}確認、全体で有意水準 {3}{4}。判定には z が境界を超える必要があります",
        """
        always valid: safe at any number of looks, at alpha {1}{2}; most sharply at {3} people of both arms
        """: "常に有効な検定: 何度確認しても有意水準 {1} を保ちます{2}。両群で {3} 人のときに最も鋭くなります",
        "\"{1}\": safe at every look, the difference is {2}": "\"{1}\": どの確認でも有効な差の区間は {2}",
        "p is the chance of such a difference, or a larger one, if there were none":
            "p 値は、本当は差がないときにこれ以上の差が出る確率です",
        """
        z/bound is the difference in standard errors, and how many this look needs; what is safe holds at all looks \
        together
        """: "z/境界 は、標準誤差で測った差と今回の確認に必要な値です。どの確認でも有効な区間は、すべての確認を通して成り立ちます",
        """
        what is safe holds however often you look; safe p is the chance of such evidence if there were no difference
        """: "どの確認でも有効な区間は、何度確認しても成り立ちます。有効な p 値は、差がないときにこれほどの証拠が出る確率です",
        "lift is the change relative to the baseline; {1}.": "上昇率は基準に対する相対的な変化です。{1}。",
        "more is better": "多いほど良い",
        "less is better": "少ないほど良い",
        "{1} ({2})": "{1}（{2}）",
        "{1} ({2}, up to {3} worse is allowed)": "{1}（{2}、{3} までの悪化は許容）",
        "{1} after the first impression": "初回表示後の {1}",
        "{1} within {2} of the first impression": "初回表示から {2}以内の {1}",
        "tapped it": "タップした人",
        "pressed \"{1}\"": "\"{1}\" を押した人",
        "did \"{1}\"": "\"{1}\" を行った人",
        "did what it says": "内容を実行した人",
        "closed it": "閉じた人",
        "saw it as often as allowed": "表示回数の上限に達した人",
        "saw it as long as allowed": "表示時間の上限に達した人",
        "\"{1}\": no interval of the lift, as {2}; the difference is {3} ({4})":
            "\"{1}\": {2}ため、上昇率の区間は求められません。差は {3}（{4}）です",
        "\"{1}\": no lift, as {2}; the difference is {3} ({4})":
            "\"{1}\": {2}ため、上昇率は求められません。差は {3}（{4}）です",
        "By": "内訳", "Days": "日別", "Measured": "測定値", "Changed": "定義の変更", "A/A": "A/A",
        "{1}: {2}": "{1}: {2}",
        "{1} at the exposure: exploratory, corrected by Benjamini and Hochberg":
            "表示時点の {1} 別。探索的な比較で、Benjamini–Hochberg 法で補正",
        "cumulative, in {1}": "累計、{1}",
        "{1} (guardrail)": "{1}（ガードレール）",
        "{1} (exploratory)": "{1}（探索的）",
        "how often: {1}": "回数: {1}",
        "sum of {1}: {2}": "{1} の合計: {2}",
        "mean of {1}: {2}": "{1} の平均: {2}",
        "seconds until: {1}": "達成までの秒数: {1}",
        """
        {1} was registered; revision {2} says {3}. The registered figures decide; these are counted anew over the \
        whole history:
        """: "登録した定義は {1}、リビジョン {2} では {3} です。判定は登録した定義の数字によります。以下は全履歴を数え直したものです",
        "of {1} deals of the same people, {2}{3} found an effect where there is none; {4} may":
            "同じ人々を {1} 回割り振り直し、{2}{3} で実際にはない効果が見つかりました。{4} までは許容されます",
        " (95 % interval {1})": "（95 % 区間 {1}）",
    ]

    static let summary: [String: String] = [
        "{1} better": "良い {1}", "{1} worse": "悪い {1}", "{1} unclear": "判定保留 {1}",
        "{1} without data": "データなし {1}",
        "{1} not to be trusted": "信頼できない {1}",
        "{1}, {2}: {3}.": "{1}、{2}: {3}。",
        "{1} a variant that is better than its baseline.": "{1}に、基準より良い文面案があります。",
        "Were there no difference anywhere, chance would still show one, either way, in about {1} of {2}.":
            "どこにも差がなくても、偶然だけで {2} 件中およそ {1} 件に差が現れます。",
        "No split alarm.": "割り振りの異常はありません。",
        " and {1} more": " ほか {1} 件",
        "{1}, whose figures cannot be trusted until it is clear where people got lost: {2}{3}.":
            "{1}。どこで人が失われたかわかるまで、次の実験の数字は信頼できません: {2}{3}。",
        "{1}.": "{1}。",
        """
        fixed horizon at alpha {1}; p by the pooled z-test, or by Fisher's exact test where a cell is under 5, with \
        Holm's correction over an experiment's comparisons; the interval is that of the lift, on the log scale
        """: """
        固定期間、有意水準 {1}。p 値はプールした z 検定、5 未満のセルがあれば Fisher の正確確率検定により、\
        実験内の比較を Holm 法で補正。区間は上昇率を対数尺度で求めたもの
        """,
    ]

    /// Numbers with what is counted, and what stands between parts.
    static let counted: [String: String] = [
        "{1}\u{A0}person": "{1}\u{A0}人", "{1}\u{A0}people": "{1}\u{A0}人",
        "{1}\u{A0}event": "イベント {1}\u{A0}件", "{1}\u{A0}events": "イベント {1}\u{A0}件",
        "{1}\u{A0}look": "{1}\u{A0}回", "{1}\u{A0}looks": "{1}\u{A0}回",
        "{1}\u{A0}points": "{1}\u{A0}ポイント",
        "{1}\u{A0}second": "{1}\u{A0}秒", "{1}\u{A0}seconds": "{1}\u{A0}秒",
        "{1}\u{A0}minute": "{1}\u{A0}分", "{1}\u{A0}minutes": "{1}\u{A0}分",
        "{1}\u{A0}hour": "{1}\u{A0}時間", "{1}\u{A0}hours": "{1}\u{A0}時間",
        "{1}\u{A0}day": "{1}\u{A0}日", "{1}\u{A0}days": "{1}\u{A0}日",
        "{1}\u{A0}experiment": "実験 {1}\u{A0}件", "{1}\u{A0}experiments": "実験 {1}\u{A0}件",
        "{1}\u{A0}comparison": "比較 {1}\u{A0}件", "{1}\u{A0}comparisons": "比較 {1}\u{A0}件",
        "{1}\u{A0}experiment has": "実験 {1}\u{A0}件", "{1}\u{A0}experiments have": "実験 {1}\u{A0}件",
        "{1}\u{A0}split alarm": "割り振りの異常 {1}\u{A0}件", "{1}\u{A0}split alarms": "割り振りの異常 {1}\u{A0}件",
        " ": "", ", ": "、", "; ": "。", " + ": " + ",
    ]

    /// Why a figure cannot be had; each is followed by ため, "because".
    static let reasons: [String: String] = [
        "a number is not finite": "有限でない数がある",
        "a count is negative": "負の件数がある",
        "more conversions than people": "達成数が人数を上回る",
        "a count is too large": "件数が大きすぎる",
        "a level or parameter is out of range": "水準またはパラメーターが範囲外である",
        "lists that belong together differ in length": "対応する一覧の長さが異なる",
        "the times of the looks do not rise": "確認の時刻が増えていない",
        "baseline has no people": "基準に人がいない",
        "variant has no people": "文面案に人がいない",
        "baseline has no conversions": "基準に達成した人がいない",
        "variant has no conversions": "文面案に達成した人がいない",
        "the mean of the baseline is zero": "基準の平均が 0 である",
        "too few units": "人数が少なすぎる",
        "the values do not vary": "値にばらつきがない",
        "fewer than two variants can be compared": "比較できる文面案が二つない",
        "nobody was counted": "数えた人がいない",
        "no sample size can show this effect": "どの標本サイズでもこの効果を示せない",
        "the interval has no end": "区間に端がない",
        "the figure is beyond what can be computed": "計算できる範囲を超えている",
    ]
}
