/// A language that pages speak.
///
/// Copy, names and the sentences of findings stay in the language they are written in.
package enum PageLanguage: String, Hashable, Sendable, CaseIterable {
    /// English.
    case english = "en"
    /// Japanese.
    case japanese = "ja"

    /// The language for a BCP 47 tag, such as that of the copy that is asked for; English where none fits.
    package init(for locale: String?) {
        let primary = locale.map { $0.split(whereSeparator: { "-_".contains($0) }).first ?? "" } ?? ""
        self = Self.allCases.first { $0.rawValue == primary.lowercased() } ?? .english
    }
}
