/// Finds the name that was probably meant.
enum NearestName {
    /// The name of a list that differs least, where it differs little enough to be the one that was meant.
    ///
    /// A third of the letters may be wrong; letter case is not counted as a difference.
    static func of(_ name: String, in names: some Sequence<String>) -> String? {
        let wanted = Array(name.lowercased().unicodeScalars.prefix(256))
        var best: (name: String, distance: Int)?
        for candidate in names {
            let letters = Array(candidate.lowercased().unicodeScalars.prefix(256))
            let limit = max(1, max(wanted.count, letters.count) / 3)
            guard abs(letters.count - wanted.count) <= limit else { continue }
            let distance = distance(wanted, letters)
            if distance <= limit, best.map({ distance < $0.distance }) ?? true {
                best = (candidate, distance)
            }
        }
        return best?.name
    }

    /// `Did you mean "x"?`, or nil where nothing is near.
    static func hint(for name: String, in names: some Sequence<String>) -> String? {
        of(name, in: names).map { "Did you mean \"\($0)\"?" }
    }

    /// The edits from one word to another: insertions, deletions, substitutions and swaps of neighbours
    /// (optimal string alignment).
    private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var before: [Int] = []
        var last = Array(0...right.count)
        for (row, letter) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                var cost = min(last[column + 1], current[column]) + 1
                cost = min(cost, last[column] + (letter == other ? 0 : 1))
                let isSwap = row > 0 && column > 0 && letter == right[column - 1] && left[row - 1] == other
                if isSwap { cost = min(cost, before[column - 1] + 1) }
                current.append(cost)
            }
            (before, last) = (last, current)
        }
        return last[right.count]
    }
}
