import TipCore

/// The hint that names what was probably meant.
enum NameHint {
    /// `Did you mean "x"?`, or `other` where nothing is near.
    ///
    /// A word that the beginning of one name only spells out is meant as that name: `bool` as `boolean`.
    static func of(_ word: String, in names: [String], else other: String) -> String {
        (NearestName.nearest(to: word, among: names) ?? completion(of: word, in: names))
            .map { "Did you mean \"\($0)\"?" } ?? other
    }

    private static func completion(of word: String, in names: [String]) -> String? {
        let longer = names.filter { $0.lowercased().hasPrefix(word.lowercased()) }
        return word.count >= 3 && longer.count == 1 ? longer.first : nil
    }
}
