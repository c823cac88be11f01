/// A form that changes something or says what must not stand in an address.
struct WebForm {
    /// Where it is sent to.
    let action: String
    let context: PageContext

    /// The form with its fields and its button.
    func html(_ fields: [HTML], submit: String, kind: String? = nil) -> HTML {
        .element(
            "form",
            ["method": "post", "action": action, "class": kind],
            ([token] + fields).present + [.element("button", ["type": "submit"], HTML(submit))]
        )
    }

    /// The form of a step that needs a key which administers: it asks for one where the session's own may not.
    func administering(
        _ fields: [HTML],
        submit: String,
        id: String,
        hint: String,
        isDangerous: Bool = false
    ) -> HTML {
        let words = context.words
        let key =
            context.session?.isAdmin ?? false
            ? HTML.nothing
            : Self.field(
                words(.adminKey),
                name: "adminKey",
                id: id + "-key",
                type: "password",
                hint: words(.adminKeyHint),
                isRequired: true
            )
        return .element(
            "details",
            ["class": "step", "id": id, "data-danger": isDangerous ? "" : nil],
            .element("summary", [:], HTML(submit)),
            .element("p", ["class": "faint"], HTML(hint)),
            html(fields + [key], submit: submit, kind: "panel")
        )
    }

    private var token: HTML {
        guard let session = context.session else { return .nothing }
        return Self.hidden("form", session.formToken)
    }

    /// A value that goes along.
    static func hidden(_ name: String, _ value: String) -> HTML {
        .void("input", ["type": "hidden", "name": name, "value": value])
    }

    /// A line of text with its label.
    static func field(
        _ label: String,
        name: String,
        id: String,
        value: String? = nil,
        type: String = "text",
        hint: String? = nil,
        isRequired: Bool = false
    ) -> HTML {
        let isSecret = type == "password"
        return .element(
            "div",
            ["class": "field"],
            [
                .element("label", ["for": id], HTML(label)),
                .void(
                    "input",
                    [
                        "type": type, "name": name, "id": id, "value": value,
                        "autocomplete": isSecret ? "current-password" : "off",
                        "autocapitalize": "off", "spellcheck": "false",
                        "aria-describedby": hint == nil ? nil : id + "-hint",
                        "required": isRequired ? "required" : nil,
                    ]
                ),
                hint.map { .element("p", ["class": "note", "id": id + "-hint"], HTML($0)) } ?? .nothing,
            ].present
        )
    }

    /// A choice of one among some.
    static func select(
        _ label: String,
        name: String,
        id: String,
        _ options: [(value: String, text: String)],
        chosen: String?
    ) -> HTML {
        .element(
            "div",
            ["class": "field"],
            .element("label", ["for": id], HTML(label)),
            .element(
                "select",
                ["name": name, "id": id],
                options.map { option in
                    .element(
                        "option",
                        ["value": option.value, "selected": option.value == chosen ? "selected" : nil],
                        HTML(option.text)
                    )
                }
            )
        )
    }
}
