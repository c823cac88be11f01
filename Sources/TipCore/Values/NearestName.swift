/// Finds the name somebody probably meant.
public enum NearestName {
    /// The name nearest to what was written, where one is near enough to be worth a suggestion.
    ///
    /// Nearness is the optimal string alignment distance (insertions, deletions, substitutions and swaps of
    /// neighbours), ignoring letter case; a third of the length may differ, and at least one letter. Of names
    /// equally near the first one is taken.
    public static func match(for written: String, among names: some Sequence<String>) -> String? {
        let wanted = Array(written.lowercased().prefix(256))
        guard !wanted.isEmpty else { return nil }
        var best: (name: String, distance: Int)?
        for name in names {
            let distance = distance(wanted, Array(name.lowercased().prefix(256)))
            if distance < best?.distance ?? .max { best = (name, distance) }
        }
        guard let best, best.distance <= max(1, max(wanted.count, best.name.count) / 3) else { return nil }
        return best.name
    }

    /// A sentence that suggests the nearest name, or lists the names where none is near and they are few.
    public static func hint(for written: String, among names: [String], prefix: String = "") -> String {
        if let match = match(for: written, among: names) { return "Did you mean \(prefix)\(match)?" }
        guard !names.isEmpty else { return "There is none." }
        let shown = names.prefix(40).map { prefix + $0 }.joined(separator: ", ")
        return "There is: \(shown)" + (names.count > 40 ? ", …" : ".")
    }

    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            current.reserveCapacity(right.count + 1)
            for column in right.indices {
                let cost = left[row] == right[column] ? 0 : 1
                var value = min(last[column + 1] + 1, current[column] + 1, last[column] + cost)
                let isSwap =
                    row > 0 && column > 0 && left[row] == right[column - 1] && left[row - 1] == right[column]
                if isSwap { value = min(value, beforeLast[column - 1] + 1) }
                current.append(value)
            }
            beforeLast = last
            last = current
        }
        return last[right.count]
    }
}
