/// How text stands out on a terminal that shows colours.
///
/// Colour only repeats what a word says already: a table without it says the same.
package enum TextStyle: Hashable, Sendable {
    /// As it is.
    case plain
    /// A heading.
    case strong
    /// What is less important than what stands beside it.
    case faint
    /// Good news.
    case good
    /// Bad news.
    case bad
    /// What should be looked at.
    case warning

    /// The text with the escape sequences of the style, or as it is where there is no colour.
    func paint(_ text: String, colour: Bool) -> String {
        guard colour, let code, !text.isEmpty else { return text }
        return "\u{1B}[\(code)m\(text)\u{1B}[0m"
    }

    private var code: Int? {
        switch self {
        case .plain: nil
        case .strong: 1
        case .faint: 2
        case .good: 32
        case .bad: 31
        case .warning: 33
        }
    }
}

/// What the caller knows about where text goes.
package struct TextOptions: Hashable, Sendable {
    /// The columns of a line; nil is no limit, as in a file.
    package var width: Int?
    /// Whether colours are shown.
    package var colour: Bool
    /// The language of copy, as BCP 47; nil is the first that the catalog has.
    package var locale: String?

    /// Describes a place for text; without arguments a file.
    package init(width: Int? = nil, colour: Bool = false, locale: String? = nil) {
        self.width = width
        self.colour = colour
        self.locale = locale
    }
}
