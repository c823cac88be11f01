import Reports
import TipCore

/// A variant as the tip that people see.
struct TipCard {
    let arm: ExperimentSnapshot.Arm
    /// Whether it is what the others are compared with.
    let isBaseline: Bool
    /// Whether it shows the tip at all.
    let shows: Bool

    /// The card in a locale, which is that of copy.
    func html(locale: String?, _ words: PageWords) -> HTML {
        let copy = arm.copy ?? Copy()
        let text = { (text: LocalizedText?) in text?.text(for: locale) ?? "" }
        let buttons = copy.actions.map { action in
            HTML.element("span", ["class": "button", "dir": "auto"], HTML(text(action.title)))
        }
        let (title, message) = (text(copy.title), text(copy.message))
        let body: [HTML] =
            shows
            ? [
                copy.image.map { .element("p", ["class": "image"], HTML($0)) } ?? .nothing,
                title.isEmpty ? .nothing : .element("p", ["class": "title", "dir": "auto"], HTML(title)),
                message.isEmpty ? .nothing : .element("p", ["dir": "auto"], HTML(message)),
                buttons.isEmpty ? .nothing : .element("p", ["class": "buttons"], buttons),
            ] : [.element("p", ["class": "faint"], HTML(words(.showsNothing)))]
        let label = arm.variant + (isBaseline ? " · " + words(.baseline) : "")
        return .element(
            "article",
            ["class": "card", "data-variant": arm.variant, "lang": locale],
            [.element("h3", ["dir": "auto"], HTML(label)), .element("div", ["class": "tip"], body.present)]
        )
    }
}
