/// What pages fetch besides themselves: one style sheet and one picture, each under an address that changes with it.
package enum WebAssets {
    /// The style sheet of the pages.
    package static let stylesheet = "\(Stylesheet.text)\n\(WebStylesheet.text)\n"

    /// Where the style sheet is.
    package static let stylesheetPath = "/pages-\(tag(of: stylesheet)).css"

    /// The picture of the window: a tip with a tail.
    package static let icon = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#1f5fa8" d="M6 4h20a4 4 0 0 1 4 4v11a4 \
        4 0 0 1-4 4H15l-6 6v-6H6a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4z"/><path stroke="#fff" stroke-width="3" \
        stroke-linecap="round" d="M9 10h14M9 16h9"/></svg>
        """

    /// Where the picture is.
    package static let iconPath = "/icon-\(tag(of: icon)).svg"

    /// What tells one text from another: FNV-1a of 64 bits.
    private static func tag(of text: String) -> String {
        let hash = text.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return String(hash, radix: 36)
    }
}
