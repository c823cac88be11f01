import TipCore

/// The type of a row of the log, as the small integer that stands in its `kind` column.
///
/// The numbers are part of the format of the log and never change.
package enum EventKind: Int16, CaseIterable, Sendable {
    case donation = 1
    case donationsDeleted = 2
    case parameter = 3
    case session = 4
    case timeZone = 5
    case impression = 6
    case impressionProgress = 7
    case impressionEnd = 8
    case impressionFailed = 9
    case exposure = 10
    case actionTap = 11
    case invalidation = 12
    case eligibilityReset = 13
    case datastoreReset = 14
    case overrideSet = 15
    case overrideCleared = 16
    case optOut = 17
    case optIn = 18
    case identify = 19
    /// The other half of an `identify`, in the stream of the person that was joined into another.
    case identified = 20
    /// An event of stream 0; its type stands in the row's `extra`.
    case lifecycle = 100
    /// What is left of a person's events that were dropped for their age: no row of the log, but read among them.
    case snapshot = 101
}

/// What a word of the dictionary names; the `kind` column of `word`.
package enum WordKind: Int16, CaseIterable, Sendable {
    case tip = 1
    case event = 2
    case parameter = 3
    case experiment = 4
    case variant = 5
    case action = 6
    case reason = 7
    case context = 8
    /// A field of what a donation carries; the log itself has these in its JSON.
    case field = 9
}

/// A name as the dictionary knows it.
package struct Word: Hashable, Sendable {
    /// What it names.
    package let kind: WordKind
    /// The name.
    package let text: String

    /// Creates a word.
    package init(_ kind: WordKind, _ text: String) {
        self.kind = kind
        self.text = text
    }

    /// Words are the same where their bytes are, as in the database; Swift's own comparison of text would
    /// take a composed and a decomposed accent for one name.
    package static func == (left: Word, right: Word) -> Bool {
        // Swift's comparison is fast and never tells apart what has the same bytes, so it goes first.
        left.kind == right.kind && left.text == right.text && left.text.utf8.elementsEqual(right.text.utf8)
    }

    /// Hashes the text, in Swift's sense: what has the same bytes has the same hash.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(text)
    }
}

extension EventKind {
    /// The type as events state it: `action_tap`.
    package var word: String {
        "\(self)".map { $0.isUppercase ? "_" + $0.lowercased() : String($0) }.joined()
    }
}
