/// A drawing with its caption: a picture for the eye, and its title and description for whoever hears the page.
struct Drawing {
    /// What makes the ids of this drawing its own on the page.
    let id: String
    /// What is drawn, in a few words.
    let title: String
    /// What there is to see, in sentences.
    let description: String
    /// Its width in units of which a letter takes about six.
    var width = 360.0
    /// Its height in the same units.
    let height: Double

    /// The drawing of marks.
    func html(_ marks: [HTML]) -> HTML {
        .element(
            "figure",
            ["class": "plot"],
            .element("figcaption", [:], HTML(title)),
            .element(
                "svg",
                [
                    "viewBox": "0 0 \(width.placed) \(height.placed)", "role": "img",
                    "aria-labelledby": "\(id)-title \(id)-desc",
                ],
                [
                    .element("title", ["id": "\(id)-title"], HTML(title)),
                    .element("desc", ["id": "\(id)-desc"], HTML(description)),
                ] + marks
            )
        )
    }
}

/// The marks that several plots share.
enum Mark {
    /// A straight line.
    static func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ kind: String) -> HTML {
        .element(
            "line",
            ["x1": x1.placed, "y1": y1.placed, "x2": x2.placed, "y2": y2.placed, "class": kind]
        )
    }

    /// A text; `anchor` is start, middle or end.
    static func text(
        _ x: Double,
        _ y: Double,
        _ text: String,
        anchor: String = "start",
        kind: String = "label"
    )
        -> HTML
    {
        .element("text", ["x": x.placed, "y": y.placed, "text-anchor": anchor, "class": kind], HTML(text))
    }

    /// The text of a mark below an axis: in the middle under it, and never beyond the drawing.
    static func tick(_ x: Double, _ y: Double, _ text: String, within width: Double) -> HTML {
        // A letter of twelve takes less than eight units, whatever the font.
        let half = Double(text.count) * 8 / 2
        return Self.text(min(width - half, max(half, x)), y, text, anchor: "middle", kind: "tick")
    }

    /// A line through points.
    static func path(_ points: [(x: Double, y: Double)], _ kind: String, closed: Bool = false) -> HTML {
        let steps = points.enumerated().map { index, point in
            (index == 0 ? "M" : "L") + point.x.placed + " " + point.y.placed
        }
        guard !steps.isEmpty else { return .nothing }
        return .element("path", ["d": steps.joined() + (closed ? "Z" : ""), "class": kind])
    }
}
