/// What pages say, in every language they speak; `%` stands for what is put in, in order.
///
/// A phrase cannot be made without all its languages, so a page never falls back to another one.
struct Phrase: Hashable, Sendable {
    private let english: String
    private let japanese: String

    /// Says the same in each language.
    init(_ english: String, _ japanese: String) {
        self.english = english
        self.japanese = japanese
    }

    /// The phrase in a language.
    func text(in language: PageLanguage) -> String {
        switch language {
        case .english: english
        case .japanese: japanese
        }
    }
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
