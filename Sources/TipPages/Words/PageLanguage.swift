/// A language that pages speak.
///
/// Copy and names stay in the language they are written in.
package enum PageLanguage: String, Hashable, Sendable, CaseIterable {
    /// English.
    case english = "en"
    /// Japanese.
    case japanese = "ja"

    /// The language for a BCP 47 tag, such as that of the copy that is asked for; English where none fits.
    package init(for locale: String?) {
        self = locale.flatMap(Self.init(speaking:)) ?? .english
    }

    /// The language that a BCP 47 tag means; nil where pages do not speak it.
    package init?(speaking tag: String) {
        let primary = tag.split(whereSeparator: { "-_".contains($0) }).first?.lowercased()
        guard let match = Self.allCases.first(where: { $0.rawValue == primary }) else { return nil }
        self = match
    }
}
