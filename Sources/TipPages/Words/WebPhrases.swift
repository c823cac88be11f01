/// What stands around every page, and what signing in says.
extension Phrase {
    static let skip = Phrase("Skip to the content", "本文へ移動")
    static let tips = Phrase("Tips", "ヒント")
    static let person = Phrase("A person", "個人")
    static let intake = Phrase("What comes in", "受信状況")
    static let catalog = Phrase("Catalog", "カタログ")
    static let sections = Phrase("Sections", "セクション")
    static let language = Phrase("Language", "言語")
    static let signedInAs = Phrase("Signed in with the key %", "キー % でサインイン中")
    static let signOut = Phrase("Sign out", "サインアウト")
    static let signIn = Phrase("Sign in", "サインイン")
    static let signInIntro = Phrase(
        "This page shows what the tips of your app do. It needs a key that may read.",
        "アプリのヒントの効果を表示します。読み取り用のキーが必要です。"
    )
    static let readKey = Phrase("Key", "キー")
    static let readKeyHint = Phrase(
        "It begins with tl_read_ or tl_admin_. The server printed one at its first start; tipledger keys create --scope read makes another.",
        "tl_read_ または tl_admin_ で始まります。サーバーの初回起動時に表示されます。新しく作るには tipledger keys create --scope read を実行してください。"
    )
    static let wrongKey = Phrase(
        "This key does not open the page: it is unknown, expired or revoked, or it may not read.",
        "このキーでは開けません。不明、期限切れ、失効、または読み取り権限のないキーです。"
    )
    static let signInAgain = Phrase("Sign in to go on.", "続けるにはサインインしてください。")
    static let adminKey = Phrase("Admin key", "管理用キー")
    static let adminKeyHint = Phrase(
        "Your session may only read; this step needs a key that administers. It is used once and not kept.",
        "現在のセッションは読み取り専用です。この操作には管理用のキーが必要です。一度だけ使い、保存しません。"
    )
    static let wrongAdminKey = Phrase(
        "Nothing was changed: this needs a key that administers, and the one given is missing, unknown, or may not. Go back in the browser, where what you wrote still stands.",
        "何も変更していません。管理用のキーが必要ですが、入力されたキーは空か、不明か、権限がありません。ブラウザーで戻ると、入力した内容が残っています。"
    )
    static let formExpired = Phrase(
        "Nothing was changed: the form was not sent from this page, or is from an earlier session. Open the page again and repeat the step.",
        "何も変更していません。フォームがこのページから送られていないか、以前のセッションのものです。ページを開き直してやり直してください。"
    )
    static let notFound = Phrase("There is nothing here", "ページが見つかりません")
    static let notFoundHint = Phrase(
        "The address may be mistyped, or what it named is gone. Everything there is can be reached from the sections above.",
        "アドレスの誤りか、対象が削除された可能性があります。上のセクションからすべてのページを開けます。"
    )
    static let problem = Phrase("That did not work", "処理できませんでした")
    static let whatToDo = Phrase("What to do", "対処方法")
    static let toExperiments = Phrase("To the experiments", "実験一覧へ")
    static let all = Phrase("All", "すべて")
    static let filter = Phrase("Filter", "絞り込み")
    static let search = Phrase("Search", "検索")
    static let asOf = Phrase("As of %", "% 時点")
    static let uncounted = Phrase(
        "Not counted yet: % events of the last % s. More are coming in; load the page again to see them.",
        "未集計のイベント: % 件 (直近 % 秒に受信)。受信が続いています。再読み込みすると反映されます。"
    )
}

/// What the pages about experiments say.
extension Phrase {
    static let running = Phrase("running", "実行中")
    static let draft = Phrase("draft", "下書き")
    static let paused = Phrase("paused", "一時停止")
    static let stopped = Phrase("stopped", "終了")
    static let status = Phrase("Status", "状態")
    static let nameOrTip = Phrase("Name or tip", "名前またはヒント")
    static let nothingMatches = Phrase("No experiment matches.", "該当する実験はありません。")
    static let showAll = Phrase("Show all experiments", "すべての実験を表示")
    static let dayOf = Phrase("day % of about %", "% 日目 / 約 % 日")
    static let day = Phrase("day %", "% 日目")
    static let shownOf = Phrase("% to % of % experiments", "実験 % – % / 全 % 件")
    static let previous = Phrase("Previous", "前へ")
    static let next = Phrase("Next", "次へ")
    static let funnel = Phrase("What people did", "人々の行動")
    static let sawTip = Phrase("saw it", "見た人")
    static let displays = Phrase("Displays", "表示回数")
    static let taps = Phrase("Taps", "タップ数")
    static let tappedIt = Phrase("tapped it", "タップした人")
    static let didIt = Phrase("did what it teaches", "実行した")
    static let closedIt = Phrase("closed it", "閉じた")
    static let convertedStep = Phrase("converted", "達成した")
    static let phases = Phrase("Phases", "フェーズ")
    static let phase = Phrase("Phase", "フェーズ")
    static let started = Phrase("Started", "開始")
    static let ended = Phrase("Ended", "終了")
    static let split = Phrase("Split", "配分")
    static let inclusion = Phrase("Included", "対象割合")
    static let stillRuns = Phrase("still running", "継続中")
    static let stop = Phrase("Stop the experiment", "実験を終了する")
    static let stopWhat = Phrase("What is decided", "決定内容")
    static let stopShip = Phrase(
        "Ship %: you write its copy into the catalog next",
        "% を採用する (このあとカタログに文面を書きます)"
    )
    static let stopKeep = Phrase("Keep the tip as it is", "今の文面のままにする")
    static let stopNothing = Phrase("Decide nothing", "何も決めない")
    static let stopHint = Phrase(
        "People see the tip’s own copy from then on. The report as it stands is kept with the decision. A stop cannot be undone.",
        "以後は元の文面が表示されます。現在のレポートは決定とともに保存されます。取り消せません。"
    )
    static let stopUnsupported = Phrase(
        "The figures do not decide it yet: what you choose is yours.",
        "数字ではまだ結論が出ていません。ここでの決定はあなたの判断です。"
    )
    static let decidedShip = Phrase("Decided: ship %.", "決定: % を採用。")
    static let decidedKeep = Phrase("Decided: keep the tip as it is.", "決定: 今の文面のまま。")
    static let figuresSay = Phrase("The figures: %", "数字による推奨: %")
    static let didStop = Phrase("The experiment % is stopped.", "実験 % を終了しました。")
    static let copyLanguage = Phrase("Languages of the copy", "文面の言語")
    static let reportFiles = Phrase("The report as a file", "レポートのファイル")
    static let aboutShares = Phrase(
        "Shares are of the people who are compared, and of what they did in the time of the primary metric: %.",
        "割合は比較対象の人数に対するもので、主要指標の期間内の行動を数えています: %。"
    )
}
