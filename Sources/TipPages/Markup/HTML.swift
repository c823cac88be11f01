/// A piece of HTML or SVG.
///
/// Whatever comes from data is text, and text is escaped where it becomes a piece; names of elements and attributes
/// are written in the program. So nothing that an app or a catalog says can become markup.
package struct HTML: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    /// The markup.
    package let markup: String

    private init(markup: String) {
        self.markup = markup
    }

    /// Text.
    package init(_ text: String) {
        markup = Self.escaped(text)
    }

    /// Text.
    package init(stringLiteral text: String) {
        self.init(text)
    }

    /// Pieces one after another.
    package init(_ pieces: [HTML]) {
        markup = pieces.map(\.markup).joined()
    }

    /// Nothing.
    package static let nothing = HTML(markup: "")

    /// Whether there is nothing.
    package var isEmpty: Bool { markup.isEmpty }

    /// An element.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - attributes: Its attributes; one whose value is nil is left out.
    ///   - content: What is in it.
    /// - Returns: The element.
    package static func element(
        _ name: StaticString,
        _ attributes: KeyValuePairs<StaticString, String?> = [:],
        _ content: [HTML]
    ) -> HTML {
        HTML(markup: "<\(name)\(written(attributes))>" + content.map(\.markup).joined() + "</\(name)>")
    }

    /// An element.
    package static func element(
        _ name: StaticString,
        _ attributes: KeyValuePairs<StaticString, String?> = [:],
        _ content: HTML...
    ) -> HTML {
        element(name, attributes, content)
    }

    /// An element of HTML that has no content and no end, such as `meta`.
    package static func void(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?>) -> HTML
    {
        HTML(markup: "<\(name)\(written(attributes))>")
    }

    /// The style of a page, which is written in the program.
    package static func style(_ sheet: StaticString) -> HTML {
        HTML(markup: "<style>\(sheet)</style>")
    }

    /// A whole page.
    package static func document(_ attributes: KeyValuePairs<StaticString, String?>, _ content: HTML...)
        -> String
    {
        "<!doctype html>\n" + element("html", attributes, content).markup + "\n"
    }

    private static func written(_ attributes: KeyValuePairs<StaticString, String?>) -> String {
        attributes.compactMap { name, value in value.map { " \(name)=\"\(escaped($0))\"" } }.joined()
    }

    /// Text as it stands in an element or in a quoted attribute; what no page may hold is left out.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        escaped.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case "\t", "\n": escaped.unicodeScalars.append(scalar)
            case let control where control.value < 0x20 || (0x7F...0x9F).contains(control.value): continue
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

extension [HTML] {
    /// The pieces that hold something.
    var present: [HTML] { filter { !$0.isEmpty } }
}
