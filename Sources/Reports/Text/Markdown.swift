/// Text as GitHub's Markdown.
enum Markdown {
    /// Text of which Markdown and HTML see nothing but letters: it comes out on the page as it is here.
    ///
    /// Fit for a cell of a table, in which lines cannot end.
    static func escaped(_ text: some CustomStringConvertible) -> String {
        var result = ""
        for character in SafeText.visible(text.description) {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\\", "`", "*", "_", "[", "]", "|", "~", "#", "$":
                result.append("\\")
                result.append(character)
            default: result.append(character)
            }
        }
        return Words.plain(result)
    }
}
