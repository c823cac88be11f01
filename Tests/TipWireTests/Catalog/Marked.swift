import TipWire

/// A text with a mark at the place that a test speaks of: `{ ⟦titel: 1 }`.
struct Marked {
    let text: String
    let position: SourcePosition?

    init(_ marked: String) {
        let parts = marked.split(separator: "⟦", maxSplits: 1, omittingEmptySubsequences: false)
        text = parts.joined()
        position = parts.count == 2 ? SourceText(text).position(of: parts[0].utf8.count) : nil
    }
}
