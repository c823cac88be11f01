/// Reads figures off a page, and says what is wrong with its markup.
struct PageReader {
    let page: String

    /// The elements of a page with their attributes, in order.
    struct Element: Hashable {
        var name: String
        var attributes: [String: String]
    }

    /// The start tags of the page.
    var elements: [Element] {
        page.matches(of: /<([a-zA-Z][a-zA-Z0-9]*)((?:\s+[a-zA-Z:-]+="[^"]*")*)\s*>/).map { match in
            var attributes: [String: String] = [:]
            for pair in match.output.2.matches(of: /([a-zA-Z:-]+)="([^"]*)"/) {
                attributes[String(pair.output.1)] = String(pair.output.2)
            }
            return Element(name: String(match.output.1), attributes: attributes)
        }
    }

    /// The figures of a table, by the variant of their row and their name.
    func figures(ofMetric metric: String) -> [String: [String: String]] {
        var figures: [String: [String: String]] = [:]
        var table = ""
        var variant = ""
        for element in elements {
            if element.name == "table" { table = element.attributes["data-metric"] ?? "" }
            if element.name == "tr" { variant = element.attributes["data-variant"] ?? "" }
            guard table == metric, let figure = element.attributes["data-figure"] else { continue }
            figures[variant, default: [:]][figure] = element.attributes["data-value"] ?? "null"
        }
        return figures
    }

    /// The first tag that does not close what was opened last; nil where all do.
    var imbalance: String? {
        var open: [String] = []
        let void: Set<String> = ["meta", "link", "br", "input"]
        for match in page.matches(of: /<(\/?)([a-zA-Z][a-zA-Z0-9]*)[^>]*>/) {
            let name = String(match.output.2)
            if void.contains(name) { continue }
            if match.output.1.isEmpty {
                open.append(name)
            } else if open.popLast() != name {
                return name
            }
        }
        return open.last
    }
}
