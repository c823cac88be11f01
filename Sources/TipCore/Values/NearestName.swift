/// Finding what somebody most likely meant by a name that does not exist.
public enum NearestName {
    /// The candidate closest to a word, or nil where none is close enough to be a slip of the hand.
    ///
    /// Closeness is the optimal string alignment distance (insert, delete, replace, swap neighbours), letter
    /// case apart; up to a third of the longer word may differ, and at least one letter. The first of
    /// equally close candidates wins.
    public static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
        let letters = Array(word.lowercased().unicodeScalars)
        guard letters.count <= 64 else { return nil }
        var best: (name: String, distance: Int)?
        for candidate in candidates {
            let other = Array(candidate.lowercased().unicodeScalars)
            guard other.count <= 64 else { continue }
            let distance = distance(from: letters, to: other)
            guard distance <= max(1, max(letters.count, other.count) / 3) else { continue }
            if distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.name
    }

    /// A sentence that suggests the nearest candidate, or lists them where none is near.
    public static func hint(for word: String, among candidates: [String], prefix: String = "") -> String {
        if let nearest = nearest(to: word, among: candidates) { return "Did you mean \(prefix)\(nearest)?" }
        guard !candidates.isEmpty else { return "There is none." }
        let shown = candidates.prefix(40).map { prefix + $0 }.joined(separator: ", ")
        return "There is: \(shown)" + (candidates.count > 40 ? ", …" : ".")
    }

    private static func distance(from word: [Unicode.Scalar], to other: [Unicode.Scalar]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...other.count)
        for row in word.indices {
            var current = [row + 1]
            for column in other.indices {
                let isSame = word[row] == other[column]
                var cost = min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, word[row] == other[column - 1], word[row - 1] == other[column] {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            (beforeLast, last) = (last, current)
        }
        return last[other.count]
    }
}
