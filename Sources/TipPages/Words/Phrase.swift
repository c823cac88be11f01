/// What pages say, by what is meant; `%` stands for what is put in, in order.
enum Phrase: CaseIterable, Hashable {
    case experiments, noExperiments, howToBegin
    case verdictShip, verdictKeep, verdictContinue, verdictContinueDraft, verdictBlocked
    case better, worse, unclear, noData, baseline, notTrusted
    case holds, broken
    case tip, people, converted, rate, interval, lift, verdict, variant, evidence, metric
    case whatPeopleSaw, showsNothing, findings, secondaryMetric, guardrail
    case liftOverBaseline, liftByDay, peopleByDay, plots
    case health, well, warning, alarm
    case progress, peopleOfPlan, daysLeft, power, method, dataCut, enrolment, recompute, details, words
}

/// The phrases of one language.
struct PageWords: Sendable {
    /// The language.
    let language: PageLanguage

    /// A phrase with what is put in.
    func callAsFunction(_ phrase: Phrase, _ parts: String...) -> String {
        var text = ""
        var rest = parts[...]
        for character in phrase.text(in: language) {
            if character == "%", let part = rest.popFirst() { text += part } else { text.append(character) }
        }
        return text
    }
}

extension Phrase {
    /// The phrase in a language.
    func text(in language: PageLanguage) -> String {
        let texts = self.texts
        return switch language {
        case .english: texts.english
        case .japanese: texts.japanese
        }
    }

    private var texts: (english: String, japanese: String) {
        switch self {
        case .experiments: ("Experiments", "実験")
        case .noExperiments: ("There are no experiments yet.", "まだ実験はありません。")
        case .howToBegin:
            (
                "Write one into tips.json5, then: tipledger apply tips.json5",
                "tips.json5 に書いてから: tipledger apply tips.json5"
            )
        case .verdictShip: ("Ship %.", "% を採用してください。")
        case .verdictKeep: ("Keep %.", "% のままにしてください。")
        case .verdictContinue: ("Go on: nothing is decided yet.", "続けてください。まだ結論は出ていません。")
        case .verdictContinueDraft: ("Not started yet.", "まだ始まっていません。")
        case .verdictBlocked:
            ("Decide nothing: the figures cannot be trusted.", "判断しないでください。数字を信頼できません。")
        case .better: ("better", "良い")
        case .worse: ("worse", "悪い")
        case .unclear: ("unclear", "不明")
        case .noData: ("no data", "データなし")
        case .baseline: ("baseline", "基準")
        case .notTrusted: ("not trusted", "信頼できない")
        case .holds: ("holds", "維持")
        case .broken: ("broken", "悪化")
        case .tip: ("Tip", "ヒント")
        case .people: ("People", "人数")
        case .converted: ("Converted", "達成")
        case .rate: ("Rate", "達成率")
        case .interval: ("% interval", "% 区間")
        case .lift: ("Lift", "上昇率")
        case .verdict: ("Verdict", "判定")
        case .variant: ("Variant", "文面案")
        case .evidence: ("Evidence", "根拠")
        case .metric: ("Metric", "指標")
        case .whatPeopleSaw: ("What people saw", "表示された内容")
        case .showsNothing: ("Shows nothing", "何も表示しない")
        case .findings: ("What was found", "結果")
        case .secondaryMetric: ("Secondary metric", "副次指標")
        case .guardrail: ("Guardrail", "ガードレール")
        case .liftOverBaseline: ("Lift over the baseline, with its % interval", "基準に対する上昇率と % 区間")
        case .liftByDay: ("Lift of % as days went by", "% の上昇率の推移")
        case .peopleByDay: ("New people a day (%)", "一日ごとの新しい人数 (%)")
        case .plots: ("How it came about", "推移")
        case .health: ("Can it be trusted?", "信頼できるか")
        case .well: ("fine", "正常")
        case .warning: ("warning", "注意")
        case .alarm: ("alarm", "警報")
        case .progress: ("How far it is", "進み具合")
        case .peopleOfPlan: ("% of % people in the smallest variant", "最も少ない文面案で % / % 人")
        case .daysLeft: ("about % days left at this pace", "この速さであと約 % 日")
        case .power: ("chance to find a lift of %: %", "% の上昇を見つける確率: %")
        case .method: ("Method", "方法")
        case .dataCut: ("Data", "データ")
        case .details: ("Also asked for", "追加の分析")
        case .words: ("Words", "用語")
        case .enrolment: ("People", "人数の内訳")
        case .recompute: ("Recompute it yourself", "再計算するには")
        }
    }
}
