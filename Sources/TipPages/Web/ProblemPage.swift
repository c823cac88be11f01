/// What went wrong, and what to do about it.
package struct ProblemPage {
    private let context: PageContext
    private let status: Int
    private let detail: String
    private let hint: String?

    /// Describes a problem as the routes for programs state it; `detail` and `hint` are English.
    package init(_ context: PageContext, status: Int, detail: String, hint: String?) {
        self.context = context
        self.status = status
        self.detail = detail
        self.hint = hint
    }

    /// Nothing is at an address.
    package static func nothingHere(_ context: PageContext) -> String {
        let words = context.words
        return WebFrame(context: context).page(
            titled: words(.notFound),
            [.element("p", [:], HTML(words(.notFoundHint))), back(words)]
        )
    }

    /// A form that must not be obeyed.
    package static func formExpired(_ context: PageContext) -> String {
        refused(context, context.words(.formExpired))
    }

    /// A step for which the key is missing or may not.
    package static func wrongAdminKey(_ context: PageContext) -> String {
        refused(context, context.words(.wrongAdminKey))
    }

    private static func refused(_ context: PageContext, _ text: String) -> String {
        WebFrame(context: context).page(
            titled: context.words(.problem),
            [.element("p", ["class": "notice bad", "role": "alert"], HTML(text)), back(context.words)]
        )
    }

    /// The page.
    package var html: String {
        let words = context.words
        return WebFrame(context: context).page(
            titled: words(.problem),
            [
                .element("p", ["lang": "en", "role": "alert"], HTML("\(detail) (\(status))")),
                hint.map {
                    .element(
                        "p",
                        [:],
                        .element("strong", [:], HTML(words(.whatToDo) + ": ")),
                        .element("span", ["lang": "en"], HTML($0))
                    )
                } ?? .nothing, Self.back(words),
            ]
        )
    }

    private static func back(_ words: PageWords) -> HTML {
        .element("p", [:], .element("a", ["href": "/"], HTML(words(.toExperiments))))
    }
}
