/// What the pages about tips and the catalog say.
extension Phrase {
    static let noTips = Phrase("There are no tips yet.", "まだヒントはありません。")
    static let noTipsHint = Phrase(
        "Put a catalog in force: paste it on the page Catalog, or run tipledger apply tips.json5.",
        "カタログを適用してください。「カタログ」ページに貼り付けるか、tipledger apply tips.json5 を実行します。"
    )
    static let rules = Phrase("Rules", "ルール")
    static let noRules = Phrase("No rules: everyone may see it.", "ルールなし: 誰でも表示対象です。")
    static let rulesAll = Phrase("All of these must hold:", "次のすべてを満たす必要があります:")
    static let available = Phrase("can see it now", "今見られる人")
    static let pending = Phrase("cannot see it now", "今は見られない人")
    static let canSeeNow = Phrase("Can see it now", "今見られる人")
    static let haveSeen = Phrase("Have seen it", "見た人")
    static let tappedHead = Phrase("Tapped it", "タップ")
    static let didItHead = Phrase("Did it", "実行")
    static let closedHead = Phrase("Closed it", "閉じた")
    static let wornOut = Phrase("Worn out", "上限到達")
    static let starved = Phrase("starved: nobody has seen it", "未表示: まだ誰も見ていません")
    static let starvedHint = Phrase(
        "% people could see it now and nobody ever has. Either the app never asks for it, or another tip always goes first: look at the priority and at the groups.",
        "% 人が今見られる状態ですが、一度も表示されていません。アプリが要求していないか、常に他のヒントが優先されています。優先度とグループを確認してください。"
    )
    static let switchedOff = Phrase("switched off", "停止中")
    static let inExperiment = Phrase("Experiment: %", "実験: %")
    static let theCopy = Phrase("As people see it", "表示内容")
    static let limits = Phrase("Limits", "制限")
    static let priority = Phrase("Priority", "優先度")
    static let maxDisplays = Phrase("displays until it is over: %", "終了までの表示回数: %")
    static let maxSeconds = Phrase("seconds on screen until it is over: %", "終了までの表示秒数: %")
    static let anyTime = Phrase("not held back by the display frequency", "表示頻度の制限を受けない")
    static let noLimits = Phrase("none", "なし")
    static let tipFunnel = Phrase("From eligible to done", "対象から完了まで")
    static let tappedNote = Phrase(
        "Conversions on other metrics are counted within experiments: %",
        "その他の指標での達成は、実験の中で集計されます: %"
    )
    static let noExperimentOnTip = Phrase("none runs on this tip yet.", "このヒントの実験はまだありません。")
    static let countExceeded = Phrase("shown as often as allowed", "表示回数の上限")
    static let durationExceeded = Phrase("on screen as long as allowed", "表示時間の上限")
    static let responses = Phrase("Response by how often people saw it", "表示回数ごとの反応")
    static let responsesHint = Phrase(
        "Of those who saw it so often, how many did it then, and how many closed it then.",
        "その回数まで見た人のうち、その時点で実行した人と閉じた人。"
    )
    static let nthTime = Phrase("time", "回目")
    static let reached = Phrase("Saw it so often", "到達人数")
    static let nobodySaw = Phrase(
        "Nobody has seen this tip yet. Once the app sends impressions, this page shows what came of them.",
        "まだ誰もこのヒントを見ていません。アプリが impression を送ると、ここに結果が表示されます。"
    )
    static let switchOff = Phrase("Switch the tip off", "ヒントを停止する")
    static let switchOffHint = Phrase(
        "Nobody sees it from then on, until it is switched on again. Both stand in the log.",
        "再開するまで誰にも表示されません。どちらの操作もログに残ります。"
    )
    static let switchOn = Phrase("Switch the tip on", "ヒントを再開する")
    static let switchOnHint = Phrase("Its rules decide again.", "再びルールで判定されます。")
    static let didSwitchOff = Phrase("% is switched off for everybody.", "% を全員に対して停止しました。")
    static let didSwitchOn = Phrase("% is switched on again.", "% を再開しました。")
    static let itemsHead = Phrase("Items of this tip", "このヒントの項目")
    static let revisionInForce = Phrase("Revision % is in force since %.", "リビジョン % が % から有効です。")
    static let noRevision = Phrase("No catalog is in force yet.", "まだカタログが適用されていません。")
    static let newCatalog = Phrase("The new catalog, as JSON or JSON5", "新しいカタログ (JSON または JSON5)")
    static let showDiff = Phrase("Show what would change", "変更点を表示")
    static let wouldChange = Phrase("What would change", "変更点")
    static let noDifference = Phrase(
        "Nothing would change: it says what the catalog in force says.",
        "変更はありません。現在のカタログと同じ内容です。"
    )
    static let catalogErrors = Phrase("It has errors and cannot be applied", "エラーがあるため適用できません")
    static let catalogWarnings = Phrase("Before you apply it", "適用前の確認")
    static let applyCatalog = Phrase("Put it in force", "適用する")
    static let applyHint = Phrase(
        "From then on every decision follows it. The catalog before stays in the log and can be applied again.",
        "以後の判定はすべてこれに従います。以前のカタログはログに残り、再度適用できます。"
    )
    static let beginPhases = Phrase("Begin a new phase of", "新しいフェーズを開始する実験")
    static let beginPhasesHint = Phrase(
        "People are dealt out anew and figures begin at zero, so no report mixes what they saw before with what they see then.",
        "人は改めて割り当てられ、数字はゼロから始まります。変更前と変更後の表示がレポートで混ざりません。"
    )
    static let didApply = Phrase("Applied as revision %.", "リビジョン % として適用しました。")
    static let didApplyNothing = Phrase(
        "Nothing to apply: revision % says the same.",
        "適用するものはありません。リビジョン % と同じ内容です。"
    )
    static let catalogChanged = Phrase(
        "Nothing was applied: somebody else applied a catalog after this difference was shown. Look at it again.",
        "適用していません。変更点の表示後に別のカタログが適用されました。もう一度確認してください。"
    )
    static let inForce = Phrase("In force", "有効なカタログ")
}

/// What the pages about a person and about what comes in say.
extension Phrase {
    static let personID = Phrase("The person’s id, as the app sends it", "アプリが送る個人の ID")
    static let personHint = Phrase(
        "It is sent in the body of the request, so no address and no log of one holds it.",
        "ID はリクエスト本文で送られるため、アドレスやログには残りません。"
    )
    static let personUnknown = Phrase("The log has no event of this person.", "この個人のイベントはログにありません。")
    static let personUnknownHint = Phrase(
        "Ids are compared byte by byte. What stands below is what a newcomer would see.",
        "ID はバイト単位で比較されます。以下は新規の人に対する判定です。"
    )
    static let sameAs = Phrase("The same person as %", "% と同一人物")
    static let tipsNow = Phrase("The tips now", "現在のヒント")
    static let why = Phrase("Why?", "理由")
    static let whyOf = Phrase("Why % stands as it does", "% の判定理由")
    static let statusAvailable = Phrase("available", "表示可能")
    static let statusPending = Phrase("pending", "保留")
    static let statusOver = Phrase("over", "終了")
    static let heldBy = Phrase("Held back by", "保留の理由")
    static let until = Phrase("Changes by itself", "自動で変わる時刻")
    static let timeline = Phrase("What happened, newest first", "出来事 (新しい順)")
    static let when = Phrase("When", "日時")
    static let what = Phrase("What", "内容")
    static let then = Phrase("What it changed", "変化")
    static let earlier = Phrase("Show earlier events", "以前のイベントを表示")
    static let noEvents = Phrase("No events.", "イベントはありません。")
    static let ruleHolds = Phrase("holds", "成立")
    static let ruleFails = Phrase("does not hold", "不成立")
    static let ruleNeeds = Phrase("Needs", "条件")
    static let ruleSaw = Phrase("Saw", "実際")
    static let nothing = Phrase("nothing", "なし")
    static let toShowIt = Phrase("To show it, all of", "表示するには (すべて必要)")
    static let toBeginAgain = Phrase("To begin again", "再開するには")
    static let byItself = Phrase("By itself", "自動的な変化")
    static let nothingByItself = Phrase(
        "Nothing changes without a further event or decision.",
        "新しい出来事や決定がない限り変化しません。"
    )
    static let shownTimes = Phrase("Shown % times, % s on screen", "表示 % 回、画面上に % 秒")
    static let events = Phrase("Events", "イベント")
    static let notFolded = Phrase("Not folded yet", "未集計")
    static let databaseSize = Phrase("Database", "データベース")
    static let refused = Phrase("Refused in 30 days", "30 日間の拒否")
    static let newest = Phrase("The newest events by type", "最近のイベント (種類別)")
    static let newestHint = Phrase("The last % of each stream, % in all.", "各ストリームの最新 % 件、計 % 件。")
    static let type = Phrase("Type", "種類")
    static let lastOne = Phrase("Last one", "最新")
    static let byDialect = Phrase("By dialect, since the server started", "送信形式別 (サーバー起動以降)")
    static let dialect = Phrase("Dialect", "送信形式")
    static let accepted = Phrase("Accepted", "受理")
    static let duplicates = Phrase("Duplicates", "重複")
    static let rejected = Phrase("Rejected", "拒否")
    static let noDialects = Phrase(
        "Nothing has come since the server started. Send events: POST /v1/events with a write key.",
        "サーバー起動以降の受信はありません。書き込み用キーで POST /v1/events に送信してください。"
    )
    static let quarantine = Phrase("Quarantine by reason, 30 days", "隔離 (理由別、30 日間)")
    static let noQuarantine = Phrase("Nothing was refused.", "拒否されたイベントはありません。")
    static let quarantineHint = Phrase(
        "tipledger quarantine show ID has the bytes; after mending, tipledger quarantine replay tries them again.",
        "tipledger quarantine show ID で内容を確認し、修正後に tipledger quarantine replay で再試行できます。"
    )
    static let reason = Phrase("Reason", "理由")
    static let samples = Phrase("Samples", "例")
    static let noEventsYet = Phrase("No events yet.", "まだイベントはありません。")
}
